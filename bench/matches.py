"""What are matches worth that are lost by the difference? Every start of two players with up to four dice in all.

    python bench/matches.py [GAME ...]      solve and print
    python bench/matches.py --write         also keep the results in bench/results/matches.json, row by row, and rewrite the
                                            table of docs/notes/matches.md

Rounds with at most 15 rungs are solved exactly by one LP, larger ones by the bids that regrets find to matter, the largest by
DCFR to a target. What is too large is said, not left out.
"""

import argparse
import json
import os
import platform
import time
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from pages import rewrite

RESULTS = Path(__file__).resolve().parents[1] / "bench" / "results" / "matches.json"
TARGET = 1e-4  # exploitability of a round that is not solved exactly
SUPPORTED_DICE = 3  # with four, finding the bids that matter took over a quarter of an hour
LARGE, LARGE_TARGET = 8_000_000, 1e-3  # information sets of a round beyond which this is enough
STARTS = ("1v1", "2v1", "1v2", "2v2", "3v1", "1v3")
GAMES = [f"burcsi-nagy:dice={dice},faces={faces}" for faces in (2, 3, 4, 6) for dice in STARTS]


def measure(game: str) -> dict[str, object]:
    """Value or bounds of every standing that a match can reach."""
    import mendax
    from mendax.games.match import compile_match, format_standing
    from mendax.solve.cfr import ROWS, cfr, information_sets
    from mendax.solve.exact import MAX_LP_RUNGS, solve_lp
    from mendax.solve.game import require_rounds
    from mendax.solve.match import solve_match
    from mendax.solve.support import solve_support

    def solve(round_):
        if round_.num_rungs <= MAX_LP_RUNGS:
            return solve_lp(round_)
        if information_sets(round_) > LARGE:
            return cfr(round_, ROWS["dcfr"], target=LARGE_TARGET)
        if sum(round_.num_dice) <= SUPPORTED_DICE and (found := solve_support(round_)).status == "exact":
            return found
        return cfr(round_, ROWS["dcfr"], target=TARGET)

    match = compile_match(mendax.parse(game))
    started = time.perf_counter()
    try:
        require_rounds(match, "dcfr")
    except mendax.UnsupportedGame as error:
        return {"game": game, "status": "too large", "why": str(error)}
    solution = solve_match(match, solve)
    return {
        "game": game,
        "status": "exact" if solution.status == "exact" else f"within {solution.exploitability:.1e}",
        "value": str(solution.value),
        "method": solution.method,
        "seconds": round(time.perf_counter() - started, 1),
        "states": [
            {
                "standing": format_standing(state.standing),
                "value": str(state.value),
                "bounds": [str(bound) for bound in state.bounds],
            }
            for state in solution.states
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="keep the results beside those of other games")
    options = parser.parse_args()
    for game in options.games or GAMES:
        row = measure(game)
        print(json.dumps(row), flush=True)
        if options.write:
            keep(row)


def keep(row: dict[str, object]) -> None:
    """Put a row in the place of the one of the same game, with when and where it was measured."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    row |= {"date": datetime.now(UTC).date().isoformat(), "machine": machine}
    rows = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"] if RESULTS.exists() else []
    rows = [old for old in rows if old["game"] != row["game"]] + [row]
    known = {game: place for place, game in enumerate(GAMES)}
    rows.sort(key=lambda old: known.get(old["game"], len(known)))
    text = json.dumps({"target": TARGET, "large_target": LARGE_TARGET, "rows": rows}, indent=1)
    RESULTS.write_text(text + "\n", encoding="utf-8")
    rewrite("docs/notes/matches.md", "matches.py", table(rows))


def table(rows: list[dict]) -> str:
    """What each start is worth to who opens, and his chance to win the match."""
    lines = ["| match | worth | wins | proof | seconds |", "|---|---:|---:|---|---:|"]
    for row in rows:
        short = "/" in row["value"] and len(row["value"]) < 24
        value = float(Fraction(row["value"]))
        worth = row["value"] if short else f"{value:.6f}"
        lines.append(f"| `{row['game']}` | {worth} | {(1 + value) / 2:.3%} | {row['status']} | {row['seconds']} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
