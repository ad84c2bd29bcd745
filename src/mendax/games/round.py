"""A Round as arrays: the only thing an engine ever sees of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.masks import MAX_RUNGS
from mendax.rules.dice import IntArray, hand_weights, hands, matches, num_hands
from mendax.rules.ladder import Bid, BoolArray, ladder, successor
from mendax.rules.losses import Standing, call_winner, settle
from mendax.rules.variant import RoundVariant

MAX_ARRAY = 50_000_000  # entries of the largest tally array compiled
MAX_ROLLS = 2**62  # weights of pairs of hands are int64

Payoff = NDArray[Any]  # int64, float64, or object holding Fractions

# The payoffs to all players when a match goes on from a standing.
Continuation = Callable[[Standing], tuple[Fraction | float | int, ...]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Round:
    """P players, F faces, N dice in all, B rungs, H_p hands of player p.

    hands[p]      [H_p, F]         counts by face
    weight[p]     [H_p]            ordered rolls that give the hand; sums to F^d
    tally[p]      [B, H_p]         matches of each hand for each rung's bid
    successor     [B+1, B]         may rung c follow rung r (row r+1; row 0 opens)
    call_payoff   [P, P, B, N+1]   to player i when player j's bid of a rung is called and t dice truly match
    exact_payoff  [P, P, B, N+1]   the same for the exact call; None where there is none

    Seat p moves at nodes whose number of bids is p modulo P. `actions` are the rungs, then CALL = B, then EXACT = B+1.
    """

    game: str
    bids: tuple[Bid, ...]
    hands: tuple[IntArray, ...]
    weight: tuple[IntArray, ...]
    tally: tuple[IntArray, ...]
    successor: BoolArray
    call_payoff: Payoff
    exact_payoff: Payoff | None

    @property
    def num_players(self) -> int:
        return len(self.hands)

    @property
    def num_rungs(self) -> int:
        return len(self.bids)

    @property
    def call(self) -> int:
        """The action index of the call."""
        return self.num_rungs

    @property
    def exact(self) -> int:
        """The action index of the exact call."""
        return self.num_rungs + 1

    @property
    def num_actions(self) -> int:
        return self.num_rungs + (1 if self.exact_payoff is None else 2)

    @property
    def num_dice(self) -> tuple[int, ...]:
        return tuple(int(hand[0].sum()) for hand in self.hands)

    @property
    def num_rolls(self) -> int:
        """Equally likely rolls of all the dice, F^N."""
        return prod(int(weight.sum()) for weight in self.weight)

    @property
    def payoffs(self) -> tuple[Payoff, ...]:
        """The tables of the calls this game has, in the order of their actions."""
        return (self.call_payoff,) if self.exact_payoff is None else (self.call_payoff, self.exact_payoff)

    def legal(self, mask: int) -> tuple[int, ...]:
        """Actions at a node: the rungs that may follow, then the calls."""
        rungs = tuple(int(rung) for rung in np.flatnonzero(self.successor[mask.bit_length()]))
        return rungs if mask == 0 else rungs + tuple(range(self.num_rungs, self.num_actions))


def compile_round(
    variant: RoundVariant, *, standing: Standing | None = None, continuation: Continuation | None = None
) -> Round:
    """The arrays of the round played from `standing` (by default the first one).

    With loss=round the winner of a call gets 1, its loser -1, anybody else 0. With any other loss rule the round is one
    stage of a match: a finished match pays its winner 1 and each other player -1/(P-1), an unfinished one what
    `continuation` says of the standing the call leads to. Seat 0 of the arrays is the standing's opener; players without
    dice have no seat.
    """
    start = standing if standing is not None else Standing(variant.dice)
    seats = start.seats
    dice = tuple(start.dice[player] for player in seats)
    table = variant.as_palifico if start.palifico else variant
    bids = ladder(table, sum(dice))
    if max(num_hands(variant.faces, d) for d in dice) * max(len(bids), variant.faces) > MAX_ARRAY:
        raise UnsupportedGame(f"{variant}: its arrays would hold over {MAX_ARRAY:,} entries; use fewer dice or faces")
    if variant.faces ** sum(dice) > MAX_ROLLS:
        raise UnsupportedGame(f"{variant}: over 2^62 rolls of {sum(dice)} dice; use fewer dice or faces")
    counts = tuple(hands(variant.faces, d) for d in dice)
    return Round(
        game=str(variant),
        bids=bids,
        hands=counts,
        weight=tuple(hand_weights(hand) for hand in counts),
        tally=tuple(np.array([matches(hand, bid.face, table.wild_face) for bid in bids]) for hand in counts),
        successor=successor(table, bids),
        call_payoff=_payoff(variant, start, seats, bids, continuation, exact=False),
        exact_payoff=None if variant.exact == "no" else _payoff(variant, start, seats, bids, continuation, exact=True),
    )


def require_bitmasks(game: Round) -> None:
    if game.num_rungs > MAX_RUNGS:
        raise UnsupportedGame(f"{game.game} has {game.num_rungs} rungs; nodes are bitmasks of at most {MAX_RUNGS}")


def _payoff(
    variant: RoundVariant,
    start: Standing,
    seats: tuple[int, ...],
    bids: tuple[Bid, ...],
    continuation: Continuation | None,
    *,
    exact: bool,
) -> Payoff:
    """`[P, P, B, N+1]`, see Round. The caller is the seat after the bidder."""
    num, total = len(seats), sum(start.dice)
    table = np.zeros((num, num, len(bids), total + 1), dtype=object)
    for seat, bidder in enumerate(seats):
        caller = seats[(seat + 1) % num]
        for rung, bid in enumerate(bids):
            for count in range(total + 1):
                paid = _paid(variant, start, bidder, caller, count - bid.count, continuation, exact=exact)
                table[:, seat, rung, count] = [paid[player] for player in seats]
    kinds = {type(value) for value in table.ravel()}
    if kinds <= {int}:
        return table.astype(np.int64)
    return table.astype(np.float64) if float in kinds else table


def _paid(
    variant: RoundVariant,
    start: Standing,
    bidder: int,
    caller: int,
    difference: int,
    continuation: Continuation | None,
    *,
    exact: bool,
) -> tuple[Fraction | float | int, ...]:
    """Payoffs to all players of the table, by player number."""
    players = range(len(start.dice))
    if variant.loss == "round":
        winner = call_winner(difference, exact=exact, bidder=bidder, caller=caller)
        return tuple(0 if p not in (bidder, caller) else 1 if p == winner else -1 for p in players)
    after = settle(variant, start, bidder=bidder, caller=caller, difference=difference, exact=exact)
    if after.winner is not None:
        share = -1 if len(players) == 2 else Fraction(-1, len(players) - 1)
        return tuple(1 if p == after.winner else share for p in players)
    if continuation is None:
        raise UnsupportedGame(
            f"{variant} is a match (loss={variant.loss}) whose rounds depend on what follows; loss=round plays a single round"
        )
    return continuation(after)
