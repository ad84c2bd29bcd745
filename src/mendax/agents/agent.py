"""What an agent is. It is shown a View, made by the referee: one information set and nothing else (games/view.py)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Protocol, runtime_checkable

from numpy.random import Generator

from mendax.games.compile import Game
from mendax.games.strategy import Profile, Strategy
from mendax.games.view import CupView, RoundView, View

__all__ = ["Agent", "CupView", "RoundView", "View", "WrittenAgent", "draw", "profile_of"]


class Agent(Protocol):
    """It keeps no history, so it need not be reset or copied: the same view and the same seed give the same action."""

    @property
    def name(self) -> str:
        """Its text form: `make_agent` of it is the same agent."""

    def __hash__(self) -> int: ...

    def act(self, view: View, rng: Generator) -> int:
        """One of `view.legal`."""


@runtime_checkable
class WrittenAgent(Agent, Protocol):
    """An agent whose behaviour can be written down, so that its games can be computed and not only played."""

    def strategy(self, game: Game, player: int) -> Strategy:
        """`act` has its chances."""


@runtime_checkable
class Deputed(Agent, Protocol):
    """An agent that does not know every position, and names who plays for it there."""

    def deputy(self, view: View) -> Agent | None:
        """Who decides at this view in its place; None where it decides itself."""


def profile_of(game: Game, agents: Sequence[WrittenAgent]) -> Profile:
    """What the agents do, each in his place."""
    return tuple(agent.strategy(game, player) for player, agent in enumerate(agents))


def draw(chances: Mapping[int, Any], rng: Generator) -> int:
    """An action with its chance."""
    actions = list(chances)
    if len(actions) == 1:
        return actions[0]
    upto = list(accumulate(float(chance) for chance in chances.values()))
    return actions[bisect_right(upto, rng.random() * upto[-1], hi=len(actions) - 1)]
