"""How strong is each agent? Exactly where best responses can be computed, and by games among all of them where not.

    python bench/agents.py            compute and print
    python bench/agents.py --write    also keep the results in bench/results/agents.json, and in docs/agents.md

`sure` is the least share of games that an agent gets in each seat against anybody, by a best response over the whole game in
rationals; optimal play is sure of the value. The round robins are those of the command beside them.
"""

import argparse
import json
import os
import platform
from dataclasses import asdict
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from pages import percent, rewrite

RESULTS = Path(__file__).resolve().parents[1] / "bench" / "results" / "agents.json"
EXACT = {
    "bluff": ("random", "honest", "st", "belief", "belief:model=soft", "optimal"),
    "bluff:dice=2v1,faces=4": ("random", "honest", "st", "belief", "belief:model=soft", "optimal"),
    "thesis-die": ("random", "honest", "tree", "matrix", "optimal"),
}
PLAYED = {
    "bluff": ("random", "honest", "st", "belief", "optimal"),
    "burcsi-nagy": ("random", "honest", "st", "st:s=0.5,t=0.5", "st:s=0.5,t=0.5,inequality=intuition", "belief"),
    "perudo": ("random", "honest", "st", "belief"),
}
GAMES, SEED = 1_000, 1


def sure(agent: str, game: str) -> list[str]:
    """The share that the agent is sure of in seat 0, and in seat 1."""
    import mendax

    compiled, named = mendax.compile_game(game), mendax.make_agent(agent)
    found = []
    for seat in (0, 1):
        other = 1 - seat
        got = mendax.best_response(compiled, [named.strategy(compiled, seat)], other).value
        share = got if game == "thesis-die" else (1 + got) / 2
        found.append(str(1 - share))
    return found


def table(exact: list[dict], played: list[dict]) -> str:
    """What agents are sure of, then the ratings of each round robin."""
    lines = ["| game | agent | sure of, first | sure of, second | mean |", "|---|---|---:|---:|---:|"]
    for row in exact:
        shares = [float(Fraction(share)) for share in row["sure"]]
        told = " | ".join(percent(share) for share in (*shares, sum(shares) / 2))
        lines.append(f"| `{row['game']}` | `{row['agent']}` | {told} |")
    for found in played:
        lines += ["", f"`{found['command']}`:", "", "| agent | points | interval |", "|---|---:|---:|"]
        for row in found["ratings"]:
            lines.append(f"| `{row['agent']}` | {row['points']:+.0f} | {row['low']:+.0f} to {row['high']:+.0f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    import mendax
    from mendax.arena.tournament import tournament

    exact = [{"game": game, "agent": name, "sure": sure(name, game)} for game, names in EXACT.items() for name in names]
    for row in exact:
        print(json.dumps(row | {"mean": sum(float(Fraction(share)) for share in row["sure"]) / 2}), flush=True)
    played = []
    for game, names in PLAYED.items():
        found = tournament(game, [mendax.make_agent(name) for name in names], GAMES, seed=SEED)
        command = f"mendax arena {' '.join(names)} --game {game} --games {GAMES} --seed {SEED}"
        pairs = [{"agents": line_up.agents, "share": asdict(line_up.shares[0])} for line_up in found.line_ups]
        played.append({"command": command, "ratings": [asdict(row) for row in found.ratings], "pairs": pairs})
        print(json.dumps(played[-1]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "exact": exact, "played": played}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        rewrite("docs/agents.md", "agents.py", table(exact, played))


if __name__ == "__main__":
    main()
