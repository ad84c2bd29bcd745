"""The explorer: its values are those of best responses, its tables add up, and locks cost what a best response gains."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mendax
from mendax.errors import MendaxError
from mendax.games.strategy import make_strategy
from mendax.service.explore import place, table
from mendax.service.lock import lock
from mendax.service.solved import Library, file_name
from mendax.service.told import fingerprint
from mendax.solve import cfr as regrets
from mendax.solve.response import action_values, plan_below, plan_of

GAMES = ["bluff:faces=3", "joker:dice=2v1,faces=3", "endgame:faces=3", "bluff:faces=3,exact=yes"]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    shelf = Library(tmp_path_factory.mktemp("solutions"))
    for game in (*GAMES, "liars-die", "kuhn", "burcsi-nagy:dice=2v1,faces=3"):
        mendax.save_solution(mendax.solve_game(game), shelf.path(game))
    return shelf


def exact(number) -> Fraction:
    return Fraction(number.exact)


@pytest.mark.parametrize("game", GAMES)
def test_the_best_actions_at_the_opening_are_worth_the_value(library, game):
    """Over his hands, player 0's best answers to an equilibrium are worth exactly the value of the game."""
    found = place(library, game, "")
    rows, rolls = found.round.rows, sum(row.rolls for row in found.round.rows)
    assert sum(row.rolls * exact(row.best) for row in rows) / rolls == exact(found.certificate.value)


@pytest.mark.parametrize("game", GAMES)
def test_what_an_equilibrium_plays_is_best(library, game):
    """At every node both come to: no action with positive chance is worth less than the best, and chances add up to one."""
    todo, seen = [""], 0
    while todo:
        here = place(library, game, todo.pop()).round
        if here.comes == 0:
            continue
        todo += [action.to for action in here.actions if action.to and action.played.value]
        for row in here.rows:
            if row.reach.value:
                assert sum(exact(cell.played) for cell in row.cells) == 1
                assert all(exact(cell.value) == exact(row.best) for cell in row.cells if cell.played.value)
                seen += 1
    assert seen >= 9


@pytest.mark.parametrize("game", ["bluff:faces=4", "bluff:dice=2v1,faces=3,exact=yes"])
def test_strategies_stored_whole_are_worth_what_their_rows_are(game, monkeypatch):
    """From any node on, the plan of a mapped average says what the same strategy says row by row."""
    monkeypatch.setattr(regrets, "MAX_ROWS", 1)
    solution = regrets.cfr(mendax.compile_game(game), regrets.ROWS["dcfr"], iterations=40, target=1e-9)
    compiled = mendax.compile_game(game)
    for player in (0, 1):
        average = solution.averages[player]
        rows = {
            (mask, hand, action): chance
            for mask in range(1 << compiled.num_rungs)
            if mask.bit_count() % 2 == player
            for hand in range(len(compiled.weight[player]))
            for action, chance in average.at(mask, hand).items()
        }
        plan = plan_of(compiled, make_strategy(player, rows, exact=False))
        for node in (0, 1, 2, 0b101, 0b1001, 0b10110):
            if node.bit_count() % 2 != player:
                one, other = (action_values(compiled, [p], node) for p in (plan, plan_below(average, node)))
                assert (one is None) == (other is None)
                for action in one or ():
                    assert one[action] == pytest.approx(other[action], abs=1e-12)


def test_a_passing_cup_is_worth_what_its_best_claims_are(library):
    """Ferguson's die, 41/60: the hands' best claims, as they are answered, average to it."""
    found = place(library, "liars-die", "")
    best = sum(exact(row.chance) * max(exact(cell.value) for cell in row.cells) for row in found.cup.rows)
    assert best == exact(found.cup.worth) == Fraction(41, 60)


def test_locks_of_what_is_played_anyway_gain_nothing(library):
    """Lock the solution's own choice: the best response gets what it got before, which is the value."""
    found = place(library, "bluff:faces=3", "")
    row = found.round.rows[0]
    own = ",".join(f"{cell.action}:{cell.played.exact}" for cell in row.cells if cell.played.value)
    (gain,) = lock(library, "bluff:faces=3", "", [f"|{row.hand}|{own}"]).gains
    assert exact(gain.before) == exact(gain.after) == -exact(found.certificate.value)


