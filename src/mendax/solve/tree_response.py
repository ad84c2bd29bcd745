"""Best responses in explicit games.

With perfect recall a player's information sets hang on his own sequences of choices. What he can get at one is the most, over
his actions, of what ends there are worth and of what the sets that follow can get.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from mendax.games.strategy import Strategy, make_strategy
from mendax.games.tree import CHANCE, TERMINAL, Tree
from mendax.solve.rational import to_fraction, to_rational

OwnSequence = tuple[int, int] | None  # the last own choice (information set, action); None at the beginning


def tree_response(game: Tree, profile: Sequence[Strategy], player: int) -> tuple[Fraction | float, Strategy]:
    """The most `player` can get against the others of `profile`, and a pure strategy that gets it."""
    others = [s for s in profile if s.player != player]
    exact = all(s.is_exact for s in others)
    reach = _reach(game, others, skip=player)
    led: list[OwnSequence] = [None] * game.num_nodes
    leads_to: dict[OwnSequence, list[int]] = {}
    known: set[int] = set()
    worth: dict[OwnSequence, Any] = {None: to_rational(0) if exact else 0.0}
    parents, movers, infosets, actions = (x.tolist() for x in (game.parent, game.player, game.infoset, game.action))
    for node in range(game.num_nodes):
        if node:
            parent = parents[node]
            led[node] = (infosets[parent], actions[node]) if movers[parent] == player else led[parent]
        if movers[node] == TERMINAL and reach[node]:
            paid = game.payoff[node, player]
            worth[led[node]] = worth.get(led[node], 0) + reach[node] * (to_rational(paid) if exact else float(paid))
        elif movers[node] == player and infosets[node] not in known:
            known.add(infosets[node])
            leads_to.setdefault(led[node], []).append(infosets[node])
    choice: dict[int, int] = {}

    def best(sequence: OwnSequence) -> Any:
        """What a sequence is worth, with all that follows; its depth is the number of own moves in a game."""
        total = worth.get(sequence, 0)
        for infoset in leads_to.get(sequence, ()):
            gains = [best((infoset, action)) for action in range(len(game.infosets[infoset].actions))]
            choice[infoset] = gains.index(max(gains))
            total += gains[choice[infoset]]
        return total

    value = best(None)
    rows = {(i, 0, a): Fraction(1) if exact else 1.0 for i, a in choice.items()}
    return to_fraction(value) if exact else float(value), make_strategy(player, rows, exact=exact)


def tree_value(game: Tree, profile: Sequence[Strategy]) -> tuple[Fraction | float, ...]:
    """Expected payoff of every player."""
    exact = all(s.is_exact for s in profile)
    reach = _reach(game, profile)
    ends = [node for node in np.flatnonzero(game.player == TERMINAL).tolist() if reach[node]]
    told = to_rational if exact else float
    totals = [sum((reach[e] * told(game.payoff[e, p]) for e in ends), told(0)) for p in range(game.num_players)]
    return tuple(to_fraction(total) if exact else float(total) for total in totals)


def _reach(game: Tree, profile: Sequence[Strategy], skip: int | None = None) -> list[Any]:
    """Probability of each node when everybody but `skip` plays the profile and `skip` plays towards it."""
    exact = all(s.is_exact for s in profile)
    told = to_rational if exact else float
    strategies = {s.player: s for s in profile}
    choice: dict[int, dict[int, Any]] = {}
    for i, infoset in enumerate(game.infosets):
        if infoset.player != skip:
            found = strategies[infoset.player].at(i, 0) or {0: 1}
            choice[i] = {action: told(prob) for action, prob in found.items()}
    reach: list[Any] = [told(1)]
    parents, movers, infosets, actions = (x.tolist() for x in (game.parent, game.player, game.infoset, game.action))
    for node in range(1, game.num_nodes):
        parent = parents[node]
        here = reach[parent]
        if here and movers[parent] == CHANCE:
            here = here * told(game.chance[node])
        elif here and movers[parent] != skip:
            here = here * choice[infosets[parent]].get(actions[node], 0)
        reach.append(here)
    return reach
