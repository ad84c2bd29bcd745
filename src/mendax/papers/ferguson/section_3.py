"""Section 3, the continuous game: theorem 2, its proof in numbers, and the games of cells that tend to it."""

from __future__ import annotations

from math import e
from typing import Any

import numpy as np
from scipy.integrate import quad

from mendax.figure import Figure, Series
from mendax.games.continuous import (
    CONTINUOUS_BEND,
    CONTINUOUS_VALUE,
    continuous_accept,
    continuous_claim,
)
from mendax.games.stage import ClaimStage
from mendax.papers.ferguson.cells import sure_of
from mendax.papers.ferguson.die import by_recursion, closed_form
from mendax.papers.ferguson.finding import item, judge, order_of
from mendax.papers.ferguson.play import value_of
from mendax.papers.report import Finding, Item
from mendax.solve.claims import solve_floats

VALUE, BEND = "1 - 1/e", "1/e"

CELLS = (16, 32, 64, 128)  # in which the strategies are played
SIZES = (16, 32, 64, 128, 256, 512, 1024)  # whose values are compared with the limit
PLACES = np.linspace(0.001, 0.999, 999)
CLOSE = 1e-10


def items() -> tuple[Item, ...]:
    return (
        item("Section 3, theorem 2: the value", _value),
        item("Section 3, text: the game of 1970 has the same value", _one_round),
        item("Section 3, proof: the density of I's claim", _density),
        item("Section 3, proof: challenge or accept, I wins as often", _indifferent),
        item("Section 3, theorem 2: strategy of I", _strategy_of_first),
        item("Section 3, proof: claims of I against II", _against_second),
        item("Section 3, proof: the integral", _integral),
        item("Section 3, theorem 2: strategy of II over all rounds", _strategy_of_second),
        item("Section 3, beyond: how fast games of cells tend to it", _rate),
    )


def figures() -> tuple[Figure, ...]:
    x = tuple(PLACES.tolist())
    errors = tuple(float(closed_form(n)) - CONTINUOUS_VALUE for n in SIZES)
    sizes = tuple(map(float, SIZES))
    return (
        Figure(
            work="ferguson",
            name="continuous-strategies",
            title="The continuous game: what to claim, what to accept",
            x="number seen, or claim heard",
            y="claim, or chance to accept it",
            series=(
                Series(label="claim of I", x=x, y=tuple(continuous_claim(PLACES).tolist())),
                Series(label="II accepts", x=x, y=tuple(continuous_accept(PLACES).tolist()), style="dashed"),
            ),
            note="Theorem 2. Up to 1/e one claims the y with y - 1 - ln y = x, above it the truth.",
            command="mendax reproduce ferguson --out DIR",
        ),
        Figure(
            work="ferguson",
            name="continuous-cells",
            title="The continuous game in cells: error of the value",
            x="cells",
            y="value less 1 - 1/e",
            series=(
                Series(label="error", x=sizes, y=errors, style="points"),
                Series(label="(1 - 1/e)/2n", x=sizes, y=tuple(CONTINUOUS_VALUE / 2 / n for n in SIZES), style="dashed"),
            ),
            note="Exact values of continuous:cells=n, which is a liar's die of n faces.",
            command="mendax reproduce ferguson --out DIR",
            log_x=True,
            log_y=True,
        ),
    )


def liar(y: Any) -> Any:
    """The number up to 1/e with which y is claimed."""
    return y - 1 - np.log(y)


def _value() -> Finding:
    """The rational games of cells are solved; their closed form tends to the value."""
    exact = all(value_of(f"continuous:cells={n}") == closed_form(n) for n in (2, 6, 12, 24))
    n = SIZES[-1]
    value = float(closed_form(n))
    return judge(
        VALUE,
        f"{CONTINUOUS_VALUE:.6f}; {value:.6f} with {n:,} cells",
        agrees=exact and abs(value - CONTINUOUS_VALUE) < 1 / n and abs(CONTINUOUS_VALUE - (1 - 1 / e)) < CLOSE,
        note="values in cells are exact: 1 - (m/n)(H_n - H_m), m the least with H_n - H_m <= 1, which tends to 1 -"
        " 1/e; 2, 6, 12 and 24 cells also by induction, proven by best responses over all rounds",
    )


def _one_round() -> Finding:
    """If II accepts, I wins if and only if the next number is below his claim: b(x, y) = y."""
    gaps = {}
    for size in (6, 24, 96):
        cells = np.arange(size)
        accepted = np.broadcast_to(cells / size + 1 / size, (size, size))
        true = (cells[:, None] >= cells).astype(float)
        stage = ClaimStage(
            throw=np.zeros(1, dtype=np.int64),
            hand=cells,
            claim=cells,
            chance=np.full((1, size), 1 / size),
            legal=np.ones((size, size), dtype=bool),
            accepted=np.stack([accepted, 1 - accepted]),
            doubted=np.stack([true, 1 - true]),
        )
        gaps[size] = float(solve_floats(stage).worth[0]) - float(closed_form(size))
    return judge(
        "the same",
        ", ".join(f"{size} cells: {float(closed_form(size)):.6f} {gap:+.0e}" for size, gap in gaps.items()),
        agrees=max(map(abs, gaps.values())) < CLOSE,
        note="the one-round game in cells by a linear program, less the value of the full game in as many cells",
    )


