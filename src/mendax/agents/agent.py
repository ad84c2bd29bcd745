"""What an agent is, and what it is shown. Honesty is by construction: a view is one information set and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.random import Generator

from mendax.games.compile import Game
from mendax.games.cup import Cup
from mendax.games.strategy import Profile, Strategy


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that a player knows when he decides, told as in a row of a Strategy of this game.

    node, hand  his information set. Of a Cup that is the position; or the stage with the hand he has thrown, or with the
                claim he has heard
    legal       what he may do, the default of a Strategy first
    """

    game: Game
    player: int
    node: int
    hand: int
    legal: tuple[int, ...]


class Agent(Protocol):
    """It keeps no history, so it need not be reset or copied: the same view and the same seed give the same action."""

    @property
    def name(self) -> str: ...

    def act(self, view: View, rng: Generator) -> int:
        """One of `view.legal`."""


@runtime_checkable
class WrittenAgent(Agent, Protocol):
    """An agent whose behaviour can be written down, so that its matches can be computed and not only played."""

    def strategy(self, game: Game, player: int) -> Strategy:
        """`act` has its chances."""


def view_of(game: Cup, player: int, node: int, hand: int) -> View:
    return View(game=game, player=player, node=node, hand=hand, legal=game.actions(node, hand))


def profile_of(game: Game, agents: Sequence[WrittenAgent]) -> Profile:
    """What the agents do, each in his place."""
    return tuple(agent.strategy(game, player) for player, agent in enumerate(agents))


def draw(chances: Mapping[int, Any], rng: Generator) -> int:
    """An action with its chance."""
    actions = list(chances)
    upto = np.cumsum([float(chance) for chance in chances.values()])
    return actions[int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))]
