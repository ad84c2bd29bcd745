"""The Tree agent against the worked example of the thesis, and against the same tables written out once more."""

from dataclasses import replace
from fractions import Fraction

import pytest

from mendax.agents.agent import profile_of
from mendax.agents.die import faces_of, read
from mendax.agents.laws import check_agent
from mendax.agents.tree import TreeAgent, TreeReading, challenge_wins, challenged, tree_tables
from mendax.agents.views import cup_view
from mendax.errors import UnsupportedGame
from mendax.games.compile import compile_game
from mendax.solve.cup_response import cup_worth

TABLES = tree_tables(6, TreeReading())


def test_accept_five_as_worked_out_in_the_thesis():
    assert TABLES.root[6] == 0
    assert [TABLES.wins[5, roll, 6] for roll in range(1, 7)] == [0, 0, 0, 0, 0, 1]
    assert challenge_wins(6, TreeReading(), 6) == Fraction(5, 6)
    assert challenged(6, TreeReading(), 6, Fraction(0)) == 1
    assert TABLES.root[5] == Fraction(1, 6)
    assert TABLES.weighed[6] == (0, Fraction(5, 36))


def test_accept_four_by_hand():
    """A call of five wins 1/6 (1 - 1/6), and (4/5)/(1/6 + 4/5) more where it is true; a true six always wins."""
    lie = Fraction(5, 36)
    true = lie + Fraction(24, 29)
    assert [TABLES.wins[4, roll, 5] for roll in (1, 4, 5)] == [lie, lie, true]
    assert TABLES.wins[4, 6, 6] == 1
    assert (4, 6, 5) not in TABLES.wins  # below the roll
    assert TABLES.root[4] == (4 * lie + true + 1) / 6


def test_decisions_of_the_default_reading():
    assert [TABLES.calls[0, roll] for roll in range(1, 7)] == [4, 2, 3, 4, 5, 6]
    assert [TABLES.calls[3, roll] for roll in range(1, 7)] == [4, 4, 4, 4, 5, 6]
    assert [call for call in range(1, 7) if TABLES.accepts(call)] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("change", "accepted", "opening"),
    [
        ({"lies": "rolls"}, [1, 2, 3, 4], [1, 2, 3, 4, 5, 6]),
        ({"lies": "integers"}, [1, 2, 3], [4, 2, 3, 4, 5, 6]),
        ({"accepts": "rest"}, [1, 2, 3, 4], [1, 2, 3, 4, 5, 6]),
        ({"against": "caller"}, [1, 2, 3], [2, 2, 3, 4, 5, 6]),
        ({"answer": "lie"}, [1, 2], [4, 2, 3, 4, 5, 6]),
        ({"answer": "higher"}, [1], [4, 2, 3, 4, 5, 6]),
        ({"answer": "root"}, [1, 2], [4, 2, 3, 4, 5, 6]),
        ({"answer": "lied"}, [], [4, 2, 3, 4, 5, 6]),
    ],
)
def test_each_reading_changes_its_decisions(change, accepted, opening):
    tables = tree_tables(6, replace(TreeReading(), **change))
    assert [tables.calls[0, roll] for roll in range(1, 7)] == opening
    assert [call for call in range(1, 7) if tables.accepts(call)] == accepted


def naive_roots(faces):
    """Equations (1) to (3) and the pseudocode, loop by loop."""
    root = {faces: Fraction(0)}
    for beat in range(faces - 1, -1, -1):
        total = Fraction(0)
        for roll in range(1, faces + 1):
            best = Fraction(0)
            for call in range(beat + 1, faces + 1):
                if call < roll:
                    continue
                in_acc, lies = root[call], 1 - Fraction(1, call)
                win = in_acc * (1 - in_acc)
                if call == roll and lies + in_acc:
                    win += lies / (in_acc + lies)
                best = max(best, win)
            total += best
        root[beat] = total / faces
    return root


@pytest.mark.parametrize("faces", [2, 3, 6, 8])
def test_roots_are_those_of_the_pseudocode(faces):
    roots = naive_roots(faces)
    assert tree_tables(faces, TreeReading()).root == tuple(roots[beat] for beat in range(faces + 1))


@pytest.mark.parametrize("game", ["thesis-die", "liars-die", "thesis-die:faces=3", "thesis-die:players=3"])
def test_obeys_the_laws_of_agents(game):
    check_agent(TreeAgent(), compile_game(game))


def test_wins_as_much_in_both_games_of_one_die():
    """A call below the roll is all that makes them differ, and the Tree makes none."""
    thesis, ferguson = (compile_game(game) for game in ("thesis-die", "liars-die"))
    assert cup_worth(thesis, profile_of(thesis, [TreeAgent()] * 2))[0] == Fraction(52, 81)
    assert cup_worth(ferguson, profile_of(ferguson, [TreeAgent()] * 2))[0] == Fraction(52, 81)


def test_a_view_is_read_by_calls_and_rolls():
    game = compile_game("thesis-die")
    assert read(cup_view(game, 0, 7 + 2, 1 + 3)) == (2, 4, None)  # beats a two, has rolled a four
    assert read(cup_view(game, 0, 7 + 2, 1 + 6 + 4)) == (2, None, 5)  # a two was accepted, hears a five


@pytest.mark.parametrize("game", ["thesis-die:dice=2", "coins", "bluff:faces=2", "improvable:cells=4"])
def test_other_games_are_refused(game):
    with pytest.raises(UnsupportedGame, match="one die"):
        faces_of(compile_game(game))
