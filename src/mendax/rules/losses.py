"""What a call costs: dice lost and won, and who opens the next round of a match."""

from dataclasses import dataclass, replace
from functools import lru_cache

from mendax.rules.variant import RoundVariant


@dataclass(frozen=True, slots=True)
class Standing:
    """Between two rounds: dice of each player (0: out), who opens, and whether the next round is a palifico."""

    dice: tuple[int, ...]
    opener: int = 0
    palifico: bool = False

    @property
    def players_in(self) -> tuple[int, ...]:
        return tuple(player for player, dice in enumerate(self.dice) if dice)

    @property
    def seats(self) -> tuple[int, ...]:
        """The players with dice in the order in which they bid, the opener first."""
        return _seats(self.dice, self.opener)

    @property
    def winner(self) -> int | None:
        """The one player left, if only one is."""
        return self.players_in[0] if len(self.players_in) == 1 else None

    def after(self, player: int) -> int:
        """The first player clockwise after `player` who still has dice; somebody must."""
        seats = len(self.dice)
        return next(seat % seats for seat in range(player + 1, player + 1 + seats) if self.dice[seat % seats])


@lru_cache(maxsize=4096)
def _seats(dice: tuple[int, ...], opener: int) -> tuple[int, ...]:
    turn = (*range(opener, len(dice)), *range(opener))
    return tuple(player for player in turn if dice[player])


def call_winner(difference: int, *, exact: bool, bidder: int, caller: int) -> int:
    """Who wins the round. `difference` is the true count less the count bid.

    A plain call is won by the bidder when the bid is fulfilled; an exact call by the caller when the bid is exactly right.
    """
    if exact:
        return caller if difference == 0 else bidder
    return bidder if difference >= 0 else caller


def settle(
    variant: RoundVariant, standing: Standing, *, bidder: int, caller: int, difference: int, exact: bool = False
) -> Standing:
    """The standing after a call, under the loss rule of a match.

    one         the loser of the round loses a die
    give        the loser gives a die to the winner
    difference  the loser loses |difference| dice; on a plain call with difference 0, all but the bidder lose one; a bidder
                whose bid was called exactly right loses one
    A right calza costs nobody anything and gives the caller a die, up to the number the caller began with; a wrong one
    costs one die. Nobody goes below zero. Where the match has palificos, a player who comes down to one die makes the
    next round one.
    """
    winner = call_winner(difference, exact=exact, bidder=bidder, caller=caller)
    loser = caller if winner == bidder else bidder
    change = [0] * len(standing.dice)
    if exact and variant.exact == "calza":
        if winner == caller:
            change[caller] = 1 if standing.dice[caller] < variant.dice[caller] else 0
        else:
            change[caller] = -1
    elif variant.loss == "difference" and difference == 0 and not exact:
        for player in standing.players_in:
            change[player] = -1 if player != bidder else 0
    else:
        lost = min(standing.dice[loser], max(1, abs(difference)) if variant.loss == "difference" else 1)
        change[loser] = -lost
        if variant.loss == "give":
            change[winner] += lost
    dice = tuple(max(0, had + got) for had, got in zip(standing.dice, change, strict=True))
    # A right calza has no loser: its caller opens.
    opener = {"winner": winner, "clockwise": standing.opener, "loser": loser if change[loser] else caller}[variant.next]
    down_to_one = any(had > 1 == has for had, has in zip(standing.dice, dice, strict=True))
    left = Standing(dice, opener, palifico=variant.palifico == "yes" and down_to_one)
    if left.players_in and (variant.next == "clockwise" or not dice[opener]):
        left = replace(left, opener=left.after(opener))
    return left
