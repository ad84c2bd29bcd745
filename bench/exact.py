"""What does an exact solution cost? Seconds and peak memory of each game, each in a process of its own.

    python bench/exact.py [GAME ...]            measure and print
    python bench/exact.py [GAME ...] --write    also keep the results in bench/results/exact.json and the README's table;
                                                rows of games that were not measured stay as they are

The original figures beside Bluff are those of Lanctot and Long (2007, Table 3), on their machine of that year.
"""

import argparse
import json
import multiprocessing
import os
import platform
import resource
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results" / "exact.json"
BEGIN, END = "<!-- bench/exact.py begins -->", "<!-- bench/exact.py ends -->"

GAMES = [
    *(f"bluff:faces={f}" if f != 6 else "bluff" for f in range(2, 7)),
    *(f"bluff:faces={f},exact=yes" if f != 6 else "bluff:exact=yes" for f in range(2, 7)),
    *(f"openspiel:faces={f}" if f != 6 else "openspiel" for f in range(2, 7)),
    *(f"joker:faces={f}" if f != 6 else "joker" for f in range(2, 7)),
    *(f"{family}:dice={dice},faces={f}" for family in ("bluff", "joker") for dice in ("2v1", "1v2") for f in (3, 4)),
    *(f"{family}:dice=2v2,faces=3" for family in ("bluff", "openspiel", "joker")),
    *(f"endgame:faces={f}" if f != 6 else "endgame" for f in range(2, 13)),
    "joker:dice=2v2,faces=4",
    *("bluff:faces=7", "bluff:faces=8", "joker:dice=2v1", "bluff:dice=2v2,faces=4"),  # the frontier: minutes
    *("bluff:dice=2v1", "bluff:dice=1v2"),
]
THEIR_SECONDS = {
    "bluff:faces=4": 5,
    "bluff:faces=5": 160,
    "bluff": 3774,
    "bluff:faces=4,exact=yes": 13,
    "bluff:faces=5,exact=yes": 270,
    "bluff:exact=yes": 7402,
}


def measure(game: str) -> dict[str, object]:
    """Solve one game and say what it took; runs in a fresh process, so that its peak memory is its own."""
    import mendax
    from mendax.games.counts import count_by_formula

    solution = mendax.solve_game(game)
    return {
        "game": game,
        "value": str(solution.value),
        "status": solution.status.value,
        "method": solution.method,
        "sequences": sum(count_by_formula(mendax.parse(game)).sequences),
        "seconds": round(solution.seconds, 3),
        "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "their_seconds": THEIR_SECONDS.get(game),
    }


def table(rows: list[dict[str, object]]) -> str:
    lines = ["| game | value | seconds | peak MiB | 2007 | times faster |", "|---|---|---:|---:|---:|---:|"]
    for row in rows:
        theirs = row["their_seconds"]
        old = f"{theirs:,} s | {theirs / row['seconds']:,.0f}" if theirs else " |"
        lines.append(f"| `{row['game']}` | {row['value']} | {row['seconds']} | {row['peak_mib']} | {old} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="keep the results and rewrite the README's table")
    options = parser.parse_args()
    rows = []
    context = multiprocessing.get_context("spawn")
    for game in options.games or GAMES:
        with context.Pool(1) as pool:
            rows.append(pool.apply(measure, (game,)))
        print(json.dumps(rows[-1]), flush=True)
    bluff = [row["seconds"] for row in rows if row["game"] in GAMES[:10]]
    print(f"\n{table(rows)}\n\nTable 3, {len(bluff)} rows: {sum(bluff):.1f} s in all")
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        if options.games and RESULTS.exists():
            known = {row["game"]: row for row in json.loads(RESULTS.read_text(encoding="utf-8"))["rows"]}
            known |= {row["game"]: row for row in rows}
            rows = sorted(
                known.values(), key=lambda row: GAMES.index(row["game"]) if row["game"] in GAMES else len(GAMES)
            )
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "rows": rows}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        readme = ROOT / "README.md"
        before, rest = readme.read_text(encoding="utf-8").split(BEGIN)
        after = rest.split(END)[1]
        shown = [row for row in rows if not str(row["game"]).startswith(("openspiel:f", "joker:f", "endgame:faces"))]
        readme.write_text(f"{before}{BEGIN}\n{table(shown)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
