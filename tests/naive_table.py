"""The (s, t) game as the paper tells it, slow and plain: dice are lists, chances are fractions, every bid is looked at.

Nothing is shared with mendax.arena. A reading is a dictionary of the choices' names.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

Bid = tuple[int, int]  # so many, of this face
JOKER = 6


def height(bid: Bid) -> tuple[int, int]:
    """Bids of sixes stand as twice as many zeroes."""
    many, face = bid
    return (2 * many, 0) if face == JOKER else (many, face)


@cache
def all_bids(dice_in_play: int) -> list[Bid]:
    return sorted(((many, face) for many in range(1, dice_in_play + 1) for face in range(1, 7)), key=height)


def fulfilling(hand: list[int], face: int) -> int:
    return sum(die in (face, JOKER) for die in hand)


@cache
def at_least(wanted: int, unseen: int, chance: Fraction) -> Fraction:
    return sum(
        (comb(unseen, k) * chance**k * (1 - chance) ** (unseen - k) for k in range(max(0, wanted), unseen + 1)),
        Fraction(0),
    )


def success(bid: Bid, hand: list[int], dice_in_play: int) -> Fraction:
    """The chance that a bid holds, for who sees this hand alone."""
    many, face = bid
    chance = Fraction(1, 6) if face == JOKER else Fraction(2, 6)
    return at_least(many - fulfilling(hand, face), dice_in_play - len(hand), chance)


class Game:
    """roll(player, dice) gives faces. number(kind) gives what is drawn for "s", "t" or "tie": a number in [0, 1), or None
    where the other implementation drew none; then it may not matter."""

    def __init__(
        self,
        strategies: list[tuple[float, float]],
        dice: int,
        reading: dict[str, str],
        roll: Callable[[int, int], list[int]],
        number: Callable[[str], float | None],
        said: Callable[[int, Bid | None], Any] = lambda player, bid: None,
    ) -> None:
        self.strategies, self.reading = strategies, reading
        self.roll, self.number, self.said = roll, number, said
        self.players = len(strategies)
        self.left = [dice] * self.players
        self.history: list[tuple[int, int, bool]] = []  # who challenged whom, and was he right

    def in_play(self) -> list[int]:
        return [p for p in range(self.players) if self.left[p]]

    def clockwise(self, player: int) -> int:
        player = (player + 1) % self.players
        return player if self.left[player] else self.clockwise(player)

    def counter_clockwise(self, player: int) -> int:
        player = (player - 1) % self.players
        return player if self.left[player] else self.counter_clockwise(player)

    def play(self) -> int:
        opener = 0
        while len(self.in_play()) > 1:
            opener = self.round(opener)
        return self.in_play()[0]

    def round(self, opener: int) -> int:
        """Returns who opens the next one."""
        table = self.in_play()
        hands = {p: self.roll(p, self.left[p]) for p in table}
        player, bid = opener, None
        while True:
            raised = self.decide(player, hands[player], bid)
            self.said(player, raised)
            if raised is None:
                break
            bidder, bid, player = player, raised, self.clockwise(player)
        assert bid is not None
        difference = sum(fulfilling(hand, bid[1]) for hand in hands.values()) - bid[0]
        if difference > 0:
            self.lose(player, difference)
        elif difference < 0:
            self.lose(bidder, -difference)
        else:
            for other in table:
                if other != bidder:
                    self.lose(other, 1)
        self.history.append((player, bidder, difference < 0))
        if self.reading["starter"] == "loser":
            loser = bidder if difference < 0 else player
            return loser if self.left[loser] else self.clockwise(loser)
        if self.reading["starter"] == "position":
            place = table.index(opener) + 1
            return self.in_play()[place % len(self.in_play())]
        return self.clockwise(opener)

    def lose(self, player: int, dice: int) -> None:
        self.left[player] -= min(dice, self.left[player])

    def decide(self, player: int, hand: list[int], bid: Bid | None) -> Bid | None:
        """The raise, or None for a challenge."""
        total = sum(self.left)
        higher = [b for b in all_bids(total) if bid is None or height(b) > height(bid)]
        if not higher:
            return None
        chances = [success(b, hand, total) for b in higher]
        p2 = max(chances)
        if bid is not None and not self.raises(player, p2, 1 - success(bid, hand, total)):
            return None
        best = [b for b, chance in zip(higher, chances, strict=True) if chance == p2]
        if self.reading["ties"] == "lowest" or len(best) == 1:
            return best[0]
        if self.reading["ties"] == "highest":
            return best[-1]
        by_face = sorted(best, key=lambda b: (b[1], b[0]))  # the order in which the number drawn counts them
        drawn = self.number("tie")
        assert drawn is not None
        return by_face[int(drawn * len(best))]

    def raises(self, player: int, p2: Fraction, p1: Fraction) -> bool:
        s, t = map(Fraction, self.strategies[player])
        if not self.caught(player):
            s = Fraction(0)
        if self.record_of_next(player) != ("succeeded" if self.reading["inequality"] == "prose" else "failed"):
            t = Fraction(0)
        u, v = self.number("s"), self.number("t")

        def outcome(u: float, v: float) -> bool:
            c_s, c_t = s * Fraction(u), t * Fraction(v)
            if self.reading["inequality"] == "printed":
                return p2 - p1 + c_s - c_t > 0
            if self.reading["inequality"] == "prose":
                return p2 - p1 - c_s - c_t > 0
            return p2 - p1 - c_s + c_t > 0

        if u is None or v is None:
            almost = 1 - 2.0**-53
            found = {outcome(a, b) for a in (0.0, almost) for b in (0.0, almost)}
            assert len(found) == 1, "a number was to be drawn"
            return found.pop()
        return outcome(u, v)

    def caught(self, player: int) -> bool:
        """Did the last challenge of the previous player succeed?"""
        previous = self.counter_clockwise(player)
        for challenger, challenged, right in reversed(self.history):
            if challenged == previous and (self.reading["record"] == "player" or challenger == player):
                return right
        return False

    def record_of_next(self, player: int) -> str:
        """What became of the last challenge by the next player."""
        following = self.clockwise(player)
        for challenger, challenged, right in reversed(self.history):
            if challenger == following and (self.reading["record"] == "player" or challenged == player):
                return "succeeded" if right else "failed"
        return "none"
