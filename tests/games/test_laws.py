"""check_game passes on every game, and every law has a game that breaks it."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from draw import round_of, variants
from mendax.errors import GameLawError
from mendax.games.classic import CLASSICS, rock_paper_scissors
from mendax.games.laws import check_game
from mendax.games.round import compile_round
from mendax.games.tree import Infoset
from mendax.games.unfold import unfold
from mendax.rules.variant import parse_round


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_games_obey(name):
    check_game(CLASSICS[name]())


@given(variants(100_000))
def test_rounds_obey(text):
    check_game(round_of(text))


@given(variants(800))
def test_unfolded_rounds_obey(text):
    check_game(unfold(round_of(text)))


def test_matches_obey():
    for kind in (Fraction, float):
        share = lambda standing, kind=kind: (kind(standing.dice[0]) / 4, -kind(standing.dice[0]) / 4)  # noqa: E731
        check_game(compile_round(parse_round("bluff:dice=2v1,loss=one,exact=yes"), continuation=share))


def edited(array, index, value):
    """A copy with one entry changed."""
    copy = array.copy()
    copy[index] = value
    return copy


def of(player, field, change):
    """A corruption of one player's array of a Round."""

    def corrupt(game):
        rows = list(getattr(game, field))
        rows[player] = change(rows[player])
        return replace(game, **{field: tuple(rows)})

    return corrupt


ROUND_LAWS = {
    "hands, weight and tally have a row a player": lambda g: replace(g, tally=g.tally[:1]),
    "hands[1] is [H, F]": of(1, "hands", lambda hands: hands[:-1]),
    "hands[0] is [H, F]": of(0, "weight", lambda weight: weight[:-1]),
    "the hands of player 0 are different": of(0, "hands", lambda hands: edited(hands, 1, hands[0])),
    "the hands of player 1 have equally many dice": of(1, "hands", lambda hands: edited(hands, (1, 1), 2)),
    "every hand of player 0 has a positive weight": of(0, "weight", lambda weight: weight - 1),
    "the weights of player 0 sum to F^d": of(0, "weight", np.ones_like),
    "the weights of player 1 sum to F^d": of(1, "weight", lambda weight: weight + 1),
    "tally[1] is [B, H]": of(1, "tally", lambda tally: tally.T),
    "a tally of player 1 is at most his dice": of(1, "tally", lambda tally: tally + 1),
    "a tally of player 0 is at most his dice": of(0, "tally", lambda tally: tally - 1),
    "successor is [B+1, B]": lambda g: replace(g, successor=g.successor[1:]),
    "some bid opens the round": lambda g: replace(g, successor=edited(g.successor, 0, False)),
    "a bid is followed by higher bids only": lambda g: replace(g, successor=edited(g.successor, (3, 2), True)),
    "call_payoff is [P, P, B, N+1]": lambda g: replace(g, call_payoff=g.call_payoff[..., :-1]),
    "exact_payoff is [P, P, B, N+1]": lambda g: replace(g, exact_payoff=g.exact_payoff[0]),
    "call payoffs add up to nothing": lambda g: replace(g, call_payoff=edited(g.call_payoff, (0, 0, 0, 0), 0)),
    "exact payoffs add up to nothing": lambda g: replace(g, exact_payoff=np.abs(g.exact_payoff)),
    "call payoffs lie between -1 and 1": lambda g: replace(g, call_payoff=2 * g.call_payoff),
    "exact payoffs lie between -1 and 1": lambda g: replace(g, exact_payoff=g.exact_payoff * Fraction(3, 2)),
}


@pytest.mark.parametrize("law", ROUND_LAWS)
def test_a_broken_round_is_caught(law):
    game = round_of("bluff:dice=2v1,faces=3,exact=yes")
    with pytest.raises(GameLawError) as caught:
        check_game(ROUND_LAWS[law](game))
    assert str(caught.value) == law


def kuhn():
    return CLASSICS["kuhn"]()


def forgetful():
    """Kuhn's poker in which the first player forgets his card when he is bet at."""
    game = kuhn()
    late = [i for i, s in enumerate(game.infosets) if s.label.endswith("cb")]
    return replace(game, infoset=np.where(np.isin(game.infoset, late), late[0], game.infoset))


def absent_minded():
    """The first player forgets whether he has bet: rock-paper-scissors whose column player is the row player again."""
    game = rock_paper_scissors()
    both = (Infoset(0, "row", game.infosets[0].actions), Infoset(0, "row", game.infosets[0].actions))
    return replace(game, player=np.where(game.player == 1, 0, game.player), infosets=both)


FIRST, SECOND = 7, 8  # in Kuhn's poker, the first two nodes of the second player

TREE_LAWS = {
    "node 0 is the root": lambda g: replace(g, parent=edited(g.parent, 0, 0)),
    "parents come before their children": lambda g: replace(g, parent=edited(g.parent, -1, g.num_nodes - 1)),
    "the actions of node 0 count from 0": lambda g: replace(g, action=edited(g.action, 1, 1)),
    "nothing follows the end at node 1": lambda g: replace(g, player=edited(g.player, 1, -2)),
    "the chances at node 0 add up to one": lambda g: replace(g, chance=edited(g.chance, 1, Fraction(1, 7))),
    "information set 'J' has one mover": lambda g: replace(g, player=edited(g.player, 1, 1)),
    "information set 'J' has the same actions everywhere": lambda g: replace(
        g, infosets=(Infoset(0, "J", ("check", "raise")), *g.infosets[1:])
    ),
    "every player remembers what he knew and did (perfect recall)": lambda g: forgetful(),
}


@pytest.mark.parametrize("law", TREE_LAWS)
def test_a_broken_tree_is_caught(law):
    game = kuhn()
    with pytest.raises(GameLawError) as caught:
        check_game(TREE_LAWS[law](game))
    assert str(caught.value) == law


def test_forgetting_an_action_is_caught():
    with pytest.raises(GameLawError, match="perfect recall"):
        check_game(absent_minded())
