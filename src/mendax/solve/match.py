"""Matches solved: every round with the payoffs of what follows it, from the last standings to the first.

Payoffs of a round rise with what follows is worth, and the value of a zero-sum game rises with its payoffs, by no more than
they do (it is 1-Lipschitz in the largest change). So bounds [low, high] of what follows give bounds of a round: solved at some
worth between them, its own bounds moved outwards by the largest distance to theirs.

Where nothing but the winner decides what follows (`Match.won_or_lost`: loss=one or give, and no calza), the payoffs of a round
are a linear function of +1 and -1. If winning it is worth more than losing it the function rises, and the strategies that are
optimal in the round for its own sake are optimal in the match: its equilibrium does not depend on what follows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from mendax._version import __version__
from mendax.errors import UnsupportedGame
from mendax.games.match import Match, format_standing
from mendax.games.round import Round
from mendax.games.strategy import Profile
from mendax.solve.ends import ends as ends_of
from mendax.solve.match_proof import ends, holds, outwards, sure
from mendax.solve.proof import TARGET, Progress, silent
from mendax.solve.rational import to_fraction
from mendax.solve.sequence_form import MAX_ENTRY
from mendax.solve.solution import Solution, Stand, Status

SHAPLEY = "Shapley 1953"
GRID = 30  # binary places of payoffs that are too long to be taken as they are
SIMPLE = 10_000  # denominators up to which a value that recurs is tried as a fraction
MAX_SWEEPS = 60  # over the standings of a component that recurs
MAX_LIFTS = 200  # steps in which a bracket is lifted off the fixed point

RoundSolver = Callable[[Round], Solution]
Number = Fraction | float


@dataclass
class _Work:
    """What is known so far: bounds `[S]` to player 0 and profiles `[S]` by seat; equal rounds are solved once."""

    match: Match
    solve: RoundSolver
    progress: Progress
    low: list[Number] = field(default_factory=list)
    high: list[Number] = field(default_factory=list)
    profiles: list[Profile] = field(default_factory=list)
    solved: dict[Any, Solution] = field(default_factory=dict)

    def play(self, game: Round) -> Solution:
        tables = tuple(tuple(table.ravel().tolist()) for table in game.payoffs)
        key = game.num_dice, game.bids, tables
        if key not in self.solved:
            self.solved[key] = self.solve(game)
        return self.solved[key]

    def told(self, i: int) -> str:
        return f"standing {format_standing(self.match.standings[i])}"


def solve_match(match: Match, solve: RoundSolver, *, target: float = TARGET, progress: Progress = silent) -> Solution:
    """The value of every standing, each round solved by `solve`; exact where its solutions are.

    Steps, for every component of standings that may recur together, the last first:
      1. one that does not recur: solve its round at what follows
      2. one that does, its rounds won or lost: solve them for their own sake, then the linear equations of their values
      3. any other: solve its rounds at a guess, the linear equations of these strategies give the next guess; then a bracket
    2 and 3 are proven as match_proof.py says.
    """
    started = time.perf_counter()
    size = len(match.standings)
    work = _Work(match, solve, progress, [Fraction(-1)] * size, [Fraction(1)] * size, [()] * size)
    for component in match.components:
        if not match.recurs(component):
            _settle(work, component[0])
        elif not _linear(work, component):
            _fixed_point(work, component)
    states = tuple(
        Stand(standing=standing, value=value, bounds=bounds, profile=profile)
        for standing, (value, bounds), profile in zip(
            match.standings, map(_reported, work.low, work.high), work.profiles, strict=True
        )
    )
    width = max(float(state.bounds[1] - state.bounds[0]) for state in states)
    rounds = list(work.solved.values())
    recurs = any(match.recurs(component) for component in match.components)
    cite = dict.fromkeys([*(c for s in rounds for c in s.cite), *([SHAPLEY] if recurs else [])])
    return Solution(
        game=match.game,
        value=states[0].value,
        status=(
            Status.EXACT
            if all(state.is_exact for state in states)
            else Status.CONVERGED
            if width / 2 <= target
            else Status.STOPPED
        ),
        bounds=states[0].bounds,
        profile=states[0].profile,
        method=" and ".join(dict.fromkeys(s.method for s in rounds)),
        parameters={"standings": size, "rounds": len(rounds)},
        iterations=sum(s.iterations for s in rounds),
        seconds=time.perf_counter() - started,
        version=__version__,
        cite=tuple(cite),
        states=states,
    )


def _reported(low: Number, high: Number) -> tuple[Number, tuple[Number, Number]]:
    """Value and bounds: fractions where they are equal, else floats."""
    if low == high and isinstance(low, Fraction) and isinstance(high, Fraction):
        return low, (low, high)
    bounds = (float(outwards(low, 0)), float(outwards(high, 1)))
    return sum(bounds) / 2, bounds


def _keep(work: _Work, i: int, low: Number, high: Number, profile: Profile) -> None:
    """Bounds that differ are rounded outwards, so that floats hold them."""
    exact = low == high and isinstance(low, Fraction) and isinstance(high, Fraction)
    work.low[i] = low if exact else outwards(low, 0)
    work.high[i] = high if exact else outwards(high, 1)
    work.profiles[i] = profile


# Standings that do not recur ------------------------------------------------------------------------------------------


def _settle(work: _Work, i: int) -> None:
    """Bounds and profile of a standing, given those of all that may follow."""
    work.progress(work.told(i))
    if _rising(work, i):
        solution = work.play(work.match.single_round(i))
        low, high = (_affine(work, i, chance, worth) for chance, worth in _chances(work, i, solution))
        _keep(work, i, low, high, solution.profile)
        return
    guess = _between(work, i)
    solution = work.play(work.match.round(i, guess))
    low, high = _to_player_0(work, i, solution)
    slack = max(
        (max(guess[j] - work.low[j], work.high[j] - guess[j]) for j in work.match.follows(i)), default=Fraction(0)
    )
    _keep(work, i, low - slack, high + slack, solution.profile)


def _rising(work: _Work, i: int) -> bool:
    """Does nothing but winning decide what follows, and is it worth as much as losing?"""
    after = work.match.won_or_lost(i)
    if after is None:
        return False
    lost_low, lost_high = (work.match.worth_of(after[1], worth) for worth in (work.low, work.high))
    won_low, won_high = (work.match.worth_of(after[0], worth) for worth in (work.low, work.high))
    return won_low >= lost_low and won_high >= lost_high


def _chances(work: _Work, i: int, solution: Solution) -> list[tuple[Number, Sequence[Number]]]:
    """Player 0's chance to win the round, at least and at most, each with what goes with it for what follows."""
    low, high = _to_player_0(work, i, solution)
    return [((1 + Fraction(low)) / 2, work.low), ((1 + Fraction(high)) / 2, work.high)]


