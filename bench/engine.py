"""The README's tables of the engine, from what is kept in bench/results.

mendax bench peers --seconds 120 --out bench/results/peers.json
mendax bench bandwidth --out bench/results/bandwidth.json
python bench/regrets.py --write
python bench/engine.py
"""

import json

from pages import ROOT, rewrite

TARGETS = ("1e-02", "1e-03", "1e-04", "1e-06")


def rows_of(name: str) -> list[dict]:
    return json.loads((ROOT / "bench" / "results" / f"{name}.json").read_text(encoding="utf-8"))["rows"]


def seconds(value: float) -> str:
    return f"{value:.3g} s" if value >= 0.1 else f"{1e3 * value:.3g} ms"


def peers() -> str:
    """The largest game that all take: the last of the file."""
    rows = rows_of("peers")
    game = rows[-1]["game"]
    here = {row["solver"]: row for row in rows if row["game"] == game}
    ours = here["mendax dcfr"]["an_iteration"]
    lines = [
        f"| `{game}` | start | iteration | times ours | " + " | ".join(f"to {t}" for t in TARGETS) + " | peak MiB |",
        "|---|---:|---:|---:|" + "---:|" * (len(TARGETS) + 1),
    ]
    for name, row in here.items():
        if "error" in row:
            lines.append(f"| {name} | {row['error']} |" + " |" * (len(TARGETS) + 3))
        elif "reached" in row:
            reached = (row["reached"][target] for target in TARGETS)
            told = (f"{seconds(r['seconds'])}, {r['iterations']:,}" if r else "not reached" for r in reached)
            ratio = f"{row['an_iteration'] / ours:,.0f}"
            cells = [name, seconds(row["start"]), seconds(row["an_iteration"]), ratio, *told, str(row["peak_mib"])]
            lines.append(f"| {' | '.join(cells)} |")
        else:
            lines.append(
                f"| {name} | {seconds(row['seconds'])} in all |" + " |" * (len(TARGETS) + 2) + f" {row['peak_mib']} |"
            )
    return "\n".join(lines)


def bandwidth() -> str:
    lines = [
        "| game | an iteration moves | takes | GB/s | copying GB/s | share | peak MiB |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows_of("bandwidth"):
        copied = row["copy_gb_a_second"]
        cells = (
            f"`{row['game']}`",
            f"{row['bytes_an_iteration'] / 1e6:,.3g} MB",
            seconds(row["seconds_an_iteration"]),
            row["gb_a_second"],
            f"{copied[0]} to {copied[-1]}",
            f"{row['share']:.0%}",
            row["peak_mib"],
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def regrets() -> str:
    lines = [
        "| game | information sets | exploitability | iterations | seconds | peak MiB |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for row in rows_of("regrets"):
        cells = (
            f"`{row['game']}`",
            f"{row['information_sets']:,}",
            f"{(row['bounds'][1] - row['bounds'][0]) / 2:.1e}",
            row["iterations"],
            f"{row['seconds']:.3g}",
            f"{row['peak_mib']:,}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    rewrite("README.md", "engine.py", f"{peers()}\n\n{bandwidth()}\n\n{regrets()}")
