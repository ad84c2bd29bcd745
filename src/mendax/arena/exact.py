"""Chances to win matches of two, in fractions: (s, t) strategies and solved equilibria, with any number of faces, few dice.

A match is a chain of rounds in which an (s, t) player remembers how the last challenge of each of the two went. So a point
between rounds is a standing and two outcomes, and what a player does in a round depends on these, his hand and the bids.
Every pair of hands is played through every bid that anybody makes. With F faces, the highest wild, a die unseen matches a plain
bid with chance 2/F and a wild one with 1/F.

Ties are broken by the lowest raise; the other readings of `Reading` are heard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.arena.reading import Reading
from mendax.errors import UnsupportedGame
from mendax.rules.dice import hand_weights, hands, matches
from mendax.rules.ladder import Bid, ladder
from mendax.rules.losses import Standing, settle
from mendax.rules.variant import RoundVariant, parse_round
from mendax.solve.solution import Solution, Status

NONE, SUCCEEDED, FAILED = "none", "succeeded", "failed"
MAX_PAIRS = 40_000  # pairs of hands of the first round

# What a player does: (point, bids so far as a mask, his number in the match, his hand) to {rung: chance}; None: he calls.
Rule = Callable[["Point", int, int, int], dict[int | None, Fraction]]


@dataclass(frozen=True, slots=True)
class Point:
    """Between two rounds: the standing, and how the last challenge by each player went (it was of the other)."""

    standing: Standing
    last: tuple[str, str] = (NONE, NONE)


def binomial_tail(need: int, unseen: int, chance: Fraction) -> Fraction:
    """That at least `need` of so many dice match."""
    terms = (comb(unseen, k) * chance**k * (1 - chance) ** (unseen - k) for k in range(max(need, 0), unseen + 1))
    return sum(terms, Fraction(0))


def below(margin: Fraction, s: Fraction, t: Fraction) -> Fraction:
    """P(u + v < margin) for u uniform on [0, s] and v on [0, t]: the area of a corner of a rectangle."""
    if s == 0 or t == 0:
        side = s + t
        return Fraction(margin > 0) if side == 0 else min(max(margin / side, Fraction(0)), Fraction(1))

    def corner(x: Fraction) -> Fraction:
        return max(x, Fraction(0)) ** 2 / 2

    return (corner(margin) - corner(margin - s) - corner(margin - t) + corner(margin - s - t)) / (s * t)


def chance_to_raise(p2: Fraction, p1: Fraction, s: Fraction, t: Fraction, signs: tuple[int, int]) -> Fraction:
    """P(p2 - p1 + sign_s c_s + sign_t c_t > 0) for c_s uniform on [0, s], c_t on [0, t]."""
    margin = p2 - p1 + (s if signs[0] > 0 else 0) + (t if signs[1] > 0 else 0)
    return below(margin, s, t)  # s - c_s is uniform as c_s is


@cache
def _round_of(variant: RoundVariant, dice: tuple[int, ...]) -> tuple[tuple[Bid, ...], tuple[NDArray[Any], ...], Any]:
    """Bids, hands of each player, and each hand's matches by rung."""
    bids = ladder(variant, sum(dice))
    held = tuple(hands(variant.faces, d) for d in dice)
    tally = tuple(np.array([matches(hand, bid.face, variant.wild_face) for bid in bids]).T.tolist() for hand in held)
    return bids, held, tally


def st_rule(variant: RoundVariant, strategy: tuple[Fraction, Fraction], reading: Reading | None = None) -> Rule:
    """The (s, t) strategy of section 3."""
    read = reading or Reading()
    if read.ties != "lowest":
        raise UnsupportedGame(f"exact pay-offs break ties by the lowest raise, not by ties={read.ties}")
    signs = {"printed": (1, -1), "intuition": (-1, 1), "prose": (-1, -1)}[read.inequality]
    when_t = SUCCEEDED if read.inequality == "prose" else FAILED
    wide_s, wide_t = map(Fraction, strategy)
    faces = variant.faces

    @cache
    def act(
        dice: tuple[int, ...], last: tuple[str, str], rung: int, player: int, hand: int
    ) -> dict[int | None, Fraction]:
        bids, _, tally = _round_of(variant, dice)
        mine = tally[player][hand]
        unseen = dice[1 - player]

        def holds(r: int) -> Fraction:
            chance = Fraction(1 if bids[r].face == faces else 2, faces)
            return binomial_tail(bids[r].count - mine[r], unseen, chance)

        higher = range(rung + 1, len(bids))
        if not higher:
            return {None: Fraction(1)}
        best = max(higher, key=lambda r: (holds(r), -r))
        if rung < 0:
            return {best: Fraction(1)}
        s = wide_s if last[player] == SUCCEEDED else Fraction(0)
        t = wide_t if last[1 - player] == when_t else Fraction(0)
        up = chance_to_raise(holds(best), 1 - holds(rung), s, t, signs)
        return {a: p for a, p in ((best, up), (None, 1 - up)) if p}

    return lambda point, mask, player, hand: act(point.standing.dice, point.last, mask.bit_length() - 1, player, hand)


