"""How fast are regrets? Iterations and seconds to a proven exploitability, each game in a process of its own.

    python bench/regrets.py [GAME TARGET]   measure and print
    python bench/regrets.py --write         the usual games, kept in bench/results/regrets.json

Bytes an iteration are what must be moved at least: of each player, once as learner and once as opponent, the numbers of all bids
and calls, read or read and written, and the average. The share is of the bandwidth of copying large arrays in the same run.
"""

import argparse
import json
import multiprocessing
import os
import platform
import resource
import time
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results" / "regrets.json"
GAMES = [("bluff", 1e-3), ("bluff:dice=2v1", 1e-3), ("bluff:dice=2v1", 1e-4), ("bluff:dice=2v2", 1e-2)]
COPIED = 200_000_000  # bytes


def copy_bandwidth(cores: int) -> float:
    """GB/s read and written by all cores together."""
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        return sum(pool.map(_copy, range(cores)))


def _copy(_: int) -> float:
    import numpy as np

    source = np.ones(COPIED // 4, dtype=np.float32)
    target = np.zeros_like(source)
    begun = time.perf_counter()
    for _ in range(10):
        np.copyto(target, source)
    return 20 * source.nbytes / (time.perf_counter() - begun) / 1e9


def measure(game: str, target: float) -> dict[str, object]:
    """One run, compiled code loaded before the clock starts; runs in a fresh process, so that its peak memory is its own."""
    import mendax
    from mendax.solve.cfr import ROWS, Run, information_sets, memory

    compiled = mendax.compile_game(game)
    warm = Run(mendax.compile_game("bluff:dice=2v1,faces=3"), ROWS["dcfr"])
    warm.step()
    warm.bounds()
    run, steps, begun = Run(compiled, ROWS["dcfr"]), [], time.perf_counter()
    low, high, due = -1.0, 1.0, 8
    while (high - low) / 2 > target:
        stepped = time.perf_counter()
        run.step()
        steps.append(time.perf_counter() - stepped)
        if run.iterations >= due:
            low, high = run.bounds()
            due = int(1.2 * due) + 1
    seconds, each = time.perf_counter() - begun, sorted(steps)[len(steps) // 2]
    moved = information_sets(compiled) * 4 * (2 + 2 + 1 + 1 + 2)
    return {
        "game": game,
        "target": target,
        "information_sets": information_sets(compiled),
        "iterations": run.iterations,
        "seconds": round(seconds, 3),
        "seconds_an_iteration": float(f"{each:.4g}"),
        "bounds": [low, high],
        "bytes_an_iteration": moved,
        "gb_a_second": round(moved / each / 1e9, 2),
        "predicted_mib": round(memory(compiled) / 2**20),
        "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("target", nargs="?", type=float, default=1e-3)
    parser.add_argument("--write", action="store_true", help="keep the results")
    options = parser.parse_args()
    bandwidth = copy_bandwidth(os.cpu_count() or 1)
    print(f"copying: {bandwidth:.1f} GB/s")
    rows = []
    for game, target in [(options.game, options.target)] if options.game else GAMES:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            rows.append(pool.apply(measure, (game, target)))
        rows[-1]["share_of_copying"] = round(rows[-1]["gb_a_second"] / bandwidth, 3)
        print(json.dumps(rows[-1]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {
            "date": datetime.now(UTC).date().isoformat(),
            "machine": machine,
            "copy_gb_a_second": round(bandwidth, 1),
        }
        RESULTS.write_text(json.dumps({**kept, "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