def _affine(work: _Work, i: int, chance: Number, worth: Sequence[Number]) -> Number:
    after = work.match.won_or_lost(i)
    assert after is not None
    won, lost = (work.match.worth_of(standing, worth) for standing in after)
    return chance * won + (1 - chance) * lost


def _to_player_0(work: _Work, i: int, solution: Solution) -> tuple[Number, Number]:
    """The bounds of a round belong to who opens it."""
    low, high = solution.bounds
    return (low, high) if work.match.standings[i].opener == 0 else (-high, -low)


def _between(work: _Work, i: int) -> list[Fraction]:
    """A worth of what follows between its bounds: the bounds themselves where they are one, and not too long for an LP."""
    match = work.match
    follows = match.follows(i)
    worth = [Fraction(0)] * len(match.standings)
    for j in follows:
        worth[j] = (Fraction(work.low[j]) + Fraction(work.high[j])) / 2
    unit = lcm(*(worth[j].denominator for j in follows))
    if unit * match.variant.faces ** sum(match.standings[i].dice) > MAX_ENTRY:
        worth = [_short(value) for value in worth]
    return worth


def _short(value: Number) -> Fraction:
    return Fraction(round(Fraction(value) * 2**GRID), 2**GRID)


# Standings that recur -------------------------------------------------------------------------------------------------


def _linear(work: _Work, component: Sequence[int]) -> bool:
    """Rounds that are won or lost: the values solve linear equations. False where that is not all there is to it."""
    match = work.match
    if any(match.won_or_lost(i) is None for i in component):
        return False
    solutions = {}
    for i in component:
        work.progress(work.told(i))
        solutions[i] = work.play(match.single_round(i))
    found = []
    for side, worth in enumerate((work.low, work.high)):
        chance = {i: _chances(work, i, solutions[i])[side][0] for i in component}
        values = _equations(work, component, chance, worth)
        if values is None or not _ends_by_winning(work, component, chance, values, side):
            return False
        found.append(values)
    for i in component:
        _keep(work, i, found[0][i], found[1][i], solutions[i].profile)
    if all(_rising(work, i) for i in component):
        return True
    for i in component:
        work.low[i], work.high[i] = Fraction(-1), Fraction(1)
    return False


def _equations(
    work: _Work, component: Sequence[int], chance: dict[int, Number], worth: Sequence[Number]
) -> dict[int, Fraction] | None:
    """value = chance won + (1 - chance) lost, for all standings of a component at once; None where that is singular."""
    match, place = work.match, {i: row for row, i in enumerate(component)}
    matrix = [[fmpq(int(row == column)) for column in place] for row in place]
    right = [[fmpq(0)] for _ in place]
    for i, row in place.items():
        after = match.won_or_lost(i)
        assert after is not None
        for standing, share in zip(after, (Fraction(chance[i]), 1 - Fraction(chance[i])), strict=True):
            weight = fmpq(share.numerator, share.denominator)
            column = place.get(match.index.get(standing, -1))
            if column is None:
                known = Fraction(match.worth_of(standing, worth))
                right[row][0] += weight * fmpq(known.numerator, known.denominator)
            else:
                matrix[row][column] -= weight
    try:
        solution = fmpq_mat(matrix).solve(fmpq_mat(right))
    except ZeroDivisionError:
        return None
    return {i: to_fraction(solution[row, 0]) for i, row in place.items()}


