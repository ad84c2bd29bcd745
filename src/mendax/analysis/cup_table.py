"""How a position of a passing cup is played, as tables."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mendax.games.cup import DOUBT, Cup
from mendax.games.cup_notation import format_position
from mendax.games.strategy import Profile, Strategy
from mendax.solve.cup_response import cup_positions

Number = Fraction | float


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowRow:
    """What is kept in a throw, and how often it is chosen."""

    keeps: str
    chance: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRow:
    """A hand: how often it comes, and how often each claim is made with it."""

    hand: str
    chance: Number
    claims: dict[str, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardRow:
    """A claim: how often it is heard, how often it is true then, how often it is doubted. true is None where never heard."""

    claim: str
    heard: Number
    true: Number | None
    doubted: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class CupTable:
    """A position. worth: the chance to win of who has the cup; hands and answers are empty where he cannot go on."""

    position: str
    worth: Number
    throws: tuple[ThrowRow, ...]
    hands: tuple[HeldRow, ...]
    answers: tuple[HeardRow, ...]


def cup_table(game: Cup, profile: Profile, position: int) -> CupTable:
    """How the players of a profile play at a position; what has the cup is player 0 in all of this, the next one player 1."""
    worth = cup_positions(game, profile)[position][0]
    options = game.options(position)
    if not options:
        return CupTable(position=format_position(game, position), worth=worth, throws=(), hands=(), answers=())
    mover, other = profile[0], profile[1]
    chosen = mover.at(position, 0)
    stage = next((s for s in options if chosen.get(game.beat_and_group(s)[1])), options[0])
    beat, group = game.beat_and_group(stage)
    node, exact = game.num_positions + stage, mover.is_exact
    one: Any = Fraction(1) if exact else 1.0
    throws = mover.at(node, 0) or {game.groups[group][0]: one}
    chance = {
        int(hand): sum(
            (p * Fraction(int(game.chance[r, hand]), int(game.rolls[r])) for r, p in throws.items()), start=0 * one
        )
        for hand in game.hands_of[group]
    }
    claims = {hand: _at(game, mover, node, 1 + hand, one) for hand in chance}
    answers = []
    for claim in range(beat, game.num_claims):
        if len(game.actions(node, 1 + len(game.hands) + claim)) < 2:
            continue
        made = {hand: p * claims[hand].get(claim, 0 * one) for hand, p in chance.items()}
        heard = sum(made.values(), start=0 * one)
        true = sum((p for hand, p in made.items() if game.holds[hand, claim]), start=0 * one)
        doubted = _at(game, other, node, 1 + len(game.hands) + claim, one).get(DOUBT, 0 * one)
        answers.append(
            HeardRow(claim=game.claims[claim], heard=heard, true=true / heard if heard else None, doubted=doubted)
        )
    return CupTable(
        position=format_position(game, position),
        worth=worth,
        throws=tuple(ThrowRow(keeps=game.throws[r], chance=p) for r, p in throws.items()),
        hands=tuple(
            HeldRow(hand=game.hands[hand], chance=p, claims={game.claims[c]: q for c, q in claims[hand].items()})
            for hand, p in chance.items()
        ),
        answers=tuple(answers),
    )


def _at(game: Cup, strategy: Strategy, node: int, hand: int, one: Any) -> dict[int, Any]:
    """Actions and their probabilities; the default where the strategy says nothing."""
    return strategy.at(node, hand) or {game.actions(node, hand)[0]: one}
