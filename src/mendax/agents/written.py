"""Agents that play what is written down: a given profile, or optimal play as solved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from numpy.random import Generator

from mendax.agents.agent import View, draw
from mendax.errors import UnsupportedGame
from mendax.games.compile import Game
from mendax.games.strategy import Profile, Strategy
from mendax.solve.game import solve_game


@dataclass(frozen=True, slots=True, eq=False)
class ProfileAgent:
    """Plays its own place in a profile of one game, by its string: of a solution, a best response, another agent."""

    name: str
    game: str
    profile: Profile

    def act(self, view: View, rng: Generator) -> int:
        return _act(self.strategy(view.game, view.player), view, rng)

    def strategy(self, game: Game, player: int) -> Strategy:
        if game.game != self.game:
            raise UnsupportedGame(f"{self.name} has a profile of {self.game}, not of {game.game}")
        for strategy in self.profile:
            if strategy.player == player:
                return strategy
        raise UnsupportedGame(f"{self.name} knows nothing of player {player} of {game.game}")


@dataclass(frozen=True, slots=True)
class OptimalAgent:
    """Plays the profile that `solve_game` finds, exact where that is feasible."""

    @property
    def name(self) -> str:
        return "optimal"

    def act(self, view: View, rng: Generator) -> int:
        return _act(self.strategy(view.game, view.player), view, rng)

    def strategy(self, game: Game, player: int) -> Strategy:
        return _optimal(game.game)[player]


@cache
def _optimal(game: str) -> Profile:
    return solve_game(game).profile


def _act(strategy: Strategy, view: View, rng: Generator) -> int:
    return draw(strategy.at(view.node, view.hand) or {view.legal[0]: 1}, rng)