def _density() -> Finding:
    """By differences: x(y) = y - 1 - ln y below, and x = y above."""
    y = np.linspace(CONTINUOUS_BEND + 0.01, 0.99, 200)
    step = 1e-5
    slope = np.abs(liar(y + step) - liar(y - step)) / (2 * step)
    truth = 1 / (1 + slope)
    inverse = np.abs(continuous_claim(liar(y)) - y).max()
    total = quad(lambda t: 1 / t, CONTINUOUS_BEND, 1)[0]
    return judge(
        "1/y - 1 and 1; true with chance y",
        f"largest difference {max(np.abs(slope - (1 / y - 1)).max(), np.abs(truth - y).max()):.0e}; they add up to"
        f" {total:.10f}",
        agrees=np.abs(slope - (1 / y - 1)).max() < 1e-8
        and np.abs(truth - y).max() < 1e-8
        and inverse < CLOSE
        and abs(total - 1) < CLOSE,
        note="derivatives by differences at 200 claims between 1/e and 1",
    )


def _indifferent() -> Finding:
    """Challenged, a claim wins if it is true; accepted, I challenges and wins if the next number is below it."""
    y = np.linspace(CONTINUOUS_BEND + 0.01, 0.99, 200)
    step = 1e-5
    slope = np.abs(liar(y + step) - liar(y - step)) / (2 * step)
    apart = float(np.abs(1 / (1 + slope) - y).max())
    bend = {"points": (CONTINUOUS_BEND,)}
    challenged = quad(lambda x: float(continuous_claim(x) == x), 0, 1, **bend)[0]
    accepted = quad(lambda x: float(continuous_claim(x)), 0, 1, **bend)[0]
    return judge(
        f"y both ways; {VALUE} in all",
        f"within {apart:.0e}; {challenged:.6f} if all is challenged, {accepted:.6f} if all is accepted",
        agrees=apart < 1e-8 and max(abs(challenged - CONTINUOUS_VALUE), abs(accepted - CONTINUOUS_VALUE)) < 1e-6,
        note="this is a proof for the full game: I challenges in the second round, so play ends there, after at most"
        " two rounds, and all that matters of II after his first answer is whether his number is above y",
    )


def _strategy_of_first() -> Finding:
    sure = {n: sure_of("continuous", n)[0] for n in CELLS}
    worst = max(abs(value - CONTINUOUS_VALUE) for value in sure.values())
    return judge(
        f"sure of {VALUE}",
        ", ".join(f"{n} cells: {value:.5f}" for n, value in sure.items()),
        agrees=worst < 1 / CELLS[0] ** 2 and abs(sure[CELLS[-1]] - CONTINUOUS_VALUE) < 1e-4,
        note="the closed form rounded into cells, against an exact best response over all rounds of the game in"
        " cells; without cells the item before is the proof",
    )


def _against_second() -> Finding:
    """What claims are worth to I against II, who claims like I in the second round and challenges in the third.

    Hearing y(2), I wins 1 - y(2) by a challenge, as II is then true with chance y(2), and as often by accepting, when he must
    beat y(2) and is challenged. Where II has to put a claim above y(1), it is a lie the more: a challenge is better still.
    """
    inv = CONTINUOUS_BEND
    lies_high = [continuous_accept(y) * y for y in np.linspace(inv, 1, 50)]
    low = quad(lambda y: (1 / y) * (1 - y), inv, 1)[0]  # y(1) < 1/e is accepted; II's claim has density 1/y
    x = np.linspace(inv, 1, 50)
    true = 1 - continuous_accept(x) + continuous_accept(x) * x
    return judge(
        f"{BEND} for every lie; the truth is better above {BEND}",
        f"{float(lies_high[0]):.6f} to {float(lies_high[-1]):.6f} above, {low:.6f} below; truth {true[0]:.6f} to"
        f" {true[-1]:.6f}",
        agrees=float(np.abs(np.array(lies_high) - inv).max()) < CLOSE
        and abs(low - inv) < CLOSE
        and bool((np.diff(true) > 0).all()),
        note="wherever II puts the claims that would not be above y(1), I gains nothing by accepting one: this makes"
        " the argument of the page, which lets I challenge, hold for the full game",
    )


def _integral() -> Finding:
    inv = CONTINUOUS_BEND
    first, second = inv * inv, quad(lambda x: 1 - inv / x + inv, inv, 1)[0]
    total = first + second
    return judge(VALUE, f"{first:.6f} + {second:.6f} = {total:.10f}", agrees=abs(total - CONTINUOUS_VALUE) < CLOSE)


def _strategy_of_second() -> Finding:
    held = {n: sure_of("continuous", n)[1] for n in CELLS}
    order, constant = order_of(held, [value - CONTINUOUS_VALUE for value in held.values()])
    return judge(
        f"holds I to {VALUE}",
        ", ".join(f"{n} cells: {value:.5f}" for n, value in held.items()),
        agrees=0.9 < order < 1.1 and all(value > CONTINUOUS_VALUE for value in held.values()),
        note=f"above 1 - 1/e by {constant:.2f} / n^{order:.2f}: the closed form rounded into cells, against an exact"
        " best response over all rounds of the game in cells, claims not above y(1) put just above it. The section's"
        " first paragraph has II accept his own call where I's must be meant.",
    )


def _rate() -> Finding:
    values = {n: float(closed_form(n)) for n in SIZES}
    order, constant = order_of(values, [value - CONTINUOUS_VALUE for value in values.values()])
    again = max(abs(by_recursion(n, float)[0] - values[n]) for n in SIZES)
    return judge(
        "no numbers",
        f"error {constant:.3f} / n^{order:.3f}",
        agrees=abs(order - 1) < 0.02 and again < 1e-9,
        compared=False,
        note=f"regression over {', '.join(map(str, SIZES))} cells:"
        f" {', '.join(f'{value:.7f}' for value in values.values())}; the recursion in floats gives the same within"
        f" {again:.0e}",
    )
