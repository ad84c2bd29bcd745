"""A strategy: what one player does with each hand at each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
Probability = Fraction | float


class Behaviour(Protocol):
    """What one player does, however it is stored."""

    @property
    def player(self) -> int: ...

    @property
    def is_exact(self) -> bool: ...

    def __hash__(self) -> int: ...

    def at(self, node: int, hand: int) -> dict[int, Any]:
        """Action to probability at one information set; empty where the default is played."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Strategy:
    """The actions a player takes with positive probability, one row each, sorted by (node, hand, action).

    node    [K]  public node of a Round (its mask); information set of a Tree
    hand    [K]  index of the hand; 0 in a Tree
    action  [K]  action index
    prob    [K]  float64, or object holding Fractions

    A strategy is complete: where a (node, hand) has no row the player calls, or makes the lowest bid if there is nothing
    to call; in a Tree he takes the first action. Solvers leave out what the player's own earlier choices never reach.
    """

    player: int
    node: IntArray
    hand: IntArray
    action: IntArray
    prob: NDArray[Any]

    @property
    def is_exact(self) -> bool:
        return self.prob.dtype == object

    def rows(self) -> Iterator[tuple[int, int, int, Any]]:
        return zip(self.node.tolist(), self.hand.tolist(), self.action.tolist(), self.prob.tolist(), strict=True)

    def at(self, node: int, hand: int) -> dict[int, Any]:
        """Action to probability at one information set; empty where the default is played."""
        start, stop = np.searchsorted(self.node, [node, node + 1])
        return {
            int(a): p
            for h, a, p in zip(self.hand[start:stop], self.action[start:stop], self.prob[start:stop], strict=True)
            if h == hand
        }


Profile = tuple[Strategy, ...]


def make_strategy(player: int, rows: dict[tuple[int, int, int], Any], *, exact: bool) -> Strategy:
    """A Strategy from {(node, hand, action): probability}; zero probabilities are dropped."""
    keys = sorted(key for key, prob in rows.items() if prob)
    table = np.array(keys, dtype=np.int64).reshape(-1, 3)
    prob = np.empty(len(keys), dtype=object if exact else np.float64)
    prob[:] = [rows[key] for key in keys]
    return Strategy(player=player, node=table[:, 0], hand=table[:, 1], action=table[:, 2], prob=prob)