def test_a_lock_gains_by_the_best_response_against_it(library):
    """Player 0 opens 1x1 always: found by hand-made rows and best_response, and shown at the node after."""
    told = lock(library, "bluff:faces=3", "1x1", ["|*|1x1:1"])
    game, solution = mendax.compile_game("bluff:faces=3"), mendax.load_solution(library.path("bluff:faces=3"))
    kept = {(n, h, a): p for n, h, a, p in solution.profile[0].rows() if n != 0}
    rows = kept | {(0, h, 0): Fraction(1) for h in range(3)}
    changed = (make_strategy(0, rows, exact=True), solution.profile[1])
    best = mendax.best_response(game, changed, 1).value
    (gain,) = told.gains
    assert exact(gain.after) == best
    assert exact(gain.gain) == best + solution.value > 0
    rolls = [row.rolls for row in told.place.round.rows]
    assert sum(r * exact(row.best) for r, row in zip(rolls, told.place.round.rows, strict=True)) / sum(rolls) == best


def test_locks_in_a_match_and_in_a_cup(library):
    (match,) = lock(library, "burcsi-nagy:dice=2v1,faces=3", "", ["2v1@0/|*|1x3:1"]).gains
    assert exact(match.gain) >= 0
    (doubts,) = lock(library, "liars-die", "", ["|?6|doubt:1"]).gains
    assert exact(doubts.before) == Fraction(41, 60)
    assert exact(doubts.gain) >= 0
    assert doubts.locked == 1


def test_a_whole_strategy_is_locked_in_memory_only(tmp_path, monkeypatch):
    monkeypatch.setattr(regrets, "MAX_ROWS", 1)
    shelf, game = Library(tmp_path), "bluff:faces=3"
    solution = regrets.cfr(mendax.compile_game(game), regrets.ROWS["dcfr"], target=1e-4)
    path = mendax.save_solution(solution, shelf.path(game))
    before = path.read_bytes()
    (gain,) = lock(shelf, game, "", ["|*|1x1:1"]).gains
    assert gain.gain.value > 0.1
    assert path.read_bytes() == before
    (again,) = lock(shelf, game, "", ["|*|1x1:1"]).gains
    assert again == gain


@pytest.mark.parametrize(
    ("game", "at", "texts"),
    [
        ("bluff:faces=3", "", []),
        ("bluff:faces=3", "", ["x"]),
        ("bluff:faces=3", "", ["|9|1x1:1"]),
        ("bluff:faces=3", "", ["|*|call:1"]),
        ("bluff:faces=3", "", ["|*|1x1:nan"]),
        ("bluff:faces=3", "", ["|*|1x1:0"]),
        ("bluff:faces=3", "", ["|*|1x1:1e999999999"]),
        ("bluff:faces=3", "2x3.1x1", ["|*|1x1:1"]),
        ("liars-die", "", ["|?9|doubt:1"]),
        ("liars-die", "", ["|1|doubt:1"]),
        ("kuhn", "", ["|J|bet:1"]),
        ("bluff:dice=9v9", "", ["|*|1x1:1"]),
    ],
)
def test_locks_that_are_none_are_refused_in_one_line(library, game, at, texts):
    with pytest.raises(MendaxError) as caught:
        lock(library, game, at, texts)
    assert "\n" not in str(caught.value)


def test_every_place_is_a_table_and_has_its_certificate(library):
    for game in ("bluff:faces=3", "liars-die", "kuhn", "burcsi-nagy:dice=2v1,faces=3"):
        found = place(library, game, "")
        assert found.certificate.status == "exact"
        rows = table(found)
        assert len(rows) > 3
        assert {len(row) for row in rows} == {len(rows[0])}


def test_names_of_files_stay_in_the_folder_and_apart(library):
    names = {file_name(game) for game in ("bluff", "bluff:faces=4", "bluff:faces=5", "liars-die")}
    assert len(names) == 4
    assert all("/" not in name and ".." not in name for name in names)
    with pytest.raises(MendaxError):
        file_name("../../etc/passwd")


def test_other_files_in_the_folder_are_passed_over(tmp_path):
    (tmp_path / "a.mendax").write_bytes(b"nonsense")
    (tmp_path / "b.mendax").mkdir()
    assert Library(tmp_path).entries() == []


def test_the_same_rules_by_another_name_have_one_fingerprint():
    assert fingerprint("bluff") == fingerprint("endgame:wild=high")
    assert fingerprint("bluff") != fingerprint("endgame")
