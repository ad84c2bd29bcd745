"""Bytes that an iteration must move, what this machine copies, and the share that the sweep reaches.

Of each player an iteration must read his numbers twice, as learner and as opponent, and write them once; his average it must
read and write. An edge has a number and an average; a call has a number unless it is all that is left. Nothing else need leave
a cache.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mendax.bench.isolated import alone
from mendax.games.round import Round

GAMES = ("bluff", "bluff:dice=2v1", "bluff:dice=2v2")
COPIED = 200_000_000  # bytes, of each thread: far more than a cache
ROUNDS = 7  # copying and iterating take turns, since what a shared machine gives changes by the second
ITERATIONS = {True: 200, False: 1}  # a round, of games that fit a cache and others


def bytes_an_iteration(game: Round, item: int = 4) -> int:
    """At least; see above. For two players, numbers of `item` bytes, and ladders on which every higher bid may follow."""
    edges = sum(len(weight) for weight in game.weight) << (game.num_rungs - 1)
    calls = len(game.payoffs)
    chosen = edges if calls > 1 else edges // 2  # nodes of the last rung can only call, if there is one call
    return item * ((3 + 2) * edges + 3 * calls * chosen + 2 * (calls - 1) * edges)


def measure_bandwidth(text: str) -> dict[str, Any]:
    """One game, in a process of its own."""
    return {"game": text, **alone(_measure, text)}


def copying(threads: int) -> float:
    """GB/s read and written by copies of large arrays, by all threads together."""
    sources = [np.ones(COPIED // 4, dtype=np.float32) for _ in range(threads)]
    targets = [np.zeros(COPIED // 4, dtype=np.float32) for _ in range(threads)]

    def copy(thread: int) -> None:
        for _ in range(3):
            np.copyto(targets[thread], sources[thread])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(copy, range(threads)))
        begun = time.perf_counter()
        list(pool.map(copy, range(threads)))
    return threads * 3 * 2 * COPIED / (time.perf_counter() - begun) / 1e9


def _measure(text: str) -> dict[str, Any]:
    from mendax.games.compile import compile_game
    from mendax.solve.cfr import ROWS, Run

    game = compile_game(text)
    assert isinstance(game, Round)
    threads = os.cpu_count() or 1
    run = Run(game, ROWS["dcfr"], threads=threads)
    moved = bytes_an_iteration(game, run.engine.dtype.itemsize)
    run.step()
    copied, iterated = [], []
    for _ in range(ROUNDS):
        copied.append(copying(threads))
        begun = time.perf_counter()
        for _ in range(count := ITERATIONS[moved < 2e6]):
            run.step()
        iterated.append((time.perf_counter() - begun) / count)
    shares = sorted(moved / seconds / 1e9 / copy for seconds, copy in zip(iterated, copied, strict=True))
    middle = ROUNDS // 2
    return {
        "threads": threads,
        "bytes_an_iteration": moved,
        "seconds_an_iteration": float(f"{sorted(iterated)[middle]:.4g}"),
        "gb_a_second": round(moved / sorted(iterated)[middle] / 1e9, 2),
        "copy_gb_a_second": [round(value, 1) for value in sorted(copied)],
        "share": round(shares[middle], 3),
        "shares": [round(share, 3) for share in shares],
    }
