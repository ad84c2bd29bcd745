"""Passing cups solved: by induction over positions, each stage a small LP, in rationals where that is feasible."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from mendax.errors import UnsupportedGame
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.stage import Array
from mendax.games.strategy import Profile, make_strategy
from mendax.solve.claims import StagePlay, solve_floats, solve_rationals
from mendax.solve.induction import Induced, induction
from mendax.solve.proof import TARGET, Progress, prove, silent, solution_of
from mendax.solve.rational import to_fraction
from mendax.solve.solution import Solution

FERGUSON = "Ferguson and Ferguson 1991"
SHAPLEY = "Shapley 1953"

SECONDS_A_WEIGHT = 2e-6  # of the LP of a stage, in floats; fitted to games of 21 to 160 hands on two cores, rough
MAX_SECONDS = 24 * 3_600

MAX_BITS = 20_000  # of a numerator, beyond which `auto` goes on in floats


def solve_cup(
    game: Cup, *, exact: bool = True, patient: bool = False, target: float = TARGET, progress: Progress = silent
) -> Solution:
    """A game of two players, by induction over its positions.

    exact    in rationals, as long as their numerators stay below MAX_BITS; patient: however long they grow
    """
    if game.num_players != 2:
        raise UnsupportedGame(
            f"{game.game} has {game.num_players} players; exact values are for two, and mendax.solve.equilibrium finds"
            " equilibria for more"
        )
    if (seconds := SECONDS_A_WEIGHT * game.num_stages * game.holds.size) > MAX_SECONDS:
        raise UnsupportedGame(f"{game.game} would take about {seconds / 3_600:,.0f} hours; use fewer dice or faces")
    started = time.perf_counter()
    induced = _in_rationals(game, patient, progress) if exact else None
    if induced is None:
        induced = _in_floats(game, progress)
    progress("computing both best responses over all rounds")
    outcome = prove(game, profile_of(game, induced))
    parameters: dict[str, str | int | float] = {"positions": len(induced.option), "stages": len(induced.play)}
    return solution_of(game, outcome, "induction", parameters, 1, started, (FERGUSON, SHAPLEY), target)


def _in_floats(game: Cup, progress: Progress) -> Induced:
    induced = induction(
        game,
        lambda stage, worth, floats: solve_floats(game.stage(stage, floats, None)),
        None,
        lambda done, of: progress(f"position {done + 1:,} of {of:,}, in floats"),
    )
    assert induced is not None  # floats always solve a stage
    return induced


def _in_rationals(game: Cup, patient: bool, progress: Progress) -> Induced | None:
    """None where a basis could not be lifted, or the numbers became too long."""

    def solve(stage: int, worth: Array, floats: Array) -> StagePlay | None:
        play = solve_rationals(game.stage(stage, floats, None), game.stage(stage, worth, fmpq))
        too_long = play is not None and play.worth[0].p.bit_length() > MAX_BITS
        return None if too_long and not patient else play

    return induction(game, solve, fmpq, lambda done, of: progress(f"position {done + 1:,} of {of:,}, in rationals"))


def profile_of(game: Cup, induced: Induced) -> Profile:
    """The strategy of every player: the same, as every player may come to have the cup anywhere."""
    exact = induced.worth.dtype == object
    rows: dict[tuple[int, int, int], Any] = {}
    for position, stage in induced.option.items():
        if len(game.options(position)) > 1:
            rows[position, 0, game.beat_and_group(stage)[1]] = _told(induced.worth[position, 0] * 0 + 1)
    first_answer = 1 + len(game.hands)
    for stage, play in induced.play.items():
        node = game.num_positions + stage
        beat, group = game.beat_and_group(stage)
        throws, hands = game.groups[group], game.hands_of[group].tolist()
        if len(throws) > 1:
            rows |= {(node, 0, throws[m]): _told(play.throw[m]) for m in np.flatnonzero(play.throw)}
        for row, column in zip(*np.nonzero(play.claim), strict=True):
            rows[node, 1 + hands[row], beat + int(column)] = _told(play.claim[row, column])
        for column, doubt in enumerate(play.doubt):
            if len(game.actions(node, first_answer + beat + column)) > 1:
                rows[node, first_answer + beat + column, DOUBT] = _told(doubt)
                rows[node, first_answer + beat + column, ACCEPT] = _told(1 - doubt)
    strategy = make_strategy(0, rows, exact=exact)
    return tuple(
        type(strategy)(player=p, node=strategy.node, hand=strategy.hand, action=strategy.action, prob=strategy.prob)
        for p in range(game.num_players)
    )


def _told(value: Any) -> Fraction | float:
    return to_fraction(value) if isinstance(value, fmpq) else float(value)
