"""Training: spots that come up when a solved game is played, graded by the loss in value; weak ones come back sooner.

A spot is a hand at a node where the choice matters. Who answers it without loss sees it again after 2, 4, 8, ... other answers,
who loses something after 2. Answers are counted by browser and game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Engine, delete, func, insert, select

from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.match import Match
from mendax.games.notation import format_action, parse_action
from mendax.games.round import Round
from mendax.rules.dice import format_hand
from mendax.rules.variant import parse_round
from mendax.service.database import read, write
from mendax.service.explore import address_of, values_at, where
from mendax.service.schema import spot as table
from mendax.service.solved import Library, Opened
from mendax.service.told import Certificate, Number, certificate, number

TRIES = 200  # games dealt in search of a spot
MATTERS = 1e-6  # by which the worst action must be worse than the best
NOTHING = 1e-6  # a loss that is none
SOON, STEPS = 2, 6
GRADES = ((NOTHING, "best"), (0.02, "good"), (0.08, "inaccuracy"), (0.2, "mistake"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    name: str
    count: int | None
    face: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """What is asked. again: has this browser seen it before?"""

    certificate: Certificate
    at: str
    standing: str
    dice: tuple[int, ...]
    hand: str
    held: tuple[int, ...]
    player: int
    bids: tuple[str, ...]
    wild: int | None
    options: tuple[Option, ...]
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """An option with what it is worth as a chance to win, how often the solution takes it, and what it loses."""

    name: str
    wins: Number
    played: Number | None
    loss: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """loss: in chance to win, of the match where it is one."""

    grade: str
    loss: Number
    best: tuple[str, ...]
    options: tuple[Graded, ...]
    due: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Weak:
    at: str
    hand: str
    asked: int
    loss: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Of a browser at a game. loss: mean over the answers; weak: what cost most, the worst first; due: to be asked again."""

    answers: int
    spots: int
    loss: float
    due: int
    weak: tuple[Weak, ...]


def next_spot(library: Library, engine: Engine, player: str, game: str, rng: np.random.Generator) -> Spot:
    """One that is due again, or a new one from play."""
    opened = _playable(library, game)
    due = _due(engine, player, opened.entry.game)
    if due is not None:
        state, node = where(opened, due.at)
        names = _hands(opened.round(state), node)
        if due.hand in names:
            return _spot(opened, state, node, names.index(due.hand), again=True)
    state, node, hand = draw(opened, rng)
    return _spot(opened, state, node, hand, again=False)


def draw(opened: Opened, rng: np.random.Generator) -> tuple[int, int, int]:
    """A spot from play: hands are dealt, both follow the solution, and one of the choices that matter is taken.

    Of a match a standing is drawn first, all alike. Returns standing, node and hand.
    """
    states = len(opened.solution.states) or 1
    for _ in range(TRIES):
        state = int(rng.integers(states))
        game, strategies = opened.round(state), opened.strategies(state)
        hands = [int(rng.choice(len(w), p=(w / w.sum()).astype(float))) for w in game.weight]
        found, node = [], 0
        while True:
            seat = node.bit_count() % 2
            values, _ = values_at(opened, state, node)
            if values is not None:
                worth = [float(value[hands[seat]]) for value in values.values()]
                if max(worth) - min(worth) > MATTERS:
                    found.append((node, hands[seat]))
            taken = strategies[seat].at(node, hands[seat]) or {game.call if node else game.legal(0)[0]: 1.0}
            chances = np.array([float(p) for p in taken.values()])
            action = list(taken)[int(rng.choice(len(taken), p=chances / chances.sum()))]
            if action >= game.call:
                break
            node |= 1 << action
        if found:
            return (state, *found[int(rng.integers(len(found)))])
    raise UnsupportedGame(f"in {opened.entry.game} no choice that matters comes up, or values are not worked out there")


