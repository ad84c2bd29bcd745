"""From a game string to the game it names."""

from mendax.games.classic import CLASSICS
from mendax.games.round import Round, compile_round
from mendax.games.tree import Tree
from mendax.rules.variant import TreeVariant, Variant, parse

Game = Round | Tree


def compile_game(game: str | Variant) -> Game:
    """The arrays of a game, from its string or its variant."""
    variant = parse(game) if isinstance(game, str) else game
    return CLASSICS[variant.family]() if isinstance(variant, TreeVariant) else compile_round(variant)
