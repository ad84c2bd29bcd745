"""How fast is the compiled (s, t) game, where does its time go, and how does it compare with a plain implementation?

python bench/evolution_speed.py            measure and print, about two minutes
python bench/evolution_speed.py --write    and keep in bench/results/evolution_speed.json, and in docs/notes/evolution.md
"""

import argparse
import json
import os
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "notes" / "evolution.md"
RESULTS = ROOT / "bench" / "results" / "evolution_speed.json"
PLAIN_GAMES = {(2, 30): 3, (8, 30): 1}


def machine():
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def speed():
    """Everything in one run on this machine: rates, decisions, where the time goes, the plain implementation, two workers."""
    return {
        "tables": [rates(players, dice) for players, dice in ((2, 10), (2, 30), (2, 100), (3, 30), (8, 30))],
        "parts": parts(2, 30),
        "workers": scaling(),
        "million": million(),
    }


def prepared(players, dice):
    """What the compiled functions are given, for the whole mesh of the default reading."""
    import numpy as np

    from mendax.arena.evolution import Evolution
    from mendax.arena.table import bench, rules, tables

    e = Evolution(players=players, dice=dice)
    space = (np.zeros(122, np.int64), np.zeros(players, np.int64), np.zeros(players), np.zeros(players))
    return e, rules(e.reading), tables(players * dice), bench(players), space


def rates(players, dice, seconds=4.0):
    """Games and decisions a second of one core, strategies drawn alike from the mesh; the same of the plain implementation."""
    import numpy as np

    from mendax.arena._table import survey

    e, read, look, room, space = prepared(players, dice)
    played, won = np.zeros((2, len(e.mesh)), dtype=np.int64)
    survey(1, 0, 0, 1, played, won, e.mesh, dice, read, look, room, space, None)
    room.count[:] = 0
    games, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        survey(1, 0, games, games + 500, played, won, e.mesh, dice, read, look, room, space, None)
        games += 500
    spent = time.perf_counter() - begun
    found = {
        "players": players,
        "dice": dice,
        "games": games,
        "games_a_second": round(games / spent),
        "rounds_a_game": round(int(room.count[0]) / games, 1),
        "decisions_a_game": round(int(room.count[1]) / games, 1),
        "decisions_a_second": round(int(room.count[1]) / spent),
    }
    if (players, dice) in PLAIN_GAMES:
        plain = plain_rate(players, dice, PLAIN_GAMES[players, dice])
        found |= {"plain_games_a_second": float(f"{plain:.3g}"), "times_plain": round(games / spent / plain)}
    return found


def plain_rate(players, dice, games):
    """tests/naive_table.py: chances as fractions, every bid looked at; what it remembers of chances is warm."""
    import random

    sys.path.insert(0, str(ROOT / "tests"))
    from mendax.arena.reading import CHOICES, Reading
    from naive_table import Game

    reading = {key: getattr(Reading(), key) for key in CHOICES}
    rng = random.Random(1)

    def play():
        strategies = [(rng.randrange(11) / 10, rng.randrange(11) / 10) for _ in range(players)]
        Game(
            strategies,
            dice,
            reading,
            lambda player, many: [rng.randint(1, 6) for _ in range(many)],
            lambda kind: rng.random(),
        ).play()

    play()
    begun = time.perf_counter()
    for _ in range(games):
        play()
    return games / (time.perf_counter() - begun)


