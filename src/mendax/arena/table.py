"""The full game of Burcsi and Nagy for P players with D dice each, played by (s, t) strategies: look-ups, and one game.

Section 1: bids in the order with jokers; a challenge costs |d| dice, or all but the challenged one each at d = 0; who has no dice
is out; the last one in wins. A bid of more dice than are on the table is not on the ladder.

Section 3: a player who is not first compares p1, the chance that the last bid is a lie, with p2, the chance that his most likely
raise holds, both given his own dice alone; then chance leans him by up to s and t (`Reading`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.reading import Reading
from mendax.errors import UnsupportedGame

FACES = 6
PLAYERS = (2, 10)
DICE = (1, 100)
PLAIN, SIXES = 1 / 3, 1 / 6  # that a die unseen matches a plain bid, a bid of sixes

Array = NDArray[Any]
Strategy = tuple[float, float]


def check_table(players: int, dice: int) -> None:
    """UnsupportedGame with one line, unless the compiled game is made for this."""
    for name, given, (least, most) in (("players", players, PLAYERS), ("dice", dice, DICE)):
        if not least <= given <= most:
            raise UnsupportedGame(f"{given} {name} cannot be played; {name} are {least} to {most}")


def log_tails(n: int, p: float) -> tuple[Array, Array]:
    """Logarithms of P(at least k of n) and P(less than k), `[n+2]` each, for k = 0 .. n+1: sums of terms of one sign."""
    terms = np.array(
        [lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1) + j * log(p) + (n - j) * log(1 - p) for j in range(n + 1)]
    )
    above, below = np.full(n + 2, -np.inf), np.full(n + 2, -np.inf)
    above[:-1] = np.logaddexp.accumulate(terms[::-1])[::-1]
    below[1:] = np.logaddexp.accumulate(terms)
    above[0] = below[-1] = 0.0
    return above, below


@lru_cache(maxsize=4)
def tables(most: int) -> Any:
    """The look-ups for games of up to `most` dice in all (_table.Tables)."""
    from mendax.arena._table import Tables

    chance, odds = np.zeros((2, 2, most + 1, most + 2))
    for kind, p in enumerate((PLAIN, SIXES)):
        for n in range(most + 1):
            above, below = log_tails(n, p)
            chance[kind, n, : n + 2] = np.exp(above)
            odds[kind, n, : n + 2] = above - below
    return Tables(wide=most + 2, chance=chance.ravel(), odds=odds.ravel(), rolls=_rolls())


def _rolls() -> Array:
    """Every roll of 0, 1, ..., 5 dice as counts of ten bits a face."""
    packed = []
    for dice in range(6):
        number = np.arange(FACES**dice)
        each = np.zeros(number.size, dtype=np.uint64)
        for die in range(dice):
            each += np.uint64(1) << (10 * (number // FACES**die % FACES)).astype(np.uint64)
        packed.append(each)
    return np.concatenate(packed)


def bench(players: int) -> Any:
    """Room for one game at a time (_table.Bench)."""
    from mendax.arena._table import Bench

    return Bench(np.zeros((players, 30), dtype=np.int64), np.zeros((players, 2)), np.zeros(2, dtype=np.int64))


def rules(reading: Reading) -> Any:
    """A reading in numbers (_table.Rules)."""
    from mendax.arena._table import FAILED, SUCCEEDED, Rules

    sign_s, sign_t, when_t = {
        "intuition": (-1.0, 1.0, FAILED),
        "printed": (1.0, -1.0, FAILED),
        "prose": (-1.0, -1.0, SUCCEEDED),
    }[reading.inequality]
    return Rules(
        sign_s=sign_s,
        sign_t=sign_t,
        when_t=when_t,
        by_pair=reading.record == "pair",
        ties=("lowest", "highest", "random").index(reading.ties),
        starter=("clockwise", "position", "loser").index(reading.starter),
    )


@dataclass(frozen=True, slots=True)
class Move:
    """quantity and face of a bid, 0 and 0 for a challenge; the numbers drawn for c_s, c_t and among ties, None where none was."""

    player: int
    quantity: int
    face: int
    drawn: tuple[float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """hands: counts by face of each player, all zero for who is out."""

    opener: int
    hands: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    winner: int
    rounds: tuple[PlayedRound, ...]


def play_game(
    strategies: tuple[Strategy, ...], dice: int, *, reading: Reading | None = None, seed: int = 0, game: int = 0
) -> PlayedGame:
    """One game, move by move; player 0 opens. The same seed and number of the game, the same dice."""
    from mendax.arena._table import Trace, begin, play

    players = len(strategies)
    check_table(players, dice)
    s, t = (np.array(column, dtype=float) for column in zip(*strategies, strict=True))
    most = players * dice
    trace = Trace(
        hands=np.zeros((most + 1, players, 7), dtype=np.int64),
        opener=np.zeros(most + 1, dtype=np.int64),
        moves=np.zeros((most * (6 * most + 2), 4), dtype=np.int64),
        drawn=np.zeros((most * (6 * most + 2), 3)),
    )
    room = bench(players)
    winner, _ = play(
        np.uint64(begin(seed, 0, game)), s, t, dice, rules(reading or Reading()), tables(most), room, trace
    )
    rounds, moves = room.count[:2].tolist()
    told: list[list[Move]] = [[] for _ in range(rounds)]
    for (at, player, quantity, face), drawn in zip(
        trace.moves[:moves].tolist(), trace.drawn[:moves].tolist(), strict=True
    ):
        u, v, w = (None if x < 0 else x for x in drawn)
        told[at].append(Move(player, quantity, face, (u, v, w)))
    return PlayedGame(
        int(winner),
        tuple(
            PlayedRound(int(opener), tuple(map(tuple, hands[:, 1:].tolist())), tuple(moved))
            for opener, hands, moved in zip(trace.opener[:rounds], trace.hands[:rounds], told, strict=True)
        ),
    )
