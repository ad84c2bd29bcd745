"""Burcsi and Nagy 2014: every item of sections 1, 2 and 5, and that its checks can fail."""

import json
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

import naive
from draw import naive_behaviour, naive_round
from mendax.errors import NotationError
from mendax.papers.burcsi_nagy import (
    part_1,
    section_1,
    theorem_2_1,
    theorem_2_1_w1,
    theorem_2_1_w2,
    theorem_2_2,
    three_players,
)
from mendax.papers.burcsi_nagy.endgame import assured, assured_again, endgame
from mendax.papers.burcsi_nagy.forms import least, read, reduced, same_for_all_p, write, write_reduced
from mendax.papers.report import Verdict, run
from mendax.rules.ladder import Bid

ERRATA = {
    "Theorem 2.1 proof, chance of doubting at the bid",
    "Theorem 2.1 proof, the probabilities p_ij",
    "Theorem 2.1 proof, definition of W2",
    "Theorem 2.1 proof, inequality, reading: all 2n bids",
    "Theorem 2.1 proof, identity, reading: as n with all 2n bids",
    "Theorem 2.2, player II's stated strategy",
    "Theorem 2.2 proof, W3",
    "Theorem 2.2 proof, sum of W3 at q1 = q2 = 1",
}
BY_FACE = "Theorem 2.1, player II's stated strategy, reading: '2 of k' by its face"


@pytest.fixture(scope="module")
def rows():
    return {row.item: row for row in run(part_1())}


def test_every_item_is_settled(rows):
    assert len(rows) == len(part_1())
    assert {name for name, row in rows.items() if row.verdict is Verdict.ERRATUM} == ERRATA
    assert {name for name, row in rows.items() if row.verdict is Verdict.CANNOT_TELL} == {
        *(f"{BY_FACE}, n={n}" for n in range(2, 13)),
        *(name for name in rows if name.startswith("Section 5")),
    }
    assert not [name for name, row in rows.items() if row.verdict is Verdict.FAILS]
    assert all(row.printed and row.ours and row.work == "burcsi-nagy" for row in rows.values())


class TestSection1:
    def test_ladder(self, rows):
        ours = rows["Section 1, first valid bids"].ours.split()
        assert ours[4:7] == ["1x5", "1x6", "2x1"]
        assert ours[ours.index("2x6") - 1 : ours.index("2x6") + 2] == ["3x5", "2x6", "4x1"]
        assert ours[-3:] == ["5x5", "3x6", "6x1"]

    def test_example_is_replayed(self, rows):
        first, second = rows["Example 1.1, first round"], rows["Example 1.1, second round"]
        assert first.ours.endswith("true count 3, difference +1, dice left: Alice 2, Bob 1")
        assert first.note == "next to open: Bob"
        assert second.ours.startswith("Bob opens")
        assert second.ours.endswith("true count 1, difference -1, dice left: Alice 2, Bob 0")
        assert rows["Example 1.1, winner"].ours == "Alice"

    @pytest.mark.parametrize(
        "wrong",
        [{"count": 2}, {"difference": 2}, {"left": (1, 2)}, {"opener": 1}, {"bids": "1x6 1x5 2x5"}],
    )
    def test_a_wrong_example_fails(self, monkeypatch, wrong):
        monkeypatch.setattr(section_1, "EXAMPLE", (replace(section_1.EXAMPLE[0], **wrong), section_1.EXAMPLE[1]))
        assert section_1.example_round(1).verdict is Verdict.FAILS

    @pytest.mark.parametrize("wrong", ["1x1 1x2 1x4", "1x2 1x3", "1x1 ... 2x1", "1x1 1x2 1x3 1x4 1x5 2x1"])
    def test_a_wrong_list_fails(self, monkeypatch, wrong):
        monkeypatch.setattr(section_1, "FIRST_BIDS", wrong)
        assert section_1.first_bids().verdict is Verdict.FAILS


