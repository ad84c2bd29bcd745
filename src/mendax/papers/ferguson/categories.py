"""The seven-category game: the stated strategies as plans, in the readings that the text leaves open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from mendax.papers.ferguson.by_hand import Rules, seven_categories
from mendax.papers.ferguson.play import NOTHING, ONE, ZERO, Chances, Plan

GAME = "seven-category"
DIFFERENT, PAIR, TWO_PAIRS, THREE, FULL_HOUSE, FOUR, FIVE = range(1, 8)

# (4.1), theorem 3 and (4.3) as fractions; what is left of P and Q is the chance of the lowest claim.
Q = {FOUR: "9/215", FULL_HOUSE: "11/100", THREE: "8/15"}
P = {FOUR: "3/430", FULL_HOUSE: "11/400", THREE: "8/45", TWO_PAIRS: "2/5"}
SMALL_P = {THREE: "1/3", FULL_HOUSE: "2/5", FOUR: "19/43"}

# What is kept of each hand: where it improves, and of two pairs one pair.
KEPT = {0: NOTHING, DIFFERENT: NOTHING, PAIR: "2", TWO_PAIRS: "2", THREE: "3", FULL_HOUSE: "3", FOUR: "4", FIVE: "5"}

Lies = Callable[[int], Chances]  # by the claim to beat


@cache
def rules() -> Rules:
    return seven_categories()


def with_rest(chances: Mapping[int, str], rest: int) -> dict[int, Fraction]:
    told = {claim: Fraction(chance) for claim, chance in chances.items()}
    return told | {rest: 1 - sum(told.values(), start=ZERO)}


CLAIMS_WITH_PAIR = with_rest(P, PAIR)  # the first claim
CLAIMS_AFTER_PAIR = with_rest(Q, TWO_PAIRS)  # in G(2, 2), without improvement
DOUBTS_AFTER_PAIR = {PAIR: ZERO, TWO_PAIRS: ZERO, FIVE: ONE} | {y: Fraction(p) for y, p in SMALL_P.items()}


@cache
def improves(hand: int, claim: int, kept: str | None = None) -> Fraction:
    """The chance to roll more than a claim from a hand: at best, or keeping what is given."""
    options = [throw for (throw,) in rules().open_to(hand)] if kept is None else [kept]
    return max(sum((p for held, p in rules().rolled(k).items() if held > claim), start=ZERO) for k in options)


def value_after_pair() -> Fraction:
    """The roller's chance in G(2, 2) by (4.2): he wins if he improves; a 3 is accepted and not beaten with 120/216."""
    unimproved = rules().rolled("2")[PAIR]
    three = rules().rolled("2")[TWO_PAIRS] + unimproved * CLAIMS_AFTER_PAIR[TWO_PAIRS]
    return improves(PAIR, TWO_PAIRS) + three * (1 - improves(PAIR, TWO_PAIRS))


def first_doubts() -> dict[int, Fraction]:
    """q(y): to hear a 3, 4, 5 or 6 from a pair is worth to I what a truthful 2 is."""
    equal = 1 - value_after_pair()
    lies = {y: 1 - equal / (1 - improves(PAIR, y)) for y in range(TWO_PAIRS, FIVE)}
    return {DIFFERENT: ZERO, PAIR: ZERO, FIVE: ONE} | lies


# Lies that the text leaves open ---------------------------------------------------------------------------------------


def lie_next(beat: int) -> Chances:
    return {beat + 1: ONE}


def lie_evenly(beat: int) -> Chances:
    return {claim: Fraction(1, FIVE - beat) for claim in range(beat + 1, FIVE + 1)}


def lie_as_after_pair(beat: int) -> Chances:
    """In the proportions of Q, as far as its claims are high enough."""
    weights = {claim: weight for claim, weight in CLAIMS_AFTER_PAIR.items() if claim > beat}
    total = sum(weights.values(), start=ZERO)
    return {claim: weight / total for claim, weight in weights.items()} if weights else {FIVE: ONE}


# The plans ------------------------------------------------------------------------------------------------------------


def first_claims(hand: int) -> Chances:
    return {DIFFERENT: {PAIR: ONE}, PAIR: CLAIMS_WITH_PAIR}.get(hand, {hand: ONE})


def keeps(beat: int, hand: int) -> Mapping[str, Fraction]:
    return {KEPT[hand]: ONE}


def plan_of_first(lies: Lies, *, any_keep: bool = True) -> Plan:
    """any_keep: p(y) is used whatever II keeps with a pair in it, not only if he keeps just the pair."""

    def claims(beat: int, seen: str, hand: int) -> Chances:
        if beat == 0:
            return first_claims(hand)
        return {hand: ONE} if hand > beat else lies(beat)

    def doubts(beat: int, seen: str, claim: int) -> Fraction:
        pair_kept = seen.startswith("2") if any_keep else seen == "2"
        return DOUBTS_AFTER_PAIR[claim] if beat == PAIR and pair_kept else ONE

    return Plan(claims=claims, doubts=doubts, keeps=keeps)


def plan_of_second(lies: Lies, *, third: bool = False, after_false_one: bool = False) -> Plan:
    """third: after a truthful 2 of his own he doubts by p(y), not everything.

    after_false_one: he uses Q, not the truth, also if he takes over a pair for which a 1 was claimed.
    """
    first = first_doubts()

    def claims(beat: int, seen: str, hand: int) -> Chances:
        if hand <= PAIR and seen == "2" and (beat == PAIR or (after_false_one and beat == DIFFERENT)):
            return CLAIMS_AFTER_PAIR
        if beat == DIFFERENT and seen == NOTHING:
            return first_claims(hand)
        return {hand: ONE} if hand > beat else lies(beat)

    def doubts(beat: int, seen: str, claim: int) -> Fraction:
        if beat == 0:
            return first[claim]
        return DOUBTS_AFTER_PAIR[claim] if third and beat == PAIR and seen.startswith("2") else ONE

    return Plan(claims=claims, doubts=doubts, keeps=keeps)
