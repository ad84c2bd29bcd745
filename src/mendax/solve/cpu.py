"""The CPU engine: arrays of a round for the compiled sweep, checked and typed here, swept there."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mendax.games.round import Round
from mendax.solve.layout import Layout, layout_of

Array = NDArray[Any]


class Engine:
    """A two-player round, its regrets and averages, and one step to change them.

    params decide how; `sweep(own)` updates the regrets of one player and the average of the other.
    """

    def __init__(
        self,
        game: Round,
        *,
        separate: bool = False,
        dtype: DTypeLike = np.float32,
        threads: int | None = None,
        layout: Layout | None = None,
    ) -> None:
        from mendax.solve import _cpu

        self.game = game
        self.dtype = np.dtype(dtype)
        self.layout = layout or layout_of(game, self.dtype.itemsize)
        self.separate = separate
        self.threads = min(threads or os.cpu_count() or 1, self.layout.blocks)
        self.sides = tuple(self._side(_cpu, player) for player in (0, 1))
        self.tables = tuple(self._table(_cpu, player) for player in (0, 1))
        self.tops = tuple(self._top(_cpu, player) for player in (0, 1))
        self.rooms = tuple(self._room(_cpu, player) for player in (0, 1))

    @cached_property
    def ends(self) -> int:
        """E: calls that end the round."""
        return len(self.game.payoffs)

    def _zeros(self, *shape: int) -> Array:
        return np.zeros(shape, dtype=self.dtype)

    def _side(self, cpu: Any, player: int) -> Any:
        q, s, h = self.layout.blocks, self.layout.slots, len(self.game.weight[player])
        calling = s if self.ends > 1 else max(s // 2, 1)
        edge, end = self._zeros(q, h, s), self._zeros(self.ends, q, h, calling)
        tally = self.game.tally[player]
        weight = self.game.weight[player]
        return cpu.Side(
            edge=edge,
            end=end,
            r_edge=np.zeros_like(edge) if self.separate else edge,
            r_end=np.zeros_like(end) if self.separate else end,
            a_edge=self._zeros(q, h, s),
            a_end=self._zeros(self.ends - 1, q, h, s),
            tally=tally.astype(np.int64),
            most=tally.max(axis=1).astype(np.int64),
            start=(weight / weight.sum()).astype(self.dtype),
        )

    def _table(self, cpu: Any, player: int) -> Any:
        pay = np.stack([np.stack([t[player, player], t[player, 1 - player]]) for t in self.game.payoffs])
        return cpu.Table(
            own=player,
            prefix=self.layout.prefix,
            local=self.layout.local,
            legal=np.ascontiguousarray(self.game.successor),
            runs=runs_of(self.game, self.layout),
            pay=np.ascontiguousarray(pay.astype(np.float64).astype(self.dtype)),
        )

    def _top(self, cpu: Any, player: int) -> Any:
        q, k = self.layout.blocks, self.layout.local
        own, opp = (len(self.game.weight[p]) for p in (player, 1 - player))
        return cpu.Top(
            reach=self._zeros(q, opp), scale=self._zeros(q, opp), value=self._zeros(q, own), child=self._zeros(q, k, own)
        )

    def _room(self, cpu: Any, player: int) -> Any:
        t, s, opp = self.threads, self.layout.slots, len(self.game.weight[1 - player])
        bins = t, self.ends, sum(self.game.num_dice) + 1, s
        return cpu.Room(
            reach=self._zeros(t, opp, s),
            here=self._zeros(t, s),
            there=self._zeros(t, s),
            total=self._zeros(t, s),
            value=self._zeros(t, s),
            bins=self._zeros(*bins),
            paid_here=self._zeros(*bins),
            paid_there=self._zeros(*bins),
        )

    def sweep(
        self, own: int, *, plus: float, minus: float, floor: bool, ahead: bool, rate: float
    ) -> float:
        """One sweep for player `own`; the value to him of what was played."""
        from mendax.solve import _cpu

        step = _cpu.Step(plus=float(plus), minus=float(minus), floor=floor, ahead=ahead, rate=float(rate))
        arguments = (self.tables[own], self.sides[own], self.sides[1 - own], step, self.tops[own])
        if self.threads == 1:
            _cpu.sweep(*arguments, _cpu.Room(*(array[0] for array in self.rooms[own])))
        else:
            _cpu.sweep_parallel(*arguments, self.rooms[own])
        return float(self.tops[own].value[0] @ self.sides[own].start)


def runs_of(game: Round, layout: Layout) -> NDArray[np.int64]:
    """`[2, k, R, 2]`, see _cpu.Table: the levels from which each local rung may be bid, as runs of slots."""
    found: list[list[list[tuple[int, int]]]] = []
    for parity in (0, 1):
        found.append([])
        for c in range(layout.local):
            runs: list[tuple[int, int]] = []
            for j in range(c):
                if j == 0 and parity == 0 or not game.successor[layout.prefix + j + 1, layout.prefix + c]:
                    continue  # slot 0 of even parity is the root
                start, stop = (1 << j) >> 1, 1 << j >> (j == 0)
                if j == 0:
                    start, stop = 0, 1
                if runs and runs[-1][1] == start:
                    runs[-1] = runs[-1][0], stop
                else:
                    runs.append((start, stop))
            found[-1].append(runs)
    most = max([1, *(len(runs) for rows in found for runs in rows)])
    return np.array([[runs + [(0, 0)] * (most - len(runs)) for runs in rows] for rows in found], dtype=np.int64)
