"""The CPU engine: a two-player round as arrays for the compiled sweep, checked and typed here, swept there."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mendax.games.masks import before_last, last_rung, num_bids
from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy
from mendax.solve.layout import Layout, layout_of

Array = NDArray[Any]
Side = Any  # _cpu.Side, which is not imported before it is needed

LINE = 64  # bytes of a line of a cache
LEAST = 1e-12  # a probability below which a row is not worth storing; it goes to the others


class Engine:
    """Regrets and averages of a round, and what changes and measures them.

    looks_apart  keep what strategies are in proportion to apart from the regrets: for strategies that look ahead, or that are
                to stay as they are while both players learn
    """

    def __init__(
        self,
        game: Round,
        *,
        looks_apart: bool = False,
        dtype: DTypeLike = np.float32,
        threads: int | None = None,
        layout: Layout | None = None,
    ) -> None:
        from mendax.solve import _cpu

        self.game = game
        self.dtype = np.dtype(dtype)
        self.layout = layout or layout_of(game, self.dtype.itemsize)
        self.threads = threads_for(self.layout, threads)
        self._cpu = _cpu
        self.looks_apart = looks_apart
        self.sides: tuple[Side, Side] = tuple(
            engine_side(game, self.layout, player, self.dtype, apart=looks_apart) for player in (0, 1)
        )
        self._tables = tuple(table_of(game, self.layout, player, self.dtype) for player in (0, 1))
        self._tops = tuple(_top(game, self.layout, player, self.dtype) for player in (0, 1))
        self._rooms = tuple(_room(game, self.layout, player, self.threads, self.dtype) for player in (0, 1))

    num_players = 2

    # What changes ------------------------------------------------------------------------------------------------------

    def sweep(self, own: int, *, plus: float, minus: float, floor: bool, ahead: bool, rate: float) -> float:
        """Update the regrets of player `own` and the average of the other, see _cpu.Step; what was played was worth to `own`."""
        step = self._cpu.Step(plus=float(plus), minus=float(minus), floor=floor, ahead=ahead, rate=float(rate))
        sides = self.sides[own], self.sides[1 - own]
        in_parts(self.threads, self._cpu.sweep, self._tables[own], *sides, step, self._tops[own], self._rooms[own])
        return float(self._tops[own].value[0] @ self.sides[own].start)

    def look(self) -> None:
        """Let strategies kept apart follow the regrets."""
        for side in self.sides:
            np.copyto(side.edge, side.r_edge)
            np.copyto(side.end, side.r_end)

    # What it is worth --------------------------------------------------------------------------------------------------

    def bounds(self) -> tuple[float, float]:
        """What the average of player 0 is sure of, and what that of player 1 holds him to: best responses in float64."""
        low, high = (respond(self.game, self.layout, self.sides, own, self.threads) for own in (1, 0))
        return -low, high

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


# Arrays ---------------------------------------------------------------------------------------------------------------


def zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Zeros that begin with a line of the cache: loops over arrays that do not take up to twice as long."""
    size = prod(shape) * dtype.itemsize
    memory = np.zeros(size + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + size].view(dtype).reshape(shape)


