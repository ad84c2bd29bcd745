"""How long do regrets take to a proven exploitability? Each game in a process of its own.

    python bench/regrets.py [GAME TARGET]   measure and print
    python bench/regrets.py --write         the usual games, kept in bench/results/regrets.json

Seconds count from the first iteration, measuring included, with compiled code loaded. What an iteration moves, and what others
take, is measured by `mendax bench bandwidth` and `mendax bench peers`.
"""

import argparse
import json
import os
import platform
import time
from datetime import UTC, datetime
from pathlib import Path

from mendax.bench.isolated import alone

RESULTS = Path(__file__).resolve().parent / "results" / "regrets.json"
GAMES = [
    ("bluff", 1e-3),
    ("bluff:dice=2v1", 1e-3),
    ("bluff:dice=2v1", 1e-4),
    ("bluff:dice=2v2", 1e-2),
    ("bluff:dice=2v2", 1e-3),
]


def measure(game: str, target: float) -> dict[str, object]:
    """One run."""
    import mendax
    from mendax.analysis.sizes import ENGINE_BYTES
    from mendax.solve.cfr import ROWS, Run, cfr, information_sets, memory

    compiled = mendax.compile_game(game)
    warm = Run(mendax.compile_game("bluff:faces=2"), ROWS["dcfr"])
    warm.step()
    warm.bounds()
    started = time.perf_counter()
    solution = cfr(compiled, ROWS["dcfr"], target=target)
    return {
        "game": game,
        "target": target,
        "information_sets": information_sets(compiled),
        "iterations": solution.iterations,
        "seconds": round(time.perf_counter() - started, 3),
        "seconds_measuring": solution.parameters["measuring"],
        "bounds": list(map(float, solution.bounds)),
        "predicted_mib": round((memory(compiled) + ENGINE_BYTES) / 2**20),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("target", nargs="?", type=float, default=1e-3)
    parser.add_argument("--write", action="store_true", help="keep the results")
    options = parser.parse_args()
    rows = []
    for game, target in [(options.game, options.target)] if options.game else GAMES:
        rows.append(alone(measure, game, target))
        print(json.dumps(rows[-1]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine}
        RESULTS.write_text(json.dumps({**kept, "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
