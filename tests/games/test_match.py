"""A match: standings, what rounds lead to, and whose payoffs are whose."""

from fractions import Fraction

import numpy as np
import pytest

from mendax.errors import NotationError, UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.match import Match, compile_match, format_standing, parse_standing
from mendax.games.round import Round, compile_round
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round


def match_of(text: str) -> Match:
    return compile_match(parse_round(text))


class TestStandings:
    def test_by_hand(self):
        """Two dice against one, by the difference: only a bid of player 0 that is one too high leaves both in."""
        match = match_of("burcsi-nagy:dice=2v1,faces=3")
        assert match.standings == (Standing((2, 1), 0), Standing((1, 1), 1))
        assert set(match.outcomes[0]) == {(0, Standing((d, 0), 0)) for d in (2,)} | {
            (1, Standing((1, 1), 1)),
            (1, Standing((0, 1), 1)),
        }
        assert match.follows(0) == (1,)
        assert match.follows(1) == ()

    def test_the_winner_may_open_again(self):
        match = match_of("burcsi-nagy:dice=2v2,faces=3,next=winner")
        assert {s for s in match.standings if sum(s.dice) == 3} == {Standing((2, 1), 0), Standing((1, 2), 1)}

    @pytest.mark.parametrize(
        "text",
        [
            "dudo:dice=2v2,faces=3",
            "perudo:dice=2v2,faces=3",
            "bluff:dice=1v3,faces=3,loss=give,next=loser",
            "joker:dice=3v1,faces=4,loss=difference,exact=yes,next=winner",
        ],
    )
    def test_they_are_those_that_rounds_ask_for(self, text):
        """With three faces or more any count may turn out; so the payoffs of a round ask for all of them, and no others."""
        match = match_of(text)
        for i, standing in enumerate(match.standings):
            asked = set()

            def follow(after, asked=asked):
                asked.add(after)
                return 0, 0

            compile_round(match.variant, standing=standing, continuation=follow)
            assert {match.standings[j] for j in match.follows(i)} == asked

    def test_counts_that_cannot_turn_out(self):
        """With two faces, one wild and never bid, all three dice match every bid, and player 1 bids 2x2 or 3x2 if he bids."""
        match = match_of("joker:dice=2v1,faces=2,loss=difference")
        assert set(match.outcomes[0]) == {(0, Standing((2, 0), 0)), (1, Standing((1, 1), 1))}
        assert (1, Standing((0, 1), 1)) in match_of("joker:dice=2v1,faces=3,loss=difference").outcomes[0]

    def test_palificos_are_standings_of_their_own(self):
        match = match_of("perudo:dice=2v2,faces=3")
        assert {s for s in match.standings if s.dice == (1, 2)} == {
            Standing((1, 2), 0, True),  # player 0 has just come down to one die
            Standing((1, 2), 1, False),  # player 1 has won a second die back, and opens
        }

    def test_too_many(self):
        with pytest.raises(UnsupportedGame, match="180 dice; its standings are found up to 40"):
            match_of("bluff:dice=90v90,faces=2,loss=one")


class TestComponents:
    @pytest.mark.parametrize("text", ["dudo:dice=3v2", "bluff:dice=3v3,loss=one", "bluff:dice=2v2,loss=difference"])
    def test_dice_that_only_leave_never_recur(self, text):
        match = match_of(text)
        assert all(len(component) == 1 and not match.recurs(component) for component in match.components)

    @pytest.mark.parametrize("text", ["dudo:dice=3v2", "perudo:dice=3v2", "bluff:dice=2v2,loss=give"])
    def test_what_follows_comes_first(self, text):
        match = match_of(text)
        place = {i: place for place, component in enumerate(match.components) for i in component}
        assert sorted(place) == list(range(len(match.standings)))
        assert all(place[j] <= place[i] for i in place for j in match.follows(i))

    def test_given_dice_come_back(self):
        match = match_of("bluff:dice=2v1,loss=give,next=loser")
        (component,) = (c for c in match.components if match.recurs(c))
        assert {match.standings[i] for i in component} == {Standing((1, 2), 0), Standing((2, 1), 1)}
        assert 0 not in component  # nobody with two dice opens again

    def test_a_calza_may_change_nothing(self):
        match = match_of("perudo:dice=1v1")
        assert match.recurs(match.components[0])
        assert match.follows(0) == (0, 1)  # the caller opens, whoever he is


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("bluff:dice=2v2,loss=one", True),
        ("bluff:dice=2v2,loss=give,next=winner", True),
        ("bluff:dice=2v2,loss=one,exact=yes,next=loser", True),
        ("perudo:dice=2v2,exact=no", True),
        ("perudo:dice=2v2", False),
        ("bluff:dice=2v2,loss=difference", False),
    ],
)
def test_won_or_lost(text, holds):
    """Does nothing but the winner of the first round decide what follows?"""
    assert (match_of(text).won_or_lost(0) is not None) == holds


