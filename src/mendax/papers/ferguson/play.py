"""What a player says he will do, in the numbers of the page, as a Strategy; and what it is sure of in the full game.

A claim is numbered from 1, the lowest; 0 is none yet. A hand has the number of the claim it is just good enough for. What is
`seen` before a claim is what was kept of the dice, or the hand that was taken over where nobody sees what is kept of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from flint import fmpq

from mendax.games.compile import compile_game
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.strategy import Strategy, make_strategy
from mendax.solve.claims import solve_rationals
from mendax.solve.game import solve_game
from mendax.solve.induction import Induced, induction
from mendax.solve.rational import to_fraction
from mendax.solve.response import best_response
from mendax.solve.solution import Solution, Status

ONE, ZERO = Fraction(1), Fraction(0)
NOTHING = "-"  # nothing kept, and nothing to keep anything of

Chances = Mapping[int, Fraction]
Claims = Callable[[int, str, int], Chances]  # (claim to beat, seen, hand) to chances of claims
Doubts = Callable[[int, str, int], Fraction]  # (claim to beat, seen, claim heard) to the chance of a doubt
Keeps = Callable[[int, int], Mapping[str, Fraction]]  # (claim to beat, hand taken over) to chances of what is kept


def keep_nothing(beat: int, hand: int) -> Mapping[str, Fraction]:
    return {NOTHING: ONE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A complete strategy of either player in a passing cup, in words."""

    claims: Claims
    doubts: Doubts
    keeps: Keeps = keep_nothing


@cache
def cup(name: str) -> Cup:
    game = compile_game(name)
    if not isinstance(game, Cup):
        raise TypeError(f"{name} is no passing cup")
    return game


@cache
def solved(name: str) -> Solution:
    return solve_game(cup(name))


@cache
def solved_in_floats(name: str) -> Solution:
    """By linear programs in floats; the bounds are both best responses over all rounds."""
    return solve_game(cup(name), "lp")


def value_of(name: str) -> Fraction:
    """The chance of the first player under optimal play: both best responses in the full game equal it, or an error."""
    solution = solved(name)
    if solution.status != Status.EXACT:
        raise ArithmeticError(f"{name} was not solved exactly, but {solution.status}: {solution.bounds}")
    return Fraction(solution.value)


@cache
def induced(name: str) -> Induced:
    """Every position and every stage that may be chosen, solved in rationals."""
    game = cup(name)
    found = induction(
        game,
        lambda stage, worth, floats: solve_rationals(game.stage(stage, floats, None), game.stage(stage, worth, fmpq)),
        fmpq,
    )
    if found is None:
        raise ArithmeticError(f"{name} was not solved in rationals")
    return found


def worth_at(name: str, beat: int, hand: int) -> Fraction:
    """The chance to win of who takes over a hand and must claim more than `beat`."""
    game = cup(name)
    return to_fraction(induced(name).worth[game.position(int(game.kind[hand - 1]) if hand else 0, beat), 0])


def worth_keeping(name: str, beat: int, hand: int) -> dict[str, Fraction]:
    """The same for everything he may keep in sight of the other."""
    game = cup(name)
    stages = game.options(game.position(int(game.kind[hand - 1]), beat))
    play = induced(name).play
    return {seen_at(game, game.beat_and_group(stage)[1]): to_fraction(play[stage].worth[0]) for stage in stages}


def example(game: Cup, kind: int) -> int:
    """A hand of a class."""
    return int(np.flatnonzero(game.kind == kind)[0])


def seen_at(game: Cup, group: int) -> str:
    """What everybody sees of the dice before a claim from one of a group of throws."""
    if len(game.groups[group]) == 1:
        return game.throws[game.groups[group][0]]
    kind = next(kind for kind, groups in enumerate(game.choices) if group in groups)
    return game.hands[example(game, kind)]


