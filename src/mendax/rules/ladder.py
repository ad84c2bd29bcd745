"""The ladder: which bids exist, in what order, and which may follow which."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from mendax.errors import VariantError
from mendax.rules.variant import RoundVariant

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Bid:
    """'At least `count` dice match `face`' (faces from 1)."""

    count: int
    face: int

    def __str__(self) -> str:
        return f"{self.count}x{self.face}"


def ladder(variant: RoundVariant, total_dice: int | None = None) -> tuple[Bid, ...]:
    """All bids from lowest to highest; a bid's index is its rung.

    A bid on the wild face of count q stands
      order=double  between the last plain bid of 2q-1 and the first of 2q,
      order=paco    between the last plain bid of 2q and the first of 2q+1,
      order=count   among the bids of q, by its face.
    `total_dice` is the number of dice still on the table, by default all.
    """
    total = variant.total_dice if total_dice is None else total_dice
    wild = variant.wild_face

    def height(bid: Bid) -> tuple[Fraction, int]:
        if bid.face == wild and variant.order != "count":
            return Fraction(4 * bid.count + (1 if variant.order == "paco" else -1), 2), bid.count
        return Fraction(bid.count), bid.face

    faces = [face for face in range(1, variant.faces + 1) if face != wild or variant.wildbids == "yes"]
    bids = tuple(sorted((Bid(count, face) for count in range(1, total + 1) for face in faces), key=height))
    if not successor(variant, bids)[0].any():
        raise VariantError(f"{variant} leaves no legal first bid")
    return bids


def successor(variant: RoundVariant, bids: tuple[Bid, ...]) -> BoolArray:
    """`[B+1, B]`: may rung c follow rung r? Row r+1 belongs to rung r, row 0 to the opening."""
    return np.array([followers(variant, bids, rung) for rung in range(-1, len(bids))])


def followers(variant: RoundVariant, bids: tuple[Bid, ...], last: int) -> BoolArray:
    """`[B]`: which rungs may follow rung `last`, -1 before the first bid.

    Every bid is higher than the one before. A palifico round keeps the face of its first bid; under order=paco no round
    is opened on the wild face.
    """
    may = np.arange(len(bids)) > last
    if variant.palifico == "now" and last >= 0:
        may &= np.array([bid.face == bids[last].face for bid in bids])
    elif variant.order == "paco" and variant.palifico != "now" and last < 0:
        may &= np.array([bid.face != variant.wild_face for bid in bids])
    return may
