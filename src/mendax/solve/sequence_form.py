"""The sequence form of a two-player game: max over x of min over y of x'Ay, with Ex = e, Fy = f, x >= 0, y >= 0.

A sequence is all a player did on the way to a point, so a strategy is a weight for each of his sequences: linear in the
size of the game (Koller, Megiddo and von Stengel 1994). Sequence 0 is empty and has weight 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.masks import before_last, last_rung, num_bids
from mendax.games.round import Round, require_bitmasks
from mendax.games.strategy import Strategy, make_strategy
from mendax.games.tree import CHANCE, NO_PARENT, TERMINAL, Tree

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

HAND_BITS = 12  # a bid sequence of a Round is (mask after the bid) << HAND_BITS | hand
HAND = (1 << HAND_BITS) - 1
MAX_RUNGS = 50  # what leaves room for the hand
ROOT = 0
MAX_ENTRY = 2**62  # payoffs times weights are int64


@dataclass(frozen=True, eq=False, kw_only=True)
class Sequences:
    """The sequences of one player, S in all, and his I information sets.

    node, hand, action  [S]  where and with what the last choice was made; -1 for the empty sequence
    parent              [I]  the sequence that leads to an information set
    infoset             [S]  the information set in which the last choice was made; -1 for the empty sequence
    """

    node: IntArray
    hand: IntArray
    action: IntArray
    parent: IntArray
    infoset: IntArray

    @property
    def size(self) -> int:
        return len(self.node)

    def flow(self) -> sp.csr_matrix:
        """E `[I+1, S]`: row 0 pins the empty sequence, row i+1 says that choices at i add up to what led there."""
        sets = np.arange(1, len(self.parent) + 1)
        chosen = np.arange(1, self.size)
        rows = np.concatenate([[0], sets, self.infoset[1:] + 1])
        columns = np.concatenate([[ROOT], self.parent, chosen])
        values = np.concatenate([[1], np.full(len(sets), -1), np.ones(len(chosen), dtype=np.int64)])
        return sp.csr_matrix((values, (rows, columns)), shape=(len(sets) + 1, self.size))

    def strategy(self, player: int, weights: NDArray[Any]) -> Strategy:
        """The behaviour that realises sequence weights `[S]`: each choice's share of what led to it.

        Object weights are exact integers over a common denominator and give Fractions; float weights give floats, with
        rounding noise removed.
        """
        exact = weights.dtype == object
        if exact:
            # The denominator of a share is what the choices add up to, which is the weight of the parent.
            rows = {
                (int(self.node[s]), int(self.hand[s]), int(self.action[s])): Fraction(
                    int(weights[s]), int(weights[self.parent[self.infoset[s]]])
                )
                for s in np.flatnonzero(weights)
                if s != ROOT
            }
            return make_strategy(player, rows, exact=True)
        clean = np.where(weights > 1e-12, weights, 0.0)
        total = np.zeros(len(self.parent))
        np.add.at(total, self.infoset[1:], clean[1:])
        kept = np.flatnonzero(clean[1:]) + 1
        share = clean[kept] / total[self.infoset[kept]]
        return make_strategy(
            player,
            {
                (n, h, a): p
                for n, h, a, p in zip(
                    self.node[kept].tolist(),
                    self.hand[kept].tolist(),
                    self.action[kept].tolist(),
                    share.tolist(),
                    strict=True,
                )
            },
            exact=False,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class SequenceForm:
    """payoff `[S_0, S_1]` holds integers; player 0's payoff is x' payoff y / scale."""

    players: tuple[Sequences, Sequences]
    payoff: sp.csr_matrix
    scale: int


# Rounds ---------------------------------------------------------------------------------------------------------------

Bids = tuple[IntArray, IntArray]  # sorted keys of the bid sequences each player may use; closed under taking back


def keys_of(masks: IntArray, hands: IntArray) -> IntArray:
    return masks << HAND_BITS | hands


def require_two_players(game: Round) -> None:
    if game.num_players != 2:
        raise UnsupportedGame(
            f"{game.game} has {game.num_players} players; the sequence-form LP and exact solutions are for two"
        )
    require_bitmasks(game)
    if game.num_rungs > MAX_RUNGS or max(len(w) for w in game.weight) > HAND + 1:
        raise UnsupportedGame(
            f"{game.game} has {game.num_rungs} rungs; the sequence form takes at most {MAX_RUNGS} and {HAND + 1} hands"
        )


def all_bids(game: Round, *, undominated: bool = False) -> Bids:
    """Every bid sequence of both players, slice by slice of the last rung.

    undominated: leave out raises where some call wins the most the game can pay, whatever the other hand. Such a raise is
    weakly dominated, so the smaller game has an equilibrium of the whole; nothing rests on it, the proof is made in the
    whole game.
    """
    require_two_players(game)
    rungs = game.num_rungs
    alive = [np.zeros((1 << rungs, len(weight)), dtype=bool) for weight in game.weight]
    may_raise = [np.ones((rungs + 1, len(weight)), dtype=bool) for weight in game.weight]
    for p in (0, 1):
        alive[p][0] = True
        if undominated:
            may_raise[p][1:] = ~_sure_wins(game, p)
    odd = num_bids(np.arange(1 << rungs)) % 2 == 1
    top = last_rung(np.arange(1 << rungs))
    for rung in range(rungs):
        before, after = slice(0, 1 << rung), slice(1 << rung, 2 << rung)
        may = game.successor[top[before] + 1, rung]
        for p, mover in ((0, ~odd[before]), (1, odd[before])):
            bids = alive[p][before] & may_raise[p][top[before] + 1] & (may & mover)[:, None]
            bids &= alive[1 - p][before].any(axis=1, keepdims=True)
            made = bids.any(axis=1)
            alive[p][after] |= bids
            alive[1 - p][after] |= alive[1 - p][before] & made[:, None]
    masks = np.arange(1 << rungs)
    own = (masks[odd], masks[~odd & (masks > 0)])
    found = []
    for p in (0, 1):
        node, hand = np.nonzero(alive[p][own[p]])
        found.append(keys_of(own[p][node], hand))
    return found[0], found[1]


def rooted(game: Round, player: int, bids: IntArray) -> IntArray:
    """Those of `bids` that are not dominated (see all_bids) and whose owner's earlier bids are too, sorted."""
    sure = _sure_wins(game, player)
    left: IntArray = np.unique(bids)
    raised = before_last(left >> HAND_BITS)
    left = left[(raised == 0) | ~sure[last_rung(raised), left & HAND]]
    while True:
        led = before_last(before_last(left >> HAND_BITS))
        kept = (led == 0) | (_find(left, keys_of(led, left & HAND)) >= 0)
        if kept.all():
            return left
        left = left[kept]