def parts(players, dice, games=200_000):
    """Where the time of a game goes: the same dice alone, the same numbers drawn alone, the same look-ups alone, by replay.

    What each game does is counted over 200 traced games: rolls by number of dice, numbers drawn for c_s and c_t, look-ups. Of
    look-ups two measures: all at once, and each waiting for the one before; in a game they are something between.
    """
    import numpy as np
    from numba import njit

    from mendax.arena._table import begin, roll, survey, unit
    from mendax.arena.table import play_game

    e, read, look, room, space = prepared(players, dice)
    played, won = np.zeros((2, len(e.mesh)), dtype=np.int64)
    rng = np.random.default_rng(1)
    rolled, drawn, places = [], 0, []
    traced = 200
    for game in range(traced):
        chosen = tuple(tuple(e.mesh[i].tolist()) for i in rng.integers(0, len(e.mesh), players))
        for each in play_game(chosen, dice, seed=1, game=game).rounds:
            total = sum(map(sum, each.hands))
            rolled += [sum(hand) for hand in each.hands if sum(hand)]
            last = None
            for move in each.moves:
                hand = each.hands[move.player]
                unseen = total - sum(hand)
                drawn += 2 * (move.drawn[0] is not None)
                for kind in (0, 1):  # the best plain raise and the best of sixes
                    need = min(unseen + 1, max(0, (last[0] if last else 1) - max(hand)))
                    places.append((kind * (look.wide - 1) + unseen) * look.wide + need)
                if last:
                    need = min(unseen + 1, max(0, last[0] - hand[last[1] - 1] - (hand[5] if last[1] < 6 else 0)))
                    places.append(((last[1] == 6) * (look.wide - 1) + unseen) * look.wide + need)
                last = (move.quantity, move.face)
    rolled, places = np.array(rolled), np.array(places)

    @njit
    def rolls(state, many, rolls, times):
        total = np.uint64(0)
        for _ in range(times):
            for d in many:
                state, hand = roll(state, d, rolls)
                total += hand
        return total

    @njit
    def units(state, many):
        total = 0.0
        for _ in range(many):
            state, u = unit(state)
            total += u
        return total

    @njit
    def looked(bits, places, times):
        total = 0
        for _ in range(times):
            for place in places:
                total ^= bits[place]
        return total

    @njit
    def chained(bits, places, times):
        total = 0
        for _ in range(times):
            for place in places:
                total = bits[place + (total & 1)]
        return total

    def seconds(function, *given):
        function(*given)
        return min(_timed(function, *given) for _ in range(3))

    times = 20
    state = np.uint64(begin(1, 0, 0))
    dice_s = seconds(rolls, state, rolled, look.rolls, times) / times / traced
    unit_s = seconds(units, state, 10_000_000) / 10_000_000 * drawn / traced
    bits = np.append(look.odds, 0.0).view(np.int64)
    look_s, chain_s = (seconds(function, bits, places, times) / times / traced for function in (looked, chained))
    whole = seconds(survey, 1, 0, 0, games // 10, played, won, e.mesh, dice, read, look, room, space, None) / (
        games // 10
    )
    return {
        "players": players,
        "dice": dice,
        "microseconds_a_game": round(whole * 1e6, 2),
        "rolls_a_game": round(len(rolled) / traced, 1),
        "numbers_drawn_a_game": round(drawn / traced, 1),
        "look_ups_a_game": round(len(places) / traced, 1),
        "share_of_dice": round(dice_s / whole, 3),
        "share_of_numbers_drawn": round(unit_s / whole, 3),
        "share_of_look_ups": [round(look_s / whole, 3), round(chain_s / whole, 3)],
        "share_of_the_rest": [round(1 - (dice_s + unit_s + each) / whole, 3) for each in (chain_s, look_s)],
    }


def _timed(function, *given):
    begun = time.perf_counter()
    function(*given)
    return time.perf_counter() - begun


def scaling():
    """Games a second of a survey at (2, 30) by one and by two workers, in turns, the best of five: others may use the machine."""
    from mendax.arena.evolution import Evolution
    from mendax.arena.survey import survey

    best = {1: 0.0, 2: 0.0}
    for workers in best:
        survey(Evolution(), 4_000, workers=workers)  # processes are started before the clock
    for _ in range(5):
        for workers in best:
            games = 250_000 * workers
            best[workers] = max(
                best[workers], games / _timed(lambda g=games, w=workers: survey(Evolution(), g, workers=w))
            )
    return [{"workers": workers, "games_a_second": round(rate)} for workers, rate in best.items()]


def million():
    """One population of a million games at (2, 30), with the memory of the process before and after."""
    import resource

    from mendax.arena.evolution import Evolution, evolve

    evolve(Evolution(rounds=20_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.perf_counter()
    evolve(Evolution(rounds=1_000_000))
    spent = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"seconds": round(spent, 1), "peak_mib": round(after / 1024), "grown_mib": round((after - before) / 1024, 1)}


def speed_lines(found):
    one, two = (each["games_a_second"] for each in found["workers"])
    part = found["parts"]
    yield f"Measured by `bench/evolution_speed.py` on {found['machine']}; one core, strategies drawn alike from the mesh."
    yield ""
    yield "| P, D | games a second | decisions a game | decisions a second | times the plain one |"
    yield "|---|---:|---:|---:|---:|"
    for row in found["tables"]:
        times = f"{row['times_plain']:,}" if "times_plain" in row else ""
        yield (
            f"| {row['players']}, {row['dice']} | {row['games_a_second']:,} | {row['decisions_a_game']:,.0f}"
            f" | {row['decisions_a_second']:,} | {times} |"
        )
    yield ""
    table, spent = f"({part['players']}, {part['dice']})", part["microseconds_a_game"]
    dice, numbers = (100 * part[f"share_of_{name}"] for name in ("dice", "numbers_drawn"))
    look_ups, rest = ends(part["share_of_look_ups"]), ends(part["share_of_the_rest"])
    grown, seconds = found["million"]["grown_mib"], found["million"]["seconds"]
    yield f"Of a game at {table}, {spent} µs, rolling dice takes {dice:.0f}%, other random numbers {numbers:.0f}%,"
    yield f"look-ups of chances {look_ups}%, all at once or one waiting for another, and the rest {rest}%: each measured alone,"
    yield f"as often as games need it. Two workers play {two / one:.2f} times as many games as one. A million games take"
    yield f"{seconds} s, and the process grows by {grown} MiB."


def ends(shares):
    return " to ".join(f"{100 * share:.0f}" for share in shares)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the results")
    options = parser.parse_args()
    found = {"date": datetime.now(UTC).date().isoformat(), "machine": machine(), **speed()}
    print(json.dumps(found, indent=1))
    if options.write:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        before, begin, rest = PAGE.read_text(encoding="utf-8").partition("<!-- bench/evolution_speed.py begins -->")
        end = "<!-- bench/evolution_speed.py ends -->"
        text = before + "\n".join([begin, *speed_lines(found), end]) + rest.partition(end)[2]
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