def engine_side(game: Round, layout: Layout, player: int, dtype: np.dtype[Any], *, apart: bool) -> Side:
    """The arrays of a player who learns, all zero."""
    q, s, h, ends = layout.blocks, layout.slots, len(game.weight[player]), len(game.payoffs)
    calling = s if ends > 1 else max(s // 2, 1)
    edge, end = zeros((q, h, s), dtype), zeros((ends, q, h, calling), dtype)
    side = side_of(game, layout, player, edge=zeros((q, h, s), dtype), end=zeros((ends - 1, q, h, s), dtype))
    side = side._replace(
        edge=edge,
        end=end,
        r_edge=zeros(edge.shape, dtype) if apart else edge,
        r_end=zeros(end.shape, dtype) if apart else end,
        start=side.start.astype(dtype),
    )
    if player == 1:  # no bid of his leads to the opening; there stands the weight he begins with
        side.a_edge[0, :, 0] = side.start
    return side


def side_of(game: Round, layout: Layout, player: int, *, edge: Array, end: Array) -> Side:
    """The arrays of a player whose strategy is only answered: his weights, and no regrets."""
    from mendax.solve import _cpu

    weight, tally = game.weight[player], game.tally[player]
    none = np.zeros((layout.blocks, 0, 0), np.float32)
    no_end = np.zeros((len(game.payoffs), layout.blocks, 0, 0), np.float32)
    return _cpu.Side(
        edge=none,
        end=no_end,
        r_edge=none,
        r_end=no_end,
        a_edge=edge,
        a_end=end,
        tally=tally.astype(np.int64),
        most=tally.max(axis=1).astype(np.int64),
        start=weight / weight.sum(),
    )


def table_of(game: Round, layout: Layout, player: int, dtype: np.dtype[Any]) -> Any:
    """See _cpu.Table."""
    from mendax.solve import _cpu

    pay = np.stack([np.stack([table[player, player], table[player, 1 - player]]) for table in game.payoffs])
    return _cpu.Table(
        own=player,
        prefix=layout.prefix,
        local=layout.local,
        legal=np.ascontiguousarray(game.successor),
        runs=runs_of(game, layout),
        many=game.successor[layout.prefix + 1 :].sum(axis=1) + len(game.payoffs),
        pay=np.ascontiguousarray(pay.astype(np.float64).astype(dtype)),
    )


def _top(game: Round, layout: Layout, player: int, dtype: np.dtype[Any]) -> Any:
    from mendax.solve import _cpu

    q, k = layout.blocks, layout.local
    own, opp = (len(game.weight[p]) for p in (player, 1 - player))
    return _cpu.Top(
        reach=zeros((q, opp), dtype),
        scale=zeros((q, opp), dtype),
        value=zeros((q, own), dtype),
        child=zeros((q, k, own), dtype),
    )


def _room(game: Round, layout: Layout, player: int, threads: int, dtype: np.dtype[Any]) -> Any:
    from mendax.solve import _cpu

    row, ends = (threads, layout.slots), len(game.payoffs)
    own, opp = (int(game.tally[p].max()) + 1 for p in (player, 1 - player))
    return _cpu.Room(
        reach=zeros(row, dtype),
        value=zeros(row, dtype),
        there=zeros(row, dtype),
        total=zeros(row, dtype),
        called=zeros((threads, ends, opp, layout.slots), dtype),
        faced=zeros((threads, opp, layout.slots), dtype),
        paid_here=zeros((threads, ends, own, layout.slots), dtype),
        paid_there=zeros((threads, ends, own, layout.slots), dtype),
    )


def respond(game: Round, layout: Layout, sides: tuple[Side, ...], own: int, threads: int, whole: int = 0) -> float:
    """The most `own` can get against the other's stored weights: shares of `whole`, or of sequences where that is 0.

    All in float64 except the weights.
    """
    from mendax.solve import _cpu_response

    double, other, weight = np.dtype(np.float64), game.weight[1 - own], game.weight[own]
    opp = sides[1 - own]._replace(start=other / other.sum())
    called = np.zeros((len(game.payoffs), layout.blocks, len(other)))
    top, rooms = _top(game, layout, own, double), _room(game, layout, own, threads, double)
    mine = sides[own]._replace(start=weight / weight.sum())
    table = table_of(game, layout, own, double)
    in_parts(threads, _cpu_response.respond, table, mine, opp, top, called, rooms, float(whole))
    return float(top.value[0] @ mine.start)


def in_parts(threads: int, kernel: Callable[..., None], *arguments: Any) -> None:
    """Run a kernel that has parts, see _cpu.sweep: its blocks on so many threads. It lets go of the interpreter's lock."""
    if threads == 1:
        kernel(True, 0, 1, True, *arguments)
        return
    kernel(True, 0, 0, False, *arguments)
    on_threads(threads, lambda thread: kernel(False, thread, threads, False, *arguments))
    kernel(False, 0, 0, True, *arguments)


def on_threads(threads: int, work: Callable[[int], None]) -> None:
    """work(0), work(1), ... each on a thread of its own."""
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, range(threads)):
            pass


def threads_for(layout: Layout, threads: int | None) -> int:
    """As many as there are cores, but not more than blocks."""
    return min(threads or os.cpu_count() or 1, layout.blocks)


def runs_of(game: Round, layout: Layout) -> NDArray[np.int64]:
    """`[k, R, 2]`, see _cpu.Table: the levels from which each local rung may be bid, as runs of slots."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(layout.local)]
    for c, runs in enumerate(found):
        for j in range(c):
            start, stop = (1 << j) >> 1, 1 << j
            if game.successor[layout.prefix + j + 1, layout.prefix + c]:
                if runs and runs[-1][1] == start:
                    start = runs.pop()[0]
                runs.append((start, stop))
    most = max([1, *(len(runs) for runs in found)])
    return np.array([runs + [(0, 0)] * (most - len(runs)) for runs in found], dtype=np.int64)


def _reachable(game: Round, masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Are these masks sequences of bids?"""
    good, last = np.ones(len(masks), dtype=bool), np.full(len(masks), -1)
    for c in range(game.num_rungs):
        bid = (masks >> c & 1).astype(bool)
        good[bid] &= game.successor[last[bid] + 1, c]
        last[bid] = c
    return good
