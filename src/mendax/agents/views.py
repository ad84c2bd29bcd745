"""All the views of a game that is small enough, and behaviour at each of them written down as a Strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game
from mendax.games.counts import count_by_formula
from mendax.games.cup import Cup
from mendax.games.masks import rungs_of
from mendax.games.round import Round
from mendax.games.strategy import Strategy, make_strategy
from mendax.games.view import CupView, RoundView, View, legal_after
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round

MAX_SETS = 300_000  # information sets up to which an agent is asked for each


def round_view(view: View, name: str) -> RoundView:
    """A view that must be of a round; name: of the agent that needs it."""
    if not isinstance(view, RoundView):
        raise UnsupportedGame(f"agent {name} plays rounds of bids, not {view.game}")
    return view


def cup_view(cup: Cup, player: int, node: int, hand: int) -> CupView:
    """What a player knows at an information set."""
    return CupView(cup=cup, player=player, node=node, hand=hand, legal=cup.actions(node, hand))


def views_of(game: Game, player: int) -> Iterator[View]:
    """Every information set of a player at which there is something to decide."""
    if isinstance(game, Cup):
        return _cup_views(game, player)
    if isinstance(game, Round):
        return _round_views(game, player)
    raise UnsupportedGame(f"{game.game} is an explicit tree, which agents do not play")


def write(game: Game, player: int, chances: Callable[[Any], Mapping[int, Any]]) -> Strategy:
    """chances: of each action at a view. Exact where all of them are integers and fractions."""
    rows: dict[tuple[int, int, int], Any] = {}
    for view in views_of(game, player):
        rows |= {(view.node, view.hand, action): chance for action, chance in chances(view).items()}
    return make_strategy(player, rows, exact=not any(isinstance(chance, float) for chance in rows.values()))


def _round_views(game: Round, player: int) -> Iterator[RoundView]:
    variant = parse_round(game.game)
    sets = count_by_formula(variant).information_sets
    if sets > MAX_SETS:
        raise UnsupportedGame(
            f"{game.game} has {sets:,} information sets; agents are asked for each up to {MAX_SETS:,}"
        )
    standing = Standing(variant.dice)
    hands = [tuple(hand) for hand in game.hands[player].tolist()]
    nodes = [0]
    for node in nodes:
        bids = rungs_of(node)
        legal = legal_after(variant, standing, bids[-1] if bids else -1)
        nodes.extend(node | 1 << action for action in legal if action < game.num_rungs)
        if len(bids) % game.num_players == player and len(legal) > 1:
            for dice in hands:
                yield RoundView(
                    variant=variant, player=player, standing=standing, dice=dice, bids=bids, past=(), legal=legal
                )


def _cup_views(game: Cup, player: int) -> Iterator[CupView]:
    stages: set[int] = set()
    for position in game.positions():
        stages.update(game.options(position))
        yield from _decisions(game, player, position, range(1))
    for stage in sorted(stages):
        yield from _decisions(game, player, game.num_positions + stage, range(1 + len(game.hands) + game.num_claims))


def _decisions(game: Cup, player: int, node: int, hands: range) -> Iterator[CupView]:
    views = (cup_view(game, player, node, hand) for hand in hands)
    return (view for view in views if len(view.legal) > 1)