def test_won_or_lost_by_player_not_by_seat():
    match = match_of("bluff:dice=2v2,loss=one,next=loser")
    i = match.index[Standing((1, 2), 0)]
    assert match.won_or_lost(i) == (Standing((1, 1), 1), Standing((0, 2), 1))


class TestRounds:
    match = match_of("bluff:dice=1v2,faces=3,loss=give,next=loser")
    worth = (Fraction(-1, 3), Fraction(1, 5))

    def test_seat_0_is_the_opener(self):
        """Standings are 1v2, player 0 opens, and 2v1, player 1 opens: there player 1 has seat 0, and one die."""
        assert self.match.standings == (Standing((1, 2), 0), Standing((2, 1), 1))
        assert [self.match.round(i, self.worth).num_dice for i in (0, 1)] == [(1, 2), (1, 2)]

    def test_payoffs_by_seat(self):
        """The opener bids 1x1 and nothing matches: he loses his only die, at 1v2 player 0, at 2v1 player 1."""
        first, second = (self.match.round(i, self.worth).call_payoff for i in (0, 1))
        assert first[0, 0, 0, 0] == -1
        assert second[0, 0, 0, 0] == -1
        # Player 0's bid, from seat 1, fails at 2v1: 1v2 follows, he opens, worth -1/3 to him and 1/3 to seat 0.
        assert second[1, 1, 0, 0] == Fraction(-1, 3)
        assert second[0, 1, 0, 0] == Fraction(1, 3)

    def test_for_its_own_sake(self):
        game = self.match.single_round(1)
        single = compile_round(parse_round("bluff:dice=1v2,faces=3"))
        assert np.array_equal(game.call_payoff, single.call_payoff)
        assert all(np.array_equal(a, b) for a, b in zip(game.tally, single.tally, strict=True))

    def test_a_palifico_for_its_own_sake(self):
        match = match_of("perudo:dice=1v2,faces=3")
        i = match.index[Standing((1, 1), 1, True)]
        game = match.single_round(i)
        assert np.array_equal(game.tally[0], match.round(i, [Fraction(0)] * len(match.standings)).tally[0])
        assert set(game.call_payoff.ravel().tolist()) == {-1, 1}


class TestCompile:
    def test_a_match(self):
        game = compile_game("dudo:dice=2v1,faces=3")
        assert isinstance(game, Match)
        assert game.game == "dudo:dice=2v1,faces=3"

    @pytest.mark.parametrize("text", ["dudo:dice=1v1,faces=3", "bluff:dice=1v1,loss=give", "perudo:dice=1v1,exact=no"])
    def test_a_match_that_every_call_ends_is_a_round(self, text):
        assert isinstance(compile_game(text), Round)

    @pytest.mark.parametrize("text", ["bluff:dice=2v1", "perudo:loss=round,dice=2v2", "bluff:dice=1v1v1"])
    def test_a_round(self, text):
        assert isinstance(compile_game(text), Round)

    def test_more_players(self):
        with pytest.raises(UnsupportedGame, match="loss=round"):
            compile_game("dudo:dice=2v2v2")


class TestNotation:
    match = match_of("perudo:dice=2v2,faces=3")

    def test_inverse(self):
        for i, standing in enumerate(self.match.standings):
            assert parse_standing(self.match, format_standing(standing)) == i

    def test_words(self):
        assert format_standing(Standing((2, 1), 1)) == "2v1@1"
        assert format_standing(Standing((1, 2), 0, True)) == "1v2@0p"
        with pytest.raises(NotationError, match="2v2@0, "):
            parse_standing(self.match, "2v3@0")
