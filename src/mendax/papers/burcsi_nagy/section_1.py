"""Section 1: the ladder, what a challenge costs, and the two rounds of example 1.1."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from mendax.games.notation import parse_bid
from mendax.papers.burcsi_nagy.finding import item, judge
from mendax.papers.report import Finding, Item
from mendax.rules.dice import hands, matches
from mendax.rules.ladder import Bid, ladder, successor
from mendax.rules.losses import Standing, call_winner, settle
from mendax.rules.variant import RoundVariant, parse_round

# The page -------------------------------------------------------------------------------------------------------------

FIRST_BIDS = "1x1 1x2 1x3 1x4 1x5 1x6 2x1 2x2 2x3 2x4 2x5 3x1 ... 3x5 2x6 4x1 ... 5x5 3x6 6x1"


def printed_height(bid: Bid) -> tuple[int, int]:
    """Lexicographic; a bid of sixes stands as twice its count of zeroes."""
    return (2 * bid.count, 0) if bid.face == 6 else (bid.count, bid.face)


def printed_loss(difference: int, *, challenger: bool, challenged: bool) -> int:
    """Dice a player loses when the true count is `difference` above the count bid (one scan lost half of this rule)."""
    if difference > 0:
        return difference if challenger else 0
    if difference < 0:
        return -difference if challenged else 0
    return 0 if challenged else 1


def printed_opener(opener: int, dice: tuple[int, ...]) -> int:
    """The position moves clockwise, to the next player who still has dice."""
    seats = range(opener + 1, opener + 1 + len(dice))
    return next(seat % len(dice) for seat in seats if dice[seat % len(dice)])


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRound:
    """A round of example 1.1 as printed: Alice is player 0, Bob player 1; the last bid is challenged."""

    opener: int
    rolls: tuple[tuple[int, ...], tuple[int, ...]]
    bids: str
    count: int
    difference: int
    left: tuple[int, int]


EXAMPLE = (
    ExampleRound(opener=0, rolls=((5, 5), (3, 6)), bids="1x5 1x6 2x5", count=3, difference=1, left=(2, 1)),
    ExampleRound(opener=1, rolls=((3, 4), (2,)), bids="1x2 1x4 2x2", count=1, difference=-1, left=(2, 0)),
)
EXAMPLE_WINNER = 0

# Ours -----------------------------------------------------------------------------------------------------------------

NAMES = ("Alice", "Bob")


def rules(dice: str) -> RoundVariant:
    return parse_round(f"burcsi-nagy:dice={dice}")


def first_bids() -> Finding:
    """Between two printed bids without dots nothing is left out; the dots stand for plain bids only."""
    ours = ladder(rules("5v5"))
    at, in_order = 0, True
    for part in FIRST_BIDS.split("..."):
        bids = tuple(parse_bid(word) for word in part.split())
        start = ours.index(bids[0])
        in_order &= start >= at and all(bid.face != 6 for bid in ours[at:start]) and (at > 0 or start == 0)
        in_order &= ours[start : start + len(bids)] == bids
        at = start + len(bids)
    return judge(FIRST_BIDS, " ".join(map(str, ours[:at])), agrees=in_order, note="order=double, 10 dice")


def comparison() -> Finding:
    """Prose against list: the order of all pairs of bids of the 5v5 game."""
    variant = rules("5v5")
    bids = ladder(variant)
    may = successor(variant, bids)[1:]
    height = [printed_height(bid) for bid in bids]
    same = sum(bool(may[r, c]) == (height[r] < height[c]) for r, c in product(range(len(bids)), repeat=2))
    return judge(
        "q of 6 stands as 2q of 0, else by count, then face",
        f"{same} of {len(bids) ** 2} pairs of bids in this order",
        agrees=same == len(bids) ** 2,
        note="the prose and the printed list give one ladder",
    )


def what_counts() -> Finding:
    """Every bid face against every pair of dice, counted die by die."""
    rolls = hands(6, 2)
    wild = rules("2v2").wild_face
    pairs = [(face, hand) for face in range(1, 7) for hand in rolls]
    same = sum(
        int(matches(hand, face, wild)) == int(hand[face - 1]) + (int(hand[5]) if face != 6 else 0)
        for face, hand in pairs
    )
    return judge(
        "sixes count for every face; a bid of sixes counts sixes alone",
        f"{same} of {len(pairs)} pairs of face and hand",
        agrees=same == len(pairs),
    )


def challenge() -> Finding:
    """All differences with five dice each at a table of three, by player."""
    variant, dice, bidder, caller = rules("5v5v5"), 5, 0, 1
    differences = range(-dice, dice + 1)
    same = sum(
        settle(variant, Standing((dice,) * 3), bidder=bidder, caller=caller, difference=d).dice
        == tuple(dice - printed_loss(d, challenger=p == caller, challenged=p == bidder) for p in range(3))
        and (call_winner(d, exact=False, bidder=bidder, caller=caller) == bidder) == (d >= 0)
        for d in differences
    )
    return judge(
        "d > 0: challenger loses d; d < 0: challenged loses |d|; d = 0: all but the challenged lose 1",
        f"{same} of {len(differences)} differences, with the winner of the round",
        agrees=same == len(differences),
        note="three players, so that d = 0 is told apart; nobody goes below zero",
    )


def next_opener() -> Finding:
    """Whoever won: every round of four players with one die each in which one is put out."""
    variant, dice = rules("1v1v1v1"), (1, 1, 1, 1)
    settled = [
        (opener, settle(variant, Standing(dice, opener), bidder=bidder, caller=(bidder + 1) % 4, difference=d))
        for opener, bidder, d in product(range(4), range(4), (-1, 1))
    ]
    same = sum(after.opener == printed_opener(opener, after.dice) for opener, after in settled)
    return judge("the opener moves clockwise", f"in {same} of {len(settled)} rounds", agrees=same == len(settled))


@dataclass(frozen=True, slots=True)
class Replay:
    legal: bool
    count: int
    difference: int
    after: Standing


def replay(variant: RoundVariant, standing: Standing, played: ExampleRound) -> Replay:
    """One round of two players by the compiled rules: every bid against the successor matrix, then the challenge."""
    bids = ladder(variant, sum(standing.dice))
    may = successor(variant, bids)
    rungs = [bids.index(parse_bid(word)) for word in played.bids.split()]
    legal = all(may[r + 1, c] for r, c in zip([-1, *rungs[:-1]], rungs, strict=True))
    counts = np.array([[roll.count(face) for face in range(1, variant.faces + 1)] for roll in played.rolls])
    bid = bids[rungs[-1]]
    count = int(matches(counts, bid.face, variant.wild_face).sum())
    bidder = (standing.opener + len(rungs) - 1) % 2
    difference = count - bid.count
    after = settle(variant, standing, bidder=bidder, caller=1 - bidder, difference=difference)
    return Replay(legal and counts.sum(axis=1).tolist() == list(standing.dice), count, difference, after)


def example_round(number: int) -> Finding:
    """The rounds before are replayed to get the standing."""
    variant = rules("2v2")
    standing = Standing(variant.dice)
    for played in EXAMPLE[:number]:
        found = replay(variant, standing, played)
        opener, standing = standing.opener, found.after
    return judge(
        _told(played.opener, played.bids, played.count, played.difference, played.left),
        _told(opener, played.bids if found.legal else "illegal", found.count, found.difference, found.after.dice),
        agrees=found.legal
        and (opener, found.count, found.difference, found.after.dice)
        == (played.opener, played.count, played.difference, played.left),
        note=f"next to open: {NAMES[standing.opener]}" if standing.winner is None else "the game is over",
    )


def _told(opener: int, bids: str, count: int, difference: int, left: tuple[int, ...]) -> str:
    dice = ", ".join(f"{name} {dice}" for name, dice in zip(NAMES, left, strict=True))
    return f"{NAMES[opener]} opens {bids}, true count {count}, difference {difference:+d}, dice left: {dice}"


def example_winner() -> Finding:
    variant = rules("2v2")
    standing = Standing(variant.dice)
    for played in EXAMPLE:
        standing = replay(variant, standing, played).after
    ours = "nobody yet" if standing.winner is None else NAMES[standing.winner]
    return judge(NAMES[EXAMPLE_WINNER], ours, agrees=standing.winner == EXAMPLE_WINNER)


def items() -> tuple[Item, ...]:
    return (
        item("Section 1, first valid bids", first_bids),
        item("Section 1, how bids compare", comparison),
        item("Section 1, what counts for a bid", what_counts),
        item("Section 1, what a challenge costs", challenge),
        item("Section 1, who opens the next round", next_opener),
        item("Example 1.1, first round", example_round, 1),
        item("Example 1.1, second round", example_round, 2),
        item("Example 1.1, winner", example_winner),
    )
