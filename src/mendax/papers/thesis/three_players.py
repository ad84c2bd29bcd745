"""The thesis, section 6.2: a third player, which it leaves open, as equilibria proven by best responses over the whole game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

import numpy as np

from mendax.games.compile import compile_game
from mendax.games.cup import Cup
from mendax.papers.report import Finding, Item, Verdict
from mendax.solve.equilibrium import Equilibrium, equilibria

WORK = "thesis"

TRIES = 200
SEED = 62
SEATS = ("first", "next", "last")
PRIZES = {
    "shared": "all but the loser of a doubt share the prize equally",
    "winner": "the winner of a doubt has the prize alone",
}
OPEN = "left open"
MIXED = "linear programming determines the mixed equilibrium"


def items() -> tuple[Item, ...]:
    """What section 6.2 leaves open or says of a third player, under both prizes that a doubt between two of three can have."""
    found: list[tuple[str, Callable[[], Finding]]] = [
        *((f"Section 6.2, three players, one die: prize={prize}", partial(_worths, prize)) for prize in PRIZES),
        *((f"Section 6.2, is it good to be first of three? prize={prize}", partial(_first, prize)) for prize in PRIZES),
        ("Section 6.2, three players need mixed strategies and a linear program", _mixed),
    ]
    return tuple(Item(work=WORK, name=name, check=check) for name, check in found)


@cache
def _found(prize: str) -> tuple[Equilibrium, ...]:
    game = compile_game(f"thesis-die:players=3,prize={prize}")
    assert isinstance(game, Cup)
    return equilibria(game, tries=TRIES, rng=np.random.default_rng(SEED))


def _different(prize: str) -> list[tuple[Fraction, ...]]:
    """What the equilibria found are worth, most often found first."""
    times: dict[tuple[Fraction, ...], int] = {}
    for one in _found(prize):
        times[one.worth] = times.get(one.worth, 0) + one.found
    return sorted(times, key=lambda worth: -times[worth])


def _proven(prize: str) -> bool:
    return not any(gain for one in _found(prize) for gain in one.gains)


def _evidence(prize: str) -> str:
    found = _found(prize)
    return (
        f"{PRIZES[prize]}; the cup passes in turn and only the next player answers. {len(found)} equilibria that differ where"
        f" play can come to, from {TRIES} tries; a best response of any player, over the whole game in rationals, gains"
        f" {max(gain for one in found for gain in one.gains)} against each of them. There may be others"
    )


def _worths(prize: str) -> Finding:
    """Chances to win by seat, over all equilibria found."""
    worths = _different(prize)
    commonest = ", ".join(map(str, worths[0]))
    spread = ", ".join(f"{seat} {_range([w[i] for w in worths])}" for i, seat in enumerate(SEATS))
    return Finding(
        printed=OPEN,
        ours=f"found: {spread}",
        verdict=_open(prize),
        note=f"{_evidence(prize)}. They are worth {len(worths)} different things, most often {commonest}: a third player leaves"
        " the game without a value, so what a seat is worth depends on what all expect of each other.",
    )


def _first(prize: str) -> Finding:
    """An equal share is 1/3; and who is better off of the two who wait?"""
    worths = _different(prize)
    share, unlost = Fraction(1, 3), Fraction(1, 2)
    more, less = sum(w[0] > share for w in worths), sum(w[0] < share for w in worths)
    last, following = sum(w[2] > w[1] for w in worths), sum(w[2] < w[1] for w in worths)
    safe = sum(w[0] == unlost for w in worths)
    never = f" Who never loses has {unlost}, and so has the first in {safe}." if prize == "shared" else ""
    verdict = "yes in all" if more == len(worths) else f"yes in {more}, no in {less}"
    return Finding(
        printed=f"with two players yes; with three {OPEN}",
        ours=f"{verdict} of {len(worths)} outcomes found",
        verdict=_open(prize),
        note=f"{_evidence(prize)}. The first has more than an equal share, 1/3, in {more} of the {len(worths)} different"
        f" outcomes and less in {less}.{never} The last is better off than the next in {last}, the next than the last in"
        f" {following}.",
    )


def _mixed() -> Finding:
    """Both parts of the claim depend on a rule the thesis does not give: who wins when two of three settle a doubt."""
    pure = {prize: sum(_is_pure(one) for one in _found(prize)) for prize in PRIZES}
    told = "; ".join(f"prize={prize}: {count} of {len(_found(prize))} are pure" for prize, count in pure.items())
    return Finding(
        printed=MIXED,
        ours=told,
        verdict=Verdict.CANNOT_TELL if all(map(_proven, PRIZES)) else Verdict.FAILS,
        note="the thesis does not say what a third player wins when the other two settle a doubt. A linear program has one"
        " value; two of three players do not play for a constant sum, and their equilibria are worth different things:"
        f" {', '.join(f'{len(_different(prize))} were found with prize={prize}' for prize in PRIZES)}. Each stage is a linear"
        " complementarity problem instead, and where a pure equilibrium is found and proven nobody needs to mix.",
    )


def _open(prize: str) -> Verdict:
    """Nothing is printed to agree with; only a gain from deviating would be a failure, of ours."""
    return Verdict.CANNOT_TELL if _proven(prize) else Verdict.FAILS


def _is_pure(one: Equilibrium) -> bool:
    return all(bool((strategy.prob == 1).all()) for strategy in one.profile)


def _range(values: list[Fraction]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"
