"""From a game string to the game it names."""

from mendax.errors import UnsupportedGame
from mendax.games.classic import CLASSICS
from mendax.games.cup import Cup, compile_cells, compile_cup
from mendax.games.match import Match, compile_match
from mendax.games.round import Round, compile_round
from mendax.games.tree import Tree
from mendax.rules.cup import CupVariant
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import TreeVariant, Variant, parse

Game = Round | Cup | Tree  # played once through


def compile_game(game: str | Variant) -> Game | Match:
    """The arrays of a game, from its string or its variant.

    A match of two whose every call ends it is the round that it is.
    """
    variant = parse(game) if isinstance(game, str) else game
    match variant:
        case TreeVariant(family):
            return CLASSICS[family]()
        case CupVariant():
            return compile_cup(variant)
        case UnitVariant():
            return compile_cells(variant)
        case _ if variant.loss == "round" or variant.num_players != 2:
            return compile_round(variant)
    match = compile_match(variant)
    return match if match.follows(0) else compile_round(variant)


def require_one_game(game: Game | Match) -> Game:
    """For whoever takes no match."""
    if isinstance(game, Match):
        raise UnsupportedGame(f"{game.game} is a match of {len(game.standings)} rounds; loss=round plays a single one")
    return game
