"""Ferguson and Ferguson 1991: every item of `mendax reproduce ferguson`, that its checks can fail, and the helpers behind it."""

import random
from dataclasses import replace
from fractions import Fraction
from math import e, isfinite

import numpy as np
import pytest

from mendax.games import continuous
from mendax.games.strategy import make_strategy
from mendax.papers import ferguson
from mendax.papers.ferguson import categories, cells, die, section_2, section_3, section_4, section_5, section_6
from mendax.papers.ferguson.by_hand import assured, coins, longest, one_die, seven_categories
from mendax.papers.ferguson.finding import begins, fits, order_of
from mendax.papers.ferguson.play import ONE, Plan, cup, plan_of, solved, strategy_of, sure, value_of, worth_at
from mendax.papers.ferguson.readings import compare_readings
from mendax.papers.report import Verdict, run

UNTOLD = {  # nothing is printed to compare with
    "Section 3, beyond: how fast games of cells tend to it",
    "Section 4, beyond: variants of the rules",
    "Section 5, beyond: how fast games of cells tend to V",
}
ERRATA = {
    "Section 2, theorem 1 (iii): strategy of II",
    "Section 4, table of five dice: probabilities",
    "Section 4, theorem 3: q",
    "Section 4, theorem 3: strategy of II, any claim allowed",
    "Section 4, sketch: the sum for I",
    "Section 5, (5.1): W",
    "Section 5, lemma 1: its proof prints phi(z') > phi(z)",
    "Section 5, lemma 3: its proof prints phi(0) > V",
}
RULES = {"liars-die": one_die(6), "seven-category": seven_categories(), "coins": coins(3), "coins:n=4": coins(4)}


