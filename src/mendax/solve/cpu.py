"""The CPU engine: a two-player round as arrays for the compiled sweep, checked and typed here, swept there."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

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

        opp, double = self.sides[1 - own], np.dtype(np.float64)
        top, rooms = self._top(own, double), self._room(own, double)
        called = np.zeros((len(self.game.payoffs), self.layout.blocks, len(opp.start)))
        respond = _cpu_response.respond if self.threads == 1 else _cpu_response.respond_parallel
        respond(self._table(own, double), self.sides[own], opp, top, called, rooms)
        weight = self.game.weight[own]
        return float(top.value[0] @ (weight / weight.sum()))

    def profile(self) -> Profile:
        """The averages as strategies: a row for every choice that is not negligible, where the player himself comes to."""
        return tuple(self._strategy(player) for player in (0, 1))

    def _strategy(self, player: int) -> Strategy:
        side = self.sides[player]
        node, hand, action, prob = [], [], [], []
        for here, come, legal in self._nodes(player):
            block, slot = self.layout.place(here)
            rows = [side.a_edge[self._edge(here | 1 << c)] for c in legal]
            rows += [a[block, :, slot] for a in side.a_end] if here else []
            weights = np.array(rows, dtype=np.float64).reshape(len(rows), len(side.start))
            if here:
                call = np.maximum(come - weights.sum(axis=0), 0.0)
                weights = np.vstack([weights[: len(legal)], call, weights[len(legal) :]])
            total = weights.sum(axis=0)
            weights[weights < LEAST * total] = 0.0
            total = weights.sum(axis=0)
            actions = np.array([*legal, *range(self.game.num_rungs, self.game.num_actions)][: len(weights)])
            place, h = np.nonzero(weights)
            order = np.lexsort((place, h))
            place, h = place[order], h[order]
            node.append(np.full(len(h), here))
            hand.append(h)
            action.append(actions[place])
            prob.append(weights[place, h] / total[h])
        rows = [np.concatenate(part) if part else np.zeros(0) for part in (node, hand, action, prob)]
        order = np.lexsort((rows[2], rows[1], rows[0]))
        return Strategy(
            player=player,
            node=rows[0][order].astype(np.int64),
            hand=rows[1][order].astype(np.int64),
            action=rows[2][order].astype(np.int64),
            prob=rows[3][order].astype(np.float64),
        )

    def _edge(self, child: int) -> tuple[int, slice, int]:
        block, slot = self.layout.place(child)
        return block, slice(None), slot

    def _nodes(self, player: int) -> Any:
        """(node, weight `[H]` that comes there, rungs that may follow) of all nodes of a player that his own choices reach."""
        side, game = self.sides[player], self.game
        waiting = [0]
        while waiting:
            here = waiting.pop()
            legal = [c for c in game.legal(here) if c < game.num_rungs]
            if here.bit_count() % 2 == player:
                before = here & ~(1 << (here.bit_length() - 1)) if here else 0
                come = side.a_edge[self._edge(before)] if before else side.start
                if not (come > 0).any():
                    continue
                yield here, come.astype(np.float64), legal
            waiting.extend(here | 1 << c for c in legal)

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
