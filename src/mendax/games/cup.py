"""A game in which a cup passes, as arrays: the only thing an engine ever sees of its rules.

All such games are one. A player throws, sees his hand, and claims; the next one accepts or doubts. A doubt ends the game.
Who accepts gets the cup, with the hand in it, and must claim more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.stage import Array, ClaimStage, IntArray, Number
from mendax.rules.cup import CupVariant
from mendax.rules.dice import hand_weights, hands, num_hands
from mendax.rules.rank import claim_text, hand_text, num_patterns, pattern, rank_of
from mendax.rules.unit import UnitVariant

BoolArray = NDArray[np.bool_]

MAX_CHANCES = 1_000_000  # entries of the table of chances

DOUBT, ACCEPT = 0, 1


@dataclass(frozen=True, eq=False)
class Cup:
    """P players, T hands, C claims from low to high, R throws, G groups of throws, K classes of hands.

    hands, claims, throws  names; a throw is named by what it keeps
    chance   [R, T]   integers (object): in how many of `rolls[r]` equally likely ways throw r gives hand t
    rolls    [R]      integers (object)
    groups   [G]      throws between which the mover may choose unseen
    choices  [K]      groups between which he may choose in sight of all, for each class of hands
    kind     [T]      class of each hand; class 0 is that of the start
    holds    [T, C]   is the claim true with this hand?
    legal    [T, C]   may it be made with this hand?
    true_pay, false_pay, stuck_pay  [P]  chances to win of each seat, the mover's first: when a true claim is doubted, when a
             false one is, and when the mover cannot claim more

    A position is a class of hands and the claim to beat; what is needed of the hand that was accepted is its class. A stage
    is a group of throws and the claim to beat. A claim to beat is an integer from 0 (none) to C (claim C-1).

    In a Strategy, what a player knows and does is told as
      node = position                  hand = 0          action = the group he chooses
      node = num_positions + stage     hand = 0          action = the throw he chooses
                                       hand = 1 + t      action = the claim he makes with hand t
                                       hand = 1 + T + c  action = DOUBT or ACCEPT, his answer to claim c
    """

    game: str
    hands: tuple[str, ...]
    claims: tuple[str, ...]
    throws: tuple[str, ...]
    chance: NDArray[Any]
    rolls: NDArray[Any]
    groups: tuple[tuple[int, ...], ...]
    choices: tuple[tuple[int, ...], ...]
    kind: IntArray
    holds: BoolArray
    legal: BoolArray
    true_pay: tuple[Fraction, ...]
    false_pay: tuple[Fraction, ...]
    stuck_pay: tuple[Fraction, ...]

    @property
    def num_players(self) -> int:
        return len(self.true_pay)

    @property
    def num_claims(self) -> int:
        return len(self.claims)

    @property
    def num_positions(self) -> int:
        """Reachable or not: the range of position numbers."""
        return (self.num_claims + 1) * len(self.choices)

    @property
    def num_stages(self) -> int:
        """Reachable or not: the range of stage numbers."""
        return (self.num_claims + 1) * len(self.groups)

    def position(self, kind: int, beat: int) -> int:
        return beat * len(self.choices) + kind

    def beat_and_class(self, position: int) -> tuple[int, int]:
        return divmod(position, len(self.choices))

    def beat_and_group(self, stage: int) -> tuple[int, int]:
        return divmod(stage, len(self.groups))

    @cached_property
    def follower(self) -> IntArray:
        """The position after a claim made with a hand is accepted, `[T, C]`."""
        return (np.arange(self.num_claims) + 1) * len(self.choices) + self.kind[:, None]

    @cached_property
    def hands_of(self) -> tuple[IntArray, ...]:
        """The hands that the throws of each group may give."""
        return tuple(np.flatnonzero((self.chance[list(group)] > 0).any(axis=0)) for group in self.groups)

    @cached_property
    def chance_in_floats(self) -> NDArray[np.float64]:
        floats: NDArray[np.float64] = (self.chance / self.rolls[:, None]).astype(np.float64)
        return floats

    # The protocol of stage games --------------------------------------------------------------------------------------

    def positions(self) -> Sequence[int]:
        found = np.zeros(self.num_positions, dtype=bool)
        found[0] = True
        for position in range(self.num_positions):
            for stage in self.options(position) if found[position] else ():
                beat, group = self.beat_and_group(stage)
                hand = self.hands_of[group]
                for kind in np.unique(self.kind[hand]):
                    made = np.logical_or.reduce(self.legal[hand[self.kind[hand] == kind], beat:])
                    found[self.position(int(kind), beat + 1) :: len(self.choices)][: self.num_claims - beat] |= made
        order: list[int] = np.flatnonzero(found).tolist()
        return order

    def options(self, position: int) -> Sequence[int]:
        beat, kind = self.beat_and_class(position)
        if beat == self.num_claims:
            return ()
        return tuple(beat * len(self.groups) + group for group in self.choices[kind])

    def stuck(self, number: Number) -> Array:
        return _numbers(self.stuck_pay, number)

    def stage(self, stage: int, worth: Array, number: Number) -> ClaimStage:
        beat, group = self.beat_and_group(stage)
        throw, hand = np.array(self.groups[group]), self.hands_of[group]
        claim = np.arange(beat, self.num_claims)
        here = np.ix_(hand, claim)
        if number is None:
            chance: Array = self.chance_in_floats[np.ix_(throw, hand)]
        else:
            chance = np.frompyfunc(number, 2, 1)(self.chance[np.ix_(throw, hand)], self.rolls[throw][:, None])
        follows = worth[self.follower[here]].transpose(2, 0, 1)
        true_pay, false_pay = (_numbers(pay, number)[:, None, None] for pay in (self.true_pay, self.false_pay))
        return ClaimStage(
            throw=throw,
            hand=hand,
            claim=claim,
            chance=chance,
            legal=self.legal[here],
            accepted=np.roll(follows, 1, axis=0),  # the next player is the mover there
            doubted=np.where(self.holds[here], true_pay, false_pay),
        )

    # What a row of a Strategy may be --------------------------------------------------------------------------------

    def actions(self, node: int, hand: int) -> tuple[int, ...]:
        """What may be done there, the default first; nothing where there is nothing to decide."""
        if 0 <= node < self.num_positions:
            beat, kind = self.beat_and_class(node)
            return self.choices[kind] if hand == 0 and beat < self.num_claims else ()
        stage = node - self.num_positions
        if not 0 <= stage < self.num_claims * len(self.groups):
            return ()
        beat, group = self.beat_and_group(stage)
        possible = self.hands_of[group]
        if hand == 0:
            return self.groups[group]
        if hand <= len(self.hands):
            rows = self.legal[hand - 1, beat:] if hand - 1 in possible else ()
            return tuple(int(c) + beat for c in np.flatnonzero(rows))
        claim = hand - 1 - len(self.hands)
        heard = beat <= claim < self.num_claims and self.legal[possible, claim].any()
        return (DOUBT, ACCEPT) if heard else ()


def compile_cup(variant: CupVariant) -> Cup:
    """The arrays of a game of passing cups."""
    counts, throws = _hands_and_throws(variant)
    ranks = [rank_of(variant.rank, hand) for hand in counts]
    ladder = sorted(set(ranks))
    height = np.array([ladder.index(rank) for rank in ranks])
    claim = np.arange(len(ladder))
    kept = list(throws)
    number = {keep: i for i, keep in enumerate(kept)}  # nothing kept comes first
    choices = [_throws_from(variant, hand, number) for hand in counts]
    groups: dict[tuple[int, ...], int] = {(0,): 0}
    classes: dict[tuple[int, ...], int] = {(0,): 0}
    kind = []
    for choice in choices:
        seen = [choice] if variant.keep == "hidden" else [(throw,) for throw in choice]
        option = tuple(groups.setdefault(group, len(groups)) for group in seen)
        kind.append(classes.setdefault(option, len(classes)))
    share = Fraction(1, variant.players - 1) if variant.prize == "shared" else None
    first = counts[[ranks.index(rank) for rank in ladder]]
    return Cup(
        game=str(variant),
        hands=tuple(hand_text(variant.rank, hand) for hand in counts),
        claims=tuple(claim_text(variant.rank, hand) for hand in first),
        throws=tuple(hand_text(variant.rank, np.array(keep)) for keep in kept),
        chance=np.array([throws[keep] for keep in kept], dtype=object),
        rolls=np.array([variant.faces ** (variant.dice - sum(keep)) for keep in kept], dtype=object),
        groups=tuple(groups),
        choices=tuple(classes),
        kind=np.array(kind, dtype=np.int64),
        holds=height[:, None] == claim if variant.truth == "equal" else height[:, None] >= claim,
        legal=(height[:, None] <= claim) | (variant.below == "yes"),
        true_pay=_pay(variant.players, loser=1, winner=0, share=share),
        false_pay=_pay(variant.players, loser=0, winner=1, share=share),
        stuck_pay=_pay(variant.players, loser=0, winner=-1, share=share),
    )


def compile_cells(variant: UnitVariant) -> Cup:
    """A game on the unit interval cut into equal cells: the hand is the cell of the number, the claim 'in this cell or above'.

    `continuous` draws every number anew; `improvable` from the cell of the number before and those above.
    """
    if variant.cells is None:
        raise UnsupportedGame(f"{variant} is not finite; cut the interval into cells, as in {variant}:cells=16")
    size, improves = variant.cells, variant.family == "improvable"
    cells = np.arange(size)
    above = cells[None, :] >= cells[:, None]
    names = tuple(str(cell + 1) for cell in cells)
    chance = above.astype(int).astype(object) if improves else np.ones((1, size), dtype=int).astype(object)
    kinds = len(chance)
    return Cup(
        game=str(variant),
        hands=names,
        claims=names,
        throws=names[:kinds],
        chance=chance,
        rolls=chance.sum(axis=1),
        groups=tuple((kind,) for kind in range(kinds)),
        choices=tuple((kind,) for kind in range(kinds)),
        kind=cells if improves else np.zeros(size, dtype=np.int64),
        holds=above.T,
        legal=np.ones((size, size), dtype=bool),
        true_pay=_pay(2, loser=1, winner=0, share=Fraction(1)),
        false_pay=_pay(2, loser=0, winner=1, share=Fraction(1)),
        stuck_pay=_pay(2, loser=0, winner=1, share=Fraction(1)),
    )


def _numbers(values: Sequence[Fraction], number: Number) -> Array:
    if number is None:
        return np.array([float(value) for value in values])
    return np.array([number(value.numerator, value.denominator) for value in values], dtype=object)


def _pay(players: int, *, loser: int, winner: int, share: Fraction | None) -> tuple[Fraction, ...]:
    """Chances to win of the seats: an equal share of all but the loser, or everything of the winner."""
    if share is None:
        return tuple(Fraction(int(seat == winner % players)) for seat in range(players))
    return tuple(Fraction(0) if seat == loser else share for seat in range(players))


Kept = tuple[int, ...]


def _hands_and_throws(variant: CupVariant) -> tuple[IntArray, dict[Kept, list[int]]]:
    """Hands `[T, F]`, and for everything that may be kept the number of ways to each hand.

    Where only groups matter, hands that differ by the names of their faces are one: every game is the same under renaming
    faces, so nobody loses anything by forgetting the names.
    """
    dice, faces = variant.dice, variant.faces
    if (entries := num_hands(faces, dice) * num_throws(variant)) > MAX_CHANCES:
        raise UnsupportedGame(
            f"{variant}: its table of chances takes {short(entries)} entries; at most {MAX_CHANCES:,} are compiled"
        )
    same = _canonical(variant)
    different = {same(row) for row in hands(faces, dice).tolist()}
    ordered = sorted(different, key=lambda hand: (rank_of(variant.rank, np.array(hand)), hand))
    index = {hand: i for i, hand in enumerate(ordered)}
    kept = [(0,) * faces]
    if may_keep(variant):
        kept = list(dict.fromkeys(same(keep) for hand in index for keep in product(*(range(c + 1) for c in hand))))
        kept.sort(key=sum)
    ways: dict[Kept, list[int]] = {}
    by_size: dict[int, tuple[IntArray, IntArray]] = {}
    for keep in kept:
        rolled = dice - sum(keep)
        if rolled not in by_size:
            counts = hands(faces, rolled)
            by_size[rolled] = counts, hand_weights(counts)
        row = [0] * len(index)
        for counts, weight in zip(*by_size[rolled], strict=True):
            row[index[same((counts + np.array(keep)).tolist())]] += int(weight)
        ways[keep] = row
    return np.array(list(index), dtype=np.int64), ways


def short(number: int) -> str:
    """`24,576`, or `about 10^18` where the digits say nothing."""
    return f"{number:,}" if number < 10**15 else f"about 10^{len(str(number)) - 1}"


def num_throws(variant: CupVariant) -> int:
    """Different things to keep: multisets of up to all dice, or their patterns."""
    if not may_keep(variant):
        return 1
    if variant.rank == "category":
        return sum(num_patterns(variant.faces, dice) for dice in range(variant.dice + 1))
    return num_hands(variant.faces + 1, variant.dice)


def may_keep(variant: CupVariant) -> bool:
    return variant.keep != "none" and variant.dice > 1


def _canonical(variant: CupVariant) -> Callable[[Sequence[int]], Kept]:
    """One of all hands that are the same to this game."""
    if variant.rank == "category":
        return lambda counts: (groups := pattern(np.array(counts))) + (0,) * (variant.faces - len(groups))
    return tuple


def _throws_from(variant: CupVariant, hand: IntArray, number: dict[Kept, int]) -> tuple[int, ...]:
    """The throws open to who holds a hand."""
    if not may_keep(variant):
        return (0,)
    same = _canonical(variant)
    return tuple(sorted({number[same(keep)] for keep in product(*(range(c + 1) for c in hand.tolist()))}))