@pytest.fixture(scope="module", autouse=True)
def smaller():
    """The sizes that only take time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(section_2, "EXACT_FACES", 12)
        patch.setattr(section_6, "SUBSETS", 8)
        patch.setattr(section_6, "IN_FLOATS", (12, 16))
        yield


@pytest.fixture(scope="module")
def rows(smaller):
    return {row.item: row for row in run(ferguson.items())}


# What is found --------------------------------------------------------------------------------------------------------


def test_every_item_is_settled(rows):
    assert len(rows) == len(ferguson.items())
    assert {name for name, row in rows.items() if row.verdict is Verdict.ERRATUM} == ERRATA
    untold = {name for name, row in rows.items() if row.verdict is Verdict.CANNOT_TELL}
    assert untold == UNTOLD
    assert {row.verdict for name, row in rows.items() if name not in ERRATA | UNTOLD} == {Verdict.AGREES}
    assert all(row.printed and row.ours for row in rows.values())
    assert all(rows[name].note for name in ERRATA)


@pytest.mark.parametrize(
    ("item", "ours"),
    [
        ("Section 2, theorem 1 (i): the value", "41/60"),
        ("Section 4, theorem 3: the value", "15629640353/27950489856 = 0.55919021"),
        ("Section 4, (4.2): the roller's chance in G(2, 2)", "54113/83592 = 0.647347"),
        ("Section 5, (5.1): V", "0.5446582457"),
        ("Section 5, (5.1): W", "0.3485055966"),
        ("Section 6, three coins: the value", "269/448 = 0.600446"),
    ],
)
def test_values(rows, item, ours):
    """Theorems 1, 3 and 4, and the last line of section 6."""
    assert rows[item].ours == ours


@pytest.mark.parametrize(
    ("item", "losses"),
    [
        ("Section 2, theorem 1 (iii): strategy of II", ("loses 1/9 ", "loses 5/162 ", "loses 421/9720 ")),
        ("Section 4, theorem 3: strategy of I", ("loses 96937145/27950489856 ",)),
        ("Section 4, theorem 3: strategy of II, any claim allowed", ("loses 62575/1003104 ", "loses 535775/10156428 ")),
        ("Section 6, three coins: strategy of the second player", ("loses 5/3584 ",)),
    ],
)
def test_what_stated_strategies_lose(rows, item, losses):
    assert all(loss in rows[item].note for loss in losses)
    assert "attains the value" in rows[item].note


def test_repairs_hold_the_first_player_to_the_value():
    """Theorem 1 (iii) and theorem 3, put right."""
    second = section_2.READINGS_OF_SECOND[-1].plan
    assert sure(cup("liars-die"), strategy_of(cup("liars-die"), 1, second)) == Fraction(41, 60)
    second = categories.plan_of_second(categories.lie_as_after_pair, after_false_one=True)
    game = cup("seven-category")
    assert sure(game, strategy_of(game, 1, second)) == value_of("seven-category")


def test_no_third_round_saves_the_second_player_of_the_die():
    """Theorem 1 (iii): a third way to the losses, by what positions are worth after his second claim."""
    least = [section_2.least_for_first(reading.plan) for reading in section_2.READINGS_OF_SECOND]
    value = Fraction(41, 60)
    assert [amount - value for amount in least] == [Fraction(1, 9), Fraction(5, 162), Fraction(5, 162), 0]


# That checks can fail -------------------------------------------------------------------------------------------------


def test_another_number_would_not_agree(monkeypatch):
    monkeypatch.setattr(section_2, "VALUE", "42/60")
    monkeypatch.setitem(section_2.TRUE, 4, "3/4")
    monkeypatch.setitem(section_2.BY_ROLL, 5, "13/15")
    monkeypatch.setitem(section_4.FIVE_DICE, categories.PAIR, ("3601", ".4628"))
    monkeypatch.setitem(section_4.AFTER_PAIR, categories.FOUR, ("15", ".0695"))
    monkeypatch.setitem(section_4.Q_SMALL, categories.FOUR, ".6458")
    monkeypatch.setitem(section_4.HEARS_SIX, "true", "214/251")
    monkeypatch.setattr(section_5, "V_PRINTED", ".544659")
    monkeypatch.setattr(section_5, "SHARE_PRINTED", ".16399")
    monkeypatch.setitem(section_6.WORTH, (0, 1), "1/3")
    monkeypatch.setattr(section_6, "ACCEPTS_TWO", "18/42")
    checks = (
        section_2._value, section_2._true, section_2._by_roll, section_4._rolls, section_4._after_pair,
        section_4._small_q, section_4._hears_six, section_5._v, section_5._middle, section_6._worth, section_6._first_round,
    )  # fmt: skip
    assert {check().verdict for check in checks} == {Verdict.FAILS}


def test_another_strategy_would_not_agree(monkeypatch):
    """One probability off, and the other player gains."""
    monkeypatch.setitem(section_2.CLAIMS, 1, {3: "4/10", 4: "4/10", 5: "2/10"})
    assert section_2._strategy_of_first().verdict is Verdict.FAILS
    monkeypatch.setitem(section_2.DOUBTS, 4, "3/5")
    assert section_2._strategy_of_second().verdict is Verdict.FAILS
    monkeypatch.setitem(categories.DOUBTS_AFTER_PAIR, categories.FOUR, Fraction(1, 2))
    assert section_4._strategy_of_first().verdict is Verdict.FAILS
    monkeypatch.setattr(section_6, "IMPROVES", "12/14")
    monkeypatch.setattr(section_6, "DESTROYS", "2/14")
    assert section_6._strategy_of_second().verdict is Verdict.FAILS
    monkeypatch.setattr(section_6, "CHALLENGES", "2/7")
    assert section_6._strategy_of_first().verdict is Verdict.FAILS


def test_another_f_would_not_agree(monkeypatch):
    """(5.2) with the wrong sign in the exponent, and (5.5) without its root."""
    wrong = continuous.V
    monkeypatch.setattr(
        section_5, "improvable_lie", lambda x: (x + wrong + wrong**2 * (1 - x) ** (1 / wrong)) / (1 + wrong)
    )
    assert section_5._slope().verdict is Verdict.FAILS
    monkeypatch.setattr(section_5, "improvable_accept", lambda y: 1 - continuous.improvable_liar(y))
    assert section_5._p().verdict is Verdict.FAILS
    assert section_5._challenger().verdict is Verdict.FAILS
    assert section_5._integrals().verdict is Verdict.FAILS


def test_readings_are_judged_by_what_holds():
    game, rules, value = cup("liars-die"), RULES["liars-die"], Fraction(41, 60)
    _, greater, _, repaired = section_2.READINGS_OF_SECOND
    other = replace(repaired, repair=False)

    def verdict(*readings, value=value):
        return compare_readings(game, rules, 1, value, readings).verdict

    assert verdict(other, greater) is Verdict.AGREES
    assert verdict(greater, other) is Verdict.CANNOT_TELL
    assert verdict(greater, repaired) is Verdict.ERRATUM
    assert verdict(greater) is Verdict.FAILS
    assert verdict(other, value=Fraction(2, 3)) is Verdict.FAILS


def test_plans_must_be_legal_and_complete():
    game = cup("liars-die")
    doubts = section_2.plan_of_first().doubts
    for claims in (lambda b, s, h: {h: ONE}, lambda b, s, h: {max(h, b + 1): ONE / 2}):
        with pytest.raises(ArithmeticError, match="liars-die"):
            strategy_of(game, 0, Plan(claims=claims, doubts=doubts))


# The helpers, against each other --------------------------------------------------------------------------------------


def random_strategy(game, player, seed):
    rng = random.Random(seed)
    rows = {}
    stages = {stage for position in game.positions() for stage in game.options(position)}
    for node in [*game.positions(), *(game.num_positions + stage for stage in stages)]:
        for hand in range(1 + len(game.hands) + game.num_claims):
            if len(actions := game.actions(node, hand)) > 1 and rng.random() < 0.9:
                weights = [rng.randint(0, 3) for _ in actions]
                weights[rng.randrange(len(actions))] += 1
                rows |= {(node, hand, a): Fraction(w, sum(weights)) for a, w in zip(actions, weights, strict=True)}
    return make_strategy(player, rows, exact=True)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("name", RULES)
def test_by_hand_equals_the_engine(name, player):
    """Any behaviour, and the optimal one: best responses over dice and over arrays are the same fraction."""
    game = cup(name)
    for seed in range(8):
        strategy = random_strategy(game, player, seed)
        plan = plan_of(game, strategy)
        assert assured(RULES[name], player, plan) == sure(game, strategy) == sure(game, strategy_of(game, player, plan))
    assert assured(RULES[name], player, plan_of(game, solved(name).profile[player])) == value_of(name)


def test_by_hand_hears_what_is_kept():
    """The rules of seven categories by dice are those of the arrays; the five dice of the page are one more count."""
    game = cup("seven-category")
    for number, kept in enumerate(game.throws):
        ours = RULES["seven-category"].rolled(kept)
        assert {h - 1: p * game.rolls[number] for h, p in ours.items()} == {
            h: count for h, count in enumerate(game.chance[number]) if count
        }


def test_longest_counts_rounds():
    """Who never doubts plays on to the last claim: six faces, six rounds."""
    believes = Plan(claims=lambda b, s, h: {b + 1: ONE}, doubts=lambda b, s, c: Fraction(0))
    doubts = replace(believes, doubts=lambda b, s, c: ONE)
    assert longest(RULES["liars-die"], (believes, believes)) == 6
    assert longest(RULES["liars-die"], (believes, doubts)) == 1
    assert longest(RULES["liars-die"], (doubts, believes)) == 2


@pytest.mark.parametrize("faces", [1, 2, 3, 5, 9, 16])
def test_the_die_three_ways(faces):
    """LPs by induction, the recursion, and its closed form; in floats as well."""
    name = f"liars-die:faces={faces}"
    worth = die.by_recursion(faces)
    assert worth == [worth_at(name, beat, 1 if beat else 0) for beat in range(faces + 1)]
    assert worth[0] == die.closed_form(faces)
    assert die.by_recursion(faces, float) == pytest.approx([float(w) for w in worth], abs=1e-12)


def test_the_die_tends_to_1_less_1_over_e():
    assert [die.threshold(n) for n in (1, 2, 6, 1000)] == [0, 1, 2, 368]
    n = 100_000
    m = int(n / e) + 1
    harmonic = np.sum(1 / np.arange(m + 1, n + 1))
    assert 1 - m / n * harmonic == pytest.approx(1 - 1 / e, abs=1e-5)


def test_continuous_in_closed_form():
    """Theorem 2: y - 1 - ln y = x up to 1/e, and accepted with 1/(e y)."""
    x = np.linspace(0, 1 / e - 0.001, 50)
    y = continuous.continuous_claim(x)
    assert y - 1 - np.log(y) == pytest.approx(x, abs=1e-12)
    assert (np.diff(y) < 0).all()
    assert continuous.continuous_claim(0.5) == 0.5
    assert continuous.continuous_accept(np.array([0.2, 1 / e, 0.5, 1.0])) == pytest.approx([1, 1, 2 / e, 1 / e])


def test_improvable_in_closed_form():
    """(5.1), (5.4) and (5.5): where the pieces meet."""
    v, w = continuous.V, continuous.W
    assert v == pytest.approx((1 - v) ** ((1 + v) / 2), abs=1e-15)
    assert continuous.improvable_claim([0.0, w - 1e-9, w + 1e-9, 1 - v - 1e-9, 1 - v + 1e-9, 0.9]) == pytest.approx(
        [v, 1, 1 - v, v, 1 - v, 0.9], abs=1e-7
    )
    assert continuous.improvable_claim(0.4, truth_above_w=True) == pytest.approx(0.4)
    assert continuous.improvable_accept([0.1, v, 1.0]) == pytest.approx([1, 1, 1 - v], abs=1e-9)
    assert continuous.improvable_value([0.0, 0.3, 0.9]) == pytest.approx([v, v, 0.1])


def test_improvable_plays_as_long_as_said(rows):
    """Theorem 4 played out: the roller's share of wins is V, and rounds are as many as the item says."""
    rng = np.random.default_rng(1)
    plays, rounds, won = 200_000, 0, 0
    z, roller = np.zeros(plays), np.zeros(plays, dtype=bool)  # who rolls: False is the first player
    while len(z):
        rounds += len(z)
        x = rng.random(len(z))
        claim = continuous.improvable_claim(x)
        accepts = (rng.random(len(z)) < continuous.improvable_accept(claim)) & (z < 1 - continuous.V)
        true = (claim <= x) & (claim > z)
        won += int((np.where(true, ~roller, roller) & ~accepts).sum())
        z, roller = ((claim - x) / (1 - x))[accepts], ~roller[accepts]
    assert won / plays == pytest.approx(continuous.V, abs=0.004)
    said = rows["Section 5, text: play is unbounded, and ends"].ours.split("; ")[1].split()[0]
    assert rounds / plays == pytest.approx(float(said), abs=0.02)


