"""Lanctot and Long 2007: every item of `mendax reproduce lanctot-long`, and that its checks can fail."""

from fractions import Fraction

import pytest

from mendax.papers import lanctot_long
from mendax.papers.report import Verdict, rounds_to, run

ERRATA = {
    "Text: what r rules out in that example",
    "Text: number of leaves, and of entries of A",
    "Text: lengths of the bidding sequences a player sees",
    "Printed y, df=6 excerpt, adds up",
    "Open question: the loser gives a die, 2 faces",
    "Open question: the loser gives a die, 3 faces",
    "Open question: the loser gives a die, 4 faces",
}


@pytest.fixture(scope="module")
def rows():
    return {row.item: row for row in run(lanctot_long.items())}


def test_every_item_is_settled(rows):
    assert {name for name, row in rows.items() if row.verdict is Verdict.ERRATUM} == ERRATA
    assert {row.verdict for name, row in rows.items() if name not in ERRATA} == {Verdict.AGREES}
    assert all(row.printed and row.ours for row in rows.values())


def test_table_3(rows):
    """Ten rows, exact; -7/258 is known from other solvers as well."""
    values = {name: row.ours.split()[0] for name, row in rows.items() if name.startswith("Table 3, !") and "df" in name}
    assert list(values.values()) == ["1/2", "1/9", "1/16", "1/125", "-7/258"]
    assert all(row.ours.startswith("0 =") for name, row in rows.items() if name.startswith("Table 3, ch"))


def test_leaves(rows):
    assert rows["Text: number of leaves, and of entries of A"].ours == "36 (2^12 - 1) = 147,420"


def test_give_solves_its_own_recursion():
    """The values of the match satisfy their defining equations, whoever opens: a win is 1, a loss swaps the seats."""
    two, one = Fraction(4, 27), Fraction(1, 27)
    p, q = (1 + two) / 2, (1 - one) / 2
    for rule, after_a, after_b in (("clockwise", 0, 1), ("winner", 0, 0), ("loser", 1, 1)):
        values = lanctot_long._give_values(two, one, rule)
        assert values[0] == p - (1 - p) * values[after_a]
        assert values[1] == q - (1 - q) * values[after_b]


def test_what_follows_matters_where_the_difference_is_lost(rows):
    row = rows["Open question: where more than winning decides, the equilibrium does depend on what follows"]
    assert row.ours == "non-linear: 0, 5/16, 1/2 at w = 0, 1/2, 1"


def test_a_wrong_value_would_not_agree(monkeypatch):
    monkeypatch.setitem(lanctot_long.TABLE_3, ("no", 4), ("0.0626", "2", "1.5", "1.5", "5"))
    assert lanctot_long._table_3("no", 4).verdict is Verdict.FAILS


@pytest.mark.parametrize(
    ("game", "worse"),
    [
        ("bluff:faces=2", "X1a=1 X2d=1"),
        ("bluff:faces=2", "Y1ad=1 Y1be=1 Y1cd=1 Y1de=1 Y2ae=1 Y2be=1 Y2ce=1 Y2de=1"),
        ("bluff:faces=2,exact=yes", "X1c=1 X1cdf=1 X2c=1 X2cdf=1"),
    ],
)
def test_a_worse_strategy_would_not_agree(game, worse):
    assert lanctot_long._printed_strategy(game, worse).verdict is not Verdict.AGREES


def test_a_changed_excerpt_would_not_extend(monkeypatch):
    """X holding a 5 opens 1-4 instead of 1-5."""
    assert lanctot_long._excerpt(lanctot_long.X_DF6.replace("X5e", "X5d")).verdict is Verdict.FAILS


def test_rounding_is_judged_by_the_places_printed():
    assert rounds_to(Fraction(1, 9), "0.11111")
    assert not rounds_to(Fraction(1, 9), "0.11112")
    assert rounds_to(Fraction(-7, 258), "-0.027132")
