"""Explicit games: what flatten makes of nested values, and the classic games."""

from fractions import Fraction
from itertools import product

import pytest

import naive
from draw import naive_tree, round_of
from mendax.errors import GameLawError
from mendax.games.classic import CLASSICS, bimatrix
from mendax.games.normal_form import matrix_form
from mendax.games.tree import CHANCE, NO_INFOSET, NO_PARENT, TERMINAL, Chance, Decision, Leaf, flatten
from mendax.games.unfold import unfold

HALF = Fraction(1, 2)

# Lanctot and Long, Table 1: "The converted payoff matrix of the example extensive-form game (Koller, Megiddo, & von Stengel
# 1994)". Rows (l/r, L/R, c/d), columns (p/q, s/t).
TABLE_1 = """
            (p,s) (p,t) (q,s) (q,t)
    (l,L,c)   9    15     9    15
    (l,L,d)  13    10    13    10
    (l,R,c)   9    15     9    15
    (l,R,d)  13    10    13    10
    (r,L,c)  10    16    12    18
    (r,L,d)  14    11    16    13
    (r,R,c)  11    17     7    13
    (r,R,d)  15    12    11     8
"""


def test_koller_is_table_1_of_lanctot_long():
    columns, *rows = (line.split() for line in TABLE_1.strip().splitlines())
    printed = {
        (frozenset(row.strip("()").split(",")), frozenset(column.strip("()").split(","))): int(value)
        for row, *values in rows
        for column, value in zip(columns, values, strict=True)
    }
    ours = {tuple(map(frozenset, plans)): paid for plans, paid in matrix_form(CLASSICS["koller"]()).items()}
    assert len(printed) == 32
    assert {plans: (value, -value) for plans, value in printed.items()} == ours


def test_rock_paper_scissors():
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    for ((row,), (column,)), paid in matrix_form(CLASSICS["rps"]()).items():
        first = ((row, column) in beats) - ((column, row) in beats)
        assert paid == (first, -first)


def test_prisoners_dilemma():
    """Axelrod: T=5 > R=3 > P=1 > S=0 and 2R > T+S."""
    c, d = "cooperate", "defect"
    printed = {(c, c): (3, 3), (c, d): (0, 5), (d, c): (5, 0), (d, d): (1, 1)}
    ours = matrix_form(CLASSICS["prisoners-dilemma"]())
    assert ours == {((row,), (column,)): paid for (row, column), paid in printed.items()}
    assert not CLASSICS["prisoners-dilemma"]().is_zero_sum


def test_kuhn_pays_the_pot():
    """Every deal and every play, from the rules: ante 1, one bet of 1, the higher card wins what the other put in."""
    plays = {"check check": 1, "check bet fold": -1, "check bet call": 2, "bet fold": 1, "bet call": 2}
    game = CLASSICS["kuhn"]()
    ends = {}
    for node in range(game.num_nodes):
        if game.player[node] == TERMINAL:
            path, here = [], node
            while here:
                path.append(game.label[here])
                here = int(game.parent[here])
            deal, *actions = reversed(path)
            ends[deal, " ".join(actions)] = tuple(game.payoff[node])
    expected = {}
    for (first, second), (play, stake) in product([(a, b) for a in "JQK" for b in "JQK" if a != b], plays.items()):
        won = stake if "fold" in play or "JQK".index(first) > "JQK".index(second) else -stake
        expected[first + second, play] = (won, -won)
    assert ends == expected


@pytest.mark.parametrize("name", CLASSICS)
def test_matrix_form_equals_playing_it_out(name):
    game = CLASSICS[name]()
    known = naive.moves(naive_tree(game))
    tree = naive_tree(game)
    for plans, paid in matrix_form(game).items():
        own = [iter(plan) for plan in plans]
        chosen = {}
        for i, infoset in enumerate(game.infosets):
            chosen[infoset.player, i] = {infoset.actions.index(next(own[infoset.player])): 1}
        assert chosen.keys() == known.keys()
        assert tuple(naive.expected(tree, chosen, player) for player in (0, 1)) == paid


class TestFlatten:
    def test_breadth_first(self):
        """Parents before children, the children of a node together and in order."""
        for game in (*(make() for make in CLASSICS.values()), unfold(round_of("bluff:dice=1v1v1,faces=2,exact=yes"))):
            assert game.parent[0] == NO_PARENT
            assert (game.parent[1:] < range(1, game.num_nodes)).all()
            assert (game.parent[1:] >= game.parent[:-1]).all()
            for node in range(game.num_nodes):
                children = game.children(node)
                assert [int(game.parent[c]) for c in children] == [node] * len(children)
                assert game.action[children].tolist() == list(range(len(children)))
            assert sum(len(game.children(node)) for node in range(game.num_nodes)) == game.num_nodes - 1

    def test_columns(self):
        game = flatten(
            "toy",
            2,
            Chance(
                (
                    (Fraction(1, 3), "left", Decision(1, "same", (("a", Leaf((1, -1))), ("b", Leaf((2, -2)))))),
                    (Fraction(2, 3), "right", Decision(1, "same", (("a", Leaf((3, -3))), ("b", Leaf((HALF, -HALF)))))),
                )
            ),
        )
        assert game.player.tolist() == [CHANCE, 1, 1, *[TERMINAL] * 4]
        assert game.infoset.tolist() == [NO_INFOSET, 0, 0, *[NO_INFOSET] * 4]
        assert game.chance.tolist() == [1, Fraction(1, 3), Fraction(2, 3), 1, 1, 1, 1]
        assert game.payoff[3:, 0].tolist() == [1, 2, 3, HALF]
        assert game.label == ("", "left", "right", "a", "b", "a", "b")
        assert [(s.player, s.label, s.actions) for s in game.infosets] == [(1, "same", ("a", "b"))]
        assert game.is_zero_sum

    def test_an_information_set_has_the_same_actions_everywhere(self):
        """Else its owner could tell the nodes apart."""
        other = Chance(
            (
                (HALF, "x", Decision(0, "same", (("a", Leaf((0, 0))), ("b", Leaf((0, 0)))))),
                (HALF, "y", Decision(0, "same", (("a", Leaf((0, 0))),))),
            )
        )
        with pytest.raises(GameLawError, match="'same' has actions"):
            flatten("bad", 2, other)

    def test_two_players_may_use_one_label(self):
        game = flatten("toy", 2, Decision(0, "same", (("a", Decision(1, "same", (("b", Leaf((0, 0))),))),)))
        assert [(s.player, s.actions) for s in game.infosets] == [(0, ("a",)), (1, ("b",))]

    def test_the_column_player_does_not_see_the_row(self):
        game = bimatrix("toy", {"up": {"l": (1, 2), "r": (3, 4)}, "down": {"l": (5, 6), "r": (7, 8)}})
        assert len(game.infosets) == 2
        assert game.infoset[1] == game.infoset[2]
        assert game.payoff[3:].tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
