"""The pages of docs/games say what is true: their strings parse, their sizes and defaults are ours, small values come out."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from mendax.games.compile import compile_game
from mendax.games.counts import count_by_formula
from mendax.games.cup import Cup
from mendax.rules.cup import CUPS, CupVariant, cup_keys
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import FAMILIES, KEYS, RoundVariant, parse, parse_round, show_key
from mendax.solve.game import solve_game

PAGES = {path.stem: path.read_text(encoding="utf-8") for path in Path(__file__).parents[2].glob("docs/games/*.md")}
HEADINGS = ["Rules", "String", "Size", "Known values", "Notation", "Version history"]
SMALL = 600  # information sets of a game that is solved here


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the tables of a section whose first cell is a game."""
    section = PAGES[page].split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return [[row[0].strip("`"), *row[1:]] for row in cells]


SIZES = [row for page in FAMILIES for row in rows(page, "Size")]
VALUES = [row for page in PAGES for row in rows(page, "Known values")]


def test_a_page_for_every_family() -> None:
    assert set(PAGES) == {*FAMILIES, *CUPS, "unit-interval", "trees"}


@pytest.mark.parametrize("page", PAGES)
def test_fixed_headings(page: str) -> None:
    assert re.findall(r"^## (.*)$", PAGES[page], re.MULTILINE) == HEADINGS


@pytest.mark.parametrize("family", FAMILIES)
def test_defaults(family: str) -> None:
    """The long form of the family's string, all keys in order."""
    long = ",".join(f"{key}={show_key(FAMILIES[family], key)}" for key in KEYS)
    assert f"`{family}:{long}`" in PAGES[family]


@pytest.mark.parametrize("family", CUPS)
def test_defaults_of_cups(family: str) -> None:
    long = ",".join(f"{key}={getattr(CUPS[family], field)}" for key, field in cup_keys(family).items())
    assert f"`{family}:{long}`" in PAGES[family]


@pytest.mark.parametrize(
    "row", [row for page in (*CUPS, "unit-interval") for row in rows(page, "Size")], ids=lambda row: row[0]
)
def test_size_of_a_cup(row: list[str]) -> None:
    """Hands, claims, throws, positions."""
    cup = compile_game(row[0])
    assert isinstance(cup, Cup)
    assert row[1:] == [str(n) for n in (len(cup.hands), cup.num_claims, len(cup.throws), len(cup.positions()))]


@pytest.mark.parametrize("row", SIZES, ids=lambda row: row[0])
def test_size(row: list[str]) -> None:
    counts = count_by_formula(parse_round(row[0]))
    hands = ", ".join(map(str, counts.hands))
    numbers = [f"{n:,}" for n in (counts.public_nodes, counts.information_sets, counts.histories)]
    assert row[1:] == [str(counts.rungs), hands, *numbers]


@pytest.mark.parametrize("row", rows("trees", "Size"), ids=lambda row: row[0])
def test_size_of_a_tree(row: list[str]) -> None:
    tree = compile_game(row[0])
    assert row[1:] == [str(n) for n in (tree.num_nodes, (tree.player == -2).sum(), len(tree.infosets))]


@pytest.mark.parametrize("row", VALUES, ids=lambda row: row[0])
def test_value(row: list[str]) -> None:
    """The chance to win belongs to the value; the value to the game, which is solved if it is small."""
    variant = parse(row[0])
    if isinstance(variant, RoundVariant):
        assert Fraction(row[2]) == (1 + Fraction(row[1])) / 2
    if isinstance(variant, CupVariant | UnitVariant):
        assert float(row[2]) == pytest.approx(float(Fraction(row[1])), abs=1e-6)
    if not isinstance(variant, RoundVariant) or count_by_formula(variant).information_sets <= SMALL:
        assert solve_game(compile_game(variant)).value == Fraction(row[1])
