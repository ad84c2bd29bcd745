"""The proof of a match recomputed from what is stored, standing by standing, see solve/match_proof.py."""

from __future__ import annotations

from fractions import Fraction

from mendax.analysis.rows import wrong_row
from mendax.games.match import Match, format_standing
from mendax.solve.match_proof import ends, holds, sure
from mendax.solve.solution import Solution, Stand, Status


def wrong_match(match: Match, solution: Solution, tolerance: float) -> str | None:
    """What keeps the standings of a solution from proving it, in one line that names the first; None if nothing does.

    tolerance  by which what float strategies prove may miss the stored bounds; strategies in fractions have none
    """
    states = solution.states
    if tuple(state.standing for state in states) != match.standings:
        return f"the file holds {len(states)} standings that are not the {len(match.standings)} of the match, in order"
    if (solution.value, solution.bounds) != (states[0].value, states[0].bounds):
        return f"the value is given as {solution.value}, that of the first standing as {states[0].value}"
    for i, state in enumerate(states):
        wrong = _wrong_state(match, i, state, exact=solution.status is Status.EXACT)
        if wrong:
            return f"at {format_standing(state.standing)} {wrong}"
    for player in (0, 1):
        of = sure(match, [state.strategies for state in states], player)
        bounds = [Fraction(state.bounds[player]) for state in states]
        for i, state in enumerate(states):
            found = of(i, bounds)
            slack = 0 if isinstance(found, Fraction) else Fraction(tolerance) * (-1 if player == 0 else 1)
            if not holds(player, Fraction(found), bounds[i] + slack):
                claim = f"player 0 to be sure of {bounds[i]}" if player == 0 else f"player 1 to hold him to {bounds[i]}"
                return f"at {format_standing(state.standing)} the file claims {claim}, but it is {found}"
        for component in match.components:
            if match.recurs(component) and not ends(match, component, of, player, bounds):
                names = ", ".join(format_standing(match.standings[i]) for i in component)
                return f"by the strategy of player {player} play may go round among {names} for ever"
    return None


def _wrong_state(match: Match, i: int, state: Stand, *, exact: bool) -> str | None:
    if len(state.strategies) != 2:
        return f"there are {len(state.strategies)} strategies, not 2"
    game = match.single_round(i)
    for seat, strategy in enumerate(state.profile):
        wrong = (
            wrong_row(game, strategy) if strategy.player == seat else f"seat {seat} has that of seat {strategy.player}"
        )
        if wrong:
            return wrong
    low, high = state.bounds
    if not -1 <= low <= state.value <= high <= 1:
        return f"the value is given as {state.value}, outside of the bounds [{low}, {high}]"
    if exact and not (low == high and isinstance(state.value, Fraction)):
        return "the status is exact, but the value is none"
    if exact and not all(strategy.is_exact for strategy in state.strategies):
        return "the status is exact, but the probabilities are floats"
    return None
