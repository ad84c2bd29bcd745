"""The value of the liar's die with any number of faces.

Let w(b) be the chance to win of who must roll and claim more than b, w(n) = 0. The other accepts a claim c with chance a(c);
let v = max a(c) (1 - w(c)), what a lie is worth. A true claim c is worth 1 - a(c) w(c), which falls as he accepts more, so he
accepts as often as v allows: a(c) = min(1, v / (1 - w(c))). If w never rises, a(c) w(c) = min(w(c), v w(c) / (1 - w(c)))
never does either, and the truth is best told in full. So

    w(b) = min over v of F(v),   F(v) = (b v + sum over t > b of max(v, 1 - v w(t) / (1 - w(t)))) / n

(for v above 1 - w(t) both forms of a give v, as 1 - w(t) is less). F is convex and bends only where v = 1 - w(t): its least
value is at such a point or at v = 0. That is `by_recursion`, in any arithmetic.

It can be carried out once and for all. Let k(t) = w(t) / (1 - w(t)). Right of v = 1 - w(m), F rises by m less the sum of k(t)
over t > m, divided by n. As long as b is at least the sum over t > b, the best is v = 0, to doubt everything: w(b) = 1 - b/n
and k(t) = (n - t) / t. So b >= n (H_n - H_b) - (n - b), that is H_n - H_b <= 1, in harmonic numbers. Let m be the least such
b. Below it the best is always v = 1 - w(m) = m/n, and w(b) does not depend on b any more:

    w(b) = 1 - (m/n) (H_n - H_m)  for b < m,  at least 1 - m/n, so that w never rises.

The rule H_n - H_m <= 1 is that of the secretary problem, and so is the limit: m/n tends to 1/e, w(0) to 1 - 1/e.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import e
from typing import Any

import numpy as np

LIMIT = 1 - 1 / e


def by_recursion(faces: int, number: Callable[[int], Any] = Fraction) -> list[Any]:
    """w(0), ..., w(n), in Fractions or floats; ArithmeticError where the assumption that w never rises does not hold."""
    worth = [number(0)] * (faces + 1)
    points = np.array([number(0)], dtype=object if number is Fraction else float)
    sums = points * 0  # at each point, the sum in F so far
    for beat in range(faces - 1, -1, -1):
        odds = np.array([worth[t] / (1 - worth[t]) for t in range(beat + 1, faces + 1)])
        sums = sums + np.maximum(points, 1 - points * odds[0])
        new = 1 - worth[beat + 1]
        points = np.append(points, new)
        sums = np.append(sums, np.maximum(new, 1 - new * odds).sum())
        worth[beat] = ((beat * points + sums) / faces).min()
        if worth[beat] < worth[beat + 1] and number is Fraction:
            raise ArithmeticError(f"{faces} faces: to beat {beat} is worth less than to beat {beat + 1}")
    return worth


def threshold(faces: int) -> int:
    """The least claim after which the other doubts everything: m, with H_n - H_m <= 1."""
    left, rest = faces, Fraction(0)
    while left > 0 and rest + Fraction(1, left) <= 1:
        rest += Fraction(1, left)
        left -= 1
    return left


def closed_form(faces: int) -> Fraction:
    """w(0), the value."""
    m = threshold(faces)
    return 1 - Fraction(m, faces) * sum((Fraction(1, t) for t in range(m + 1, faces + 1)), start=Fraction(0))
