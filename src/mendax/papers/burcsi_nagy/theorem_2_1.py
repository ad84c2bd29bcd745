"""Theorem 2.1: one n-faced die each, no joker. Its value and its two stated strategies, for n from 2 to 12."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from mendax.games.strategy import Strategy
from mendax.papers.burcsi_nagy.endgame import (
    DOUBT,
    ONE,
    Answer,
    Reply,
    assured,
    compare_strategy,
    compare_value,
    endgame,
    exploited,
    first_player,
    optimum,
    outcomes,
    second_player,
)
from mendax.papers.burcsi_nagy.finding import item, judge
from mendax.papers.report import Finding, Item, Verdict
from mendax.rules.ladder import Bid

SIZES = range(2, 13)

# The page -------------------------------------------------------------------------------------------------------------


def printed_value(n: int) -> Fraction:
    """Player II's chance to win."""
    return Fraction(comb(n + 1, 2) - 1, n**2)


def stated_openings(n: int) -> dict[tuple[int, Bid], Fraction]:
    """Player I: {(die, bid): chance}. With 1 he claims each j > 1 equally often, with j > 1 he claims j."""
    bluffs = {(1, Bid(1, j)): Fraction(1, n - 1) for j in range(2, n + 1)}
    return bluffs | {(j, Bid(1, j)): ONE for j in range(2, n + 1)}


def stated_reply(bid: Bid, die: int) -> Mapping[Answer, Fraction]:
    """Player II, who doubts every '2 of k', as the proof says; the list of the theorem does not name these bids."""
    if bid.count == 2 or die < bid.face or (bid.face, die) == (1, 2):
        return {DOUBT: ONE}
    return {Bid(2 if die == bid.face else 1, die): ONE}


# Readings -------------------------------------------------------------------------------------------------------------


def reply_by_face(bid: Bid, die: int) -> Mapping[Answer, Fraction]:
    """The list read at '2 of k' as at k: a die above k claims its value, which is possible as '2 of j' only."""
    if bid.count == 2 and die > bid.face:
        return {Bid(2, die): ONE}
    return stated_reply(bid, die)


def reply_without_exception(bid: Bid, die: int) -> Mapping[Answer, Fraction]:
    """The list without its exception at j = 2."""
    return {Bid(1, 2): ONE} if (bid, die) == (Bid(1, 1), 2) else stated_reply(bid, die)


# Ours -----------------------------------------------------------------------------------------------------------------


def player_one(n: int) -> Strategy:
    return first_player(endgame(n), stated_openings(n))


def player_two(n: int, reply: Reply = stated_reply) -> Strategy:
    return second_player(endgame(n), reply)


def value(n: int) -> Finding:
    return compare_value(endgame(n), printed_value(n))


def first_is_optimal(n: int) -> Finding:
    return compare_strategy(endgame(n), player_one(n), "best response in the whole game, and mean of W1, say the same")


def any_bluff_is_optimal() -> Finding:
    """Mixtures of optimal strategies are optimal, so it is enough to bluff with one j at a time."""
    good = []
    for n in SIZES:
        honest = {(k, Bid(1, k)): ONE for k in range(2, n + 1)}
        bluffs = [first_player(endgame(n), honest | {(1, Bid(1, j)): ONE}) for j in range(2, n + 1)]
        good += [assured(endgame(n), bluff) == optimum(endgame(n), 0) for bluff in bluffs]
    return judge(
        "with 1, each j > 1 with 1/(n-1)",
        f"{sum(good)} of {len(good)} bluffs with one j alone are optimal too",
        agrees=all(good),
        note="n from 2 to 12; so every distribution over j > 1 is optimal, and the page's is one of them",
    )


def second_is_optimal(n: int) -> Finding:
    return compare_strategy(
        endgame(n), player_two(n), "best response in the whole game, and least sum of W2, say the same"
    )


def second_by_face(n: int) -> Finding:
    """Named reading: the list alone, its three cases applied to the face of '2 of k'."""
    game, strategy = endgame(n), player_two(n, reply_by_face)
    gains = exploited(game, outcomes(game, strategy), outcomes(game, player_two(n)))
    note = (
        "the list does not say what to do at '2 of k', where claiming a single j is no raise; read by face, a die j "
        "above k claims '2 of j'. How player I gains, die: bids (dice of II that win, how many if II doubts): "
        f"{gains}. The proof doubts there, and that reading is optimal"
    )
    return compare_strategy(game, strategy, note, otherwise=Verdict.CANNOT_TELL)


def exception_is_needed() -> Finding:
    """With die 2 against the bid 1, claiming 2 wins only against a 1; doubting wins against everything but a 1."""
    lost = {n: optimum(endgame(n), 1) - assured(endgame(n), player_two(n, reply_without_exception)) for n in SIZES}
    return judge(
        "with die 2 against the bid 1, doubt",
        f"claiming 2 there is sure of less by {', '.join(f'{loss} (n={n})' for n, loss in lost.items())}",
        agrees=all(loss == Fraction(n - 1, n**2) for n, loss in lost.items()),
        note="the exception is needed: without it the loss is (n-1)/n^2",
    )


def doubting_two_of_is_safe() -> Finding:
    """Wherever some higher claim than '2 of k' is true, '2 of k' is a lie: doubting wins whenever claiming can."""
    pairs = safe = 0
    for game in map(endgame, SIZES):
        count = game.tally[0][:, :, None] + game.tally[1][:, None, :]
        twos = [rung for rung, bid in enumerate(game.bids) if bid.count == 2]
        true = (count[twos] >= 2).sum(axis=0)  # [K, J] true claims of two
        pairs, safe = pairs + true.size, safe + int((true <= 1).sum())
    return judge(
        "a higher claim can be valid only if '2 of k' is a bluff",
        f"at most one claim of two is true for {safe} of {pairs} pairs of dice, n from 2 to 12",
        agrees=safe == pairs,
    )


def items() -> tuple[Item, ...]:
    second = "Theorem 2.1, player II's stated strategy, reading: '2 of k'"
    return (
        *(item(f"Theorem 2.1, n={n}", value, n) for n in SIZES),
        *(item(f"Theorem 2.1, player I's stated strategy, n={n}", first_is_optimal, n) for n in SIZES),
        item("Theorem 2.1, player I's bluff", any_bluff_is_optimal),
        *(item(f"{second} is doubted, n={n}", second_is_optimal, n) for n in SIZES),
        *(item(f"{second} by its face, n={n}", second_by_face, n) for n in SIZES),
        item("Theorem 2.1, player II's exception at j = 2", exception_is_needed),
        item("Theorem 2.1 proof, doubting '2 of k'", doubting_two_of_is_safe),
    )
