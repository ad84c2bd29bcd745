"""Theorem 2.2: three faces, the 3 is a joker. Value, strategies, W3 and the sum of its elements, with q1 and q2."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.games.round import Round
from mendax.games.strategy import Strategy
from mendax.papers.burcsi_nagy.endgame import (
    DOUBT,
    ONE,
    Answer,
    answers,
    assured,
    compare_strategy,
    compare_value,
    endgame,
    exploited,
    faces,
    first_player,
    openings,
    outcomes,
    second_player,
)
from mendax.papers.burcsi_nagy.finding import item, judge
from mendax.papers.burcsi_nagy.forms import Form, entry, least, read, same_for_all_p, write, write_reduced
from mendax.papers.report import Finding, Item
from mendax.rules.ladder import Bid
from mendax.solve.response import best_response

# The page -------------------------------------------------------------------------------------------------------------

VALUE = Fraction(4, 9)

# Player I's chance to win with die 1, 2, 3, from which the page gets 1 - (2/3 + 2/3 + 1/3)/3.
CHAIN = ("2/3", "2/3", "1/3")

# Rows: bids 1, 2, 3, 2 of 1, 2 of 2, 2 of 3 of player I; columns: die of player II.
W3 = (
    ("p1,1 + p3,1", "p2,1 + p3,1", "p3,1"),
    ("p1,2 + p3,2", "p2,2 + p3,2", "p3,2"),
    ("p1,3 + p3,3", "p2,3 + p3,3", "p3,3"),
    ("p2,11", "3P11", "q1 p3,11 + (1-q1) p2,11"),
    ("3P22", "p1,22", "q2 p3,22 + (1-q2) p1,22"),
    ("P33", "3P33", "p1,33 + p2,33"),
)

# The sum of its elements: as first written, and rearranged twice (one scan reads q2 p3,2 for q2 p3,22).
SUM = (
    "p1,1 + p3,1 + p2,1 + p3,1 + p3,1"
    " + p1,2 + p3,2 + p2,2 + p3,2 + p3,2"
    " + p1,3 + p3,3 + p2,3 + p3,3 + p3,3"
    " + p2,11 + 3P11 + q1 p3,11 + (1-q1) p2,11"
    " + 3P22 + p1,22 + q2 p3,22 + (1-q2) p1,22"
    " + 3P33 + 3P33 + p1,33 + p2,33"
)
SUM_BY_DIE = (
    "p1,1 + p1,2 + p1,3 + p1,11 + (2+1-q2) p1,22 + 3p1,33"
    " + p2,1 + p2,2 + p2,3 + (2+1-q1) p2,11 + p2,22 + 3p2,33"
    " + 3p3,1 + 3p3,2 + 3p3,3 + (1+q1) p3,11 + (1+q2) p3,22 + 2p3,33"
)
SUM_WITH_ONES = (
    "1 + (2-q2) p1,22 + 2p1,33 + 1 + (2-q1) p2,11 + 2p2,33 + 1 + 2p3,1 + 2p3,2 + 2p3,3 + q1 p3,11 + q2 p3,22 + p3,33"
)
SUM_AT_ONE = "4 + p1,22 + p1,33 + p2,11 + p2,33 + p3,1 + p3,2 + p3,3"  # q1 = q2 = 1


def stated_openings() -> dict[tuple[int, Bid], Fraction]:
    """Player I claims 2 of his die."""
    return {(die, Bid(2, die)): ONE for die in (1, 2, 3)}


def reply_with(q1: Fraction, q2: Fraction, bid: Bid, die: int) -> Mapping[Answer, Fraction]:
    """Player II of the proof; the theorem states q1 = q2 = 0.

    q1, q2: chance that a joker answers '2 of 1', '2 of 2' by '2 of 3' instead of doubting.
    """
    if bid.count == 1:
        return {Bid(2, die): ONE}
    q = {1: q1, 2: q2}.get(bid.face, Fraction(0)) if die == 3 else Fraction(0)
    return {Bid(2, 3): q, DOUBT: 1 - q} if q else {DOUBT: ONE}


# Ours -----------------------------------------------------------------------------------------------------------------

CORNERS = tuple(product((0, 1), repeat=2))


def game_with_joker() -> Round:
    return endgame(3, "high")


def player_two(q1: Fraction | int, q2: Fraction | int) -> Strategy:
    return second_player(game_with_joker(), lambda bid, die: reply_with(Fraction(q1), Fraction(q2), bid, die))


def matrix(q1: Fraction | int, q2: Fraction | int) -> NDArray[Any]:
    """W3 as a computed object `[B, J, K]`."""
    return outcomes(game_with_joker(), player_two(q1, q2))


def sum_of(table: NDArray[Any]) -> Form:
    """The sum of the elements of a matrix `[B, J, K]` as a form `[K, B]`."""
    form: Form = table.sum(axis=1).T
    return form


def value() -> Finding:
    return compare_value(game_with_joker(), VALUE)


def first_is_optimal() -> Finding:
    game = game_with_joker()
    return compare_strategy(game, first_player(game, stated_openings()))


def first_by_die() -> Finding:
    """Player I's chance to win by his die, when player II answers best. His bid gives his die away."""
    game = game_with_joker()
    first = first_player(game, stated_openings())
    p, lost = openings(game, first), answers(game, first).max(axis=2).sum(axis=1) / 3
    ours = [str(1 - p[die - 1] @ lost) for die in faces(game)]
    left = 1 - sum(map(Fraction, ours)) / 3
    return judge(
        f"{', '.join(CHAIN)}; so 1 - 5/9 = {VALUE}",
        f"{', '.join(ours)}; so {left}",
        agrees=tuple(ours) == CHAIN and left == VALUE,
    )