class TestTheorem21:
    def test_values(self, rows):
        ours = {n: Fraction(rows[f"Theorem 2.1, n={n}"].ours) for n in range(2, 13)}
        assert ours[2] == Fraction(1, 2)
        assert ours[6] == Fraction(5, 9)  # value -1/9 to player I with six faces and no wild face
        assert all(ours[n] * n * n == n * (n + 1) // 2 - 1 for n in ours)

    def test_stated_strategies_are_optimal(self, rows):
        for n in range(2, 13):
            value = Fraction(n * (n + 1) // 2 - 1, n * n)
            first = rows[f"Theorem 2.1, player I's stated strategy, n={n}"]
            second = rows[f"Theorem 2.1, player II's stated strategy, reading: '2 of k' is doubted, n={n}"]
            assert first.ours == f"sure to win {1 - value}, the optimum"
            assert second.ours == f"sure to win {value}, the optimum"

    def test_read_by_face_player_two_loses(self, rows):
        assert rows[f"{BY_FACE}, n=2"].ours == "sure to win 1/4, 1/4 less than the optimum 1/2"
        assert rows[f"{BY_FACE}, n=6"].ours == "sure to win 2/9, 1/3 less than the optimum 5/9"

    def test_doubting_at_the_bid_never_wins(self, rows):
        assert rows["Theorem 2.1 proof, chance of doubting at the bid"].ours == "0 for every n from 2 to 12"

    def test_any_bluff_will_do(self, rows):
        assert rows["Theorem 2.1, player I's bluff"].ours == "66 of 66 bluffs with one j alone are optimal too"

    def test_inequality_fails_by_one(self, rows):
        row = rows["Theorem 2.1 proof, inequality, reading: all 2n bids"]
        assert (row.printed, row.ours) == ("at least j-1", "at least j-2")

    def test_definition_of_w2(self, rows):
        assert (
            "of the appendix's 398 entries for n = 3 to 8, 398 are" in rows["Theorem 2.1 proof, definition of W2"].note
        )

    @pytest.mark.parametrize("n", [2, 3, 6, 9])
    def test_a_wrong_value_is_told(self, monkeypatch, n):
        monkeypatch.setattr(theorem_2_1, "printed_value", lambda n: Fraction(comb(n + 1, 2), n * n))
        assert theorem_2_1.value(n).verdict is Verdict.ERRATUM

    def test_a_wrong_strategy_is_told(self, monkeypatch):
        """Player I who never bluffs loses 10 of 16 pairs of dice; II without his exception loses 4 more of 25."""
        honest = {(j, Bid(1, j)): Fraction(1) for j in range(1, 5)}
        monkeypatch.setattr(theorem_2_1, "stated_openings", lambda n: honest)
        found = theorem_2_1.first_is_optimal(4)
        assert found.verdict is Verdict.ERRATUM
        assert found.ours == "sure to win 3/8, 1/16 less than the optimum 7/16"
        game = endgame(5)
        strategy = theorem_2_1.player_two(5, theorem_2_1.reply_without_exception)
        assert assured(game, strategy) == assured_again(game, strategy) == Fraction(14 - 4, 25)

    def test_wrong_matrices_are_told(self, monkeypatch):
        monkeypatch.setattr(theorem_2_1_w1, "printed_w1", lambda n: [[Fraction(1, n)] * n] * (n - 1))
        assert theorem_2_1_w1.compare_w1(4).verdict is Verdict.FAILS
        right = theorem_2_1_w2.printed_w2
        monkeypatch.setattr(theorem_2_1_w2, "printed_w2", lambda n, i, j: "p1,1" if i == j == n else right(n, i, j))
        assert theorem_2_1_w2.compare_w2(4).verdict is Verdict.FAILS
        monkeypatch.setattr(theorem_2_1_w2, "printed_lower_bound", lambda n: n)
        assert theorem_2_1_w2.lower_bound(4).verdict is Verdict.ERRATUM


# Three faces, the 3 wild, written down again without mendax: bids by height, and who wins.
BIDS = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3))


