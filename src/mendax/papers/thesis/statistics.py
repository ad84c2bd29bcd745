"""What counts of won games are worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp

from mendax.papers.thesis.finding import percent

LEVEL = 0.05

# scipy.stats takes a second to import, so it is imported where it is used.


def binomial(won: int, games: int, chance: Fraction | float = 0.5) -> float:
    """The exact two-sided p-value of a count."""
    from scipy.stats import binomtest

    return float(binomtest(won, games, float(chance)).pvalue)


def interval(won: int, games: int) -> tuple[float, float]:
    """Of a chance, 95%, by Wilson."""
    from scipy.stats import binomtest

    found = binomtest(won, games).proportion_ci(method="wilson")
    return float(found.low), float(found.high)


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Do two rows of (won, lost) differ? Fisher's exact test, two-sided."""
    from scipy.stats import fisher_exact

    return float(fisher_exact([first, second])[1])


def games_needed(first: Fraction, second: Fraction) -> int:
    """Games of each to tell two chances apart at LEVEL four times out of five, by the normal approximation."""
    from scipy.stats import norm

    spread = first * (1 - first) + second * (1 - second)
    needed: int = ceil((norm.ppf(1 - LEVEL / 2) + norm.ppf(0.8)) ** 2 * float(spread / (first - second) ** 2))
    return needed


def chi_square(counts: Sequence[tuple[float, int, Fraction]]) -> float:
    """The p-value of two independent counts together: (won, games, chance). Two degrees of freedom."""
    total = 0.0
    for won, games, chance in counts:
        if not 0 < chance < 1:
            if won != games * chance:
                return 0.0
            continue
        total += float((won - games * chance) ** 2 / (games * chance * (1 - chance)))
    return exp(-total / 2)


def holm(found: Sequence[float]) -> list[bool]:
    """Which hypotheses Holm rejects at LEVEL, over all of them."""
    order = sorted(range(len(found)), key=lambda i: found[i])
    rejected = [False] * len(found)
    for rank, i in enumerate(order):
        if found[i] > LEVEL / (len(found) - rank):
            break
        rejected[i] = True
    return rejected


def between(ends: tuple[float, float]) -> str:
    return f"{percent(ends[0], 1)} to {percent(ends[1], 1)}"