def answers(game: Round, player: int, others: IntArray) -> IntArray:
    """Every bid of `player` that is not dominated (see all_bids) at the nodes to which the other's bids `others` lead."""
    sure, num_hands = _sure_wins(game, player), len(game.weight[player])
    nodes = np.unique(others >> HAND_BITS)
    nodes = np.concatenate([[0], nodes]) if player == 0 else nodes
    depths = num_bids(nodes)
    made: list[IntArray] = [np.zeros(0, dtype=np.int64)]
    for depth in np.unique(depths):
        here = nodes[depths == depth]
        node, hand = np.repeat(here, num_hands), np.tile(np.arange(num_hands), len(here))
        led = before_last(node)
        may = (led == 0) | (_find(made[-1], keys_of(led, hand)) >= 0)
        if depth:
            may &= ~sure[last_rung(node), hand]
        row, rung = np.nonzero(game.successor[last_rung(node[may]) + 1])
        made.append(np.sort(keys_of(node[may][row] | np.int64(1) << rung, hand[may][row])))
    return np.sort(np.concatenate(made))


def invited(bids: IntArray, others: IntArray) -> IntArray:
    """Those of a player's bids that are made at the opening, or at a node to which some bid of the other leads."""
    made_at = before_last(bids >> HAND_BITS)
    kept: IntArray = bids[(made_at == 0) | (_find(np.unique(others >> HAND_BITS), made_at) >= 0)]
    return kept