def fulfilled(bid, *dice):
    return sum(die in (bid[1], 3) for die in dice) >= bid[0]


def player_two_wins(bid, two, one, *, raises):
    """Player II claims 2 of his die against a single; a joker answers '2 of 1' and '2 of 2' if `raises`."""
    if bid[0] == 1:
        claim = (2, two)
    elif raises and two == 3 and bid[1] < 3:
        claim = (2, 3)
    else:
        return not fulfilled(bid, one, two)
    higher = BIDS[BIDS.index(claim) + 1 :]
    return fulfilled(claim, one, two) and not any(fulfilled(raised, one, two) for raised in higher)


def dice_won(*, raises):
    """Of nine pairs of dice, against player I who opens with the best bid for each of his dice."""
    dice = (1, 2, 3)
    return sum(min(sum(player_two_wins(b, two, one, raises=raises) for two in dice) for b in BIDS) for one in dice)


class TestTheorem22:
    def test_value_and_strategies(self, rows):
        assert rows["Theorem 2.2"].ours == "4/9"
        assert rows["Theorem 2.2, player I's stated strategy"].ours == "sure to win 5/9, the optimum"
        stated = rows["Theorem 2.2, player II's stated strategy"]
        assert stated.ours == "sure to win 1/3, 1/9 less than the optimum 4/9"
        assert "3: 2x1 or 2x2 (1, 2)" in stated.note
        repaired = rows["Theorem 2.2, player II's strategy, reading: q1 = q2 = 1 as in the proof"]
        assert repaired.ours == "sure to win 4/9, the optimum"

    def test_without_mendax(self):
        assert dice_won(raises=False) == 3
        assert dice_won(raises=True) == 4

    def test_matrix_without_mendax(self):
        for q in (0, 1):
            table = theorem_2_2.matrix(q, q)
            for i, bid in enumerate(BIDS):
                for two in (1, 2, 3):
                    wins = [player_two_wins(bid, two, one, raises=q == 1) for one in (1, 2, 3)]
                    assert table[i, two - 1].tolist() == wins

    def test_misprint_in_w3(self, rows, monkeypatch):
        assert rows["Theorem 2.2 proof, W3"].printed == "P33 at (2x3, die 1)"
        assert rows["Theorem 2.2 proof, W3"].ours.startswith("p1,33 + p2,33 + p3,33 at (2x3, die 1)")
        assert (
            "II wins 8/9 (best response), ours gives 8/9, the printed matrix 2/3" in rows["Theorem 2.2 proof, W3"].note
        )
        monkeypatch.setattr(theorem_2_2, "W3", (*theorem_2_2.W3[:5], ("3P33", *theorem_2_2.W3[5][1:])))
        assert theorem_2_2.compare_w3().verdict is Verdict.AGREES

    def test_misprint_in_the_last_line(self, rows, monkeypatch):
        ours = "4 + p1,22 + 2p1,33 + p2,11 + 2p2,33 + p3,1 + p3,2 + p3,3"
        assert rows["Theorem 2.2 proof, sum of W3 at q1 = q2 = 1"].ours == ours
        monkeypatch.setattr(theorem_2_2, "SUM_AT_ONE", ours)
        assert theorem_2_2.compare_last_line().verdict is Verdict.AGREES

    def test_a_wrong_sum_fails(self):
        assert theorem_2_2.compare_sum(theorem_2_2.SUM).verdict is Verdict.AGREES
        assert theorem_2_2.compare_sum(theorem_2_2.SUM + " + p1,1").verdict is Verdict.FAILS

    def test_a_wrong_value_is_told(self, monkeypatch):
        monkeypatch.setattr(theorem_2_2, "VALUE", Fraction(5, 9))
        assert theorem_2_2.value().verdict is Verdict.ERRATUM
        monkeypatch.setattr(theorem_2_2, "CHAIN", ("2/3", "1/3", "1/3"))
        assert theorem_2_2.first_by_die().verdict is Verdict.FAILS


