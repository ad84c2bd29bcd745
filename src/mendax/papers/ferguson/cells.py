"""The closed forms on the unit interval cut into cells, as Strategies of the games that are cut likewise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mendax.games.continuous import (
    Floats,
    Function,
    continuous_accept,
    continuous_claim,
    improvable_accept,
    improvable_claim,
)
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.strategy import Strategy, make_strategy
from mendax.papers.ferguson.play import cup, solved_in_floats
from mendax.solve.response import best_response

FINE = 64  # numbers looked at in each cell


def claimed(claim: Function, size: int) -> Floats:
    """`[size, size]`: how often a number drawn from a cell (row) leads to a claim in a cell (column)."""
    numbers = (np.arange(size)[:, None] + (np.arange(FINE) + 0.5) / FINE) / size
    column = np.minimum((claim(numbers) * size).astype(np.int64), size - 1)
    table = np.zeros((size, size))
    np.add.at(table, (np.repeat(np.arange(size), FINE), column.ravel()), 1 / FINE)
    return table


def lifted(table: NDArray[np.float64], beat: int) -> Floats:
    """The same, with what would not be above the claim to beat put just above it."""
    table = table.copy()
    table[:, beat] = table[:, : beat + 1].sum(axis=1)
    table[:, :beat] = 0.0
    return table


def continuous_strategies(size: int) -> tuple[Strategy, Strategy]:
    """Theorem 2: II claims like I in the second round, and both doubt whatever comes later."""
    game, table = cup(f"continuous:cells={size}"), claimed(continuous_claim, size)
    accepts = continuous_accept((np.arange(size) + 0.5) / size)
    first, second = dict(_claims(game, 0, 0, table)), dict(_answers(game, 0, 0, accepts))
    for beat in range(1, size):
        second |= _claims(game, beat, 0, lifted(table, beat))
    return make_strategy(0, first, exact=False), make_strategy(1, second, exact=False)


def improvable_strategies(size: int) -> tuple[Strategy, Strategy]:
    """Theorem 4 in the first round, a claim being answered as one of the upper end of its cell; then optimal play in cells.

    Later cells are ever coarser next to what is left above them: there the closed form in cells says little.
    """
    game = cup(f"improvable:cells={size}")
    later = {
        (node, hand, action): prob
        for node, hand, action, prob in solved_in_floats(game.game).profile[0].rows()
        if node != game.num_positions
    }
    claims = _claims(game, 0, 0, claimed(improvable_claim, size))
    answers = _answers(game, 0, 0, improvable_accept((np.arange(size) + 1) / size))
    rows = later | dict(claims) | dict(answers)
    return make_strategy(0, rows, exact=False), make_strategy(1, rows, exact=False)


def _claims(game: Cup, beat: int, group: int, table: Floats) -> Iterator[tuple[tuple[int, int, int], float]]:
    node = game.num_positions + beat * len(game.groups) + group
    for hand in game.hands_of[group].tolist():
        yield from (((node, 1 + hand, claim), table[hand, claim]) for claim in np.flatnonzero(table[hand]).tolist())


def _answers(game: Cup, beat: int, group: int, accepts: Floats) -> Iterator[tuple[tuple[int, int, int], float]]:
    node = game.num_positions + beat * len(game.groups) + group
    for claim in range(beat, game.num_claims):
        yield (node, 1 + len(game.hands) + claim, ACCEPT), accepts[claim]
        yield (node, 1 + len(game.hands) + claim, DOUBT), 1 - accepts[claim]


@cache
def sure_of(family: str, size: int) -> tuple[float, float]:
    """What the closed forms in cells are sure of for the first player, and to what they hold him, in the game"
    " of cells."""
    game = cup(f"{family}:cells={size}")
    pair = continuous_strategies(size) if family == "continuous" else improvable_strategies(size)
    return 1 - float(best_response(game, pair, 1).value), float(best_response(game, pair, 0).value)