def second_as_stated() -> Finding:
    """The theorem's list doubts every bid of two; the proof needs q1 = q2 = 1."""
    game, repaired = game_with_joker(), player_two(1, 1)
    note = (
        "always doubting a bid of two fails. How player I gains, die: bids (dice of II that win, how many after the "
        f"repair): {exploited(game, matrix(0, 0), matrix(1, 1))}; the best response in the whole game and the least "
        "sum of W3 say the same. Repair: with a joker answer '2 of 1' and '2 of 2' by '2 of 3' (q1 = q2 = 1), sure to "
        f"win {assured(game, repaired)}"
    )
    return compare_strategy(game, player_two(0, 0), note)


def second_in_proof() -> Finding:
    note = "with a joker '2 of 1' and '2 of 2' are answered by '2 of 3', everything else as stated"
    return compare_strategy(game_with_joker(), player_two(1, 1), note)


def family() -> Finding:
    """What (q1, q2) is sure of: the least value of the printed sum, against best responses in the whole game."""
    game = game_with_joker()
    grid = list(product((Fraction(0), Fraction(1, 2), ONE), repeat=2))
    ours = {q: assured(game, player_two(*q)) for q in grid}
    corners = {(Fraction(a), Fraction(b)): least(read(game, SUM_WITH_ONES, q1=a, q2=b)) / 9 for a, b in CORNERS}
    law = all(sure == (3 + min(q)) / 9 for q, sure in ours.items())
    # Player I bids 1 with a 1 or 2, '2 of 1' or '2 of 2' with a joker: 3 + q1 or 3 + q2 at all corners, so for all q.
    law &= all(
        sum_of(matrix(a, b))[[0, 1, 2], [0, 0, 2 + face]].sum() == 3 + q
        for a, b in CORNERS
        for face, q in ((1, a), (2, b))
    )
    return judge(
        _by_corner(corners),
        _by_corner({q: ours[q] for q in corners}),
        agrees=law and all(ours[q] == sure for q, sure in corners.items()),
        note=(
            "(3 + min(q1, q2))/9, on the grid of 0, 1/2, 1; never more, since player I with a joker may bid '2 of 1' "
            "or '2 of 2': only q1 = q2 = 1 is optimal"
        ),
    )


def _by_corner(sure: Mapping[tuple[Fraction, Fraction], Fraction]) -> str:
    return ", ".join(f"({a}, {b}): {chance}" for (a, b), chance in sure.items())


