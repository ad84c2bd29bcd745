"""A stated strategy may be read in several ways: each reading is complete, and tested against best play in the"
" full game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mendax.games.cup import Cup
from mendax.papers.ferguson.by_hand import Rules, assured
from mendax.papers.ferguson.play import Plan, strategy_of, sure
from mendax.papers.report import Finding, Verdict


@dataclass(frozen=True, kw_only=True)
class Reading:
    """name: what it adds to the words of the page. repair: it changes what is stated."""

    name: str
    plan: Plan
    repair: bool = False


@dataclass(frozen=True, kw_only=True)
class Tested:
    """What a reading is sure of (or, of the second player, to what it holds the first), computed twice."""

    reading: Reading
    sure: Fraction
    again: Fraction


def tested(game: Cup, rules: Rules, player: int, reading: Reading) -> Tested:
    return Tested(
        reading=reading,
        sure=sure(game, strategy_of(game, player, reading.plan)),
        again=assured(rules, player, reading.plan),
    )


def compare_readings(
    game: Cup, rules: Rules, player: int, value: Fraction, readings: tuple[Reading, ...], note: str = ""
) -> Finding:
    """Optimal? The stated strategy agrees if its first reading is, and is an erratum if none is but a repair.

    If only some other reading is optimal it cannot be told which was meant. Both computations of each must be equal.
    """
    results = [tested(game, rules, player, reading) for reading in readings]
    optimal = [result.reading for result in results if result.sure == value]
    if any(result.sure != result.again for result in results) or not optimal:
        verdict = Verdict.FAILS
    elif not results[0].reading.repair and results[0].sure == value:
        verdict = Verdict.AGREES
    elif all(reading.repair for reading in optimal):
        verdict = Verdict.ERRATUM
    else:
        verdict = Verdict.CANNOT_TELL
    word = "sure of" if player == 0 else "holds I to"
    told = [
        f"{'repaired, ' * result.reading.repair}{result.reading.name}: {_loss(result, value)}" for result in results
    ]
    return Finding(
        printed="optimal",
        ours=f"{word} {results[0].sure}; the value is {value}",
        verdict=verdict,
        note=f"{note}{'; '.join(told)}. All by exact best responses over all rounds, on the arrays and again by hand.",
    )


def _loss(result: Tested, value: Fraction) -> str:
    loss = abs(result.sure - value)
    return f"loses {loss} = {float(loss):.5f}" if loss else "attains the value"
