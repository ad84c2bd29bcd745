"""The Matrix agent against tables played out roll by roll."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mendax.agents.laws import check_agent
from mendax.agents.matrix import MatrixAgent, MatrixReading, matrix_tables, pay_table
from mendax.agents.views import cup_view
from mendax.errors import UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import ACCEPT

TABLES = matrix_tables(6, MatrixReading())


def test_numbers_of_strategies():
    """6! and 5! at the start; two answers to every call that may be accepted."""
    first = matrix_tables(6, MatrixReading(lies="all"))
    assert [table.size for table in first] == [(720, 64), (600, 32), (384, 16), (162, 8), (32, 4), (1, 2)]
    assert [table.size for table in TABLES] == [(120, 32), (96, 16), (54, 8), (16, 4), (1, 2), (1, 1)]


def test_worths_of_accepted_calls_by_hand():
    """After a five a six must be called and is doubted; after a four, five is called and challenged, or accepted for 5/6."""
    assert TABLES[5].worth == Fraction(5, 6)
    assert TABLES[4].worth == Fraction(4, 6)
    assert [table.worth for table in TABLES[:4]] == [Fraction(2, 3), *([Fraction(31, 54)] * 2), Fraction(5, 9)]


@pytest.mark.parametrize(("faces", "lies"), [(3, "all"), (4, "acceptable"), (4, "all"), (4, "fewer")])
def test_table_is_the_game_played_out(faces, lies):
    worth = {call: Fraction(call, 2 * call + 1) for call in range(1, faces + 1)}
    top = faces if lies == "all" else faces - 1
    for beat in range(faces):
        table = pay_table(faces, beat, worth, lies)
        heard = list(range(beat + 1, top + 1))
        legal = [
            [c for c in range(max(beat + 1, r), faces + 1) if c <= top or c == max(beat + 1, r)]
            for r in range(1, faces + 1)
        ]
        expected = {}
        for calls in product(*legal):
            for taken in product((False, True), repeat=len(heard)):
                accepts = dict(zip(heard, taken, strict=True))
                won = [worth[c] if accepts.get(c) else int(c == r) for r, c in enumerate(calls, start=1)]
                won = won[:-1] if lies == "fewer" and heard else won
                expected[calls, tuple(accepts.get(c, False) for c in range(faces + 1))] = Fraction(sum(won)) / len(won)
        found = {
            (tuple(calls.tolist()), tuple(accepts.tolist())): Fraction(int(table.wins[n, m]), table.unit)
            for n, calls in enumerate(table.calls)
            for m, accepts in enumerate(table.accepts)
        }
        assert found == expected


def kept(pay, how):
    """Rows of a list of lists of payoffs to who chooses the row."""
    columns = list(zip(*pay, strict=True))
    match how:
        case "replies":
            return [n for n, row in enumerate(pay) if any(x == max(c) for x, c in zip(row, columns, strict=True))]
        case "highest":
            score = [max(row) for row in pay]
        case "sure":
            score = [min(row) for row in pay]
        case "mean":
            score = [sum(row) / len(row) for row in pay]
    return [n for n, x in enumerate(score) if x == max(score)]


@pytest.mark.parametrize("accepted", ["last", "table", "minimax", "maximin", "average"])
@pytest.mark.parametrize(("answers", "callers"), [("replies", "replies"), ("highest", "sure"), ("mean", "highest")])
def test_selection_and_worth_follow_the_text(answers, callers, accepted):
    """Every sub-game of four faces again, with payoffs 2x - 1 as in equations (4) and (5)."""
    reading = MatrixReading(lies="all", answers=answers, callers=callers, accepted=accepted)
    worth = {4: Fraction(1)}
    for beat in (3, 2, 1, 0):
        table = pay_table(4, beat, worth, "all")
        pay = [[2 * Fraction(int(w), table.unit) - 1 for w in row] for row in table.wins.tolist()]
        other = [[-x for x in column] for column in zip(*pay, strict=True)]
        columns = kept(other, answers)
        rows = kept([[row[m] for m in columns] for row in pay], callers)
        last = [[other[m][n] for m in columns] for n in rows]
        hoped = {
            "last": max(map(max, last)),
            "table": max(map(max, other)),
            "minimax": min(max(column) for column in zip(*other, strict=True)),
            "maximin": max(min(row) for row in other),
            "average": sum(map(sum, last)) / sum(map(len, last)),
        }
        worth[beat] = (hoped[accepted] + 1) / 2
        found = matrix_tables(4, reading)[beat]
        assert found.worth == worth[beat]
        assert (found.calls == table.calls[rows]).all()
        assert (found.accepts == table.accepts[columns]).all()
        for n, row in enumerate(last):
            chances = [(x + 1) / 2 for x in row]
            total = sum(chances)
            assert found.chosen[n].tolist() == [p / total if total else Fraction(1, len(row)) for p in chances]


def test_act_has_the_chances_of_the_strategy():
    """The agent draws strategies, its Strategy writes down what that amounts to: 3,000 draws at three information sets."""
    game, agent = compile_game("thesis-die"), MatrixAgent()
    strategy, rng = agent.strategy(game, 0), np.random.default_rng(5)
    for node, hand in ((7, 1), (8, 3), (7, 6 + 2)):
        view = cup_view(game, 0, node, hand)
        acted = [agent.act(view, rng) for _ in range(3000)]
        for action in view.legal:
            p = float(strategy.at(node, hand).get(action, 0))
            assert abs(acted.count(action) / 3000 - p) <= 4 * (p * (1 - p) / 3000) ** 0.5


def test_strategy_of_the_start():
    game = compile_game("thesis-die")
    strategy = MatrixAgent().strategy(game, 1)
    assert strategy.at(7, 1) == {call: Fraction(n, 23) for call, n in ((0, 10), (1, 1), (3, 4), (4, 8))}
    assert strategy.at(7, 6) == {5: 1}
    assert ACCEPT not in strategy.at(7, 6 + 6)  # a six is always challenged
    assert float(strategy.at(7, 6 + 1)[ACCEPT]) == pytest.approx(0.548, abs=5e-4)


@pytest.mark.parametrize("game", ["thesis-die", "liars-die", "thesis-die:faces=3", "liars-die:faces=2"])
@pytest.mark.parametrize("lies", ["all", "acceptable", "fewer"])
def test_obeys_the_laws_of_agents(game, lies):
    check_agent(MatrixAgent(replace(MatrixReading(), lies=lies)), compile_game(game))


def test_too_many_faces_are_refused():
    with pytest.raises(UnsupportedGame, match="entries at 9 faces"):
        matrix_tables(9, MatrixReading())
