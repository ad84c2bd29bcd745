"""From a game string to the game it names."""

from mendax.games.classic import CLASSICS
from mendax.games.cup import Cup, compile_cells, compile_cup
from mendax.games.round import Round, compile_round
from mendax.games.tree import Tree
from mendax.rules.cup import CupVariant
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import TreeVariant, Variant, parse

Game = Round | Cup | Tree


def compile_game(game: str | Variant) -> Game:
    """The arrays of a game, from its string or its variant."""
    variant = parse(game) if isinstance(game, str) else game
    match variant:
        case TreeVariant(family):
            return CLASSICS[family]()
        case CupVariant():
            return compile_cup(variant)
        case UnitVariant():
            return compile_cells(variant)
        case _:
            return compile_round(variant)
