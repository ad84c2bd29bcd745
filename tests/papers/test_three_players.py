"""The thesis, section 6.2: what is told of three players is what the equilibria are."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from mendax.papers.report import Verdict, run
from mendax.papers.thesis import three_players


@pytest.fixture
def few(monkeypatch):
    """Few tries, found anew and forgotten."""
    monkeypatch.setattr(three_players, "TRIES", 20)
    monkeypatch.setattr(three_players, "_found", cache(three_players._found.__wrapped__))


@pytest.mark.usefixtures("few")
def test_nothing_printed_is_contradicted_or_confirmed():
    rows = {row.item: row for row in run(three_players.items())}
    assert len(rows) == len(three_players.items()) == 5
    assert {row.verdict for row in rows.values()} == {Verdict.CANNOT_TELL}
    shared = rows["Section 6.2, three players, one die: prize=shared"]
    assert shared.ours.startswith("found: first 1/2, next 19/120")
    assert "gains 0 against each" in shared.note
    assert rows["Section 6.2, is it good to be first of three? prize=shared"].ours.startswith("yes in all")
    assert rows["Section 6.2, is it good to be first of three? prize=winner"].ours.startswith("yes in ")
    mixed = rows["Section 6.2, three players need mixed strategies and a linear program"].ours
    assert "prize=shared: 0 of" in mixed
    assert "prize=winner: 0 of" not in mixed


@pytest.mark.usefixtures("few")
def test_a_gain_is_a_failure(monkeypatch):
    found = three_players._found("shared")
    broken = (replace(found[0], gains=(Fraction(0), Fraction(1, 9), Fraction(0))), *found[1:])
    monkeypatch.setattr(three_players, "_found", lambda prize: broken)
    verdicts = {row.verdict for row in run(three_players.items())}
    assert verdicts == {Verdict.FAILS}
    assert "gains 1/9" in three_players._worths("shared").note