class TestThreePlayers:
    def test_equilibria_by_the_naive_recursion(self):
        """Nobody gains, and values are what is expected: without Mendax, from the rules."""
        for family in three_players.FAMILIES:
            game = three_players.three(family, 2)
            rules = naive_round(game.game)
            for one in three_players.proven(family, 2):
                behaviour = naive_behaviour(game, one.profile, naive.moves(rules))
                for player, value in enumerate(one.values):
                    assert naive.expected(rules, behaviour, player) == value
                    assert naive.best_response(rules, behaviour, player) == value

    def test_seats(self, rows):
        """With two faces who opens has 1/4 in every equilibrium proven, with three up to 8/27."""
        assert "worth 1/4, 0, -1/4; 1/4, -1/8, -1/8" in rows["Section 5, three players with one die: bluff, n=2"].ours
        assert "8/27, -7/27, -1/27" in rows["Section 5, three players with one die: bluff, n=3"].ours
        assert "1/9, -4/27, 1/27" in rows["Section 5, three players with one die: endgame, n=3"].ours
        assert "no equilibrium" in rows["Section 5, three players with one die: bluff, n=6"].note

    def test_long_runs_are_those_of_the_bench(self):
        file = Path(__file__).resolve().parents[2] / "bench" / "results" / "three_players.json"
        kept = defaultdict(list)
        for row in json.loads(file.read_text(encoding="utf-8"))["rows"]:
            kept[row["game"]].append(row)
        assert three_players.LONG.keys() == kept.keys()
        for game, runs in three_players.LONG.items():
            rows = kept[game]
            assert (runs.seeds, runs.proven) == (len(rows), sum(row["proven"] is not None for row in rows))
            assert runs.iterations >= max(row["iterations"] for row in rows)
            worths = [[row["values"][seat] for row in rows] for seat in range(3)]
            assert runs.seats == tuple((round(min(w), 4), round(max(w), 4)) for w in worths)
            found = [row["nash_conv"] for row in rows]
            assert runs.nash_conv == (min(found), max(found))

    def test_best_seat(self):
        assert three_players.best_seat(((0.2, 0.3), (-0.1, 0.1), (-0.3, 0.0)), 0.05) == "first"
        assert three_players.best_seat(((0.2, 0.3), (-0.1, 0.1), (-0.3, 0.0)), 0.15) == "none for sure"
        assert three_players.best_seat(((-0.2, -0.1), (-0.1, 0.1), (0.2, 0.3)), 0.0) == "last"

    def test_what_is_not_proven_fails(self, monkeypatch):
        monkeypatch.setattr(three_players, "proven", lambda family, faces: ())
        assert three_players._of_faces("bluff", 2).verdict is Verdict.FAILS


class TestForms:
    game = endgame(3, "high")

    def test_read_and_write(self):
        form = read(self.game, "3P2 - p2,2 + (1-q)p1,33", q=0)
        assert write(self.game, form) == "p1,2 + p1,33 + p3,2"
        assert write(self.game, read(self.game, "p1,2 - p1,2")) == "0"

    def test_a_constant_is_the_sum_over_the_bids_of_one_die(self):
        ones = read(self.game, "p2,1 + p2,2 + p2,3 + p2,11 + p2,22 + p2,33")
        assert same_for_all_p(ones, read(self.game, "1"))
        assert not same_for_all_p(ones, read(self.game, "2"))
        assert write_reduced(self.game, read(self.game, "3 + 2p1,1")) == "3 + 2p1,1"

    def test_least_value(self):
        """p_1 goes on any other bid, p_2 where the coefficient is -1."""
        form = read(self.game, "5p1,1 - p2,11")
        assert least(form) == -1
        assert (reduced(form)[1] >= 0).all()

    @pytest.mark.parametrize("text", ["x", "3P2 * 2", "p1", "p4,1x"])
    def test_no_form(self, text):
        with pytest.raises(NotationError):
            read(self.game, text)
