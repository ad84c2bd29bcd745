"""Trees as Gambit files, read back by the grammar of the format (EFG 2 R)."""

import re
from collections import deque
from fractions import Fraction

import pytest
from hypothesis import given

import naive
from draw import naive_tree, round_of, variants
from mendax.games.classic import CLASSICS
from mendax.games.gambit import to_efg
from mendax.games.tree import Chance, Decision, Leaf, flatten
from mendax.games.unfold import unfold


def test_rock_paper_scissors_word_for_word():
    column = 'p "" 2 1 "column" { "rock" "paper" "scissors" } 0'
    assert to_efg(CLASSICS["rps"]()).splitlines() == [
        'EFG 2 R "rps" { "Player 0" "Player 1" }',
        'p "" 1 1 "row" { "rock" "paper" "scissors" } 0',
        column,
        't "" 3 "" { 0, 0 }',
        't "" 4 "" { -1, 1 }',
        't "" 5 "" { 1, -1 }',
        column,
        't "" 7 "" { 1, -1 }',
        't "" 8 "" { 0, 0 }',
        't "" 9 "" { -1, 1 }',
        column,
        't "" 11 "" { -1, 1 }',
        't "" 12 "" { 1, -1 }',
        't "" 13 "" { 0, 0 }',
    ]


def test_chances_and_payoffs_are_exact_and_labels_quoted():
    game = flatten(
        'a "game"',
        2,
        Chance(
            (
                (Fraction(1, 3), "one", Leaf((Fraction(1, 7), Fraction(-1, 7)))),
                (Fraction(2, 3), "two", Decision(1, 'say "no"', (("back\\slash", Leaf((10**20, -(10**20)))),))),
            )
        ),
    )
    assert to_efg(game).splitlines() == [
        r'EFG 2 R "a \"game\"" { "Player 0" "Player 1" }',
        'c "" 1 "" { "one" 1/3 "two" 2/3 } 0',
        't "" 2 "" { 1/7, -1/7 }',
        r'p "" 2 1 "say \"no\"" { "back\\slash" } 0',
        f't "" 4 "" {{ {10**20}, -{10**20} }}',
    ]


def read(text):
    """The game an .efg file describes, as nested values; nodes stand in prefix order."""
    header, *lines = text.splitlines()
    assert re.fullmatch(r'EFG 2 R "[^"]*" \{( "[^"]*")+ \}', header)
    lines = deque(lines)
    labels = {}

    def node():
        kind, rest = lines.popleft().split(" ", 1)
        if kind == "t":
            found = re.fullmatch(r'"" (\d+) "" \{ (.*) \}', rest)
            return naive.End(tuple(Fraction(paid) for paid in found[2].split(", ")))
        if kind == "c":
            found = re.fullmatch(r'"" (\d+) "" \{ (.*) \} 0', rest)
            return naive.Chance([(Fraction(p), node()) for _, p in re.findall(r'"([^"]*)" (\S+)', found[2])])
        found = re.fullmatch(r'"" (\d+) (\d+) "([^"]*)" \{ (.*) \} 0', rest)
        knows = (int(found[1]) - 1, int(found[2]))
        assert labels.setdefault(knows, found[3]) == found[3]
        return naive.Move(knows[0], knows, {action: node() for action in re.findall(r'"([^"]*)"', found[4])})

    game = node()
    assert not lines
    assert len(set(labels.items())) == len(labels)
    return game, labels


def renamed(here, game):
    """naive_tree with the names of actions, and information sets numbered from 1 for each player."""
    own = [[i for i, s in enumerate(game.infosets) if s.player == p] for p in range(game.num_players)]

    def walk(here):
        if isinstance(here, naive.End):
            return here
        if isinstance(here, naive.Chance):
            return naive.Chance([(p, walk(child)) for p, child in here.branches])
        infoset = here.knows[1]
        names = game.infosets[infoset].actions
        knows = (here.player, 1 + own[here.player].index(infoset))
        return naive.Move(here.player, knows, {names[a]: walk(child) for a, child in here.actions.items()})

    return walk(here)


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_games_read_back(name):
    game = CLASSICS[name]()
    assert read(to_efg(game))[0] == renamed(naive_tree(game), game)


@given(variants(500))
def test_rounds_read_back(text):
    game = unfold(round_of(text))
    back, labels = read(to_efg(game))
    assert back == renamed(naive_tree(game), game)
    assert sorted((player, label) for (player, _), label in labels.items()) == sorted(
        (s.player, s.label) for s in game.infosets
    )
