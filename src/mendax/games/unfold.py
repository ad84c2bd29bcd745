"""Any game as an explicit Tree."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game
from mendax.games.counts import count_by_enumeration
from mendax.games.cup import Cup
from mendax.games.notation import format_action, format_node
from mendax.games.round import Round, require_bitmasks
from mendax.games.tree import Chance, Decision, Leaf, Node, Tree, flatten
from mendax.games.unfold_cup import unfold_cup
from mendax.rules.dice import format_hand

MAX_TREE = 1_000_000


def unfold(game: Game) -> Tree:
    """Every node of a game written down; UnsupportedGame where there are too many."""
    if isinstance(game, Cup):
        return unfold_cup(game)
    return unfold_round(game) if isinstance(game, Round) else game


def unfold_round(game: Round) -> Tree:
    """The tree of a Round: one chance node deals all hands, then everybody acts in turn.

    Information sets are labelled `hand|bids`, as in `6|1x3 2x5`, so a tree strategy can be read against the round.
    """
    require_bitmasks(game)
    if game.num_rungs > 20 or count_by_enumeration(game).histories > MAX_TREE:
        raise UnsupportedGame(f"{game.game} unfolds to more than {MAX_TREE:,} histories; use fewer dice or faces")
    deals = tuple(
        (
            Fraction(prod(int(weight[h]) for weight, h in zip(game.weight, deal, strict=True)), game.num_rolls),
            " ".join(format_hand(game.hands[p][h]) for p, h in enumerate(deal)),
            _subtree(game, deal, 0, 0),
        )
        for deal in product(*(range(len(weight)) for weight in game.weight))
    )
    return flatten(game.game, game.num_players, Chance(deals))


def _subtree(game: Round, deal: tuple[int, ...], mask: int, depth: int) -> Node:
    """What follows a node when the hands are known. The depth of the recursion is the number of rungs."""
    player = depth % game.num_players
    bidder = (depth - 1) % game.num_players
    rung = mask.bit_length() - 1
    followers: list[tuple[str, Node]] = []
    for action in game.legal(mask):
        follower: Node
        if action < game.call:
            follower = _subtree(game, deal, mask | 1 << action, depth + 1)
        else:
            count = sum(int(tally[rung, hand]) for tally, hand in zip(game.tally, deal, strict=True))
            paid = game.payoffs[action - game.call][:, bidder, rung, count]
            follower = Leaf(tuple(Fraction(int(p) if isinstance(p, np.integer) else p) for p in paid))
        followers.append((format_action(game, action), follower))
    label = f"{format_hand(game.hands[player][deal[player]])}|{format_node(game, mask)}"
    return Decision(player, label, tuple(followers))
