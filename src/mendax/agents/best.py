"""The best response to an agent whose behaviour can be written down, over the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from numpy.random import Generator

from mendax.agents.agent import WrittenAgent
from mendax.agents.written import follow
from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game, require_one_game
from mendax.games.strategy import Strategy
from mendax.games.tree import Tree
from mendax.games.view import CupView, View
from mendax.rules.variant import parse
from mendax.solve.response import best_response


@dataclass(frozen=True, slots=True)
class BestResponseAgent:
    """Knows what `agent` does and gets the most against it in a single round or a passing cup; every other player is taken to
    be it. It is itself written down, so best responses nest."""

    agent: WrittenAgent

    @property
    def name(self) -> str:
        return f"best-response:{self.agent.name}"

    def act(self, view: View, rng: Generator) -> int:
        game = view.cup if isinstance(view, CupView) else _round(view.game)
        return follow(self.strategy(game, view.seat), view, rng)

    def strategy(self, game: Game, player: int) -> Strategy:
        return _response(self.agent, game, player)


@lru_cache(maxsize=64)
def _response(agent: WrittenAgent, game: Game, player: int) -> Strategy:
    others = [agent.strategy(game, other) for other in range(game.num_players) if other != player]
    return best_response(game, others, player).strategy


@lru_cache(maxsize=16)
def _round(game: str) -> Game:
    variant = parse(game)
    try:
        found = require_one_game(compile_game(variant))
    except UnsupportedGame as error:
        raise UnsupportedGame(f"best responses are computed in single rounds and passing cups: {error}") from None
    assert not isinstance(found, Tree)
    return found
