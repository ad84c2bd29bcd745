"""Proofs recomputed from what is stored, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mendax.errors import IllegalAction
from mendax.games.compile import Game, compile_game
from mendax.games.cup import Cup
from mendax.games.cup_notation import describe
from mendax.games.masks import MAX_RUNGS
from mendax.games.notation import format_node
from mendax.games.round import Round
from mendax.games.strategy import Strategy
from mendax.rules.dice import format_hand
from mendax.solve.average import Average, bounds_of
from mendax.solve.proof import prove
from mendax.solve.solution import Solution, Status

ROW_TOLERANCE = 1e-9  # by which float probabilities of one hand may miss 1
BOUND_TOLERANCE = 1e-9  # by which recomputed float bounds may miss the stored ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Does the profile of a solution prove what the solution claims?

    reason  one line: what was proven, or the first claim that does not hold
    bounds  recomputed; None where the profile is no profile
    """

    holds: bool
    reason: str
    bounds: tuple[Fraction | float, Fraction | float] | None


def verify(solution: Solution) -> Verification:
    """Recompute the proof from the game string and the profile alone.

    Every row must be a legal choice, every hand's choices must add up to one, both best responses over the whole game must
    give the stored bounds, and an exact value must equal both.
    """
    game = compile_game(solution.game)
    if solution.averages is not None:
        return _verify_averages(solution, solution.averages)
    if len(solution.profile) != game.num_players:
        return _refuted(f"the file holds {len(solution.profile)} strategies for a game of {game.num_players} players")
    for strategy in solution.profile:
        wrong = wrong_row(game, strategy)
        if wrong:
            return _refuted(wrong)
    exact = solution.status is Status.EXACT
    if exact and not all(strategy.is_exact for strategy in solution.profile):
        return _refuted("the status is exact, but the probabilities are floats")
    try:
        outcome = prove(game, solution.profile)
    except IllegalAction as error:
        return _refuted(str(error))
    low, high = outcome.low, outcome.high
    bounds = (low, high)
    if exact:
        if low == high == solution.value and solution.bounds == (low, high):
            return Verification(holds=True, reason=f"both best responses equal {low}", bounds=bounds)
        return _refuted(
            f"the value is given as {solution.value}, the bounds as {solution.bounds[0]} and {solution.bounds[1]}, but player 0"
            f" can be sure of {low} and player 1 holds him to {high}",
            bounds,
        )
    return _verify_bounds(solution, float(low), float(high))


def _verify_averages(solution: Solution, averages: tuple[Average, Average]) -> Verification:
    """Any shares are a strategy, so there are only the bounds to compute again."""
    if solution.status is Status.EXACT:
        return _refuted("the status is exact, but the strategies are stored in rounded shares")
    return _verify_bounds(solution, *bounds_of(averages))


def _verify_bounds(solution: Solution, low: float, high: float) -> Verification:
    claimed = (float(solution.bounds[0]), float(solution.bounds[1]))
    if not low - BOUND_TOLERANCE <= float(solution.value) <= high + BOUND_TOLERANCE:
        return _refuted(f"the value is given as {solution.value}, outside of the proven [{low}, {high}]", (low, high))
    if claimed[0] > low + BOUND_TOLERANCE or claimed[1] < high - BOUND_TOLERANCE:
        return _refuted(f"the bounds are given as {claimed}, but the profile proves only [{low}, {high}]", (low, high))
    width = max((high - low) / 2, BOUND_TOLERANCE)
    return Verification(holds=True, reason=f"within {width:.1e}: both best responses recomputed", bounds=(low, high))


def wrong_row(game: Game, strategy: Strategy) -> str | None:
    """What keeps the rows of a strategy from being one, in one line; None if nothing does."""
    p = strategy.player
    keys = np.stack([strategy.node, strategy.hand, strategy.action], axis=1)
    order = np.lexsort(keys.T[::-1])
    if not np.array_equal(order, np.arange(len(keys))) or len(np.unique(keys, axis=0)) != len(keys):
        return f"the rows of player {p} are not sorted and different"
    total: dict[tuple[int, int], Fraction | float] = {}
    for node, hand, action, prob in strategy.rows():
        if not _legal(game, p, node, hand, action):
            return f"player {p} has no action {action} at node {node} with hand {hand}"
        if not 0 < prob <= 1:  # so that no NaN passes
            return f"player {p} acts {_where(game, p, node, hand)} with probability {prob}"
        total[node, hand] = total.get((node, hand), 0) + prob
    for (node, hand), amount in total.items():
        if amount != 1 if strategy.is_exact else abs(float(amount) - 1) > ROW_TOLERANCE:
            return f"the probabilities of player {p} {_where(game, p, node, hand)} add up to {amount}, not 1"
    return None


def _legal(game: Game, player: int, node: int, hand: int, action: int) -> bool:
    if isinstance(game, Round):
        return (
            0 <= node < 1 << min(game.num_rungs, MAX_RUNGS)
            and node.bit_count() % game.num_players == player
            and 0 <= hand < len(game.weight[player])
            and action in game.legal(node)
        )
    if isinstance(game, Cup):
        return action in game.actions(node, hand)
    return (
        0 <= node < len(game.infosets)
        and game.infosets[node].player == player
        and hand == 0
        and 0 <= action < len(game.infosets[node].actions)
    )


def _where(game: Game, player: int, node: int, hand: int) -> str:
    if isinstance(game, Round):
        return f"holding {format_hand(game.hands[player][hand])} after '{format_node(game, node)}'"
    if isinstance(game, Cup):
        return describe(game, node, hand)
    return f"at {game.infosets[node].label!r}"


def _refuted(reason: str, bounds: tuple[Fraction | float, Fraction | float] | None = None) -> Verification:
    return Verification(holds=False, reason=reason, bounds=bounds)