def solved_rule(solution: Solution) -> Rule:
    """The equilibrium of a match solved exactly; it remembers nothing."""
    if solution.status is not Status.EXACT or not solution.states:
        raise UnsupportedGame(
            f"{solution.game} is not solved as a match with exact standings; solve one of few dice and faces"
        )
    stands = {stand.standing: stand for stand in solution.states}
    faces = parse_round(solution.game).faces

    def act(point: Point, mask: int, player: int, hand: int) -> dict[int | None, Fraction]:
        stand = stands[point.standing]
        strategy = stand.profile[(player - point.standing.opener) % 2]
        found = strategy.at(mask, hand)
        call = sum(point.standing.dice) * faces  # its number is that of the rungs
        if not found:
            return {(0 if mask == 0 else None): Fraction(1)}
        return {(None if action == call else action): chance for action, chance in found.items()}

    return act


def win_chance(variant: RoundVariant, rules: tuple[Rule, Rule]) -> Fraction:
    """That player 0, who opens, wins the match; rules[p] is of player p."""
    start = Standing(variant.dice)
    first = _round_of(variant, start.dice)[1]
    if len(variant.dice) != 2 or variant.loss == "round":
        raise UnsupportedGame(f"{variant} is not a match of two players")
    if len(first[0]) * len(first[1]) > MAX_PAIRS:
        raise UnsupportedGame(f"{variant} has over {MAX_PAIRS:,} pairs of hands; use fewer dice or faces")

    @cache
    def worth(point: Point) -> Fraction:
        winner = point.standing.winner
        if winner is not None:
            return Fraction(winner == 0)
        _, held, _ = _round_of(variant, point.standing.dice)
        weight = [hand_weights(hand).tolist() for hand in held]
        rolls = sum(weight[0]) * sum(weight[1])
        pairs = product(*(range(len(hand)) for hand in held))
        total = sum((weight[0][a] * weight[1][b] * line(point, (a, b), 0) for a, b in pairs), Fraction(0))
        return Fraction(total, rolls)

    def line(point: Point, pair: tuple[int, int], mask: int) -> Fraction:
        """What a round is worth from a node on, both hands known."""
        player = (point.standing.opener + mask.bit_count()) % 2
        total = Fraction(0)
        for action, chance in rules[player](point, mask, player, pair[player]).items():
            if action is None:
                total += chance * worth(_after(variant, point, pair, mask, player))
            else:
                total += chance * line(point, pair, mask | 1 << action)
        return total

    return worth(Point(start))


def _after(variant: RoundVariant, point: Point, pair: tuple[int, int], mask: int, caller: int) -> Point:
    bids, _, tally = _round_of(variant, point.standing.dice)
    rung = mask.bit_length() - 1
    difference = sum(tally[p][pair[p]][rung] for p in (0, 1)) - bids[rung].count
    after = settle(variant, point.standing, bidder=1 - caller, caller=caller, difference=difference)
    outcome = SUCCEEDED if difference < 0 else FAILED
    last = (outcome, point.last[1]) if caller == 0 else (point.last[0], outcome)
    return Point(after, last)


def exact_payoffs(variant: RoundVariant, rules: tuple[Rule, ...]) -> list[list[Fraction]]:
    """`[M][M]` chance of a row to win against a column, half of the matches as who opens; of equal dice."""
    if variant.dice[0] != variant.dice[1]:
        raise UnsupportedGame(f"{variant} has seats of different dice; a population needs equal ones")
    first = [[win_chance(variant, (a, b)) for b in rules] for a in rules]
    size = range(len(rules))
    return [[(first[i][j] + 1 - first[j][i]) / 2 for j in size] for i in size]