def _ends_by_winning(
    work: _Work, component: Sequence[int], chance: dict[int, Number], values: dict[int, Fraction], player: int
) -> bool:
    """Does play end for certain if a player wins each round with at least his chance? (match_proof.py, step 2)"""

    def of(i: int, worth: Sequence[Number]) -> Number:
        after = work.match.won_or_lost(i)
        assert after is not None
        won, lost = (work.match.worth_of(standing, worth) for standing in after)
        if won <= lost:  # the other may also let him win
            return won if player == 0 else lost
        return chance[i] * won + (1 - chance[i]) * lost

    bounds = [values.get(i, Fraction(0)) for i in range(len(work.match.standings))]
    return ends(work.match, component, of, player, bounds)


def _fixed_point(work: _Work, component: Sequence[int]) -> None:
    """A bracket of standings that recur, whose rounds depend on what follows."""
    guess: list[Number] = [(Fraction(low) + Fraction(high)) / 2 for low, high in zip(work.low, work.high, strict=True)]
    for i in component:
        guess[i] = Fraction(0)
    last = np.inf
    for sweep in range(MAX_SWEEPS):
        work.progress(f"sweep {sweep + 1}, last change {last:.1e}")
        rounded = [_short(value) for value in guess]
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
    simple = [Fraction(value).limit_denominator(SIMPLE) for value in guess]
    if all(abs(simple[i] - Fraction(guess[i])) < Fraction(4, 2**GRID) for i in component):
        guess = [simple[i] if i in component else value for i, value in enumerate(guess)]
        _solved_at(work, component, guess)
    for player, bounds in ((0, work.low), (1, work.high)):
        for i, bound in _bracket(work, component, guess, player).items():
            bounds[i] = bound


def _solved_at(work: _Work, component: Sequence[int], worth: Sequence[Number]) -> dict[int, Number]:
    """What the rounds of a component are worth at what standings are; their profiles are kept."""
    values = {}
    for i in component:
        solution = work.play(work.match.round(i, worth))
        work.profiles[i] = solution.profile
        low, high = _to_player_0(work, i, solution)
        values[i] = (low + high) / 2
    return values


def _evaluated(work: _Work, component: Sequence[int], guess: Sequence[Number]) -> dict[int, float]:
    """What the profiles at hand are worth if they are played for ever."""
    match = work.match
    stay = np.zeros((len(component), len(component)))
    gain = np.zeros(len(component))
    outside = [Fraction(0) if i in component else value for i, value in enumerate(guess)]
    for row, i in enumerate(component):
        chance = ends_of(match.round(i, outside), work.profiles[i])
        gain[row] = _expected(match, i, chance, outside)
        for column, j in enumerate(component):
            if j in match.follows(i):
                one = [Fraction(int(k == j)) if k in component else value for k, value in enumerate(outside)]
                stay[row, column] = _expected(match, i, chance, one) - gain[row]
    solved = np.linalg.lstsq(np.eye(len(component)) - stay, gain, rcond=None)[0]
    return dict(zip(component, solved.tolist(), strict=True))


def _expected(match: Match, i: int, chance: Any, worth: Sequence[Number]) -> float:
    """Player 0's payoff when a round ends as often as `chance` says, `[C, P, B, N+1]`."""
    seat = match.standings[i].opener
    tables = match.round(i, worth).payoffs
    return float(sum((table[seat].astype(np.float64) * c).sum() for table, c in zip(tables, chance, strict=True)))


def _bracket(work: _Work, component: Sequence[int], guess: Sequence[Number], player: int) -> dict[int, Fraction]:
    """Bounds of a component that a player's strategies prove: T(x) >= x, see match_proof.py; for player 1 turned round.

    If the guess x is no fixed point, x = T(x) - step from there on: the steps add up along a play, so that after as many as it
    takes to leave the component some slack is left at every standing, and x <= T(x).
    """
    match, sign = work.match, 1 if player == 0 else -1
    of = sure(match, work.profiles, player)
    bounds = work.low if player == 0 else work.high
    worth: list[Number] = [guess[i] if i in component else bound for i, bound in enumerate(bounds)]
    step = Fraction(4, 2**GRID)
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
        raise UnsupportedGame(
            f"{match.game}: no bracket was found for its standings that recur; use fewer dice or faces"
        )
    if ends(match, component, of, player, worth):
        return {i: Fraction(worth[i]) for i in component}
    raise UnsupportedGame(f"{match.game}: play was not seen to end, so nothing is proven of its standings that recur")
