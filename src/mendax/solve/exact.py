"""Exact solutions: a Fraction and a rational profile whose two best responses equal it.

Two ways to a candidate, one proof:
  full_lp        the sequence-form LP of all undominated bids, solved once in floats (interior point and crossover)
  double_oracle  the LP of a few bids, to which both best responses of the whole game are added until they gain nothing
                 (McMahan, Gordon and Blum 2003; sequence form: Bosansky et al. 2014)
Either ends at an optimal basis, which is lifted to the rationals (lp.solve_exact). The candidate counts as exact only if
both best responses, in rationals over the whole game, equal its value; otherwise it is reported within what they leave.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy
from mendax.games.tree import Tree
from mendax.solve.lp import FloatPlans, solve_exact, solve_float
from mendax.solve.proof import TARGET, Outcome, Progress, prove, silent, solution_of
from mendax.solve.response import best_response
from mendax.solve.sequence_form import (
    Bids,
    SequenceForm,
    all_bids,
    keys_of,
    require_two_players,
    round_form,
    tree_form,
)
from mendax.solve.solution import Solution

KOLLER = "Koller, Megiddo and von Stengel 1994"
BOSANSKY = "Bosansky, Kiekintveld, Lisy and Pechoucek 2014"
WAN = "Wan 2006"

MAX_LP_RUNGS = 15  # largest ladder whose whole sequence form is built
FLOAT_GAIN = 1e-9  # a best response in floats that gains less has found nothing
MAX_ORACLE_ROUNDS = 400


def solve_lp(
    game: Round | Tree, *, exact: bool = True, target: float = TARGET, progress: Progress = silent
) -> Solution:
    """The sequence-form LP of the whole game, made exact if asked and if the proof succeeds."""
    started = time.perf_counter()
    progress("building the sequence form")
    form = _whole_form(game, undominated=True)
    progress(f"solving the LP, {form.players[0].size:,} + {form.players[1].size:,} sequences")
    outcome = _lift(game, form, _require(solve_float(form), game), exact, progress)
    cite = (KOLLER, WAN) if outcome.is_exact else (KOLLER,)
    return solution_of(game, outcome, "lp", {"undominated": "yes"}, 1, started, cite, target)


def double_oracle(
    game: Round,
    *,
    max_rounds: int = MAX_ORACLE_ROUNDS,
    exact: bool = True,
    target: float = TARGET,
    progress: Progress = silent,
) -> Solution:
    """Grow the LP by best responses of the whole game until they gain nothing.

    Steps:
      1. player 0 may open with the lowest bid, player 1 may only call
      2. solve the LP of the bids so far; everywhere else both call
      3. best response of each player in the whole game; add the bids they make
      4. repeat from 2 until neither gains; lift, prove, and go on from 3 should the proof find a gain
    """
    started = time.perf_counter()
    require_two_players(game)
    bids = _first_bids(game)
    outcome: Outcome | None = None
    for iteration in range(1, max_rounds + 1):
        form = round_form(game, bids)
        found = _require(solve_float(form), game)
        profile = strategies(form, found.plans)
        responses = [best_response(game, profile, p) for p in (0, 1)]
        gain = float(responses[0].value + responses[1].value)
        progress(f"oracle round {iteration}: {len(bids[0]):,} + {len(bids[1]):,} bids, exploitability {gain / 2:.2e}")
        if gain < FLOAT_GAIN:
            outcome = _lift(game, form, found, exact, progress)
            if outcome.is_exact or not exact:
                break
            responses = [best_response(game, outcome.profile, p) for p in (0, 1)]
        grown = _grow(bids, [r.strategy for r in responses], game)
        if all(len(grown[p]) == len(bids[p]) for p in (0, 1)):
            break
        bids = grown
    if outcome is None:
        outcome = prove(game, profile)
    parameters: dict[str, str | int | float] = {"max_rounds": max_rounds}
    return solution_of(game, outcome, "double-oracle", parameters, iteration, started, (BOSANSKY, KOLLER, WAN), target)


def _whole_form(game: Round | Tree, *, undominated: bool) -> SequenceForm:
    if isinstance(game, Tree):
        return tree_form(game)
    require_two_players(game)
    if game.num_rungs > MAX_LP_RUNGS:
        raise UnsupportedGame(
            f"{game.game} has {game.num_rungs} rungs, over 2^{game.num_rungs - 1} nodes a player; the whole LP takes at"
            f" most {MAX_LP_RUNGS}, double-oracle may do more"
        )
    return round_form(game, all_bids(game, undominated=undominated))


def _require(found: FloatPlans | None, game: Round | Tree) -> FloatPlans:
    if found is None:
        raise UnsupportedGame(f"the LP solver found no optimum for {game.game}; try another method")
    return found


def strategies(form: SequenceForm, plans: Sequence[NDArray[Any]]) -> Profile:
    """The behaviour of both players' sequence weights."""
    return tuple(form.players[p].strategy(p, plans[p]) for p in (0, 1))


def _lift(game: Round | Tree, form: SequenceForm, found: FloatPlans, exact: bool, progress: Progress) -> Outcome:
    """The candidate in rationals with its proof; where that fails, the float candidate with its bounds."""
    if exact:
        progress("lifting the optimal basis to the rationals")
        plans = solve_exact(form, found)
        if plans is not None:
            progress("proving both best responses in rationals over the whole game")
            outcome = prove(game, strategies(form, plans.plans))
            if outcome.is_exact:
                return outcome
    progress("computing both best responses")
    return prove(game, strategies(form, found.plans))


def _first_bids(game: Round) -> Bids:
    lowest = int(np.flatnonzero(game.successor[0])[0])
    hands = np.arange(len(game.weight[0]))
    return keys_of(np.full(len(hands), 1 << lowest, dtype=np.int64), hands), np.zeros(0, dtype=np.int64)


def _grow(bids: Bids, responses: Sequence[Strategy], game: Round) -> Bids:
    """The bids of two responses added, with all that leads to them."""
    grown = []
    for own, response in zip(bids, responses, strict=True):
        bid = response.action < game.call
        node = response.node[bid] | np.int64(1) << response.action[bid]
        grown.append(np.union1d(own, keys_of(node, response.hand[bid])))
    return grown[0], grown[1]
