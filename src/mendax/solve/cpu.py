"""The CPU engine: a two-player round as arrays for the compiled sweep, checked and typed here, swept there."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mendax.games.masks import before_last, last_rung, num_bids
from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy
from mendax.solve.layout import Layout, layout_of

Array = NDArray[Any]

LEAST = 1e-12  # a probability below which a row is not worth storing; it goes to the others


class Engine:
    """Regrets and averages of a round, and what changes and measures them.

    look_apart  keep what strategies are in proportion to apart from the regrets: for strategies that look ahead, or that are
                to stay as they are while both players learn
    """

    def __init__(
        self,
        game: Round,
        *,
        look_apart: bool = False,
        dtype: DTypeLike = np.float32,
        threads: int | None = None,
        layout: Layout | None = None,
    ) -> None:
        from mendax.solve import _cpu

        self.game = game
        self.dtype = np.dtype(dtype)
        self.layout = layout or layout_of(game, self.dtype.itemsize)
        self.threads = min(threads or os.cpu_count() or 1, self.layout.blocks)
        self._cpu = _cpu
        self.looks_apart = look_apart
        self.sides = tuple(self._side(player) for player in (0, 1))
        self._tables = tuple(self._table(player, self.dtype) for player in (0, 1))
        self._tops = tuple(self._top(player, self.dtype) for player in (0, 1))
        self._rooms = tuple(self._room(player, self.dtype) for player in (0, 1))

    # What changes ------------------------------------------------------------------------------------------------------

    def sweep(self, own: int, *, plus: float, minus: float, floor: bool, ahead: bool, rate: float) -> float:
        """Update the regrets of player `own` and the average of the other, see _cpu.Step; what was played was worth to `own`."""
        step = self._cpu.Step(plus=float(plus), minus=float(minus), floor=floor, ahead=ahead, rate=float(rate))
        arguments = (self._tables[own], self.sides[own], self.sides[1 - own], step, self._tops[own], self._rooms[own])
        if self.threads == 1:
            self._cpu.sweep(*arguments)
        else:
            self._cpu.sweep_parallel(*arguments)
        return float(self._tops[own].value[0] @ self.sides[own].start)

    def look(self) -> None:
        """Let strategies kept apart follow the regrets."""
        for side in self.sides:
            np.copyto(side.edge, side.r_edge)
            np.copyto(side.end, side.r_end)

    # What it is worth --------------------------------------------------------------------------------------------------

    def bounds(self) -> tuple[float, float]:
        """What the average of player 0 is sure of, and what that of player 1 holds him to: best responses in float64."""
        return -self._respond(1), self._respond(0)

    def _respond(self, own: int) -> float:
        from mendax.solve import _cpu_response

        double, weight = np.dtype(np.float64), self.game.weight[own]
        other = self.game.weight[1 - own]
        opp = self.sides[1 - own]._replace(start=other / other.sum())
        top, rooms = self._top(own, double), self._room(own, double)
        called = np.zeros((len(self.game.payoffs), self.layout.blocks, len(opp.start)))
        respond = _cpu_response.respond if self.threads == 1 else _cpu_response.respond_parallel
        respond(self._table(own, double), self.sides[own], opp, top, called, rooms)
        return float(top.value[0] @ (weight / weight.sum()))

    def profile(self) -> Profile:
        """The averages as strategies: a row for every choice that is not negligible, where the player himself comes to."""
        return tuple(self._strategy(player) for player in (0, 1))

    def bids_above(self, player: int, least: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Node after the bid and hand, `[K]` each, of the sequences of bids that his average makes with more than `least`."""
        side = self.sides[player]
        masks = np.arange(1, 1 << self.game.num_rungs)
        masks = masks[(num_bids(masks) % 2 != player) & _reachable(self.game, masks)]
        row, hand = np.nonzero(self._weights(side, masks) > least * side.start)
        return masks[row], hand.astype(np.int64)

    def _strategy(self, player: int) -> Strategy:
        side, game = self.sides[player], self.game
        masks = np.arange(1 << game.num_rungs)
        masks = masks[(num_bids(masks) % 2 == player) & _reachable(game, masks)]
        come = self._weights(side, before_last(masks))
        if player == 0:
            come[masks == 0] = side.start
        masks, come = masks[(come > 0).any(axis=1)], come[(come > 0).any(axis=1)]
        last = last_rung(masks)
        parts: list[tuple[Array, Array, Array, Array]] = []  # node, hand, action, weight
        total = np.zeros(come.shape)

        def take(at: Array, action: int, weight: Array) -> None:
            total[at] += weight
            node, hand = np.nonzero(weight)
            parts.append((at[node], hand, np.full(len(hand), action), weight[node, hand]))

        for c in range(game.num_rungs):
            at = np.flatnonzero((last < c) & game.successor[last + 1, c])
            take(at, c, self._weights(side, masks[at] | 1 << c))
        called = np.flatnonzero(masks)
        block, slot = self.layout.place(masks[called])
        for e, weights in enumerate(side.a_end):
            take(called, game.exact + e, weights[block, :, slot].astype(np.float64))
        take(called, game.call, np.maximum(come[called] - total[called], 0.0))
        at, hand, action, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        kept = weight >= LEAST * total[at, hand]
        at, hand, action, weight = at[kept], hand[kept], action[kept], weight[kept]
        total[:] = 0.0
        np.add.at(total, (at, hand), weight)
        order = np.lexsort((action, hand, masks[at]))
        return Strategy(
            player=player,
            node=masks[at][order],
            hand=hand[order].astype(np.int64),
            action=action[order].astype(np.int64),
            prob=(weight / total[at, hand])[order],
        )

    def _weights(self, side: Any, masks: Array) -> Array:
        """`[K, H]`: weight of the sequences of a player's bids that end with the edges to some nodes."""
        block, slot = self.layout.place(masks)
        weights: Array = side.a_edge[block, :, slot].astype(np.float64)
        return weights

    # Arrays ------------------------------------------------------------------------------------------------------------

    def _side(self, player: int) -> Any:
        q, s, h, ends = self.layout.blocks, self.layout.slots, len(self.game.weight[player]), len(self.game.payoffs)
        calling = s if ends > 1 else max(s // 2, 1)
        edge, end = np.zeros((q, h, s), self.dtype), np.zeros((ends, q, h, calling), self.dtype)
        weight, tally = self.game.weight[player], self.game.tally[player]
        side = self._cpu.Side(
            edge=edge,
            end=end,
            r_edge=np.zeros_like(edge) if self.looks_apart else edge,
            r_end=np.zeros_like(end) if self.looks_apart else end,
            a_edge=np.zeros((q, h, s), self.dtype),
            a_end=np.zeros((ends - 1, q, h, s), self.dtype),
            tally=tally.astype(np.int64),
            most=tally.max(axis=1).astype(np.int64),
            start=(weight / weight.sum()).astype(self.dtype),
        )
        if player == 1:  # no bid of his leads to the opening; there stands the weight he begins with
            side.a_edge[0, :, 0] = side.start
        return side

    def _table(self, player: int, dtype: np.dtype[Any]) -> Any:
        pay = np.stack([np.stack([table[player, player], table[player, 1 - player]]) for table in self.game.payoffs])
        return self._cpu.Table(
            own=player,
            prefix=self.layout.prefix,
            local=self.layout.local,
            legal=np.ascontiguousarray(self.game.successor),
            runs=runs_of(self.game, self.layout),
            many=self.game.successor[self.layout.prefix + 1 :].sum(axis=1) + len(self.game.payoffs),
            pay=np.ascontiguousarray(pay.astype(np.float64).astype(dtype)),
        )

    def _top(self, player: int, dtype: np.dtype[Any]) -> Any:
        q, k = self.layout.blocks, self.layout.local
        own, opp = (len(self.game.weight[p]) for p in (player, 1 - player))
        return self._cpu.Top(
            reach=np.zeros((q, opp), dtype),
            scale=np.zeros((q, opp), dtype),
            alike=np.zeros((q, opp), dtype),
            value=np.zeros((q, own), dtype),
            child=np.zeros((q, k, own), dtype),
        )

    def _room(self, player: int, dtype: np.dtype[Any]) -> Any:
        t, s, opp = self.threads, self.layout.slots, len(self.game.weight[1 - player])
        bins = t, len(self.game.payoffs), sum(self.game.num_dice) + 1, s
        return self._cpu.Room(
            reach=np.zeros((t, opp, s), dtype),
            here=np.zeros((t, s), dtype),
            there=np.zeros((t, s), dtype),
            total=np.zeros((t, s), dtype),
            alike=np.zeros((t, s), dtype),
            value=np.zeros((t, s), dtype),
            bins=np.zeros(bins, dtype),
            paid_here=np.zeros(bins, dtype),
            paid_there=np.zeros(bins, dtype),
        )


def runs_of(game: Round, layout: Layout) -> NDArray[np.int64]:
    """`[2, k, R, 2]`, see _cpu.Table: the levels from which each local rung may be bid, as runs of slots."""
    found: list[list[list[tuple[int, int]]]] = [[[] for _ in range(layout.local)] for _ in (0, 1)]
    for parity in (0, 1):
        for c, runs in enumerate(found[parity]):
            for j in range(c):
                start, stop = (1 << j) >> 1, 1 << j
                if j == 0 and parity == 0:
                    continue  # slot 0 of even parity is the root
                if game.successor[layout.prefix + j + 1, layout.prefix + c]:
                    if runs and runs[-1][1] == start:
                        start = runs.pop()[0]
                    runs.append((start, stop))
    most = max([1, *(len(runs) for rows in found for runs in rows)])
    return np.array([[runs + [(0, 0)] * (most - len(runs)) for runs in rows] for rows in found], dtype=np.int64)


def _reachable(game: Round, masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Are these masks sequences of bids?"""
    good, last = np.ones(len(masks), dtype=bool), np.full(len(masks), -1)
    for c in range(game.num_rungs):
        bid = (masks >> c & 1).astype(bool)
        good[bid] &= game.successor[last[bid] + 1, c]
        last[bid] = c
    return good
