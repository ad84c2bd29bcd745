"""What hypothesis draws: small rounds and profiles; and their translation to the words of naive.py."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import strategies as st

import naive
from mendax.games.counts import count_by_formula
from mendax.games.masks import mask_of
from mendax.games.notation import format_node
from mendax.games.round import Round, compile_round
from mendax.games.strategy import make_strategy
from mendax.games.tree import CHANCE, TERMINAL, Tree
from mendax.rules.dice import format_hand
from mendax.rules.ladder import Bid
from mendax.rules.losses import Standing
from mendax.rules.variant import parse

SIZES = ("1v1", "2v1", "1v2", "1v1v1")
RULES = (  # of every kind that a ladder, a wild face and an exact call can be
    "",
    "exact=yes",
    "wild=low",
    "wild=none",
    "order=count",
    "order=count,wild=low",
    "order=paco",
    "order=paco,wild=low,exact=calza",
    "wildbids=no",
    "wildbids=no,wild=low,exact=yes",
    "palifico=now",
    "palifico=now,exact=yes",
)


naive_round = cache(naive.round_game)


def variants(most: int = 1_200, sizes: tuple[str, ...] = SIZES) -> st.SearchStrategy[str]:
    """Strings of rounds with at most `most` histories, all kinds of rules among them."""
    texts = [
        f"bluff:dice={dice},faces={faces}" + ("," + rules if rules else "")
        for faces in (2, 3)
        for dice in sizes
        for rules in RULES
    ]
    return st.sampled_from([text for text in texts if count_by_formula(parse(text)).histories <= most])


def round_of(text: str) -> Round:
    return compile_round(parse(text))


def sevenths(standing: Standing) -> tuple[Fraction, Fraction]:
    """Made-up values of a match that goes on, a different fraction for every standing."""
    worth = Fraction(2 * standing.dice[0] - 3 * standing.dice[1] + standing.opener, 7)
    return worth, -worth


def nodes_of(game: Round) -> list[int]:
    """Every public node."""
    found = [0]
    for mask in found:
        found.extend(mask | 1 << rung for rung in game.legal(mask) if rung < game.call)
    return found


def information_sets(game: Round | Tree, player: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """(node, hand, legal actions) wherever a player acts."""
    if isinstance(game, Tree):
        return [(i, 0, tuple(range(len(s.actions)))) for i, s in enumerate(game.infosets) if s.player == player]
    return [
        (mask, hand, game.legal(mask))
        for mask in nodes_of(game)
        if mask.bit_count() % game.num_players == player
        for hand in range(len(game.weight[player]))
    ]


def random_profile(game: Round | Tree, seed: int, *, exact: bool = True, most: int = 9):
    """Any behaviour: at an information set in ten left to the default (no row), in two pure or nearly so, else mixed."""
    rng = random.Random(seed)
    profile = []
    for player in range(game.num_players):
        rows = {}
        for node, hand, actions in information_sets(game, player):
            kind = rng.randrange(10)
            if kind == 0:
                continue
            weights = [rng.randint(0, 1) * (kind > 2) * rng.randint(1, most) for _ in actions]
            weights[rng.randrange(len(actions))] += 1
            for action, weight in zip(actions, weights, strict=True):
                share = Fraction(weight, sum(weights))
                rows[node, hand, action] = share if exact else float(share)
        profile.append(make_strategy(player, rows, exact=exact))
    return tuple(profile)


def tree_profile(game: Round, tree: Tree, profile):
    """A profile of a round as a profile of its unfolded tree, whose labels read `hand|bids`."""
    where = {}
    for player in range(game.num_players):
        for node, hand, actions in information_sets(game, player):
            where[player, f"{format_hand(game.hands[player][hand])}|{format_node(game, node)}"] = (node, hand, actions)
    rows = [{} for _ in profile]
    for i, infoset in enumerate(tree.infosets):
        node, hand, actions = where[infoset.player, infoset.label]
        chosen = profile[infoset.player].at(node, hand) or {actions[0] if node == 0 else game.call: Fraction(1)}
        rows[infoset.player] |= {(i, 0, actions.index(action)): p for action, p in chosen.items()}
    return tuple(make_strategy(p, rows[p], exact=strategy.is_exact) for p, strategy in enumerate(profile))


def naive_behaviour(game: Round, profile, known: dict) -> dict:
    """The same behaviour as {information set of naive.round_game: {action: probability}}; `known` are naive.moves."""
    behaviour = {}
    for player, dice, said in known:
        node = mask_of(tuple(game.bids.index(Bid(*bid)) for bid in said))
        counts = [dice.count(face + 1) for face in range(game.hands[player].shape[1])]
        hand = int(np.flatnonzero((game.hands[player] == counts).all(axis=1))[0])
        chosen = profile[player].at(node, hand) or {game.legal(node)[0] if node == 0 else game.call: 1}
        names = {game.call: "call", game.exact: "exact"}
        behaviour[player, dice, said] = {
            names[a] if a in names else (game.bids[a].count, game.bids[a].face): p for a, p in chosen.items()
        }
    return behaviour


def naive_tree(game: Tree, node: int = 0):
    """A Tree as nested values; information sets are (mover, index), actions are indices."""
    children = [naive_tree(game, int(child)) for child in game.children(node)]
    player = int(game.player[node])
    if player == TERMINAL:
        return naive.End(tuple(game.payoff[node]))
    if player == CHANCE:
        return naive.Chance([(game.chance[c], child) for c, child in zip(game.children(node), children, strict=True)])
    return naive.Move(player, (player, int(game.infoset[node])), dict(enumerate(children)))


def naive_tree_behaviour(game: Tree, profile) -> dict:
    return {(s.player, i): profile[s.player].at(i, 0) or {0: 1} for i, s in enumerate(game.infosets)}