def test_cells_hold_the_closed_forms():
    table = cells.claimed(continuous.continuous_claim, 16)
    assert table.sum(axis=1) == pytest.approx(np.ones(16))
    assert (table[8:] == np.eye(16)[8:]).all()
    assert np.tril(table, -1).sum() == 0
    lifted = cells.lifted(table, 12)
    assert lifted.sum(axis=1) == pytest.approx(np.ones(16))
    assert lifted[:, :12].sum() == 0


@pytest.mark.parametrize("family", ["continuous", "improvable"])
def test_cells_enclose_the_value(family):
    """What the closed forms are sure of in cells, and to what they hold the first player: the value lies between."""
    low, high = cells.sure_of(family, 8)
    assert low < value_of(f"{family}:cells=8") < high


def test_matrix_games_without_saddle_point():
    """Section 6: 39/56; matching pennies; and a saddle point is refused."""
    assert section_6.matrix_game(tuple(section_6.matrix().values())) == (
        Fraction(39, 56),
        Fraction(13, 14),
        Fraction(6, 7),
    )
    assert section_6.matrix_game(((ONE, -ONE), (-ONE, ONE))) == (0, Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(ArithmeticError, match="saddle"):
        section_6.matrix_game(((ONE, 2 * ONE), (0 * ONE, ONE / 2)))


def test_three_coins_without_going_low_are_worth_more():
    """Improving only, the second player loses the threat: 77/128 instead of 269/448."""
    assert section_6.restricted_value(3, section_6.only_improve) == Fraction(77, 128)
    assert section_6.restricted_value(3, section_6.improve_or_destroy) == Fraction(269, 448)


def test_printed_decimals():
    assert fits(Fraction(1, 3), ".333")
    assert not fits(Fraction(2, 3), ".666")
    assert begins(Fraction(2, 3), ".666")
    assert not begins(Fraction(2, 3), ".667")
    assert fits(Fraction(6, 7), "6/7")
    assert order_of([2, 4, 8], [3 / 4, 3 / 16, 3 / 64]) == pytest.approx((2, 3))


def test_figures_are_complete():
    figures = ferguson.figures()
    assert len({figure.name for figure in figures}) == len(figures) == 8
    for figure in figures:
        for series in figure.series:
            assert len(series.x) == len(series.y) > 1
            assert all(map(isfinite, (*series.x, *series.y)))


def test_section_3_is_exact_where_it_says_so(monkeypatch):
    """With another bend in the claims the density is no longer 1/y - 1, and I is not indifferent."""
    monkeypatch.setattr(section_3, "liar", lambda y: y - 1 - 2 * np.log(y))
    assert section_3._density().verdict is Verdict.FAILS
    monkeypatch.setattr(section_3, "continuous_accept", lambda y: np.full_like(np.asarray(y, dtype=float), 0.5))
    assert section_3._against_second().verdict is Verdict.FAILS
