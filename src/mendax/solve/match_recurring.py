"""Standings of a match that may come again: linear equations where rounds are won or lost, else a bracketed fixed point."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from mendax.errors import UnsupportedGame
from mendax.games.match import Match
from mendax.games.strategy import Strategy
from mendax.solve.ends import ends as ends_of
from mendax.solve.match_proof import ends, holds, outwards, sure
from mendax.solve.match_work import GRID, Work, short
from mendax.solve.rational import to_fraction

SIMPLE = 10_000  # denominators up to which a value that recurs is tried as a fraction
STALLING = Fraction(1, 2**16)  # what a player who must not wait pays for waiting
MAX_SWEEPS = 60  # over the standings of a component
MAX_LIFTS = 200  # steps in which a bracket is lifted off the fixed point
STEP = Fraction(4, 2**GRID)  # more than the error of a fixed point found in floats


def linear(work: Work, component: Sequence[int]) -> bool:
    """Rounds that are won or lost: the values solve linear equations. False where that is not all there is to it."""
    match = work.match
    if any(match.won_or_lost(i) is None for i in component):
        return False
    solved = {i: work.play(i) for i in component}
    for player in (0, 1):
        chance = {i: (1 + (low, high)[player]) / 2 for i, (low, high, _) in solved.items()}
        values = _equations(work, component, chance, work.bounds(player))
        if values is None or not _ends_by_winning(work, component, chance, values, player):
            work.forget(component)
            return False
        for i in component:
            work.bounds(player)[i] = values[i]
    if not all(work.rises(i) for i in component):
        work.forget(component)
        return False
    for i in component:
        work.keep(i, work.low[i], work.high[i], solved[i][2])
    return True


def _equations(
    work: Work, component: Sequence[int], chance: dict[int, Fraction], worth: Sequence[Fraction]
) -> dict[int, Fraction] | None:
    """value = chance won + (1 - chance) lost, for all standings of a component at once; None where that is singular."""
    match, place = work.match, {i: row for row, i in enumerate(component)}
    matrix = [[fmpq(int(row == column)) for column in place] for row in place]
    right = [[fmpq(0)] for _ in place]
    for i, row in place.items():
        after = match.won_or_lost(i)
        assert after is not None
        for standing, share in zip(after, (chance[i], 1 - chance[i]), strict=True):
            weight = fmpq(share.numerator, share.denominator)
            column = place.get(match.index.get(standing, -1))
            if column is None:
                known = match.worth_of(standing, worth)
                right[row][0] += weight * fmpq(known.numerator, known.denominator)
            else:
                matrix[row][column] -= weight
    try:
        solution = fmpq_mat(matrix).solve(fmpq_mat(right))
    except ZeroDivisionError:
        return None
    return {i: to_fraction(solution[row, 0]) for i, row in place.items()}


def _ends_by_winning(
    work: Work, component: Sequence[int], chance: dict[int, Fraction], values: dict[int, Fraction], player: int
) -> bool:
    """Does play end for certain if a player wins each round with at least his chance? (match_proof.py, step 2)"""

    def of(i: int, worth: Sequence[Fraction]) -> Fraction:
        sequels = work.sequels(i, worth)
        assert sequels is not None
        won, lost = sequels
        if won <= lost:  # the other may also let him win
            return won if player == 0 else lost
        return chance[i] * won + (1 - chance[i]) * lost

    bounds = [values.get(i, Fraction(0)) for i in range(len(work.match.standings))]
    return ends(work.match, component, of, player, bounds)


def fixed_point(work: Work, component: Sequence[int]) -> None:
    """A bracket of standings that recur, whose rounds depend on what follows."""
    guess: list[Fraction] = [(low + high) / 2 for low, high in zip(work.low, work.high, strict=True)]
    for i in component:
        guess[i] = Fraction(0)
    last = np.inf
    for sweep in range(MAX_SWEEPS):
        work.progress(f"sweep {sweep + 1}, last change {last:.1e}")
        rounded = [short(value) if i in component else value for i, value in enumerate(guess)]
        values = _solved_at(work, component, rounded)
        change = max(abs(float(values[i] - rounded[i])) for i in component)
        if change <= 2.0 ** (1 - GRID):
            break
        # The strategies at hand, kept for ever, are worth the solution of linear equations: Newton's step. Where that does
        # not come nearer, one step of the iteration itself does.
        if change < last / 2:
            for i, value in _evaluated(work, component, guess).items():
                guess[i] = min(Fraction(1), max(Fraction(-1), Fraction(value)))
        else:
            for i in component:
                guess[i] = values[i]
        last = min(last, change)
    simple = [value.limit_denominator(SIMPLE) for value in guess]
    if all(abs(simple[i] - guess[i]) < STEP for i in component):
        guess = [simple[i] if i in component else value for i, value in enumerate(guess)]
        _solved_at(work, component, guess)
    for player in (0, 1):
        found = _bracket(work, component, guess, player)
        if found is None:
            found = _bracket(work, component, _against_stalling(work, component, player), player)
        if found is None:
            raise UnsupportedGame(
                f"{work.match.game}: no bounds were proven for its standings that recur; use fewer dice or faces"
            )
        for i, bound in found.items():
            work.bounds(player)[i] = bound


def _against_stalling(work: Work, component: Sequence[int], player: int) -> list[Fraction]:
    """What standings are worth to a player for whom going on for ever is to lose; his strategies for that are kept.

    Every round that is not the last costs him a tiny share of what follows, so he prefers to win sooner.
    """
    match, worst = work.match, Fraction(-1 if player == 0 else 1)
    before = list(work.profiles)
    bounds = work.bounds(player)
    guess = [worst if i in component else bound for i, bound in enumerate(bounds)]
    for sweep in range(MAX_SWEEPS):
        work.progress(f"sweep {sweep + 1} against stalling of player {1 - player}")
        lessened = [
            short(worst + (1 - STALLING) * (value - worst)) if i in component else value
            for i, value in enumerate(guess)
        ]
        values = _solved_at(work, component, lessened)
        change = max(abs(float(values[i] - guess[i])) for i in component)
        for i in component:
            guess[i] = values[i]
        if change < STALLING / 16:
            break
    for i in component:
        seat = player ^ match.standings[i].opener
        pair = (work.profiles[i], before[i])
        work.profiles[i] = tuple(pair[0 if s == seat else 1][s] for s in (0, 1))
    return guess


def _solved_at(work: Work, component: Sequence[int], worth: Sequence[Fraction]) -> dict[int, Fraction]:
    """What the rounds of a component are worth at what standings are; their profiles are kept."""
    values = {}
    for i in component:
        low, high, work.profiles[i] = work.play(i, work.fitting(i, worth))
        values[i] = (low + high) / 2
    return values


def _evaluated(work: Work, component: Sequence[int], guess: Sequence[Fraction]) -> dict[int, float]:
    """What the profiles at hand are worth if they are played for ever."""
    match = work.match
    stay = np.zeros((len(component), len(component)))
    gain = np.zeros(len(component))
    outside = [Fraction(0) if i in component else value for i, value in enumerate(guess)]
    for row, i in enumerate(component):
        rows = tuple(played for played in work.profiles[i] if isinstance(played, Strategy))  # large rounds do not recur
        chance = ends_of(match.round(i, outside), rows)
        gain[row] = _expected(match, i, chance, outside)
        for column, j in enumerate(component):
            if j in match.follows(i):
                one = [Fraction(int(k == j)) if k in component else value for k, value in enumerate(outside)]
                stay[row, column] = _expected(match, i, chance, one) - gain[row]
    solved = np.linalg.lstsq(np.eye(len(component)) - stay, gain, rcond=None)[0]
    return dict(zip(component, solved.tolist(), strict=True))


def _expected(match: Match, i: int, chance: Any, worth: Sequence[Fraction]) -> float:
    """Player 0's payoff when a round ends as often as `chance` says, `[C, P, B, N+1]`."""
    seat = match.standings[i].opener
    tables = match.round(i, worth).payoffs
    return float(sum((table[seat].astype(np.float64) * c).sum() for table, c in zip(tables, chance, strict=True)))


