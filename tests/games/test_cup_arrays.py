"""The arrays of passing cups, against the rules played out by hand."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from mendax.analysis.cup_sizes import cup_sizes
from mendax.errors import GameLawError, NotationError, UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import Cup
from mendax.games.cup_notation import format_position, parse_position
from mendax.games.laws import check_game
from mendax.rules.variant import parse

GAMES = (
    "liars-die",
    "thesis-die:dice=2,faces=3",
    "seven-category",
    "seven-category:keep=hidden,below=no",
    "coins:n=4",
    "coins:n=3,keep=shown",
    "liars-die:players=3,prize=winner",
    "continuous:cells=5",
    "improvable:cells=4",
)


def cup(text: str) -> Cup:
    game = compile_game(text)
    assert isinstance(game, Cup)
    return game


@pytest.mark.parametrize("text", GAMES)
def test_laws(text: str) -> None:
    check_game(cup(text))


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"rolls": np.array([7], dtype=object)}, "add up to its rolls"),
        ({"true_pay": (Fraction(0), Fraction(1))}, "loses"),
        ({"stuck_pay": (Fraction(1, 2), Fraction(1, 3))}, "somebody wins"),
        ({"legal": np.zeros((6, 6), dtype=bool)}, "highest claim"),
        ({"kind": np.full(6, 9)}, "has a class"),
        ({"holds": np.ones((6, 5), dtype=bool)}, "are [T, C]"),
    ],
)
def test_broken_laws_are_named(change: dict[str, object], law: str) -> None:
    with pytest.raises(GameLawError) as raised:
        check_game(replace(cup("liars-die"), **change))
    assert law in str(raised.value)


def test_the_rolls_of_five_dice() -> None:
    """Ferguson and Ferguson 1991, section 4, both tables: rolls by category, of five dice and after keeping a pair."""
    game = cup("seven-category")
    assert [int(n) for n in game.chance[0]] == [720, 3600, 1800, 1200, 300, 150, 6]
    kept = game.throws.index("2")
    assert [int(n) for n in game.chance[kept]] == [0, 60, 60, 60, 20, 15, 1]
    assert (game.rolls[0], game.rolls[kept]) == (7776, 216)


@pytest.mark.parametrize("text", ["thesis-die:dice=3,faces=4", "coins:n=5", "seven-category:dice=4,faces=3"])
def test_chances_by_rolling_every_die(text: str) -> None:
    """Every throw from every hand it can be made with, all rolls written out, to the claims that come of them."""
    game, rules = cup(text), parse(text)
    for throw, name in enumerate(game.throws):
        kept = _dice(name, rules.rank)
        rolls = product(range(1, rules.faces + 1), repeat=rules.dice - len(kept))
        found = Counter(_name((*kept, *roll), rules) for roll in rolls)
        assert {game.hands[t]: int(n) for t, n in enumerate(game.chance[throw]) if n} == dict(found)


def _dice(name: str, rank: str) -> tuple[int, ...]:
    """Dice a throw keeps, from its name."""
    if name == "-":
        return ()
    if rank == "category":
        return tuple(face for face, count in enumerate(name.split("+"), 1) for _ in range(int(count)))
    return tuple({"H": 2, "T": 1}.get(die) or int(die) for die in name)


def _name(dice: tuple[int, ...], rules) -> str:
    counts = Counter(dice)
    if rules.rank == "category":
        return "+".join(map(str, sorted(counts.values(), reverse=True)))
    if rules.rank == "sum":
        return "H" * counts[2] + "T" * counts[1]
    return "".join(map(str, sorted(dice)))


def test_what_may_be_kept() -> None:
    """In sight every part of the hand is an option of its own; unseen all of them are one."""
    for text, options in (("coins:n=3,keep=shown", 6), ("coins:n=3", 1), ("coins:n=3,keep=none", 1)):
        game = cup(text)
        after = parse_position(game, "2/1" if options > 1 or "keep" not in text else "2")
        assert len(game.options(after)) == options
    hidden = cup("coins:n=3")
    stage = hidden.options(parse_position(hidden, "2/1"))[0]
    kept = [hidden.throws[r] for r in hidden.groups[hidden.beat_and_group(stage)[1]]]
    assert sorted(kept) == ["-", "H", "HT", "HTT", "T", "TT"]


def test_who_wins() -> None:
    pays = ("true_pay", "false_pay", "stuck_pay")
    assert [getattr(cup("liars-die"), pay) for pay in pays] == [(1, 0), (0, 1), (0, 1)]
    half = Fraction(1, 2)
    shared = [getattr(cup("liars-die:players=3"), pay) for pay in pays]
    assert shared == [(half, 0, half), (0, half, half), (0, half, half)]
    alone = [getattr(cup("liars-die:players=3,prize=winner"), pay) for pay in pays]
    assert alone == [
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 1),
    ]  # who is stuck loses to the player before, whose claim he believed


def test_truth_and_what_may_be_claimed() -> None:
    """Rows are the die rolled, columns the claim."""
    die = np.arange(1, 7)
    assert (cup("liars-die").holds == (die[:, None] >= die)).all()
    assert (cup("thesis-die").holds == (die[:, None] == die)).all()
    assert cup("liars-die").legal.all()
    assert (cup("thesis-die").legal == (die[:, None] <= die)).all()


@pytest.mark.parametrize("text", GAMES)
def test_positions_as_text(text: str) -> None:
    game = cup(text)
    for position in game.positions():
        assert parse_position(game, format_position(game, position)) == position


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("liars-die", "7", "'7' is not a claim of liars-die; claims: 1, 2, 3, 4, 5, 6"),
        ("coins", "2", "'2' does not say what is held, as 2/3 does, of coins"),
        ("coins", "2/9", "'9' is not a hand"),
        ("coins", "1/2", "nobody can claim 1 holding 2"),
        ("seven-category", "pear/pair", "claims: different, pair"),
    ],
)
def test_positions_that_are_none(text: str, at: str, says: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(cup(text), at)
    assert says in str(raised.value)


@pytest.mark.parametrize("text", GAMES)
def test_sizes_by_formula(text: str) -> None:
    game, sizes = cup(text), cup_sizes(parse(text))
    assert (sizes.hands, sizes.claims, sizes.throws) == (len(game.hands), game.num_claims, len(game.throws))
    assert sizes.stages >= len({stage for position in game.positions() for stage in game.options(position)})


def test_what_is_too_large_is_said_before_it_is_tried() -> None:
    assert "at most 1,000,000" in cup_sizes(parse("coins:n=1000")).feasible
    with pytest.raises(UnsupportedGame, match="502,002,501 entries"):
        cup("coins:n=1000")
    assert "about 4 hours" in cup_sizes(parse("seven-category:rank=poker")).feasible
    assert "cells=16" in cup_sizes(parse("continuous")).feasible
    with pytest.raises(UnsupportedGame, match="not finite"):
        cup("improvable")


def test_weights_longer_than_a_machine_word() -> None:
    """70 coins give 35 heads in about 10^20 ways."""
    game = cup("coins:n=70,keep=none")
    assert game.chance[0].max() > 2**63
    assert game.chance[0].sum() == 2**70