def grade(library: Library, engine: Engine, player: str, game: str, at: str, hand: str, action: str) -> Grade:
    """Grade an answer, and note it."""
    opened = _playable(library, game)
    state, node = where(opened, at)
    arrays = opened.round(state)
    names = _hands(arrays, node)
    if hand not in names:
        raise IllegalAction(f"{hand[:40]!r} is no hand at this spot of {opened.entry.game}")
    index, chosen = names.index(hand), parse_action(arrays, action)
    if chosen not in arrays.legal(node):
        raise IllegalAction(f"{action} is not allowed there")
    values, why = values_at(opened, state, node)
    if values is None:
        raise UnsupportedGame(why)
    worth = {a: (1 + value[index]) / 2 for a, value in values.items()}
    best, played = max(worth.values()), opened.strategies(state)[node.bit_count() % 2].at(node, index)
    loss = best - worth[chosen]
    due = _note(engine, player, opened.entry.game, address_of(opened, state, node), hand, float(loss))
    options = (
        Graded(
            name=format_action(arrays, a),
            wins=number(value),
            played=number(played.get(a, 0)) if played else None,
            loss=number(best - value),
        )
        for a, value in worth.items()
    )
    return Grade(
        grade=next((name for most, name in GRADES if loss <= most), "blunder"),
        loss=number(loss),
        best=tuple(format_action(arrays, a) for a, value in worth.items() if best - value <= NOTHING),
        options=tuple(sorted(options, key=lambda one: one.loss.value)),
        due=due,
    )


def progress(library: Library, engine: Engine, player: str, game: str) -> Progress:
    name = _playable(library, game).entry.game
    here = (table.c.player == player, table.c.game == name)
    with read(engine) as connection:
        rows = connection.execute(select(table).where(*here)).all()
    answers = sum(row.asked for row in rows)
    weak = sorted((row for row in rows if row.loss > NOTHING), key=lambda row: -row.loss / row.asked)
    return Progress(
        answers=answers,
        spots=len(rows),
        loss=sum(row.loss for row in rows) / answers if answers else 0.0,
        due=sum(row.due <= answers for row in rows),
        weak=tuple(Weak(at=r.at, hand=r.hand, asked=r.asked, loss=r.loss / r.asked) for r in weak[:8]),
    )


def _playable(library: Library, game: str) -> Opened:
    opened = library.open(game)
    if not isinstance(opened.game, Round | Match):
        raise UnsupportedGame(f"{opened.entry.game} is not a round of dice; spots are drawn from rounds and matches")
    return opened


def _hands(game: Round, node: int) -> list[str]:
    return [format_hand(counts) for counts in game.hands[node.bit_count() % 2]]


def _spot(opened: Opened, state: int, node: int, hand: int, *, again: bool) -> Spot:
    game, player = opened.round(state), node.bit_count() % 2
    counts = game.hands[player][hand].tolist()
    standing = opened.game.standings[state] if isinstance(opened.game, Match) else None
    palifico = standing is not None and standing.palifico
    return Spot(
        certificate=certificate(opened.solution, opened.entry.file),
        at=address_of(opened, state, node),
        standing="" if standing is None else " against ".join(map(str, game.num_dice)),
        dice=game.num_dice,
        hand=format_hand(counts),
        held=tuple(face + 1 for face, count in enumerate(counts) for _ in range(count)),
        player=player,
        bids=tuple(str(game.bids[r]) for r in range(game.num_rungs) if node >> r & 1),
        wild=None if palifico else parse_round(opened.entry.game).wild_face,
        options=tuple(
            Option(
                name=format_action(game, a),
                count=game.bids[a].count if a < game.call else None,
                face=game.bids[a].face if a < game.call else None,
            )
            for a in game.legal(node)
        ),
        again=again,
    )


def _due(engine: Engine, player: str, game: str) -> Any:
    """The spot that has waited longest of those that are due."""
    here = (table.c.player == player, table.c.game == game)
    with read(engine) as connection:
        answers = connection.execute(select(func.coalesce(func.sum(table.c.asked), 0)).where(*here)).scalar_one()
        return connection.execute(
            select(table).where(*here, table.c.due <= answers).order_by(table.c.due, table.c.seen).limit(1)
        ).first()


def _note(engine: Engine, player: str, game: str, at: str, hand: str, loss: float) -> int:
    """After how many other answers it comes again."""
    here = (table.c.player == player, table.c.game == game)
    spot = (*here, table.c.at == at, table.c.hand == hand)
    with write(engine) as connection:
        answers = connection.execute(select(func.coalesce(func.sum(table.c.asked), 0)).where(*here)).scalar_one() + 1
        before = connection.execute(select(table).where(*spot)).first()
        step = 0 if loss > NOTHING else min((before.step if before else 0) + 1, STEPS)
        wait = SOON if loss > NOTHING else SOON**step
        connection.execute(delete(table).where(*spot))
        connection.execute(
            insert(table).values(
                player=player,
                game=game,
                at=at,
                hand=hand,
                asked=(before.asked if before else 0) + 1,
                loss=(before.loss if before else 0.0) + loss,
                step=step,
                due=answers + wait,
                seen=time.time(),
            )
        )
    return int(wait)
