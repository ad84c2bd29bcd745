"""Explicit games: every node written down, as flat arrays. The oracle for the other shapes."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import GameLawError

CHANCE = -1
TERMINAL = -2
NO_PARENT = -1
NO_INFOSET = -1

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Leaf:
    """An end of the game: payoffs of all players."""

    payoff: tuple[Fraction | int, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Nature moves: (probability, label, what follows)."""

    outcomes: tuple[tuple[Fraction, str, Node], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A player moves without knowing more than the label of his information set."""

    player: int
    infoset: str
    actions: tuple[tuple[str, Node], ...]


Node = Leaf | Chance | Decision


@dataclass(frozen=True, slots=True)
class Infoset:
    player: int
    label: str
    actions: tuple[str, ...]


@dataclass(frozen=True, eq=False, kw_only=True)
class Tree:
    """N nodes breadth first: node 0 is the root, parents come before children.

    player   [N]     who moves; CHANCE or TERMINAL
    parent   [N]     NO_PARENT at the root
    action   [N]     index of the action or chance outcome at the parent that leads here
    infoset  [N]     index into `infosets`; NO_INFOSET where nobody moves
    chance   [N]     Fraction, probability of the edge from a chance parent; 1 elsewhere
    payoff   [N, P]  Fractions; zero except at terminal nodes
    label    [N]     text of the edge from the parent
    """

    game: str
    num_players: int
    player: IntArray
    parent: IntArray
    action: IntArray
    infoset: IntArray
    chance: NDArray[Any]
    payoff: NDArray[Any]
    label: tuple[str, ...]
    infosets: tuple[Infoset, ...]

    @property
    def num_nodes(self) -> int:
        return len(self.player)

    @property
    def is_zero_sum(self) -> bool:
        """Do the payoffs of every end add up to nothing?"""
        return bool((self.payoff.sum(axis=1) == 0).all())

    @cached_property
    def _first_child(self) -> IntArray:
        """`[N+1]`; breadth first, the children of a node stand together."""
        return np.searchsorted(self.parent, np.arange(self.num_nodes + 1))

    def children(self, node: int) -> IntArray:
        """In the order of their actions."""
        return np.arange(self._first_child[node], self._first_child[node + 1])


def flatten(game: str, num_players: int, root: Node) -> Tree:
    """The arrays of a game written as nested values."""
    columns: dict[str, list[Any]] = {
        key: [] for key in ("player", "parent", "action", "infoset", "chance", "payoff", "label")
    }
    infosets: dict[tuple[int, str], tuple[int, Infoset]] = {}
    zero = (Fraction(0),) * num_players
    queue: deque[tuple[Node, int, int, Fraction, str]] = deque([(root, NO_PARENT, 0, Fraction(1), "")])
    while queue:
        node, parent, action, chance, label = queue.popleft()
        index = len(columns["player"])
        player, infoset, payoff = TERMINAL, NO_INFOSET, zero
        match node:
            case Leaf(paid):
                payoff = tuple(Fraction(p) for p in paid)
            case Chance(outcomes):
                player = CHANCE
                queue.extend((child, index, i, prob, text) for i, (prob, text, child) in enumerate(outcomes))
            case Decision(mover, name, actions):
                player = mover
                texts = tuple(text for text, _ in actions)
                infoset, known = infosets.setdefault((mover, name), (len(infosets), Infoset(mover, name, texts)))
                if known.actions != texts:
                    raise GameLawError(f"information set {name!r} has actions {known.actions} and {texts}")
                queue.extend((child, index, i, Fraction(1), text) for i, (text, child) in enumerate(actions))
        for key, value in zip(columns, (player, parent, action, infoset, chance, payoff, label), strict=True):
            columns[key].append(value)
    return Tree(
        game=game,
        num_players=num_players,
        player=np.array(columns["player"], dtype=np.int64),
        parent=np.array(columns["parent"], dtype=np.int64),
        action=np.array(columns["action"], dtype=np.int64),
        infoset=np.array(columns["infoset"], dtype=np.int64),
        chance=np.array(columns["chance"], dtype=object),
        payoff=np.array(columns["payoff"], dtype=object).reshape(-1, num_players),
        label=tuple(columns["label"]),
        infosets=tuple(infoset for _, infoset in infosets.values()),
    )
