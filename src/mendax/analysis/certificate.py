"""Proofs recomputed from what is stored, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mendax.analysis.match_certificate import wrong_match
from mendax.analysis.rows import wrong_row
from mendax.errors import IllegalAction
from mendax.games.compile import compile_game
from mendax.games.match import Match
from mendax.solve.average import Average, bounds_of
from mendax.solve.proof import prove
from mendax.solve.solution import Solution, Status

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
    give the stored bounds, and an exact value must equal both. Of a match this is asked of every standing.
    """
    game = compile_game(solution.game)
    if solution.averages is not None:
        return _verify_averages(solution, solution.averages)
    if isinstance(game, Match):
        return _verify_match(game, solution)
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


def _verify_match(match: Match, solution: Solution) -> Verification:
    wrong = wrong_match(match, solution, BOUND_TOLERANCE)
    if wrong:
        return _refuted(wrong)
    rounds = f"both best responses in each of {len(match.standings)} rounds"
    told = (
        f"{rounds} equal its value"
        if solution.status is Status.EXACT
        else f"within {solution.exploitability:.1e}: {rounds}"
    )
    return Verification(holds=True, reason=told, bounds=solution.bounds)


def _refuted(reason: str, bounds: tuple[Fraction | float, Fraction | float] | None = None) -> Verification:
    return Verification(holds=False, reason=reason, bounds=bounds)
