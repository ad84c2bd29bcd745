"""What a player is shown when he decides: all that he may know, and nothing else. The referee makes views; agents read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mendax.games.cup import Cup
from mendax.games.masks import mask_of
from mendax.rules.dice import hand_index
from mendax.rules.ladder import Bid, followers, ladder
from mendax.rules.losses import Standing, call_winner
from mendax.rules.variant import RoundVariant

Hand = tuple[int, ...]  # counts by face


@dataclass(frozen=True, slots=True, kw_only=True)
class CupView:
    """Where a cup passes.

    node, hand  the information set as in a row of a Strategy: a position; or a stage, with the hand thrown or the claim heard
    legal       what the player may do, the default of a Strategy first
    """

    cup: Cup
    player: int
    node: int
    hand: int
    legal: tuple[int, ...]

    @property
    def game(self) -> str:
        return self.cup.game

    @property
    def seat(self) -> int:
        """Whose strategy a profile of the game has for this player."""
        return self.player


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """A round that was called, as all have seen it.

    standing  dice of each player when it was rolled
    hands     of each player, shown at the call
    bids      rungs in the order they were bid, by `standing.seats` in turn
    exact     was it the exact call?
    count     dice that match the last bid
    """

    variant: RoundVariant
    standing: Standing
    hands: tuple[Hand, ...]
    bids: tuple[int, ...]
    exact: bool
    count: int

    @property
    def bidder(self) -> int:
        return turn_of(self.standing, len(self.bids) - 1)

    @property
    def caller(self) -> int:
        return turn_of(self.standing, len(self.bids))

    @property
    def bid(self) -> Bid:
        return bids_of(self.variant, self.standing)[self.bids[-1]]

    @property
    def difference(self) -> int:
        return self.count - self.bid.count

    @property
    def winner(self) -> int:
        return call_winner(self.difference, exact=self.exact, bidder=self.bidder, caller=self.caller)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """In a round of bids, alone or in a match.

    player    who looks
    standing  dice of each player, who opened, whether this round is a palifico
    dice      his own hand, counts by face
    bids      rungs bid in this round, lowest first, by `standing.seats` in turn
    past      the rounds before, the last one last
    legal     what he may do, actions as in a Round of this many dice; nothing where another player is to move
    """

    variant: RoundVariant
    player: int
    standing: Standing
    dice: Hand
    bids: tuple[int, ...]
    past: tuple[PastRound, ...]
    legal: tuple[int, ...]

    @property
    def game(self) -> str:
        return _game(self.variant)

    @property
    def rules(self) -> RoundVariant:
        """Those of this round: a palifico has its own."""
        return rules_of(self.variant, self.standing.palifico)

    @property
    def ladder(self) -> tuple[Bid, ...]:
        return bids_of(self.variant, self.standing)

    @property
    def last(self) -> Bid | None:
        """The bid to raise or call."""
        return self.ladder[self.bids[-1]] if self.bids else None

    @property
    def seat(self) -> int:
        """The player's seat in the Round played from this standing; the opener has seat 0."""
        return self.standing.seats.index(self.player)

    @property
    def node(self) -> int:
        """The public node of that Round."""
        return mask_of(self.bids)

    @property
    def hand(self) -> int:
        """His hand's index there."""
        return _hand_index(self.dice)

    @property
    def raises(self) -> tuple[int, ...]:
        """The bids among what he may do."""
        rungs = len(self.ladder)
        return tuple(action for action in self.legal if action < rungs)

    @property
    def call(self) -> int:
        """The action index of the call."""
        return len(self.ladder)

    def told(self, action: int) -> str:
        return action_text(self.variant, self.standing, action)


View = CupView | RoundView


@lru_cache(maxsize=256)
def rules_of(variant: RoundVariant, palifico: bool) -> RoundVariant:
    return variant.as_palifico if palifico else variant


def bids_of(variant: RoundVariant, standing: Standing) -> tuple[Bid, ...]:
    """The ladder of the round played from a standing."""
    return _bids(variant, sum(standing.dice), standing.palifico)


def legal_after(variant: RoundVariant, standing: Standing, last: int) -> tuple[int, ...]:
    """What may be done after rung `last`, -1 before the first bid; numbered as the actions of a Round."""
    return _legal(variant, sum(standing.dice), standing.palifico, last)


def action_text(variant: RoundVariant, standing: Standing, action: int) -> str:
    """`2x5`, `call` or `exact`."""
    bids = bids_of(variant, standing)
    return str(bids[action]) if action < len(bids) else ("call", "exact")[action - len(bids)]


def turn_of(standing: Standing, turn: int) -> int:
    """The player who makes the bid of this number, counted from 0, or calls there."""
    seats = standing.seats
    return seats[turn % len(seats)]


_game = lru_cache(maxsize=256)(str)


@lru_cache(maxsize=256)
def _bids(variant: RoundVariant, total: int, palifico: bool) -> tuple[Bid, ...]:
    return ladder(rules_of(variant, palifico), total)


@lru_cache(maxsize=4096)
def _legal(variant: RoundVariant, total: int, palifico: bool, last: int) -> tuple[int, ...]:
    bids = _bids(variant, total, palifico)
    rungs: list[int] = np.flatnonzero(followers(rules_of(variant, palifico), bids, last)).tolist()
    calls = [] if last < 0 else range(len(bids), len(bids) + (1 if variant.exact == "no" else 2))
    return (*rungs, *calls)


_hand_index = lru_cache(maxsize=4096)(hand_index)
