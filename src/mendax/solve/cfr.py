"""Counterfactual regret minimisation: one loop, one row of parameters a member of the family.

Each iteration t of a two-player round, for one player after the other (or for both at once):
  1. his opponent's strategy: every action in proportion to the positive part of its regret (of what it is predicted to be)
  2. the opponent's reach by that strategy, which enters his average with weight n^gamma, n being how many strategies he has
     had by then
  3. values from the last rung to the first, and regrets: old ones discounted, what each action is worth more than the node added
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mendax.games.round import Round
from mendax.solve.layout import Layout, layout_of

Array = NDArray[np.floating]


@dataclass(frozen=True, slots=True, kw_only=True)
class CfrParams:
    """What distinguishes the members of the family; the loop is the same."""

    floor: bool = False  # regret matching+: negative regrets return to zero
    alpha: float | None = None  # positive regret of iteration t shrinks by t^alpha / (t^alpha + 1)
    beta: float | None = None  # negative regret shrinks by t^beta / (t^beta + 1)
    gamma: float = 0.0  # the n-th strategy of a player enters his average with weight n^gamma
    alternate: bool = True
    predict: bool = False  # the next regret is predicted to be the newest again
    cite: str = ""


CFR = CfrParams(alternate=False, cite="Zinkevich, Johanson, Bowling and Piccione 2007")
CFR_PLUS = CfrParams(floor=True, gamma=1.0, cite="Tammelin 2014")
CFR_PLUS_QUADRATIC = CfrParams(floor=True, gamma=2.0, cite="Tammelin 2014")
LINEAR_CFR = CfrParams(alpha=1.0, beta=1.0, gamma=1.0, cite="Brown and Sandholm 2019")
DCFR = CfrParams(alpha=1.5, beta=0.0, gamma=2.0, cite="Brown and Sandholm 2019")
PCFR_PLUS = CfrParams(floor=True, gamma=2.0, predict=True, cite="Farina, Kroer and Sandholm 2021")

ROWS = {
    "cfr": CFR,
    "cfr+": CFR_PLUS,
    "cfr+2": CFR_PLUS_QUADRATIC,
    "linear": LINEAR_CFR,
    "dcfr": DCFR,
    "pcfr+": PCFR_PLUS,
}


@dataclass(eq=False)
class State:
    """All that an iteration changes. sides: of both players, see _cpu.Side; t: iterations done."""

    layout: Layout
    sides: tuple[NamedTupleLike, NamedTupleLike]
    t: int = 0


NamedTupleLike = object
Stop = Callable[[int], bool]


def discount(t: int, power: float | None) -> float:
    """What regrets of iteration t are multiplied by before the next ones are added."""
    return 1.0 if power is None or t == 0 else t**power / (t**power + 1.0)


def _unused(game: Round) -> Layout:
    return layout_of(game, 4)