def always_two_of_three() -> tuple[Form, Fraction]:
    """Player I who always bids '2 of 3', which can only be doubted: his p, and II's chance by best response."""
    game = game_with_joker()
    always = first_player(game, {(die, Bid(2, 3)): ONE for die in faces(game)})
    return openings(game, always), (1 + Fraction(best_response(game, (always,), 1).value)) / 2


def compare_w3() -> Finding:
    """Entry by entry at the four corners: every entry has degree one in q1 and in q2."""
    game = game_with_joker()
    wrong = [
        (row, column)
        for row, column in product(range(6), range(3))
        if not all(
            (read(game, W3[row][column], q1=a, q2=b) == entry(game, matrix(a, b), row, column)).all()
            for a, b in CORNERS
        )
    ]
    printed = ", ".join(f"{W3[r][c]} at ({game.bids[r]}, die {c + 1})" for r, c in wrong)
    ours = ", ".join(
        f"{write(game, entry(game, matrix(0, 0), r, c))} at ({game.bids[r]}, die {c + 1})" for r, c in wrong
    )
    total = sum(read(game, text, q1=0, q2=0) for line in W3 for text in line)
    p, won = always_two_of_three()
    printed_there, ours_there = (Fraction(np.sum(form * p)) / 9 for form in (total, sum_of(matrix(0, 0))))
    return judge(
        printed or "18 entries",
        f"{ours}; the other {18 - len(wrong)} entries agree" if wrong else "18 entries agree",
        agrees=not wrong,
        proven=won == ours_there != printed_there,
        note=(
            f"if player I always bids '2 of 3', II wins {won} (best response), ours gives {ours_there}, the printed "
            f"matrix {printed_there}. Repair: 3P33, as in the printed sum of the elements"
        ),
    )


def _sum_agrees(printed: str) -> bool:
    game = game_with_joker()
    return all(same_for_all_p(read(game, printed, q1=a, q2=b), sum_of(matrix(a, b))) for a, b in CORNERS)


def compare_sum(printed: str) -> Finding:
    game = game_with_joker()
    return judge(
        printed,
        write(game, sum_of(matrix(0, 0))) + " at q1 = q2 = 0",
        agrees=_sum_agrees(printed),
        note="equal for all p at (q1, q2) = (0, 0), (0, 1), (1, 0), (1, 1), and of degree one in each",
    )


def compare_last_line() -> Finding:
    game = game_with_joker()
    printed, ours = read(game, SUM_AT_ONE), sum_of(matrix(1, 1))
    p, won = always_two_of_three()
    printed_there, ours_there = (Fraction(np.sum(form * p)) / 9 for form in (printed, ours))
    return judge(
        SUM_AT_ONE,
        write_reduced(game, ours),
        agrees=same_for_all_p(printed, ours),
        proven=won == ours_there != printed_there,
        note=(
            f"if player I always bids '2 of 3', II wins {won} (best response), ours gives {ours_there}, the page "
            f"{printed_there}; the least value stays {least(ours)}, so the bound {least(ours) / 9} stands"
        ),
    )


def items() -> tuple[Item, ...]:
    return (
        item("Theorem 2.2", value),
        item("Theorem 2.2, player I's stated strategy", first_is_optimal),
        item("Theorem 2.2, player II's stated strategy", second_as_stated),
        item("Theorem 2.2, player II's strategy, reading: q1 = q2 = 1 as in the proof", second_in_proof),
        item("Theorem 2.2 proof, player I's chances by his die", first_by_die),
        item("Theorem 2.2 proof, what (q1, q2) is sure of", family),
        item("Theorem 2.2 proof, W3", compare_w3),
        item("Theorem 2.2 proof, sum of W3", compare_sum, SUM),
        item("Theorem 2.2 proof, sum of W3 by die of player I", compare_sum, SUM_BY_DIE),
        item("Theorem 2.2 proof, sum of W3 with ones taken out", compare_sum, SUM_WITH_ONES),
        item("Theorem 2.2 proof, sum of W3 at q1 = q2 = 1", compare_last_line),
    )
