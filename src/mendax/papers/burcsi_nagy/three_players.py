"""Section 5 leaves open: more than two players with one die each. Three players, as profiles and what each could gain.

Regret minimisation finds a profile; nothing promises that it is near an equilibrium. Two numbers say what it is worth: what each
seat has, and `nash_conv`, what all could gain together if each alone changed. Where a rounding of it is an equilibrium, that is
proven.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mendax.games.round import Round, compile_round
from mendax.papers.burcsi_nagy.finding import item
from mendax.papers.report import Finding, Item, Verdict
from mendax.rules.variant import parse_round
from mendax.solve.cfr_many import ManySolution, cfr_many
from mendax.solve.rounding import Proven, equilibrium_near

OPEN = "left open"
FAMILIES = ("endgame", "bluff")
FACES = (2, 3, 4, 5, 6)
SEATS = ("first", "next", "last")

PROVEN_FACES = (2, 3)  # with more, no start was seen whose rounding is an equilibrium
SEEDS, ITERATIONS, TARGET = 6, 3_000, 1e-4  # of what is rounded
SHORT = {4: 600, 5: 150, 6: 40}  # iterations here, for seconds; LONG has run for minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """Of many starts: how near their profiles came to an equilibrium, and what the seats had."""

    seeds: int
    iterations: int
    nash_conv: tuple[float, float]
    seats: tuple[tuple[float, float], ...]
    proven: int


def _long_runs() -> dict[str, Runs]:
    told = json.loads((Path(__file__).parent / "three_players.json").read_text(encoding="utf-8"))
    return {
        game: Runs(
            seeds=runs["seeds"],
            iterations=runs["iterations"],
            nash_conv=(runs["nash_conv"][0], runs["nash_conv"][1]),
            seats=tuple((low, high) for low, high in runs["seats"]),
            proven=runs["proven"],
        )
        for game, runs in told.items()
    }


LONG = _long_runs()  # written by bench/three_players.py


def items() -> tuple[Item, ...]:
    """Each family and number of faces, and which seat is best."""
    return (
        *(
            item(f"Section 5, three players with one die: {family}, n={n}", _of_faces, family, n)
            for family in FAMILIES
            for n in FACES
        ),
        *(
            item(f"Section 5, three players with one die: best seat, {family}", _best_seat, family)
            for family in FAMILIES
        ),
    )


def three(family: str, faces: int) -> Round:
    return compile_round(parse_round(f"{family}:dice=1v1v1,faces={faces}"))


@cache
def proven(family: str, faces: int) -> tuple[Proven, ...]:
    """Equilibria near profiles of a few starts."""
    game = three(family, faces)
    starts = (cfr_many(game, iterations=ITERATIONS, target=TARGET, seed=seed) for seed in range(SEEDS))
    found = (equilibrium_near(game, start.profile) for start in starts)
    return tuple(one for one in found if one is not None)


@cache
def near(family: str, faces: int) -> ManySolution:
    return cfr_many(three(family, faces), iterations=SHORT[faces], target=TARGET, seed=0)


def _of_faces(family: str, faces: int) -> Finding:
    return _proven(family, faces) if faces in PROVEN_FACES else _near(family, faces)


def _proven(family: str, faces: int) -> Finding:
    """Values of equilibria, exact, and how they differ."""
    found = proven(family, faces)
    worths = list(dict.fromkeys(one.values for one in found))
    told = "; ".join(", ".join(map(str, worth)) for worth in worths)
    return Finding(
        printed=OPEN,
        ours=f"equilibria worth {told} to {', '.join(SEATS)}" if found else "no equilibrium proven",
        verdict=Verdict.CANNOT_TELL if found else Verdict.FAILS,
        note=f"proven: a best response of any player, over the whole game in rationals, gains nothing. From {len(found)} of"
        f" {SEEDS} starts; there are others, so the game has no value. {_long(family, faces)}",
    )


def _near(family: str, faces: int) -> Finding:
    solution = near(family, faces)
    worth = ", ".join(f"{seat} {value:+.3f}" for seat, value in zip(SEATS, solution.values, strict=True))
    return Finding(
        printed=OPEN,
        ours=f"a profile worth {worth}; nash_conv {solution.nash_conv:.1e}",
        verdict=Verdict.CANNOT_TELL,
        note=f"no equilibrium: after {solution.iterations} iterations all could gain {solution.nash_conv:.1e} together, each by"
        f" changing alone. {_long(family, faces)}",
    )


def _best_seat(family: str) -> Finding:
    """Of all starts of the long runs."""
    runs = {faces: LONG[three(family, faces).game] for faces in FACES}
    return Finding(
        printed=OPEN,
        ours=", ".join(f"n={faces} {best_seat(run.seats, run.nash_conv[1])}" for faces, run in runs.items()),
        verdict=Verdict.CANNOT_TELL,
        note="the seat whose least over all starts is more than the others' most, by more than all could gain together: "
        + ", ".join(
            f"n={faces} {run.seeds} starts, nash_conv at most {run.nash_conv[1]:.1e}" for faces, run in runs.items()
        ),
    )


def best_seat(ranges: tuple[tuple[float, float], ...], doubt: float) -> str:
    """The seat whose least is more than any other's most by more than `doubt`."""
    for i, (least, _) in enumerate(ranges):
        if all(least > most + doubt for j, (_, most) in enumerate(ranges) if j != i):
            return SEATS[i]
    return "none for sure"


def _long(family: str, faces: int) -> str:
    runs = LONG[three(family, faces).game]
    seats = ", ".join(f"{seat} {low:+.3f} to {high:+.3f}" for seat, (low, high) in zip(SEATS, runs.seats, strict=True))
    rounded = f", {runs.proven} of them rounded to a proven equilibrium" if runs.proven else ""
    return (
        f"{runs.seeds} starts of up to {runs.iterations:,} iterations came to nash_conv {runs.nash_conv[0]:.1e} to"
        f" {runs.nash_conv[1]:.1e}{rounded}: {seats}"
    )