def _sure_wins(game: Round, player: int) -> BoolArray:
    """`[B, H]`: does some call of this rung pay the most there is, whatever the other player holds?"""
    most = max(table[player].max() for table in game.payoffs)
    others = np.arange(game.num_dice[1 - player] + 1)
    counts = game.tally[player][:, :, None] + others  # [B, H, n+1]
    rungs = np.arange(game.num_rungs)[:, None, None]
    sure = np.zeros(game.tally[player].shape, dtype=bool)
    for table in game.payoffs:
        sure |= (table[player, 1 - player][rungs, counts] == most).all(axis=2)
    return sure


def round_form(game: Round, bids: Bids) -> SequenceForm:
    """The sequence form of the round in which each player makes only the bids given, and may always call.

    Sequences are ordered: empty, bids by key, calls by information set, exact calls by information set.
    """
    require_two_players(game)
    first, second = (_round_sequences(game, p, bids) for p in (0, 1))
    payoff, scale = _round_payoff(game, (first, second), bids)
    return SequenceForm(players=(first, second), payoff=payoff, scale=scale)


def _round_sequences(game: Round, p: int, bids: Bids) -> Sequences:
    num_hands, own = len(game.weight[p]), bids[p]
    nodes = np.unique(bids[1 - p] >> HAND_BITS)
    if p == 0:
        nodes = np.concatenate([[0], nodes])
    node = np.repeat(nodes, num_hands)
    hand = np.tile(np.arange(num_hands), len(nodes))
    led = before_last(node)  # the node after the player's own last bid
    found = _find(own, keys_of(led, hand))
    known = (led == 0) | (found >= 0)
    node, hand, parent = node[known], hand[known], np.where(led == 0, ROOT, found + 1)[known]
    infosets = keys_of(node, hand)
    callable_ = np.flatnonzero(node > 0)
    calls = len(game.payoffs)
    made = before_last(own >> HAND_BITS)
    columns = [
        (np.array([-1]), np.array([-1]), np.array([-1]), np.array([-1])),
        (made, own & HAND, last_rung(own >> HAND_BITS), _find(infosets, keys_of(made, own & HAND))),
    ]
    for call in range(calls):
        columns.append((node[callable_], hand[callable_], np.full(len(callable_), game.call + call), callable_))
    joined = [np.concatenate(column) for column in zip(*columns, strict=True)]
    return Sequences(node=joined[0], hand=joined[1], action=joined[2], parent=parent, infoset=joined[3])


def _find(keys: IntArray, wanted: IntArray) -> IntArray:
    """Positions of `wanted` in sorted `keys`; -1 where absent."""
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    position = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[position] == wanted, position, -1)


def _round_payoff(game: Round, players: tuple[Sequences, Sequences], bids: Bids) -> tuple[sp.csr_matrix, int]:
    """Every call against every hand of the bidder that made the bid, weighted by the rolls of both hands."""
    tables, unit = _integer_payoffs(game)
    rows, columns, values = [], [], []
    for caller, table in ((p, t) for p in (0, 1) for t in range(len(tables))):
        bidder = 1 - caller
        own = players[caller]
        calls = np.flatnonzero(own.action == game.call + table)
        masks = bids[bidder] >> HAND_BITS
        start = np.searchsorted(masks, own.node[calls])
        count = np.searchsorted(masks, own.node[calls], side="right") - start
        call = np.repeat(calls, count)
        within = np.arange(len(call)) - np.repeat(np.cumsum(count) - count, count)
        bid = np.repeat(start, count) + within
        mine, theirs, rung = own.hand[call], bids[bidder][bid] & HAND, last_rung(own.node[call])
        true_count = game.tally[caller][rung, mine] + game.tally[bidder][rung, theirs]
        value = tables[table][0, bidder, rung, true_count]
        value = value * game.weight[caller][mine] * game.weight[bidder][theirs]
        sequences = (call, bid + 1) if caller == 0 else (bid + 1, call)
        rows.append(sequences[0])
        columns.append(sequences[1])
        values.append(value)
    matrix = sp.csr_matrix(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
        shape=(players[0].size, players[1].size),
    )
    return matrix, unit * game.num_rolls


