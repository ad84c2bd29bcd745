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
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mendax._version import __version__
from mendax.games.match import Match
from mendax.games.strategy import Behaviour
from mendax.solve.average import Average
from mendax.solve.match_proof import outwards
from mendax.solve.match_recurring import fixed_point, linear
from mendax.solve.match_work import RoundSolver, Work
from mendax.solve.proof import TARGET, Progress, silent
from mendax.solve.solution import Solution, Stand, Status

SHAPLEY = "Shapley 1953"


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
    work = Work(match, solve, progress)
    for component in match.components:
        if not match.recurs(component):
            _settle(work, component[0])
        elif not linear(work, component):
            fixed_point(work, component)
    states = tuple(
        Stand(standing=standing, value=value, bounds=bounds, **stored(played))
        for standing, (value, bounds), played in zip(
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


def stored(played: Sequence[Behaviour]) -> dict[str, Any]:
    """Strategies by seat as a Stand keeps them: row by row, or whole."""
    whole = tuple(one for one in played if isinstance(one, Average))
    return {"profile": (), "averages": whole} if whole else {"profile": tuple(played)}


def _settle(work: Work, i: int) -> None:
    """Bounds and profile of a standing that does not recur, given those of all that may follow."""
    if work.rises(i):
        low, high, profile = work.play(i)
        bounds = []
        for bound, worth in ((low, work.low), (high, work.high)):
            sequels = work.sequels(i, worth)
            assert sequels is not None  # as it rises
            chance = (1 + bound) / 2
            bounds.append(chance * sequels[0] + (1 - chance) * sequels[1])
        work.keep(i, bounds[0], bounds[1], profile)
        return
    middle = [(low + high) / 2 for low, high in zip(work.low, work.high, strict=True)]
    guess = work.fitting(i, middle)
    low, high, profile = work.play(i, guess)
    follows = work.match.follows(i)
    slack = max((max(guess[j] - work.low[j], work.high[j] - guess[j]) for j in follows), default=Fraction(0))
    work.keep(i, low - slack, high + slack, profile)


def _reported(low: Fraction, high: Fraction) -> tuple[Fraction | float, tuple[Fraction | float, Fraction | float]]:
    """Value and bounds: fractions where they are equal, else floats."""
    if low == high:
        return low, (low, high)
    bounds = (float(outwards(low, 0)), float(outwards(high, 1)))
    return sum(bounds) / 2, bounds
