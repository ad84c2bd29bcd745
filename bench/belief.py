"""What is the information in previous calls worth? Agent `belief` against the plain binomial agent, which is `st`.

    python bench/belief.py [--games N] [--seed S] [GAME ...]     play and print
    python bench/belief.py --write                               also keep the results in bench/results/belief.json

Both decide by one rule, so the bids heard are all that tells them apart. Games come in pairs on the same dice with seats
exchanged; among three and more one `belief` sits among `st`, and among `belief` one `st`, in every seat. The model is right
against `st`; against `honest`, `random` and (s, t) with s and t it is wrong, which is played too.
"""

import argparse
import json
import os
import platform
import time
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from pages import between, rewrite

RESULTS = Path(__file__).resolve().parents[1] / "bench" / "results" / "belief.json"
PAIRS = (
    *(
        (("belief", "st"), game)
        for game in ("burcsi-nagy:loss=round", "burcsi-nagy", "perudo", "dudo", "bluff:dice=2v2")
    ),
    *((("belief", "st"), f"burcsi-nagy:dice={dice}") for dice in ("2v2", "3v3", "10v10")),
    (("belief:model=soft", "st"), "burcsi-nagy"),
    (("belief:noise=0.01", "st"), "burcsi-nagy"),
    (("belief:noise=0.5", "st"), "burcsi-nagy"),
    *(
        (("belief", other), "burcsi-nagy")
        for other in ("st:s=1.0,t=1.0", "st:s=1.0,t=1.0,inequality=intuition", "honest", "random")
    ),
    (("belief", "belief:model=soft"), "burcsi-nagy"),
    (("belief", "st", "st"), "burcsi-nagy:dice=5v5v5"),
    (("belief", "belief", "st"), "burcsi-nagy:dice=5v5v5"),
    (("belief", "st", "st", "st"), "perudo:dice=5v5v5v5"),
)


def measure(names: tuple[str, ...], game: str, games: int, seed: int) -> dict[str, object]:
    import mendax
    from mendax.arena.tournament import tournament

    started = time.perf_counter()
    found = tournament(game, [mendax.make_agent(name) for name in names], games, seed=seed)
    line_up = found.line_ups[0]
    return {
        "game": game,
        "agents": list(names),
        "games": line_up.games,
        "seed": seed,
        "shares": [asdict(share) for share in line_up.shares],
        "difference": asdict(line_up.questions[0]),
        "seconds": round(time.perf_counter() - started, 1),
    }


def table(rows: list[dict]) -> str:
    lines = ["| game | agents, one a seat | games | share of the first | of the last |", "|---|---|---:|---:|---:|"]
    for row in rows:
        agents = " ".join(f"`{agent}`" for agent in row["agents"])
        first, last = (between(row["shares"][i]) for i in (0, -1))
        lines.append(f"| `{row['game']}` | {agents} | {row['games']:,} | {first} | {last} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1_200, help="of each pairing, a multiple of 12")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = []
    for names, game in PAIRS:
        if not options.only or game in options.only:
            rows.append(measure(names, game, options.games, options.seed))
            print(json.dumps(rows[-1]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "rows": rows}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        rewrite("docs/notes/belief.md", "belief.py", table(rows))


if __name__ == "__main__":
    main()
