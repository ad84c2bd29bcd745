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


def binomial(view: RoundView) -> Floats:
    """`[B]`: the chance that each bid of the ladder is true, given the player's own dice."""
    counts, faces = rungs(view.variant, sum(view.standing.dice), view.standing.palifico)
    others = sum(view.standing.dice) - view.standing.dice[view.player]
    rules, table = view.rules, tails(view.variant, others, view.standing.palifico)
    own = np.array([tally(view.dice, face, rules.wild_face) for face in range(1, rules.faces + 1)])
    missing = np.clip(counts - own[faces], 0, others + 1)
    chance: Floats = table[faces, missing]
    return chance


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
    rules = rules_of(variant, palifico)
    rows = []
    for face in range(1, rules.faces + 1):
        kinds = 1 if rules.wild_face in (None, face) else 2
        ways = [comb(dice, k) * kinds**k * (rules.faces - kinds) ** (dice - k) for k in range(dice + 1)]
        upto = [sum(ways[k:]) / rules.faces**dice for k in range(dice + 2)]
        rows.append(upto)
    return np.array(rows)
