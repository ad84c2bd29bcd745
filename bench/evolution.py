"""Burcsi and Nagy's simulation with as many games as its questions need.

    python bench/evolution.py --experiments [--seconds 200]   go on with the large runs, kept in
                                                              src/mendax/papers/burcsi_nagy/simulation.json
    python bench/evolution.py --page                          write the tables of docs/notes/evolution.md from it

Experiments are kept one by one, so that the program can be stopped and started again; --again runs them anew.
"""

import argparse
import json
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "src" / "mendax" / "papers" / "burcsi_nagy" / "simulation.json"
PAGE = ROOT / "docs" / "notes" / "evolution.md"
GAMES = {
    (2, 10): 1_000_000,
    (2, 30): 1_000_000,
    (2, 50): 600_000,
    (2, 100): 400_000,
    (3, 30): 600_000,
    (8, 30): 300_000,
}
REPLICATES = 400
SETS = 200_000
SEED = 2014


def work(workers):
    """Every large run as (name, function that measures it)."""
    from mendax.arena.reading import CHOICES, single_changes
    from mendax.papers.burcsi_nagy.simulation import (
        FIGURE_1,
        FIGURE_2,
        STRIP,
        WHOLE,
        experiment,
        long_run,
        measure,
        name_of,
        small_t_duels,
    )

    told = []
    inequalities = [f"inequality={choice}" for choice in CHOICES["inequality"]]
    for box, tables in ((WHOLE, FIGURE_1), (STRIP, FIGURE_2)):
        told += [(*table, box, reading) for reading in inequalities for table in tables]
    changes = [reading.differs() for reading in single_changes() if reading.differs().partition("=")[0] != "inequality"]
    told += [(*table, WHOLE, reading) for reading in changes if reading != "default" for table in ((2, 30), (3, 30))]
    for players, dice, box, reading in told:
        e = experiment(players, dice, box=box, reading=reading, seed=SEED)
        yield name_of(e), lambda e=e: measure(e, GAMES[e.players, e.dice], REPLICATES, workers=workers)
    for reading in inequalities:
        for players, dice in ((2, 30), (2, 50)):

            def duels(players=players, dice=dice, reading=reading):
                found = small_t_duels(players, dice, reading, SETS, seed=SEED, workers=workers)
                return [
                    {"s": each.s, "share": [each.share.value, each.share.error], "games": each.games} for each in found
                ]

            yield f"duels {players}x{dice}, {reading}", duels
        yield f"long 2x30, {reading}", lambda reading=reading: long_run(reading, seed=SEED, workers=workers)


def experiments(seconds, workers, again):
    from mendax.store import write_whole

    kept = {} if again or not STORED.exists() else json.loads(STORED.read_text(encoding="utf-8"))
    begun = time.monotonic()
    left = [(name, measure) for name, measure in work(workers) if name not in kept]
    for done, (name, measure) in enumerate(left):
        if time.monotonic() - begun > seconds:
            print(f"{len(left) - done} left")
            return
        started = time.monotonic()
        kept[name] = measure()
        write_whole(STORED, written(kept).encode())
        print(f"{name}: {time.monotonic() - started:.0f} s", flush=True)
    print("all done")


def written(kept):
    """A line an experiment, so that changes can be read."""
    lines = (f"{json.dumps(name)}: {json.dumps(rounded(found))}" for name, found in kept.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def rounded(value):
    """Seven digits are more than any of these numbers is worth."""
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.7g}") if isinstance(value, float) else value


def page():
    """The tables of the note, from what is kept."""
    kept = json.loads(STORED.read_text(encoding="utf-8"))
    lines = [*readings_lines(kept), *duels_lines(kept), *long_lines(kept)]
    text = PAGE.read_text(encoding="utf-8")
    before, begin, rest = text.partition("<!-- bench/evolution.py begins -->")
    end = "<!-- bench/evolution.py ends -->"
    PAGE.write_text(before + "\n".join([begin, *lines, end]) + rest.partition(end)[2], encoding="utf-8")


def interval(value, error, scale=1.0, places=3):
    return f"{scale * value:.{places}f} ± {1.96 * scale * error:.{places}f}"


def readings_lines(kept):
    yield ""
    yield "Which reading changes what. Share of t: 1/2 where s and t are alike. Small t: what t = 0.1 wins more than t = 0, in"
    yield "points. Mean t, and its standard deviation over figures of 300 rounds; signal: what two figures have in common;"
    yield "decisive: in how many figures scores differ more along t."
    yield ""
    yield "| P, D | reading | share of t | small t | mean s | mean t | signal | decisive |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for name, found in kept.items():
        if "share_t" not in found:
            continue
        figures, box = found["figures"], "" if found["box"] == [1, 1] else f", t up to {found['box'][1]:g}"
        yield (
            f"| {found['players']}, {found['dice']}{box} | {name.partition(', ')[2]} | {interval(*found['share_t'], places=4)}"
            f" | {interval(*found['small_t'], 100, 1)}"
            + "".join(f" | {figures[key][0]:.3f} ({figures[key][1]:.3f})" for key in ("mean_s", "mean_t"))
            + f" | {figures['signal']:.2f} | {figures['decisive']:.2f} |"
        )


def duels_lines(kept):
    yield ""
    yield "(s, 0.1) against (s, 0): points over a half that the first wins, by s."
    yield ""
    yield "| P, D | reading | s = 0 | s = 0.5 | s = 1 |"
    yield "|---|---|---:|---:|---:|"
    for name, found in kept.items():
        if name.startswith("duels"):
            table, _, reading = name.removeprefix("duels ").partition(", ")
            shares = " | ".join(interval(each["share"][0] - 0.5, each["share"][1], 100, 2) for each in found)
            yield f"| {table.replace('x', ', ')} | {reading} | {shares} |"


def long_lines(kept):
    yield ""
    yield "Long after, at (2, 30): mean s and mean t with standard deviations over populations."
    yield ""
    yield "| reading | games | mean s | mean t | replicator: s | t |"
    yield "|---|---:|---:|---:|---:|---:|"
    for name, found in kept.items():
        if name.startswith("long"):
            for games, when in zip(found["rounds"], ("early", "late"), strict=True):
                s, s_sd, t, t_sd = found[when]
                limit = " | ".join(f"{x:.2f}" for x in found["replicator"]["mean"]) if when == "late" else " | "
                yield (
                    f"| {name.partition(', ')[2]} | {games:,} | {s:.3f} ({s_sd:.3f}) | {t:.3f} ({t_sd:.3f}) | {limit} |"
                )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--experiments", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    if options.experiments:
        experiments(options.seconds, options.workers, options.again)
    if options.page:
        page()


if __name__ == "__main__":
    main()
