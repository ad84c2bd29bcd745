"""What do three players with one die each come to? Profiles by regret minimisation from many starts, and what each could gain.

    python bench/three_players.py [GAME ...]    measure and print
    python bench/three_players.py --write       also keep the results in bench/results/three_players.json, and rewrite
                                                the tables of docs/notes/rounds-of-three.md
    python bench/three_players.py --tables      rewrite the tables alone

Where a profile, rounded to small fractions, is proven to be an equilibrium by best responses in rationals, its values are
kept too.
"""

import argparse
import json
import os
import platform
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from pages import rewrite

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results" / "three_players.json"

SUMMARY = ROOT / "src" / "mendax" / "papers" / "burcsi_nagy" / "three_players.json"

RUNS = {2: (24, 4_000), 3: (24, 4_000), 4: (16, 6_000), 5: (12, 3_000), 6: (8, 1_200)}  # faces: seeds, iterations
GAMES = {f"{family}:dice=1v1v1,faces={f}": f for f in RUNS for family in ("endgame", "bluff")}
TARGET = 1e-8
ROUNDED_FACES = 4  # beyond, profiles mix too much for fractions to be quick


def measure(text: str, seed: int, iterations: int) -> dict[str, object]:
    from mendax.games.compile import compile_game
    from mendax.games.round import Round
    from mendax.solve.cfr_many import cfr_many
    from mendax.solve.rounding import equilibrium_near

    game = compile_game(text)
    assert isinstance(game, Round)
    solution = cfr_many(game, iterations=iterations, target=TARGET, seed=seed)
    proven = equilibrium_near(game, solution.profile) if GAMES.get(text, 6) <= ROUNDED_FACES else None
    return {
        "game": solution.game,
        "seed": seed,
        "method": solution.method,
        "iterations": solution.iterations,
        "values": [round(value, 7) for value in solution.values],
        "gains": [float(f"{gain:.3g}") for gain in solution.gains],
        "nash_conv": float(f"{solution.nash_conv:.3g}"),
        "proven": None if proven is None else [str(value) for value in proven.values],
        "denominator": None if proven is None else proven.denominator,
        "seconds": round(solution.seconds, 2),
    }


def tables(rows: list[dict]) -> str:
    """What every game came to from all its starts; and the equilibria proven."""
    by_game: dict[str, list[dict]] = {}
    for row in rows:
        by_game.setdefault(row["game"], []).append(row)
    lines = ["| game | starts | iterations | nash_conv | first | next | last |", "|---|---:|---:|---|---|---|---|"]
    for game, starts in by_game.items():
        near = [row["nash_conv"] for row in starts]
        seats = (between([row["values"][seat] for row in starts]) for seat in range(3))
        most = f"{max(row['iterations'] for row in starts):,}"
        spread = f"{min(near):.1e} to {max(near):.1e}"
        lines.append(f"| `{game}` | {len(starts)} | {most} | {spread} | {' | '.join(seats)} |")
    lines += ["", "Equilibria proven, and near how many starts:", "", "| game | starts | first | next | last |"]
    lines.append("|---|---:|---|---|---|")
    for game, starts in by_game.items():
        proven = Counter(tuple(row["proven"]) for row in starts if row["proven"] is not None)
        lines += [f"| `{game}` | {times} | {' | '.join(values)} |" for values, times in proven.most_common()]
    return "\n".join(lines)


def summary(rows: list[dict]) -> dict[str, dict]:
    """What the report on the paper says of these runs, by game."""
    by_game: dict[str, list[dict]] = {}
    for row in rows:
        by_game.setdefault(row["game"], []).append(row)
    found = {}
    for game, starts in by_game.items():
        worths = [[row["values"][seat] + 0.0 for row in starts] for seat in range(3)]
        near = [row["nash_conv"] for row in starts]
        found[game] = {
            "seeds": len(starts),
            "iterations": max(row["iterations"] for row in starts),
            "nash_conv": [min(near), max(near)],
            "seats": [[round(min(worth), 4) + 0.0, round(max(worth), 4) + 0.0] for worth in worths],
            "proven": sum(row["proven"] is not None for row in starts),
        }
    return found


def publish(rows: list[dict]) -> None:
    rewrite("docs/notes/rounds-of-three.md", "three_players.py", tables(rows))
    SUMMARY.write_text(json.dumps(summary(rows), indent=1) + "\n", encoding="utf-8")


def between(values: list[float]) -> str:
    low, high = (f"{end(values) + 0.0:+.4f}".replace("-0.0000", "+0.0000") for end in (min, max))
    return low if low == high else f"{low} to {high}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--tables", action="store_true", help="rewrite the tables from what is kept")
    options = parser.parse_args()
    if options.tables:
        kept = json.loads(RESULTS.read_text(encoding="utf-8"))
        publish(kept["rows"])
        return
    rows = []
    for game in options.games or GAMES:
        seeds, iterations = RUNS[GAMES.get(game, 6)]
        for seed in range(seeds):
            rows.append(measure(game, seed, iterations))
            print(json.dumps(rows[-1]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "rows": rows}
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        publish(rows)


if __name__ == "__main__":
    main()
