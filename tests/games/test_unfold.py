"""A round unfolded: the same game, every node written down."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from draw import naive_round, random_profile, round_of, tree_profile, variants
from mendax.errors import UnsupportedGame
from mendax.games.counts import count_by_formula
from mendax.games.round import compile_round
from mendax.games.tree import CHANCE, TERMINAL
from mendax.games.unfold import unfold
from mendax.rules.variant import parse_round
from mendax.solve.response import best_response


@given(variants())
def test_sizes(text):
    tree, counts = unfold(round_of(text)), count_by_formula(parse_round(text))
    assert (tree.player == TERMINAL).sum() == counts.histories
    assert (tree.player == CHANCE).sum() == 1
    assert len(tree.infosets) == counts.information_sets
    for player, sequences in enumerate(counts.sequences):
        assert 1 + sum(len(s.actions) for s in tree.infosets if s.player == player) == sequences


def ends_of_tree(tree):
    """{(hands, actions): (probability of the hands, pay)} over all ends."""
    paths = [()]
    for node in range(1, tree.num_nodes):
        paths.append((*paths[tree.parent[node]], node))
    return {
        tuple(tree.label[node] for node in path): (tree.chance[path[0]], tuple(tree.payoff[path[-1]]))
        for path in paths
        if path and tree.player[path[-1]] == TERMINAL
    }


def ends_of_rules(text):
    """The same from the rules; rolls that differ in order only are the same hands."""
    found = {}

    def walk(here, chance, known, path):
        if isinstance(here, naive.End):
            found.setdefault((known, path), [Fraction(0), here.pay])[0] += chance
        else:
            for action, below in here.actions.items():
                walk(below, chance, known, (*path, action if isinstance(action, str) else "{}x{}".format(*action)))

    game = round_of(text)
    faces = range(1, game.hands[0].shape[1] + 1)
    rolls = product(*(product(faces, repeat=dice) for dice in game.num_dice))
    for (chance, opening), roll in zip(naive_round(text).branches, rolls, strict=True):
        walk(opening, chance, " ".join("".join(map(str, sorted(dice))) for dice in roll), ())
    return {(hands, *path): (chance, pay) for (hands, path), (chance, pay) in found.items()}


@given(variants())
def test_it_is_the_game_of_the_rules(text):
    assert ends_of_tree(unfold(round_of(text))) == ends_of_rules(text)


@given(variants(), st.integers(0, 10**6))
def test_its_best_responses_are_those_of_the_round(text, seed):
    game = round_of(text)
    tree, profile = unfold(game), random_profile(game, seed)
    for player in range(game.num_players):
        in_tree = best_response(tree, tree_profile(game, tree, profile), player).value
        assert in_tree == best_response(game, profile, player).value


def test_payoffs_of_any_kind():
    """Rational and float payoffs of a match come over unchanged."""
    variant = parse_round("endgame:dice=2v1,faces=2,loss=one")
    for third in (Fraction(1, 3), 1 / 3):
        tree = unfold(compile_round(variant, continuation=lambda standing, third=third: (third, -third)))
        assert set(tree.payoff[tree.player == TERMINAL, 0].tolist()) == {1, Fraction(third)}
        assert all(isinstance(paid, Fraction) for paid in tree.payoff.flat)


def test_too_large():
    for text in ("bluff:dice=1v1v1,faces=5", "bluff:dice=2v2"):
        with pytest.raises(UnsupportedGame, match="use fewer dice or faces"):
            unfold(round_of(text))
