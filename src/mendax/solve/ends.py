"""How a round ends when both players' strategies are given."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.games.masks import before_last, last_rung
from mendax.games.round import Round
from mendax.games.strategy import Profile
from mendax.solve.response import plan_of

Array = NDArray[Any]


def ends(game: Round, profile: Profile) -> NDArray[np.float64]:
    """`[C, P, B, N+1]`: how likely a round of two ends by each kind of call, by bidder, rung and true count.

    With the payoff tables it gives what anybody expects, whatever the payoffs: they are not read.
    """
    plans = [plan_of(game, strategy).in_floats() for strategy in profile]
    found = np.zeros((len(game.payoffs), 2, game.num_rungs, sum(game.num_dice) + 1))
    for caller in (0, 1):
        bidder = 1 - caller
        own, heard = plans[caller], plans[bidder]
        if not len(heard.node):
            continue
        left = _rows(own.node, own.weight, before_last(heard.node), len(game.weight[caller]))
        left[before_last(heard.node) == 0] = 1.0
        _take(left, heard.node, before_last(own.node), own.weight)
        kinds = [left]
        if game.exact_payoff is not None:
            kinds.append(_rows(own.exact_node, own.exact_weight, heard.node, len(game.weight[caller])))
            left -= kinds[1]
        rungs = last_rung(heard.node)
        for kind, called in enumerate(kinds):
            for rung in np.unique(rungs):
                here = rungs == rung
                mine = _by_tally(game, caller, int(rung), called[here])
                theirs = _by_tally(game, bidder, int(rung), heard.weight[here])
                for i, row in enumerate(mine.T @ theirs):
                    found[kind, bidder, rung, i : i + len(row)] += row
    result: NDArray[np.float64] = found / game.num_rolls
    return result


def _by_tally(game: Round, player: int, rung: int, reach: Array) -> Array:
    """`[K, n+1]`: reach `[K, H]` weighted by rolls and summed by tally."""
    tally = game.tally[player][rung][:, None] == np.arange(game.num_dice[player] + 1)
    summed: Array = (reach * game.weight[player]) @ tally.astype(np.float64)
    return summed


def _rows(node: Array, weight: Array, wanted: Array, hands: int) -> Array:
    """Weights `[K, H]` of the nodes wanted, zero where they are not among the sorted ones."""
    out = np.zeros((len(wanted), hands))
    if len(node):
        at = np.minimum(np.searchsorted(node, wanted), len(node) - 1)
        there = node[at] == wanted
        out[there] = weight[at[there]]
    return out


def _take(left: Array, node: Array, wanted: Array, weight: Array) -> None:
    """Subtract weights from the rows of the nodes wanted."""
    at = np.minimum(np.searchsorted(node, wanted), len(node) - 1)
    there = node[at] == wanted
    np.subtract.at(left, at[there], weight[there])
