"""How large a Round is: by formula, and by walking it."""

from dataclasses import dataclass
from math import prod

from mendax.games.masks import mask_of, rungs_of
from mendax.games.round import Round
from mendax.rules.dice import num_hands
from mendax.rules.ladder import BoolArray, ladder, successor
from mendax.rules.variant import RoundVariant


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Sizes of a Round. Hands are multisets of faces throughout.

    public_nodes     sequences of bids, the empty one included: the positions where somebody acts
    information_sets (public node, hand of its mover) pairs
    sequences        of each player, the empty one included: the length of a sequence-form strategy
    endings          public positions after a call
    histories        (ending, hands of all players) pairs: the leaves of the game tree
    """

    rungs: int
    hands: tuple[int, ...]
    public_nodes: int
    information_sets: int
    sequences: tuple[int, ...]
    endings: int
    histories: int


def count_by_formula(variant: RoundVariant) -> Counts:
    """Counts from the ladder alone, in integers of any size.

    Where every higher bid may follow, a public node is a set of rungs: 2^B nodes, 2^B - 1 of them with something to call,
    sum over k = p mod P of binom(B, k) with player p to move. Otherwise paths of the successor matrix are counted.
    """
    bids = ladder(variant)
    may = successor(variant, bids)
    nodes = _nodes_by_mover(may, variant.num_players)
    return _counts(
        nodes,
        tuple(num_hands(variant.faces, dice) for dice in variant.dice),
        len(bids),
        1 if variant.exact == "no" else 2,
    )


def count_by_enumeration(game: Round) -> Counts:
    """The same counts by visiting every public node once."""
    nodes = [0] * game.num_players
    frontier = [0]
    level = 0
    while frontier:
        nodes[level % game.num_players] += len(frontier)
        frontier = [
            mask_of((*rungs_of(mask), rung)) for mask in frontier for rung in game.legal(mask) if rung < game.call
        ]
        level += 1
    return _counts(tuple(nodes), tuple(len(w) for w in game.weight), game.num_rungs, len(game.payoffs))


def _counts(nodes: tuple[int, ...], hands: tuple[int, ...], rungs: int, calls: int) -> Counts:
    players = range(len(hands))
    endings = (sum(nodes) - 1) * calls
    # The bids of p lead to the nodes of the next player; every node but the opening offers the calls.
    opening = [1] + [0] * (len(hands) - 1)
    return Counts(
        rungs=rungs,
        hands=hands,
        public_nodes=sum(nodes),
        information_sets=sum(nodes[p] * hands[p] for p in players),
        sequences=tuple(
            1
            + hands[p] * (nodes[(p + 1) % len(hands)] - opening[(p + 1) % len(hands)] + calls * (nodes[p] - opening[p]))
            for p in players
        ),
        endings=endings,
        histories=endings * prod(hands),
    )


def _nodes_by_mover(may: BoolArray, num_players: int) -> tuple[int, ...]:
    """Paths of the successor matrix by their length modulo the number of players."""
    rungs = may.shape[1]
    ending = [[0] * num_players for _ in range(rungs)]  # paths that end with this rung
    for rung in range(rungs):
        if may[0, rung]:
            ending[rung][1 % num_players] += 1
        for before in range(rung):
            if may[before + 1, rung]:
                for length in range(num_players):
                    ending[rung][(length + 1) % num_players] += ending[before][length]
    total = [sum(row[length] for row in ending) for length in range(num_players)]
    total[0] += 1
    return tuple(total)
