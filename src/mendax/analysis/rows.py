"""Are the rows of a strategy one? What is stored need not be."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from mendax.games.compile import Game
from mendax.games.cup import Cup
from mendax.games.cup_notation import describe
from mendax.games.masks import MAX_RUNGS
from mendax.games.notation import format_node
from mendax.games.round import Round
from mendax.games.strategy import Strategy
from mendax.rules.dice import format_hand

ROW_TOLERANCE = 1e-9  # by which float probabilities of one hand may miss 1


def wrong_row(game: Game, strategy: Strategy) -> str | None:
    """What keeps the rows of a strategy from being one, in one line; None if nothing does."""
    p = strategy.player
    keys = np.stack([strategy.node, strategy.hand, strategy.action], axis=1)
    order = np.lexsort(keys.T[::-1])
    if not np.array_equal(order, np.arange(len(keys))) or len(np.unique(keys, axis=0)) != len(keys):
        return f"the rows of player {p} are not sorted and different"
    total: dict[tuple[int, int], Fraction | float] = {}
    for node, hand, action, prob in strategy.rows():
        if not _legal(game, p, node, hand, action):
            return f"player {p} has no action {action} at node {node} with hand {hand}"
        if not 0 < prob <= 1:  # so that no NaN passes
            return f"player {p} acts {_where(game, p, node, hand)} with probability {prob}"
        total[node, hand] = total.get((node, hand), 0) + prob
    for (node, hand), amount in total.items():
        if amount != 1 if strategy.is_exact else abs(float(amount) - 1) > ROW_TOLERANCE:
            return f"the probabilities of player {p} {_where(game, p, node, hand)} add up to {amount}, not 1"
    return None


def _legal(game: Game, player: int, node: int, hand: int, action: int) -> bool:
    if isinstance(game, Round):
        return (
            0 <= node < 1 << min(game.num_rungs, MAX_RUNGS)
            and node.bit_count() % game.num_players == player
            and 0 <= hand < len(game.weight[player])
            and action in game.legal(node)
        )
    if isinstance(game, Cup):
        return action in game.actions(node, hand)
    return (
        0 <= node < len(game.infosets)
        and game.infosets[node].player == player
        and hand == 0
        and 0 <= action < len(game.infosets[node].actions)
    )


def _where(game: Game, player: int, node: int, hand: int) -> str:
    if isinstance(game, Round):
        return f"holding {format_hand(game.hands[player][hand])} after '{format_node(game, node)}'"
    if isinstance(game, Cup):
        return describe(game, node, hand)
    return f"at {game.infosets[node].label!r}"