def _integer_payoffs(game: Round) -> tuple[list[NDArray[np.int64]], int]:
    """The payoff tables as integers over one common unit."""
    if any(table.dtype == np.float64 for table in game.payoffs):
        raise UnsupportedGame(f"{game.game} has float payoffs; exact solutions need rational ones")
    unit = lcm(
        *(Fraction(int(v) if isinstance(v, np.integer) else v).denominator for t in game.payoffs for v in t.flat)
    )
    if unit * game.num_rolls > MAX_ENTRY:
        raise UnsupportedGame(
            f"{game.game}: its payoffs have a common denominator of {len(str(unit))} digits; the sequence form takes entries"
            " below 2^62"
        )
    return [(table * unit).astype(np.int64) for table in game.payoffs], unit


# Trees ----------------------------------------------------------------------------------------------------------------


def tree_form(game: Tree) -> SequenceForm:
    """The sequence form of an explicit two-player zero-sum game."""
    if game.num_players != 2 or not game.is_zero_sum:
        raise UnsupportedGame(
            f"{game.game} is not a two-player zero-sum game, which is what the sequence-form LP solves"
        )
    own = [[i for i, infoset in enumerate(game.infosets) if infoset.player == p] for p in (0, 1)]
    place = {i: position for sets in own for position, i in enumerate(sets)}
    first_action: list[dict[int, int]] = [{}, {}]
    columns: list[list[tuple[int, int, int, int]]] = [[(-1, -1, -1, -1)], [(-1, -1, -1, -1)]]
    for p in (0, 1):
        for position, i in enumerate(own[p]):
            first_action[p][i] = len(columns[p])
            columns[p] += [(i, 0, action, position) for action in range(len(game.infosets[i].actions))]
    led = np.zeros((game.num_nodes, 2), dtype=np.int64)
    chance = [Fraction(1)] * game.num_nodes
    parents = [[ROOT] * len(own[p]) for p in (0, 1)]
    entries: dict[tuple[int, int], Fraction] = {}
    for node in range(game.num_nodes):
        parent = int(game.parent[node])
        if parent != NO_PARENT:
            led[node] = led[parent]
            chance[node] = chance[parent] * game.chance[node]
            mover = int(game.player[parent])
            if mover != CHANCE:
                led[node, mover] = first_action[mover][int(game.infoset[parent])] + game.action[node]
        mover = int(game.player[node])
        if mover == TERMINAL:
            cell = (int(led[node, 0]), int(led[node, 1]))
            entries[cell] = entries.get(cell, Fraction(0)) + chance[node] * game.payoff[node, 0]
        elif mover != CHANCE:
            parents[mover][place[int(game.infoset[node])]] = int(led[node, mover])
    players = []
    for p in (0, 1):
        table = np.array(columns[p], dtype=np.int64)
        players.append(
            Sequences(
                node=table[:, 0],
                hand=table[:, 1],
                action=table[:, 2],
                parent=np.array(parents[p], dtype=np.int64),
                infoset=table[:, 3],
            )
        )
    scale = lcm(*(value.denominator for value in entries.values()))
    cells = np.array(list(entries), dtype=np.int64).reshape(-1, 2)
    values = np.array([int(value * scale) for value in entries.values()], dtype=np.int64)
    payoff = sp.csr_matrix((values, (cells[:, 0], cells[:, 1])), shape=(players[0].size, players[1].size))
    return SequenceForm(players=(players[0], players[1]), payoff=payoff, scale=scale)
