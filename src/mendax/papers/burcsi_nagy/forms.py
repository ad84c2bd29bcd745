"""Linear forms in p_ki, the chance that player I holding k opens with bid i; over i they add up to one for every k.

A form is an array `[K, B]` of Fractions, the coefficients of p_ki; a constant c stands as c (p_11 + ... + p_1B). In
text, `p2,11` is holding 2 and bidding 2 of 1; `P3` is the chance of bid 3 over all dice, so nP3 = p1,3 + ... + pn,3.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import NotationError
from mendax.games.round import Round

Form = NDArray[Any]

TERM = re.compile(r"([+-]?)(\([^)]*\)|\d*)(?:p(\d),(\d+)|P(\d+))?")


def zero(game: Round) -> Form:
    return np.full((len(game.weight[0]), game.num_rungs), Fraction(0), dtype=object)


def bid_names(game: Round) -> list[str]:
    """`3` for one of 3, `33` for two of 3; for dice of at most nine faces."""
    return [str(bid.face) * bid.count for bid in game.bids]


def read(game: Round, text: str, **letters: int) -> Form:
    """The form of a printed expression such as `3P2 + (1-q1) p1,22 - p2,2 + 4`, letters replaced by numbers."""
    for letter, value in letters.items():
        text = text.replace(letter, str(value))
    text = text.replace(" ", "")
    terms = list(TERM.finditer(text))
    if "".join(term.group() for term in terms) != text:
        raise NotationError(f"{text!r} is not a linear form; write it as in 3P2 + (1-1)p1,22 - p2,2 + 4")
    form, names = zero(game), bid_names(game)
    for sign, factor, die, bid, any_die in (term.groups() for term in terms if term.group()):
        number = Fraction(sum(map(int, re.findall(r"[+-]?\d+", factor))) if factor else 1) * (-1 if sign == "-" else 1)
        if bid:
            form[int(die) - 1, names.index(bid)] += number
        elif any_die:
            form[:, names.index(any_die)] += number / len(form)
        else:
            form[0] += number
    return form


def write(game: Round, form: Form) -> str:
    names = bid_names(game)
    terms = [f"{'' if form[k, i] == 1 else form[k, i]}p{k + 1},{names[i]}" for k, i in np.argwhere(form != 0).tolist()]
    return " + ".join(terms) or "0"


def entry(game: Round, table: NDArray[Any], row: int, column: int) -> Form:
    """The form of one cell of a matrix given by `outcomes` `[B, J, K]`."""
    return total(game, table, [(row, column)])


def total(game: Round, table: NDArray[Any], cells: Iterable[tuple[int, int]]) -> Form:
    """The sum of some cells (row, column) of a matrix given by `outcomes` `[B, J, K]`."""
    form = zero(game)
    for row, column in cells:
        form[:, row] += table[row, column]
    return form


def reduced(form: Form) -> tuple[Fraction, Form]:
    """(c, rest): c + rest is the form for every p; rest has no negative coefficient, and a zero for every k.

    So c is the least value of the form over all p, and two forms are equal for all p exactly if both parts are.
    """
    low = form.min(axis=1)
    return Fraction(low.sum()), form - low[:, None]


def least(form: Form) -> Fraction:
    return reduced(form)[0]


def write_reduced(game: Round, form: Form) -> str:
    constant, rest = reduced(form)
    return f"{constant} + {write(game, rest)}"


def same_for_all_p(left: Form, right: Form) -> bool:
    (c, rest), (d, other) = reduced(left), reduced(right)
    return c == d and bool((rest == other).all())
