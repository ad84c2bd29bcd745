"""Does optimal play win its theoretical share against a best response? A million games of Bluff in each seat.

    python bench/equilibrium.py [--games N] [--seed S]     solve, play and print
    python bench/equilibrium.py --write                    also keep the result in bench/results/equilibrium.json

The solution is written to a file; agent `equilibrium:FILE` plays from it against `best-response:equilibrium:FILE`, which knows
it. Every decision goes through `act`. The value is -7/258 to who begins (Lanctot and Long), so shares are 251/516 and 265/516: a
best response to optimal play gets exactly its value, and whatever the agent lost to look-ups in a wrong place would show.
"""

import argparse
import json
import os
import platform
import tempfile
import time
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "bench" / "results" / "equilibrium.json"
GAME = "bluff"


def measure(games: int, seed: int) -> list[dict[str, object]]:
    """A row for each seat of the agent."""
    import numpy as np

    import mendax
    from mendax.agents.match import series

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        solution = mendax.solve_game(GAME)
        file = mendax.save_solution(solution, Path(folder) / "bluff.mendax")
        agent, best = (mendax.make_agent(f"{kind}equilibrium:{file}") for kind in ("", "best-response:"))
        for seat, agents in enumerate(((agent, best), (best, agent))):
            share = (1 + (solution.value if seat == 0 else -solution.value)) / 2
            started = time.perf_counter()
            score = series(GAME, agents, games, np.random.default_rng([seed, seat]))
            low, high = score.interval(seat)
            rows.append(
                {
                    "game": GAME,
                    "seat": seat,
                    "games": games,
                    "seed": seed,
                    "won": int(score.won[seat]),
                    "share": float(score.won[seat]) / games,
                    "interval": [low, high],
                    "theory": str(Fraction(share)),
                    "within": low <= share <= high,
                    "deviations": (float(score.won[seat]) / games - float(share))
                    / float(share * (1 - share) / games) ** 0.5,
                    "seconds": round(time.perf_counter() - started, 1),
                }
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = measure(options.games, options.seed)
    for row in rows:
        print(json.dumps(row))
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "rows": rows}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
