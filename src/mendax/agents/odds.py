"""How likely bids are true: for who knows his own dice, and takes all others to be rolled and unseen."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from mendax.games.view import Hand, RoundView, bids_of, rules_of
from mendax.rules.losses import Standing
from mendax.rules.variant import RoundVariant

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def binomial(view: RoundView) -> tuple[Floats, Floats]:
    """`[B]` each: the chance that a bid of the ladder is true, and that it is a lie, given the player's own dice.

    Each is the quotient of two integers, rounded once: chances that are equal are equal as floats.
    """
    counts, faces = rungs(view.variant, sum(view.standing.dice), view.standing.palifico)
    others = sum(view.standing.dice) - view.standing.dice[view.player]
    rules = view.rules
    own = np.array([tally(view.dice, face, rules.wild_face) for face in range(1, rules.faces + 1)])
    missing = np.clip(counts - own[faces], 0, others + 1)
    given = view.variant, others, view.standing.palifico
    return tails(*given)[faces, missing], misses(*given)[faces, missing]


def tally(dice: Hand, face: int, wild: int | None) -> int:
    """Matches in a hand for bids on a face."""
    return dice[face - 1] + (dice[wild - 1] if wild is not None and wild != face else 0)


@lru_cache(maxsize=256)
def rungs(variant: RoundVariant, total: int, palifico: bool) -> tuple[Ints, Ints]:
    """`[B]`, `[B]`: count of each rung's bid, and its face counted from 0."""
    bids = bids_of(variant, Standing((total,), palifico=palifico))
    return np.array([bid.count for bid in bids]), np.array([bid.face - 1 for bid in bids])


@lru_cache(maxsize=1024)
def tails(variant: RoundVariant, dice: int, palifico: bool) -> Floats:
    """`[F, n+2]`: the chance that at least k of n unseen dice match a bid on each face, k from 0 to n+1."""
    ways, all_rolls = _ways(variant, dice, palifico)
    return np.array([[sum(row[k:]) / all_rolls for k in range(dice + 2)] for row in ways])


@lru_cache(maxsize=1024)
def misses(variant: RoundVariant, dice: int, palifico: bool) -> Floats:
    """`[F, n+2]`: the chance that fewer than k match."""
    ways, all_rolls = _ways(variant, dice, palifico)
    return np.array([[sum(row[:k]) / all_rolls for k in range(dice + 2)] for row in ways])


def _ways(variant: RoundVariant, dice: int, palifico: bool) -> tuple[list[list[int]], int]:
    """`[F][n+1]`: rolls of n dice of which k match each face; and all rolls."""
    rules = rules_of(variant, palifico)
    kinds = [1 if rules.wild_face in (None, face) else 2 for face in range(1, rules.faces + 1)]
    ways = [[comb(dice, k) * kind**k * (rules.faces - kind) ** (dice - k) for k in range(dice + 1)] for kind in kinds]
    return ways, rules.faces**dice
