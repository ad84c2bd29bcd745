"""The CPU engine for any number of players: a round as arrays for the compiled sweep, checked and typed here, swept in _many.py.

Nodes are kept by who moves there: player q at those whose number of bids is q modulo P, in the order of their masks, so that a
slot is a node's place among the nodes of its mover. The masks below 2^c where q moves have their children by rung c among those
of player q + 1, in the same order, one after another: so the child of slot s is slot first[q+1, c] + s. For two players this is
the layout of layout.py in one block. An edge is stored at its child's slot.

With three players optimal play of one bounds nothing. What can be measured is what the average profile is worth to each, and what
each could gain if he alone changed. All numbers are float64.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.masks import last_rung, num_bids
from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy
from mendax.solve.cpu import LEAST

Array = NDArray[Any]

MAX_PLAYERS = 4
MAX_BYTES = 12 * 2**30
MAX_INFORMATION_SETS = 8_000_000  # whose strategies are kept row by row
START = 1e-6  # a seed's first regrets, by which strategies begin somewhere and which the first real ones outweigh


@dataclass(frozen=True, slots=True)
class Measured:
    """Of a profile, by player: what it is worth to him, and the most he could get if he alone changed."""

    values: tuple[float, ...]
    responses: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        return tuple(most - value for most, value in zip(self.responses, self.values, strict=True))

    @property
    def nash_conv(self) -> float:
        return sum(self.gains)


class Engine:
    """Regrets and averages of a round, and what changes and measures them.

    look_apart  keep what strategies are in proportion to apart from the regrets, as in cpu.Engine
    rng         where strategies begin; None: everybody does anything alike
    """

    def __init__(
        self,
        game: Round,
        *,
        look_apart: bool = False,
        rng: np.random.Generator | None = None,
    ) -> None:
        from mendax.solve import _cpu, _many

        require_fitting(game)
        self.game = game
        self._step, self._many = _cpu.Step, _many
        self._table = self._rules()
        self.numbers, self.average = self._zeros(), self._zeros()
        if rng is not None:
            for array in self.numbers:
                array[:] = START * rng.random(array.shape)
        self.regret = self._many.Numbers(*(array.copy() for array in self.numbers)) if look_apart else self.numbers
        self._reach, self._room = self._reach_room(), self._hand_room()
        self._replay()

    @property
    def num_players(self) -> int:
        return self.game.num_players

    # What changes ------------------------------------------------------------------------------------------------------

    def sweep(self, own: int, *, plus: float, minus: float, floor: bool, ahead: bool, rate: float) -> float:
        """Update the regrets of player `own` and the average of the one before him, who of all has learned last.

        See _cpu.Step; what was played was worth to `own`. Of two players the one before is the other, as in cpu.Engine.
        """
        before = (own - 1) % self.game.num_players
        self._many.play(self._table, before, self.numbers, self.average, float(rate), self._reach, self._room)
        step = self._step(plus=float(plus), minus=float(minus), floor=floor, ahead=ahead, rate=float(rate))
        worth = self._many.learn(self._table, own, self.numbers, self.regret, step, self._reach, self._room)
        return float(worth)

    def look(self) -> None:
        """Let strategies kept apart follow the regrets."""
        for number, regret in zip(self.numbers, self.regret, strict=True):
            np.copyto(number, regret)
        self._replay()

    def _replay(self) -> None:
        for player in range(self.game.num_players):
            self._many.play(self._table, player, self.numbers, self.average, 0.0, self._reach, self._room)

    # What it is worth --------------------------------------------------------------------------------------------------

    def measure(self) -> Measured:
        """Values of the averages and best responses to them."""
        reach, players = self._reach_room(), range(self.game.num_players)
        for player in players:
            self._many.play(self._table, player, self.average, self.average, 0.0, reach, self._room)
        found = [self._many.measure(self._table, player, self.average, reach, self._room) for player in players]
        values, responses = zip(*found, strict=True)
        return Measured(values, responses)

    def averages(self) -> Any:
        """A copy of the averages so far, for `profile`."""
        return self._many.Numbers(*(array.copy() for array in self.average))

    def profile(self, average: Any = None) -> Profile:
        """Averages, by default those so far, as strategies.

        They have a row for every choice that is not negligible, where the player himself comes to.
        """
        average = average or self.average
        masks = np.arange(1 << self.game.num_rungs)
        mover = num_bids(masks) % self.game.num_players
        return tuple(self._strategy(average, player, masks[mover == player]) for player in range(self.game.num_players))

    def _strategy(self, average: Any, player: int, masks: NDArray[np.int64]) -> Strategy:
        game, hands = self.game, len(self.game.weight[player])
        last = last_rung(masks)
        parts: list[tuple[Array, Array, Array, Array]] = []  # slot, hand, action, weight
        total = np.zeros((len(masks), hands))

        def take(at: Array, action: int, weight: Array) -> None:
            total[at] += weight
            slot, hand = np.nonzero(weight)
            parts.append((at[slot], hand, np.full(len(hand), action), weight[slot, hand]))

        below = self._table.first[(player + 1) % game.num_players]
        for c in range(game.num_rungs):
            at = np.flatnonzero((last < c) & game.successor[last + 1, c])
            take(at, c, average.edge[player, :hands, below[c] + at])
        called = np.flatnonzero(masks)
        for e, weights in enumerate(average.end):
            take(called, game.call + e, weights[player, :hands, called])
        at, hand, action, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
        kept = weight >= LEAST * total[at, hand]
        at, hand, action, weight = at[kept], hand[kept], action[kept], weight[kept]
        total[:] = 0.0
        np.add.at(total, (at, hand), weight)
        order = np.lexsort((action, hand, at))
        return Strategy(
            player=player,
            node=masks[at][order],
            hand=hand[order].astype(np.int64),
            action=action[order].astype(np.int64),
            prob=(weight / total[at, hand])[order],
        )

    # Arrays ------------------------------------------------------------------------------------------------------------

    def _zeros(self) -> Any:
        shape = self.game.num_players, self._table.start.shape[1], num_slots(self.game)
        return self._many.Numbers(edge=np.zeros(shape), end=np.zeros((len(self.game.payoffs), *shape)))

    def _rules(self) -> Any:
        game, most = self.game, max(len(weight) for weight in self.game.weight)
        first = first_slots(game)
        tally = np.zeros((game.num_players, game.num_rungs, most), dtype=np.int64)
        start = np.zeros((game.num_players, most))
        for player, (weight, matches) in enumerate(zip(game.weight, game.tally, strict=True)):
            tally[player, :, : len(weight)] = matches
            start[player, : len(weight)] = weight / weight.sum()
        many = game.successor.sum(axis=1) + len(game.payoffs)
        many[0] -= len(game.payoffs)
        return self._many.Table(
            first=first,
            runs=runs_of(game, first),
            many=many,
            hands=np.array([len(weight) for weight in game.weight]),
            tally=tally,
            most=tally.max(axis=2),
            start=start,
            pay=np.ascontiguousarray(np.stack(game.payoffs, axis=1).astype(np.float64)),
        )

    def _reach_room(self) -> Any:
        players, tallies, slots = self.game.num_players, num_tallies(self.game), num_slots(self.game)
        return self._many.Reach(
            seen=np.zeros((players, players, tallies, slots)),
            ended=np.zeros((len(self.game.payoffs), players, tallies, slots)),
        )

    def _hand_room(self) -> Any:
        players, slots = self.game.num_players, num_slots(self.game)
        return self._many.Room(
            reach=np.zeros((players, slots)),
            value=np.zeros((players, slots)),
            total=np.zeros(slots),
            count=np.zeros((sum(self.game.num_dice) + 1, slots)),
            paid=np.zeros((len(self.game.payoffs), players, num_tallies(self.game), slots)),
        )


def first_slots(game: Round) -> NDArray[np.int64]:
    """`[P, B+1]`: masks below 2^j where each player moves."""
    first = np.zeros((game.num_players, game.num_rungs + 1), dtype=np.int64)
    first[0, 0] = 1
    for j in range(game.num_rungs):
        first[:, j + 1] = first[:, j] + np.roll(first[:, j], 1)
    return first


def runs_of(game: Round, first: NDArray[np.int64]) -> NDArray[np.int64]:
    """`[P, B, R, 2]`, see _many.Table: the nodes that each rung may follow, as runs of slots."""
    found: list[list[list[tuple[int, int]]]] = [[[] for _ in range(game.num_rungs)] for _ in first]
    for mover, rows in enumerate(found):
        for c, runs in enumerate(rows):
            for j in range(-1, c):
                start, stop = int(first[mover, j]) if j >= 0 else 0, int(first[mover, j + 1])
                if start < stop and game.successor[j + 1, c]:
                    if runs and runs[-1][1] == start:
                        start = runs.pop()[0]
                    runs.append((start, stop))
    most = max([1, *(len(runs) for rows in found for runs in rows)])
    return np.array([[runs + [(0, 0)] * (most - len(runs)) for runs in rows] for rows in found], dtype=np.int64)


def num_slots(game: Round) -> int:
    """S: nodes of the player who moves at most of them."""
    return int(first_slots(game)[:, -1].max())


def num_tallies(game: Round) -> int:
    """T."""
    return 1 + max(int(tally.max()) for tally in game.tally)


def memory(game: Round) -> int:
    """Bytes that a run takes: regrets, averages and the best of them, and room to sweep and to measure."""
    players, tallies, ends = game.num_players, num_tallies(game), len(game.payoffs)
    kept = 3 * (1 + ends) * players * max(len(weight) for weight in game.weight)
    reach, paid = (players + ends) * players * tallies, ends * players * tallies
    return 8 * num_slots(game) * (kept + 2 * reach + paid + 2 * players + 1 + sum(game.num_dice) + 1)


def require_fitting(game: Round) -> None:
    if game.num_players > MAX_PLAYERS:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players; this engine is for 2 to {MAX_PLAYERS}")
    if game.num_rungs > 40 or (needed := memory(game)) > MAX_BYTES:
        shown = f"{needed / 2**30:,.0f} GiB" if game.num_rungs <= 40 else f"arrays of 2^{game.num_rungs} nodes"
        raise UnsupportedGame(f"{game.game} needs {shown}; at most {MAX_BYTES / 2**30:.0f} GiB are used")
    if (kept := max(len(weight) for weight in game.weight) << game.num_rungs) > MAX_INFORMATION_SETS:
        raise UnsupportedGame(
            f"{game.game} has up to {kept:,} information sets; at most {MAX_INFORMATION_SETS:,} are kept as yet"
        )