def strategy_of(game: Cup, player: int, plan: Plan) -> Strategy:
    """A plan as a Strategy, at every position that any play can reach."""
    rows: dict[tuple[int, int, int], Fraction] = {}
    stages: set[int] = set()
    for position in game.positions():
        options = game.options(position)
        stages.update(options)
        beat, kind = game.beat_and_class(position)
        groups = [game.beat_and_group(stage)[1] for stage in options]
        if len(options) > 1:
            kept = plan.keeps(beat, 1 + example(game, kind))
            rows |= {(position, 0, group): kept.get(seen_at(game, group), ZERO) for group in groups}
        elif options and len(game.groups[groups[0]]) > 1:
            kept = plan.keeps(beat, 1 + example(game, kind))
            node = game.num_positions + options[0]
            rows |= {(node, 0, throw): kept.get(game.throws[throw], ZERO) for throw in game.groups[groups[0]]}
    for stage in stages:
        beat, group = game.beat_and_group(stage)
        node, seen = game.num_positions + stage, seen_at(game, group)
        for hand in game.hands_of[group].tolist():
            rows |= {(node, 1 + hand, claim - 1): p for claim, p in plan.claims(beat, seen, 1 + hand).items()}
        for claim in range(beat, game.num_claims):
            answer = 1 + len(game.hands) + claim
            if len(game.actions(node, answer)) > 1:
                doubt = plan.doubts(beat, seen, 1 + claim)
                rows |= {(node, answer, DOUBT): doubt, (node, answer, ACCEPT): 1 - doubt}
    _check(game, rows)
    return make_strategy(player, rows, exact=True)


def _check(game: Cup, rows: Mapping[tuple[int, int, int], Fraction]) -> None:
    """Only what is legal, with chances that add up to one."""
    total: dict[tuple[int, int], Fraction] = {}
    for (node, hand, action), chance in rows.items():
        if chance < 0 or (chance and action not in game.actions(node, hand)):
            raise ArithmeticError(f"{game.game}: {action} with chance {chance} is not legal at {node}, {hand}")
        total[node, hand] = total.get((node, hand), ZERO) + chance
    if wrong := {key: chance for key, chance in total.items() if chance != 1}:
        raise ArithmeticError(f"{game.game}: chances that do not add up to 1: {wrong}")


def sure(game: Cup, strategy: Strategy) -> Fraction:
    """The first player's chance that a strategy of the first player is sure of, or to which one of the second holds him."""
    response = Fraction(best_response(game, (strategy,), 1 - strategy.player).value)
    return 1 - response if strategy.player == 0 else response


def plan_of(game: Cup, strategy: Strategy) -> Plan:
    """A Strategy read back as a plan; where it says nothing, the default of a Strategy."""
    stage_of = {(beat, seen_at(game, group)): (beat, group) for beat, group in _stages(game)}

    def told(node: int, hand: int) -> Mapping[int, Fraction]:
        return strategy.at(node, hand) or {game.actions(node, hand)[0]: ONE}

    def node_at(beat: int, seen: str) -> int:
        beat, group = stage_of[beat, seen]
        return game.num_positions + beat * len(game.groups) + group

    def claims(beat: int, seen: str, hand: int) -> Chances:
        return {1 + claim: p for claim, p in told(node_at(beat, seen), hand).items()}

    def doubts(beat: int, seen: str, claim: int) -> Fraction:
        return told(node_at(beat, seen), len(game.hands) + claim).get(DOUBT, ZERO)

    def keeps(beat: int, hand: int) -> Mapping[str, Fraction]:
        position = game.position(int(game.kind[hand - 1]) if hand else 0, beat)
        options = game.options(position)
        if len(options) > 1:
            return {seen_at(game, group): p for group, p in told(position, 0).items()}
        return {game.throws[throw]: p for throw, p in told(game.num_positions + options[0], 0).items()}

    return Plan(claims=claims, doubts=doubts, keeps=keeps)


def _stages(game: Cup) -> set[tuple[int, int]]:
    return {game.beat_and_group(stage) for position in game.positions() for stage in game.options(position)}
