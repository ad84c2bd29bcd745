"""Section 3: the (s, t) strategies. Where the page contradicts itself, what each statement does, and how little else matters."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from mendax.arena.exact import Point, binomial_tail, chance_to_raise, st_rule
from mendax.arena.reading import CHOICES, Reading, single_changes
from mendax.papers.burcsi_nagy.finding import item, judge
from mendax.papers.burcsi_nagy.stored import check_again, of_t, share_text
from mendax.papers.report import Finding, Item, Verdict
from mendax.rules.dice import hands
from mendax.rules.ladder import Bid, ladder
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round

TABLE = "burcsi-nagy:dice=10v10"
HELD = (1, 6, 2, 0, 1, 0)  # several twos and no fours
HALF = Fraction(1, 2)

# What each statement makes of c_s after my challenge of the previous player succeeded, of c_t after the next player's challenge
# failed, and after it succeeded: +1 more raising, -1 less, 0 nothing.
STATEMENTS = {"printed": (1, -1, 0), "prose": (-1, 0, -1), "intuition": (-1, 1, 0)}


def eight_twos() -> Finding:
    """Ten dice each, ours among them several twos, no four and no six; the strategy itself is asked."""
    game = parse_round(TABLE)
    bids = ladder(game)
    held = int(np.flatnonzero((hands(6, 10) == HELD).all(axis=1))[0])
    asked = bids.index(Bid(7, 3))
    # A table of certain raising: nothing is known of anybody, so only p2 > p1 counts.
    chosen = st_rule(game, (Fraction(0), Fraction(0)))(Point(Standing((10, 10))), 1 << asked, 0, held)
    raise_to = next(iter(chosen))
    twos = binomial_tail(8 - HELD[1], 10, Fraction(1, 3))
    fours = binomial_tail(7 - HELD[3], 10, Fraction(1, 3))
    ours = "a challenge" if raise_to is None else str(bids[raise_to])
    return judge(
        "eight twos rather than seven fours, after seven threes",
        f"{ours}; eight twos hold with chance {float(twos):.3f}, seven fours with {float(fours):.3f}",
        agrees=raise_to is not None and bids[raise_to] == Bid(8, 2) and twos > fours,
        note=f"ten dice each; in hand a one, {HELD[1]} twos, {HELD[2]} threes and a five",
    )


def _moves(inequality: str) -> tuple[int, int, int]:
    """Which way each cause moves a player for whom both moves are equally likely to succeed, s = t = 1/2."""
    reading = Reading(inequality=inequality)
    game = parse_round("burcsi-nagy:dice=1v1")
    wide, none = HALF, Fraction(0)
    rule = {0: st_rule(game, (wide, none), reading), 1: st_rule(game, (none, wide), reading)}
    still = st_rule(game, (none, none), reading)
    found = []
    for which, last in ((0, ("succeeded", "none")), (1, ("none", "failed")), (1, ("none", "succeeded"))):
        point, change = Point(Standing((1, 1)), last), Fraction(0)
        for rung in range(1, len(ladder(game))):
            for hand in range(6):
                before, after = (r(point, 1 << rung, 0, hand).get(None, none) for r in (still, rule[which]))
                change += before - after
        found.append((change > 0) - (change < 0))
    return found[0], found[1], found[2]


def contradiction() -> Finding:
    """The three statements as the strategies have them, told from what the strategies do."""
    ours = {choice: _moves(choice) for choice in STATEMENTS}
    words = {1: "raises more", -1: "raises less", 0: "does nothing"}
    told = "; ".join(
        f"{choice}: c_s {words[s]} after a right challenge, c_t {words[failed]} after a failed one of the next player,"
        f" {words[succeeded]} after a right one"
        for choice, (s, failed, succeeded) in ours.items()
    )
    exact = (
        chance_to_raise(HALF, HALF, HALF, Fraction(0), (1, -1)),
        chance_to_raise(HALF, HALF, HALF, Fraction(0), (-1, 1)),
    )
    return Finding(
        printed="an inequality, two paragraphs before it, and an intuition after it",
        ours=told,
        verdict=Verdict.CANNOT_TELL if ours == STATEMENTS else Verdict.FAILS,
        note=f"no two of the three agree; where p1 = p2 and s = 1/2, a caught neighbour makes a raise certain ({exact[0]}) by one"
        f" and impossible ({exact[1]}) by another. The inequality would say what the intuition says, were it when to challenge."
        " The default is the inequality: it alone gives what section 4 reports (see the readings there)",
    )


def reading(which: Reading) -> Finding:
    """What the claims of section 4 become, with few games here against the many kept."""
    tables = ((2, 30), (3, 30))
    told, same = [], True
    for players, dice in tables:
        again = check_again(players, dice, which)
        same &= again.same
        told.append(f"({players}, {dice}): {share_text(again.kept)}, {of_t(again.kept)}")
    changed = which.differs().partition("=")
    return Finding(
        printed="nothing" if changed[0] != "inequality" else "the inequality, the paragraphs or the intuition",
        ours="; ".join(told),
        verdict=Verdict.CANNOT_TELL if same else Verdict.FAILS,
        note=f"{CHOICES[changed[0]][changed[2]]}. {again.note}",
    )


def items() -> tuple[Item, ...]:
    readings = single_changes()[1:]
    return (
        item("Section 3, the raise most likely to hold", eight_twos),
        item("Section 3, the inequality against the text", contradiction),
        *(item(f"Section 3, reading: {each.differs()}", reading, each) for each in readings),
    )
