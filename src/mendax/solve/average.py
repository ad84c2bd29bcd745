"""A strategy of a large round, stored whole: two bytes for every edge, so that nothing need be looked up or left out."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mendax.games.round import Round
from mendax.solve.cpu import Side, on_threads, respond, side_of, table_of, threads_for
from mendax.solve.layout import Layout

Shares = NDArray[np.uint16]

WHOLE = 65_535  # what the shares of an information set add up to, the call's included


@dataclass(frozen=True, eq=False, kw_only=True)
class Average:
    """What one player does at all his information sets, in shares of WHOLE, at the places of a layout.

    edge  [Q, H, S]       of each bid, at its child's place
    end   [E-1, Q, H, S]  of each call but the first, at the node's; the first call has what is left
    """

    player: int
    game: Round
    layout: Layout
    edge: Shares
    end: Shares

    @property
    def is_exact(self) -> bool:
        return False

    def at(self, node: int, hand: int) -> dict[int, float]:
        """Action to probability at one information set."""
        legal = [c for c in self.game.legal(node) if c < self.game.num_rungs]
        taken: dict[int, int] = {}
        for c in legal:
            block, slot = self.layout.place(node | 1 << c)
            taken[c] = int(self.edge[block, hand, slot])
        if node:
            block, slot = self.layout.place(node)
            for e, shares in enumerate(self.end):
                taken[self.game.exact + e] = int(shares[block, hand, slot])
            taken[self.game.call] = max(WHOLE - sum(taken.values()), 0)
        total = sum(taken.values())
        if total == 0:
            return {}
        return {action: share / total for action, share in sorted(taken.items()) if share}


def averages_of(game: Round, layout: Layout, sides: tuple[Side, Side]) -> tuple[Average, Average]:
    """The averages of an engine as shares; what the rounding costs shows in `bounds_of` them."""
    from mendax.solve import _cpu_response

    def shared(player: int) -> Average:
        side = sides[player]
        edge, end = (np.zeros(weights.shape, dtype=np.uint16) for weights in (side.a_edge, side.a_end))
        table = table_of(game, layout, player, np.dtype(np.float64))
        count = os.cpu_count() or 1
        room = np.zeros((count, layout.slots))
        arrays = (player, table, side.a_edge, side.a_end, side.start, edge, end, room)
        on_threads(count, lambda thread: _cpu_response.share(thread, count, *arrays))
        return Average(player=player, game=game, layout=layout, edge=edge, end=end)

    return shared(0), shared(1)


def best_against(game: Round, average: Average) -> float:
    """The most the other player can get, by the payoffs of `game`: those of a round of a match depend on what follows."""
    side = [
        side_of(game, average.layout, p, edge=average.edge, end=average.end) for p in (0, 1)
    ]  # his own are not read
    return respond(game, average.layout, tuple(side), 1 - average.player, threads_for(average.layout, None), WHOLE)


def bounds_of(averages: tuple[Average, Average], threads: int | None = None) -> tuple[float, float]:
    """What the strategies prove: low <= value <= high, by best responses in float64 over the whole game."""
    game, layout = averages[0].game, averages[0].layout
    sides = tuple(side_of(game, layout, p, edge=a.edge, end=a.end) for p, a in enumerate(averages))
    count = threads_for(layout, threads)
    return -respond(game, layout, sides, 1, count, WHOLE), respond(game, layout, sides, 0, count, WHOLE)
