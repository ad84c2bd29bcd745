"""A mesh of (s, t) strategies, with an equilibrium among them where one is given, under replicator dynamics or Moran's process.

Pay-offs are chances to win a match of two, half of them as who opens. They are estimated from games between every two; beside
an equilibrium they are exact, so its game has to be small.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.dynamics import invades, moran, replicator
from mendax.arena.evolution import Evolution
from mendax.arena.exact import exact_payoffs, solved_rule, st_rule
from mendax.arena.survey import payoffs
from mendax.errors import MendaxError, UnsupportedGame
from mendax.rules.variant import parse_round
from mendax.solve.solution import Solution

Array = NDArray[Any]

DYNAMICS = ("replicator", "moran")
MAX_ESTIMATED, MAX_EXACT = 400, 40  # strategies
EQUILIBRIUM = "equilibrium"


@dataclass(frozen=True, eq=False, kw_only=True)
class Selection:
    """What became of a population.

    strategies  [M]       (s, t), or EQUILIBRIUM, which then is the first
    payoffs     [M, M]    chance of a row to win against a column; error [M, M] its standard error, all 0 where it is exact
    shares      [T+1, M]  of the population, from the start on
    """

    evolution: Evolution
    game: str
    dynamics: str
    strategies: tuple[tuple[float, float] | str, ...]
    payoffs: Array
    error: Array
    shares: Array

    @property
    def mean(self) -> tuple[float, float]:
        """Mean s and mean t at the end, of those who have them."""
        last, first = self.shares[-1], int(self.strategies[0] == EQUILIBRIUM)
        mesh = np.array(self.strategies[first:], dtype=float)
        own = last[first:]
        s, t = (own @ mesh / own.sum()).tolist() if own.sum() else (float("nan"), float("nan"))
        return s, t

    def invaded(self) -> tuple[int, int] | None:
        """Of all (s, t): how many the equilibrium invades as a rarity, and how many invade it; None without one."""
        if self.strategies[0] != EQUILIBRIUM:
            return None
        others = range(1, len(self.strategies))
        return sum(invades(self.payoffs, 0, j) for j in others), sum(invades(self.payoffs, j, 0) for j in others)


def select(
    evolution: Evolution,
    dynamics: str,
    *,
    sets: int = 500,
    individuals: int = 100,
    mutation: float = 0.0,
    equilibrium: Solution | None = None,
    workers: int = 1,
    cluster: str = "local",
    progress: Callable[[str], None] = lambda text: None,
) -> Selection:
    """From equal shares through `evolution.rounds` generations, or births. `sets`: pairs of games between every two."""
    if dynamics not in DYNAMICS:
        raise MendaxError(f"unknown dynamics {dynamics!r}; dynamics: scores, {', '.join(DYNAMICS)}")
    if evolution.players != 2:
        raise UnsupportedGame(f"pay-offs are of two players, not of {evolution.players}; let more play for scores")
    mesh = tuple((float(s), float(t)) for s, t in evolution.mesh)
    most = MAX_ESTIMATED if equilibrium is None else MAX_EXACT
    if len(mesh) > most:
        raise UnsupportedGame(f"pay-offs of {len(mesh)} strategies are too many; use a mesh of at most {most}")
    strategies: tuple[tuple[float, float] | str, ...] = mesh
    if equilibrium is None:
        progress(f"playing {sets * len(mesh) * (len(mesh) - 1):,} games")
        chance, error = payoffs(
            mesh,
            sets,
            dice=evolution.dice,
            reading=evolution.reading,
            seed=evolution.seed,
            workers=workers,
            cluster=cluster,
        )
    else:
        progress("computing exact pay-offs")
        chance = _exact(evolution, mesh, equilibrium)
        error, strategies = np.zeros(chance.shape), (EQUILIBRIUM, *mesh)
    size = len(strategies)
    if dynamics == "replicator":
        shares = replicator(chance.astype(float), np.full(size, 1 / size), evolution.rounds)
    else:
        if individuals < size:
            raise MendaxError(f"{individuals} individuals cannot be of {size} strategies; use {size} or more")
        counts = np.full(size, individuals // size) + (np.arange(size) < individuals % size)
        rng = np.random.default_rng(evolution.seed)
        shares = moran(chance.astype(float), counts, evolution.rounds, rng, mutation=mutation).counts / individuals
    return Selection(
        evolution=evolution,
        game=evolution.game if equilibrium is None else equilibrium.game,
        dynamics=dynamics,
        strategies=strategies,
        payoffs=chance,
        error=error,
        shares=shares,
    )


def _exact(evolution: Evolution, mesh: tuple[tuple[float, float], ...], equilibrium: Solution) -> Array:
    """Fractions; s and t are read as the decimals they are written with."""
    game = parse_round(equilibrium.game)
    if game.family != "burcsi-nagy":
        raise UnsupportedGame(f"(s, t) strategies play burcsi-nagy, not {game}")
    if game.dice != (evolution.dice,) * 2:
        raise UnsupportedGame(
            f"the equilibrium is of {game}, not of {evolution.dice} dice each; use --dice {game.dice[0]}"
        )
    own = (st_rule(game, (_fraction(s), _fraction(t)), evolution.reading) for s, t in mesh)
    return np.array(exact_payoffs(game, (solved_rule(equilibrium), *own)), dtype=object)


def _fraction(value: float) -> Fraction:
    return Fraction(value).limit_denominator(10**6)