def _bracket(
    work: Work, component: Sequence[int], guess: Sequence[Fraction], player: int
) -> dict[int, Fraction] | None:
    """Bounds of a component that a player's strategies prove: T(x) >= x, see match_proof.py; for player 1 turned round.

    None where they prove nothing, as where they let the other put off the end for ever.

    If the guess x is no fixed point, x = T(x) - step from there on: the steps add up along a play, so that after as many as it
    takes to leave the component some slack is left at every standing, and x <= T(x).
    """
    match, sign = work.match, 1 if player == 0 else -1
    of = sure(match, work.profiles, player)
    bounds = work.bounds(player)
    worth: list[Fraction] = [guess[i] if i in component else bound for i, bound in enumerate(bounds)]
    step = STEP
    for lift in range(MAX_LIFTS):
        work.progress(f"bracket from {'below' if player == 0 else 'above'}, step {lift + 1}")
        found = {i: of(i, worth) for i in component}
        if all(holds(player, found[i], worth[i]) for i in component):
            break
        for i, value in found.items():
            worth[i] = outwards(max(Fraction(-1), min(Fraction(1), Fraction(value) - sign * step)), player)
        if lift % 10 == 9:
            step *= 4
    else:
        return None
    return {i: worth[i] for i in component} if ends(match, component, of, player, worth) else None
