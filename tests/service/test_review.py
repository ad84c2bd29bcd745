"""Reviews: the split adds up exactly, optimal play has no mistakes, and what is not known is said."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mendax.agents.match import play
from mendax.agents.named import make_agent
from mendax.arena.records import record
from mendax.service.library import Library
from mendax.service.opponents import SolvedAgent
from mendax.service.review import GRADED, review
from mendax.solve.game import solve_game
from mendax.store import save_solution

GAMES = [
    "bluff:faces=3",
    "bluff:faces=4,exact=yes",
    "joker:dice=2v1,faces=3",
    "dudo:dice=2v2,faces=3",
    "perudo:dice=2v1,faces=3",
    "thesis-die",
    "coins:n=2",
    "seven-category:dice=2,faces=3",
    "seven-category:dice=2,faces=3,keep=hidden",
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    made = Library(tmp_path_factory.mktemp("solutions"))
    for game in GAMES:
        save_solution(solve_game(game), made.path(game))
    return made


def games(game, names, number, library):
    solution = library.solution(game)
    agents = [SolvedAgent(solution, make_agent("honest")) if name == "solved" else make_agent(name) for name in names]
    return [record(play(game, agents, np.random.default_rng(seed)), (seed,)) for seed in range(number)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("names", [("random", "random"), ("solved", "random"), ("random", "solved")])
def test_the_split_adds_up_exactly(game, names, library):
    """Value of the game, luck, own mistakes, others' mistakes and the ungraded make the result, of both seats alike."""
    for told in games(game, names, 12, library):
        found = review(told, library)
        first, second = found.splits
        for split in (first, second):
            if split.exact:
                part = {name: Fraction(text) for name, text in split.texts.items()}
                assert part["start"] + part["luck"] - part["own"] + part["others"] + part["ungraded"] == part["result"]
            total = split.start + split.luck - split.own + split.others + split.ungraded
            assert total == pytest.approx(split.result)
        assert first.luck == pytest.approx(-second.luck)
        assert first.own == pytest.approx(second.others)
        assert first.exact == (library.solution(game).status.value == "exact")


@pytest.mark.parametrize("game", [game for game in GAMES if not game.startswith("perudo")])
def test_who_plays_the_solution_makes_no_mistake(game, library):
    """Its every graded decision loses exactly nothing; against it, random play does lose."""
    lost = 0.0
    for solver, names in enumerate([("solved", "random"), ("random", "solved")]):
        for told in games(game, names, 15, library):
            found = review(told, library)
            for decision in found.decisions:
                if decision.status == GRADED and decision.seat == solver:
                    assert decision.loss == 0.0
            assert found.splits[solver].own == 0
            lost += found.splits[1 - solver].own
    assert lost > 0


@pytest.mark.parametrize("game", ["bluff:faces=3", "thesis-die", "joker:dice=2v1,faces=3", "dudo:dice=2v2,faces=3"])
@pytest.mark.parametrize("names", [("solved", "solved"), ("random", "solved"), ("solved", "random")])
def test_luck_is_nobodys_in_the_long_run(game, names, library):
    """Whatever one does against the solution: mistakes are his, and the mean of luck is zero, within three standard errors."""
    luck = []
    for told in games(game, names, 100 if game.startswith("dudo") else 400, library):
        split = review(told, library).splits[0]
        assert "random" in names or split.own == split.others == 0
        luck.append(split.luck + split.ungraded)
    error = np.std(luck) / len(luck) ** 0.5
    assert abs(np.mean(luck)) < 3 * error
    assert error > 0


def test_losses_are_worst_first_where_they_are_shown_and_never_below_zero(library):
    seen = set()
    for told in games("bluff:faces=3", ("random", "random"), 30, library):
        for decision in review(told, library).decisions:
            seen.add(decision.status)
            if decision.status == GRADED:
                assert decision.loss >= 0
                assert decision.choices[0].worth == max(choice.worth for choice in decision.choices)
                assert decision.choices[0].worth - next(
                    choice.worth for choice in decision.choices if choice.action == decision.action
                ) == pytest.approx(decision.loss)
            elif decision.status == "off the tree":
                assert decision.loss is None
    assert seen >= {GRADED, "off the tree"}


def test_what_is_not_solved_is_said(library):
    for game, names in (("perudo:dice=2v2v2", ("random",) * 3), ("bluff:dice=3v3", ("random", "random"))):
        found = review(games_of(game, names)[0], library)
        assert found.solved == "not solved"
        assert found.splits == []
        assert found.certificate is None
        assert {decision.status for decision in found.decisions} <= {"not solved", "forced"}
        assert all(decision.loss is None for decision in found.decisions)


def games_of(game, names):
    agents = [make_agent(name) for name in names]
    return [record(play(game, agents, np.random.default_rng(1)), (1,))]


def test_beliefs_add_up_and_the_naive_one_knows_only_the_dice(library):
    """With one die of three faces, wild on top: it counts for a bid on another face with chance 2/3."""
    for told in games("bluff:faces=3", ("solved", "random"), 20, library):
        for decision in review(told, library).decisions:
            if decision.spread is None:
                continue
            assert sum(decision.spread.naive) == pytest.approx(1)
            if decision.spread.solved is not None:
                assert sum(decision.spread.solved) == pytest.approx(1)
            bid = decision.before.split()[-1]
            assert decision.spread.naive[1] == pytest.approx(1 / 3 if bid.endswith("x3") else 2 / 3)


def test_a_match_is_graded_in_the_match_and_in_the_round(library):
    graded = [
        decision
        for told in games("dudo:dice=2v2,faces=3", ("random", "random"), 6, library)
        for decision in review(told, library).decisions
        if decision.status == GRADED
    ]
    assert all(decision.loss_round is not None and decision.loss_round >= 0 for decision in graded)
    assert any(abs(decision.loss_round - decision.loss) > 0.01 for decision in graded)
