"""A round's arrays say what the rules say."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given

from draw import naive_round, round_of, variants
from mendax.errors import UnsupportedGame
from mendax.games.masks import mask_of
from mendax.games.round import compile_round
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round


def name(game, action):
    if action < game.call:
        return (game.bids[action].count, game.bids[action].face)
    return {game.call: "call", game.exact: "exact"}[action]


class TestArrays:
    """Against the game that naive.py enumerates die by die."""

    @given(variants(5_000))
    def test_successor_and_payoffs(self, text):
        """Walk both at once: at every node the same actions, at every end the same pay, for every roll of the dice."""
        game = round_of(text)
        faces = range(1, game.hands[0].shape[1] + 1)
        rolls = product(*(product(faces, repeat=dice) for dice in game.num_dice))

        def walk(here, hands, mask, depth):
            assert here.player == depth % game.num_players
            legal = game.legal(mask)
            assert {name(game, action) for action in legal} == set(here.actions)
            for action in legal:
                below = here.actions[name(game, action)]
                if action < game.call:
                    walk(below, hands, mask | 1 << action, depth + 1)
                else:
                    rung = mask.bit_length() - 1
                    count = sum(int(tally[rung, hand]) for tally, hand in zip(game.tally, hands, strict=True))
                    table = game.payoffs[action - game.call]
                    assert tuple(table[:, (depth - 1) % game.num_players, rung, count]) == below.pay

        for (_, opening), roll in zip(naive_round(text).branches, rolls, strict=True):
            counts = [[dice.count(face) for face in faces] for dice in roll]
            hands = [int(np.flatnonzero((game.hands[p] == c).all(axis=1))[0]) for p, c in enumerate(counts)]
            walk(opening, hands, 0, 0)

    @given(variants(100_000))
    def test_weights_count_ordered_rolls(self, text):
        game = round_of(text)
        faces = range(1, game.hands[0].shape[1] + 1)
        for dice, hands, weight in zip(game.num_dice, game.hands, game.weight, strict=True):
            rolls = [tuple(sorted(roll)) for roll in product(faces, repeat=dice)]
            shown = [tuple(face for face, n in zip(faces, counts, strict=True) for _ in range(n)) for counts in hands]
            assert sorted(shown) == sorted(set(rolls))
            assert weight.tolist() == [rolls.count(hand) for hand in shown]

    def test_the_highest_face_is_wild(self):
        """Bluff with three dice 1, 5, 6 against one 6: a bid on any face counts the sixes too."""
        game = round_of("bluff:dice=3v1")
        hand = int(np.flatnonzero((game.hands[0] == [1, 0, 0, 0, 1, 1]).all(axis=1))[0])
        assert {b.face: int(game.tally[0][r, hand]) for r, b in enumerate(game.bids)} == {
            1: 2,
            2: 1,
            3: 1,
            4: 1,
            5: 2,
            6: 1,
        }
        assert {b.face: int(game.tally[1][r, -1]) for r, b in enumerate(game.bids)} == dict.fromkeys(range(1, 7), 1)

    def test_actions(self):
        game = round_of("bluff:faces=2,exact=yes")
        assert (game.call, game.exact, game.num_actions) == (4, 5, 6)
        assert game.legal(0) == (0, 1, 2, 3)
        assert game.legal(mask_of((0, 2))) == (3, 4, 5)
        assert game.legal(mask_of((3,))) == (4, 5)

    def test_three_players_pay_two_of_them(self):
        """Player 2 bids 2x1 and player 0 calls: the third looks on."""
        game = round_of("endgame:dice=1v1v1,faces=2")
        rung = [str(bid) for bid in game.bids].index("2x1")
        assert game.call_payoff[:, 2, rung, 1].tolist() == [1, 0, -1]
        assert game.call_payoff[:, 2, rung, 2].tolist() == [-1, 0, 1]

    def test_too_many_dice(self):
        with pytest.raises(UnsupportedGame, match="use fewer dice or faces"):
            round_of("bluff:dice=90v90,faces=20")


class Standings:
    """A continuation that pays every player a number nobody else gets anywhere: what led to a payoff can be read from it."""

    def __init__(self):
        self.seen = []

    def __call__(self, standing):
        if standing not in self.seen:
            self.seen.append(standing)
        place = self.seen.index(standing)
        return tuple(Fraction(1, 2 + place * len(standing.dice) + p) for p in range(len(standing.dice)))

    def read(self, paid):
        """The standing that led to these payoffs, given by player."""
        place, player = divmod(paid[0].denominator - 2, len(paid))
        assert player == 0
        assert paid == self(self.seen[place])
        return self.seen[place]


def dice_left(loss, dice, bidder, caller, difference):
    """The loss rules in the words of variant.py."""
    left = list(dice)
    winner, loser = (bidder, caller) if difference >= 0 else (caller, bidder)
    if loss == "difference" and difference == 0:
        left = [max(0, had - 1) if p != bidder else had for p, had in enumerate(dice)]
    else:
        left[loser] = max(0, dice[loser] - (abs(difference) if loss == "difference" else 1))
        left[winner] += loss == "give"
    return tuple(left)


class TestMatches:
    """With a loss rule, payoffs are what follows the round."""

    @pytest.mark.parametrize("loss", ["one", "difference", "give"])
    @pytest.mark.parametrize("dice", ["2v2", "3v1", "1v2", "2v1v2", "1v1v1"])
    @pytest.mark.parametrize("opener", [0, 1])
    def test_every_call_leads_to_the_standing_of_its_loss_rule(self, loss, dice, opener):
        variant = parse_round(f"bluff:dice={dice},faces=2,loss={loss}")
        follow = Standings()
        game = compile_round(variant, standing=Standing(variant.dice, opener), continuation=follow)
        players = variant.num_players
        for bidder_seat, (rung, bid), count in product(
            range(players), enumerate(game.bids), range(variant.total_dice + 1)
        ):
            seats = [(opener + seat) % players for seat in range(players)]
            bidder, caller = seats[bidder_seat], seats[(bidder_seat + 1) % players]
            paid = dict(zip(seats, game.call_payoff[:, bidder_seat, rung, count], strict=True))
            paid = tuple(paid[player] for player in range(players))
            left = dice_left(loss, variant.dice, bidder, caller, count - bid.count)
            alive = [player for player in range(players) if left[player]]
            if len(alive) == 1:
                assert paid == tuple(1 if p == alive[0] else Fraction(-1, players - 1) for p in range(players))
            else:
                assert follow.read(paid).dice == left
                # next=clockwise: the player after the opener who still has dice
                assert follow.read(paid).opener == next(
                    p % players for p in range(opener + 1, opener + 1 + players) if left[p % players]
                )

    def test_with_a_die_each_a_match_of_two_is_a_round(self):
        single = round_of("bluff")
        for loss in ("one", "difference", "give"):
            assert np.array_equal(round_of(f"bluff:loss={loss}").call_payoff, single.call_payoff)

    def test_seat_0_opens_and_who_has_no_dice_has_no_seat(self):
        variant = parse_round("dudo:dice=3v3v3")
        follow = Standings()
        game = compile_round(variant, standing=Standing((2, 0, 1), opener=2), continuation=follow)
        assert game.num_dice == (1, 2)
        assert len(game.bids) == 18
        # Seat 0, player 2 with his last die, bids 1x3; player 0 calls and nothing matches: player 0 has won the match.
        rung = [str(bid) for bid in game.bids].index("1x3")
        assert game.call_payoff[:, 0, rung, 0].tolist() == [Fraction(-1, 2), 1]
        # One die matches: all but the bidder lose one, and with next=winner the bidder opens again.
        paid = game.call_payoff[:, 0, rung, 1]
        after = next(standing for standing in follow.seen if standing.dice == (1, 0, 1))
        assert after.opener == 2
        assert paid.tolist() == [follow(after)[player] for player in (2, 0)]

    def test_a_palifico_standing_has_no_wild_face_and_keeps_the_first(self):
        variant = parse_round("perudo:faces=3")
        match = compile_round(variant, standing=Standing((1, 2), palifico=True), continuation=Standings())
        single = round_of("perudo:dice=1v2,faces=3,loss=round,palifico=now")
        assert match.bids == single.bids
        assert np.array_equal(match.successor, single.successor)
        assert all(np.array_equal(ours, theirs) for ours, theirs in zip(match.tally, single.tally, strict=True))
        assert not np.array_equal(match.tally[0], round_of("perudo:dice=1v2,faces=3,loss=round").tally[0])

    def test_right_and_wrong_calza(self):
        """perudo, 2 against 1 of 5 each: exactly right gives the caller a die, wrong costs him one; loss=one."""
        variant = parse_round("perudo:faces=2")
        follow = Standings()
        game = compile_round(variant, standing=Standing((2, 1)), continuation=follow)
        rung = [str(bid) for bid in game.bids].index("2x2")
        right, wrong = (tuple(game.exact_payoff[:, 1, rung, count]) for count in (2, 3))
        assert (follow.read(right).dice, follow.read(right).opener) == ((3, 1), 0)
        assert (follow.read(wrong).dice, follow.read(wrong).opener) == ((1, 1), 0)
        assert tuple(game.exact_payoff[:, 0, rung, 1]) == (1, -1)

    def test_a_match_needs_what_follows(self):
        with pytest.raises(UnsupportedGame, match="loss=round plays a single round"):
            round_of("bluff:dice=2v1,loss=one")
