"""What is true of every game. Run `check_game` on any game you add."""

from fractions import Fraction

import numpy as np

from mendax.errors import GameLawError
from mendax.games.compile import Game
from mendax.games.cup import Cup
from mendax.games.round import Round
from mendax.games.tree import CHANCE, NO_PARENT, TERMINAL, Tree


def check_game(game: Game) -> None:
    """Raise GameLawError naming the first law that the arrays break.

    A Round: shapes as its docstring says; hands are different and weigh all rolls; a tally is at most the dice of the hand;
    somebody can open, and bids only rise; what a call pays adds up to nothing over the players, and is at most 1 either way.
    A Cup: shapes as its docstring says; the ways of every throw add up; every throw belongs to a group, every hand to a class;
    whoever can go on has something to claim with every hand; somebody wins.
    A Tree: parents come first; chances add up to one; actions are numbered from 0; an information set has one mover and
    the same actions everywhere; nobody forgets (perfect recall).
    """
    if isinstance(game, Round):
        _check_round(game)
    elif isinstance(game, Cup):
        _check_cup(game)
    else:
        _check_tree(game)


def _law(holds: object, law: str) -> None:
    if not holds:
        raise GameLawError(law)


def _check_round(game: Round) -> None:
    players, rungs, dice = range(game.num_players), game.num_rungs, sum(game.num_dice)
    _law(len(game.weight) == len(game.tally) == game.num_players >= 2, "hands, weight and tally have a row a player")
    for p in players:
        hand, weight, tally = game.hands[p], game.weight[p], game.tally[p]
        _law(hand.shape == (len(weight), game.hands[0].shape[1]), f"hands[{p}] is [H, F]")
        _law(len(np.unique(hand, axis=0)) == len(hand), f"the hands of player {p} are different")
        _law((hand.sum(axis=1) == game.num_dice[p]).all(), f"the hands of player {p} have equally many dice")
        _law((weight > 0).all(), f"every hand of player {p} has a positive weight")
        _law(int(weight.sum()) == hand.shape[1] ** game.num_dice[p], f"the weights of player {p} sum to F^d")
        _law(tally.shape == (rungs, len(weight)), f"tally[{p}] is [B, H]")
        _law(((tally >= 0) & (tally <= game.num_dice[p])).all(), f"a tally of player {p} is at most his dice")
    _law(game.successor.shape == (rungs + 1, rungs), "successor is [B+1, B]")
    _law(game.successor[0].any(), "some bid opens the round")
    _law(not np.tril(game.successor[1:]).any(), "a bid is followed by higher bids only")
    for name, table in (("call", game.call_payoff), ("exact", game.exact_payoff)):
        if table is None:
            continue
        _law(table.shape == (game.num_players, game.num_players, rungs, dice + 1), f"{name}_payoff is [P, P, B, N+1]")
        tolerance = 1e-12 if table.dtype == np.float64 else 0
        _law((np.abs(table.sum(axis=0)) <= tolerance).all(), f"{name} payoffs add up to nothing")
        _law((np.abs(table) <= 1).all(), f"{name} payoffs lie between -1 and 1")


def _check_cup(game: Cup) -> None:
    hands, claims, throws = len(game.hands), len(game.claims), len(game.throws)
    _law(game.chance.shape == (throws, hands), "chance is [R, T]")
    _law((game.chance >= 0).all(), "no throw gives a hand in less than no way")
    _law((game.chance.sum(axis=1) == game.rolls).all(), "the ways of every throw add up to its rolls")
    _law({throw for group in game.groups for throw in group} == set(range(throws)), "every throw belongs to a group")
    _law({group for choice in game.choices for group in choice} == set(range(len(game.groups))), "groups can be chosen")
    _law(game.kind.shape == (hands,) and set(game.kind) <= set(range(len(game.choices))), "every hand has a class")
    _law(game.holds.shape == game.legal.shape == (hands, claims), "holds and legal are [T, C]")
    _law(game.legal[:, -1].all(), "the highest claim may be made with every hand")
    for name, pay in (("true", game.true_pay), ("false", game.false_pay), ("stuck", game.stuck_pay)):
        _law(len(pay) == game.num_players >= 2, f"{name}_pay has a chance for every seat")
        _law(sum(pay) == 1 and min(pay) >= 0, f"somebody wins by {name}_pay")
    _law(game.true_pay[1] == game.false_pay[0] == game.stuck_pay[0] == 0, "who was wrong, or can do nothing, loses")


def _check_tree(game: Tree) -> None:
    nodes = np.arange(game.num_nodes)
    _law(game.parent[0] == NO_PARENT, "node 0 is the root")
    _law((game.parent[1:] < nodes[1:]).all() and (game.parent[1:] >= 0).all(), "parents come before their children")
    for node in nodes:
        children = game.children(int(node))
        player = int(game.player[node])
        _law((game.action[children] == np.arange(len(children))).all(), f"the actions of node {node} count from 0")
        if player == TERMINAL:
            _law(len(children) == 0, f"nothing follows the end at node {node}")
        elif player == CHANCE:
            _law(sum(game.chance[children], Fraction(0)) == 1, f"the chances at node {node} add up to one")
        else:
            infoset = game.infosets[game.infoset[node]]
            _law(infoset.player == player, f"information set {infoset.label!r} has one mover")
            _law(
                tuple(game.label[c] for c in children) == infoset.actions,
                f"information set {infoset.label!r} has the same actions everywhere",
            )
    _law(_remembers(game), "every player remembers what he knew and did (perfect recall)")


def _remembers(game: Tree) -> bool:
    """Do all nodes of an information set share their mover's own last information set and action?"""
    before: list[list[tuple[int, int] | None]] = [[None] * game.num_players for _ in range(game.num_nodes)]
    seen: dict[int, tuple[int, int] | None] = {}
    for node in range(game.num_nodes):
        parent = int(game.parent[node])
        if parent != NO_PARENT:
            before[node] = list(before[parent])
            if game.player[parent] >= 0:
                before[node][game.player[parent]] = (int(game.infoset[parent]), int(game.action[node]))
        if game.player[node] >= 0:
            own = before[node][game.player[node]]
            if seen.setdefault(int(game.infoset[node]), own) != own:
                return False
    return True
