"""Best responses and exploitability, over the whole game.

A best response only needs the nodes the others' strategies reach: elsewhere everything is worth nothing. The round is
walked level by level (a level is a number of bids) with the reach of the others, `[nodes, hands]`, and back with the value
of every hand of the responder. Reaches are float64, or exact integers over a common denominator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import IllegalAction
from mendax.games.compile import Game
from mendax.games.cup import Cup
from mendax.games.masks import before_last, last_rung, mask_of, num_bids, rungs_of
from mendax.games.round import Payoff, Round, require_bitmasks
from mendax.games.strategy import IntArray, Profile, Strategy, make_strategy
from mendax.games.tree import Tree
from mendax.solve.average import WHOLE, Average
from mendax.solve.cup_response import cup_response
from mendax.solve.tree_response import tree_response, tree_value

Array = NDArray[Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class BestResponse:
    """The most `player` can get against the others, and a pure strategy that gets it.

    value is a Fraction where the others' strategies and the payoffs are exact, else a float.
    """

    player: int
    value: Fraction | float
    strategy: Strategy


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """One player's weight of reaching each bid he makes with positive probability; whatever he does not bid he calls.

    node    [K]        node after the bid, sorted
    weight  [K, H]     his reach there, times `denominator`
    exact_node, exact_weight  the same for exact calls, at the node where they are made
    """

    player: int
    node: IntArray
    weight: Array
    exact_node: IntArray
    exact_weight: Array
    denominator: int

    def in_floats(self) -> Plan:
        """The same plan over the denominator 1."""
        weight, exact_weight = ((w / self.denominator).astype(np.float64) for w in (self.weight, self.exact_weight))
        return replace(self, weight=weight, exact_weight=exact_weight, denominator=1)


def best_response(game: Game, profile: Sequence[Strategy], player: int) -> BestResponse:
    """The best response of `player` to the other strategies of `profile`; his own entry is ignored."""
    if isinstance(game, Cup):
        value, strategy = cup_response(game, profile, player)
        return BestResponse(player=player, value=value, strategy=strategy)
    if isinstance(game, Tree):
        value, strategy = tree_response(game, profile, player)
        return BestResponse(player=player, value=value, strategy=strategy)
    return respond(game, [plan_of(game, s) for s in profile if s.player != player], player)


def exploitability(game: Game, profile: Profile) -> Fraction | float:
    """Mean gain of a best response over the profile's own value; `nash_conv` is the sum.

    In a zero-sum game the profile's own values add up to nothing, so the best responses alone decide.
    """
    return nash_conv(game, profile) / len(profile)


def nash_conv(game: Game, profile: Profile) -> Fraction | float:
    """Sum over the players of what a best response would gain."""
    total: Fraction | float = sum((best_response(game, profile, p).value for p in range(len(profile))), Fraction(0))
    if isinstance(game, Cup):
        total -= 1  # somebody wins
    if isinstance(game, Tree) and not game.is_zero_sum:
        total -= sum(tree_value(game, profile), Fraction(0))
    return total


# Rounds ---------------------------------------------------------------------------------------------------------------


def plan_of(game: Round, strategy: Strategy) -> Plan:
    """The reach of each bid under a strategy. IllegalAction where a row is not a legal choice of this player.

    Rows whose node the player's own choices do not reach weigh nothing.
    """
    require_bitmasks(game)
    p, hands = strategy.player, len(game.weight[strategy.player])
    reach: dict[tuple[int, int], Any] = {}
    exact: dict[tuple[int, int], Any] = {}
    one = Fraction(1) if strategy.is_exact else 1.0
    if p == 0:  # the default where there is nothing to call
        lowest = int(np.flatnonzero(game.successor[0])[0])
        given = set(strategy.hand[strategy.node == 0].tolist())
        reach |= {(1 << lowest, hand): one for hand in range(hands) if hand not in given}
    order = np.argsort(num_bids(strategy.node), kind="stable")
    for row in order.tolist():
        node, hand, action = int(strategy.node[row]), int(strategy.hand[row]), int(strategy.action[row])
        if node.bit_count() % game.num_players != p or not 0 <= hand < hands or action not in game.legal(node):
            raise IllegalAction(
                f"player {p} with hand {hand} cannot take action {action} at node {node} of {game.game}"
            )
        own_last = _own_last(node, game.num_players)
        weight = (one if own_last == 0 else reach.get((own_last, hand), 0)) * strategy.prob[row]
        if weight and action < game.call:
            reach[node | 1 << action, hand] = weight
        elif weight and action == game.exact:
            exact[node, hand] = weight
    denominator = 1
    if strategy.is_exact:
        denominator = lcm(*(w.denominator for w in (*reach.values(), *exact.values())))
    bid_node, bid_weight = _table(reach, hands, denominator, exact=strategy.is_exact)
    exact_node, exact_weight = _table(exact, hands, denominator, exact=strategy.is_exact)
    return Plan(
        player=p,
        node=bid_node,
        weight=bid_weight,
        exact_node=exact_node,
        exact_weight=exact_weight,
        denominator=denominator,
    )


def _own_last(node: int, num_players: int) -> int:
    """The node after the mover's own last bid before `node`; 0 if he has not bid."""
    for _ in range(num_players - 1):
        if node == 0:
            return 0
        node ^= 1 << (node.bit_length() - 1)
    return node


def _table(weights: dict[tuple[int, int], Any], hands: int, denominator: int, *, exact: bool) -> tuple[IntArray, Array]:
    nodes = np.array(sorted({node for node, _ in weights}), dtype=np.int64)
    table = np.zeros((len(nodes), hands), dtype=object if exact else np.float64)
    row = {node: i for i, node in enumerate(nodes.tolist())}
    for (node, hand), weight in weights.items():
        table[row[node], hand] = int(weight * denominator) if exact else weight
    return nodes, table


@dataclass(frozen=True, eq=False)
class _Level:
    """All nodes with the same number of bids that the others reach.

    node    [K]       sorted
    parent  [K]       position in the level before
    reach   {player: [K, H]} of everybody but the responder
    """

    node: IntArray
    parent: IntArray
    reach: dict[int, Array]


def respond(game: Round, plans: Sequence[Plan], player: int) -> BestResponse:
    """`best_response` for strategies already turned into plans."""
    exact, others = _others(game, plans)
    dtype = object if exact else np.float64
    reach = {p: np.full((1, len(game.weight[p])), plan.denominator, dtype=dtype) for p, plan in others.items()}
    levels, called = _walk(
        game, _Level(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), reach), others, player
    )
    value, chosen = _back(game, levels, called, player, dtype)
    total = (value[0] * game.weight[player]).sum()
    scale = game.num_rolls * prod(plan.denominator for plan in others.values())
    return BestResponse(
        player=player,
        value=Fraction(total) / scale if exact else float(total) / scale,
        strategy=_pure_strategy(game, levels, chosen, player, exact=exact),
    )


def action_values(game: Round, plans: Sequence[Plan], node: int) -> dict[int, Array] | None:
    """What each action at a node is worth to each hand of the mover, `[H]`, who goes on as well as he can against the plans.

    None where the others' plans never come to the node: there nothing is known of their hands.
    """
    player = node.bit_count() % game.num_players
    exact, others = _others(game, plans)
    dtype = object if exact else np.float64
    reach = {p: _reach_at(game, plan, node).astype(dtype) for p, plan in others.items()}
    weight = prod((game.weight[p] * r[0]).sum() for p, r in reach.items())
    if not weight:
        return None
    start = _Level(np.array([node], dtype=np.int64), np.zeros(1, dtype=np.int64), reach)
    levels, called = _walk(game, start, others, player)
    below, _ = _back(game, levels, called, player, dtype, until=1)
    values = {rung: below[i] for i, rung in enumerate(last_rung(levels[1].node).tolist())}
    values |= {game.call + i: value[0] for i, value in enumerate(called[0])}
    if exact:
        return {action: np.array([Fraction(v) / weight for v in value]) for action, value in values.items()}
    return {action: value / weight for action, value in values.items()}


def _reach_at(game: Round, plan: Plan, node: int) -> Array:
    """`[1, H]`: with what weight a plan comes to a node, times its denominator."""
    bids = rungs_of(node)
    own = [i for i in range(len(bids)) if i % game.num_players == plan.player]
    if not own:
        return np.full((1, len(game.weight[plan.player])), plan.denominator, dtype=plan.weight.dtype)
    row = np.flatnonzero(plan.node == mask_of(bids[: own[-1] + 1]))
    return plan.weight[row] if len(row) else np.zeros((1, plan.weight.shape[1]), dtype=plan.weight.dtype)


def _others(game: Round, plans: Sequence[Plan]) -> tuple[bool, dict[int, Plan]]:
    """Is all exact? The plans by player, in floats where it is not."""
    exact = all(plan.weight.dtype == object for plan in plans) and all(t.dtype != np.float64 for t in game.payoffs)
    return exact, {plan.player: plan if exact else plan.in_floats() for plan in plans}


def _walk(game: Round, start: _Level, others: dict[int, Plan], player: int) -> tuple[list[_Level], list[list[Array]]]:
    """From a level of one node down: the levels, and values of the calls at each, [K, H], one array a kind of call."""
    levels, called = [start], list[list[Array]]()
    depth = int(start.node[0]).bit_count()
    while len(levels[-1].node):
        level = levels[-1]
        mover, bidder = depth % game.num_players, (depth - 1) % game.num_players
        if mover == player:
            levels.append(_own_bids(game, level))
            reaches = [level.reach] * len(game.payoffs)
        else:
            below, reaches = _others_bids(game, level, others[mover])
            levels.append(below)
        called.append(
            [
                _showdown(game, level.node, reach, player, table[player, bidder])
                for reach, table in zip(reaches, game.payoffs, strict=True)
            ]
            if depth
            else []
        )
        depth += 1
    return levels, called


def _own_bids(game: Round, level: _Level) -> _Level:
    """The responder may make any bid; nobody's reach changes."""
    parent, rung = np.nonzero(game.successor[last_rung(level.node) + 1])
    node = level.node[parent] | np.int64(1) << rung
    order = np.argsort(node)
    parent = parent[order]
    return _Level(node[order], parent, {p: reach[parent] for p, reach in level.reach.items()})


def _others_bids(game: Round, level: _Level, plan: Plan) -> tuple[_Level, list[dict[int, Array]]]:
    """The bids of another player's plan, and the reaches with which he makes each kind of call."""
    made_at = before_last(plan.node)
    position = _position(level.node, made_at)
    # A node one level down, but not the opening read as its own parent.
    chosen = np.flatnonzero((position >= 0) & (plan.node > 0))
    parent, weight = position[chosen], plan.weight[chosen]
    reach = {p: r[parent] for p, r in level.reach.items()} | {plan.player: weight}
    left = level.reach[plan.player].copy()
    np.subtract.at(left, parent, weight)
    calls = [level.reach | {plan.player: left}]
    if game.exact_payoff is not None:
        exactly = np.zeros_like(left)
        position = _position(level.node, plan.exact_node)
        exactly[position[position >= 0]] = plan.exact_weight[position >= 0]
        left -= exactly
        calls.append(level.reach | {plan.player: exactly})
    return _Level(plan.node[chosen], parent, reach), calls


def _position(nodes: IntArray, wanted: IntArray) -> IntArray:
    """Positions of `wanted` in sorted `nodes`; -1 where absent."""
    position = np.minimum(np.searchsorted(nodes, wanted), len(nodes) - 1)
    return np.where(nodes[position] == wanted, position, -1)


def _showdown(game: Round, nodes: IntArray, reach: dict[int, Array], player: int, table: Payoff) -> Array:
    """What a call is worth to each hand of `player`, `[K, H]`, weighted by the others' reach.

    table `[B, N+1]`: payoff to `player` by rung and true count. The others' reach is summed by tally, convolved over the
    others, and never paired hand by hand.
    """
    own = game.tally[player]
    dtype = next(iter(reach.values())).dtype
    value = np.zeros((len(nodes), own.shape[1]), dtype=dtype)
    rungs = last_rung(nodes)
    for rung in np.unique(rungs):
        here = np.flatnonzero(rungs == rung)
        spread = np.ones((len(here), 1), dtype=dtype)
        for p, r in reach.items():
            by_tally = game.tally[p][rung][:, None] == np.arange(game.num_dice[p] + 1)
            spread = _convolve(spread, (r[here] * game.weight[p]) @ by_tally.astype(np.int64))
        paid = table[rung][np.arange(spread.shape[1])[:, None] + own[rung]]  # [others' tally, H]
        value[here] = spread @ paid
    return value


def _convolve(left: Array, right: Array) -> Array:
    """Row-wise polynomial product."""
    if left.shape[1] == 1:
        return left * right
    out = np.zeros((len(left), left.shape[1] + right.shape[1] - 1), dtype=left.dtype)
    for i in range(left.shape[1]):
        out[:, i : i + right.shape[1]] += left[:, i : i + 1] * right
    return out


def _back(
    game: Round, levels: list[_Level], called: list[list[Array]], player: int, dtype: Any, until: int = 0
) -> tuple[Array, list[Array]]:
    """Values of the responder's hands at level `until`, `[K, H]`, and his choice at every node of his below, `[K, H]`."""
    hands = len(game.weight[player])
    chosen: list[Array] = [np.zeros((0, hands), dtype=np.int64)] * len(levels)
    below, first = np.zeros((0, hands), dtype=dtype), int(levels[0].node[0]).bit_count()
    for depth in range(len(levels) - 2, until - 1, -1):
        level, child = levels[depth], levels[depth + 1]
        rungs = last_rung(child.node)
        if (first + depth) % game.num_players == player:
            options = [(game.call + i, slice(None), value) for i, value in enumerate(called[depth])]
            for rung in np.unique(rungs):
                here = rungs == rung
                options.append((int(rung), child.parent[here], below[here]))
            best = np.zeros((len(level.node), hands), dtype=dtype)
            choice = np.full((len(level.node), hands), -1, dtype=np.int64)
            for action, rows, value in options:
                better = (choice[rows] < 0) | (value > best[rows])
                best[rows] = np.where(better, value, best[rows])
                choice[rows] = np.where(better, action, choice[rows])
            chosen[depth] = choice
        else:
            best = np.zeros((len(level.node), hands), dtype=dtype)
            for value in called[depth]:
                best = best + value
            np.add.at(best, child.parent, below)
        below = best
    return below, chosen


def _pure_strategy(game: Round, levels: list[_Level], chosen: list[Array], player: int, *, exact: bool) -> Strategy:
    """The choices at nodes that the response itself comes to."""
    one = Fraction(1) if exact else 1.0
    rows: dict[tuple[int, int, int], Any] = {}
    there = np.ones((1, len(game.weight[player])), dtype=bool)
    for depth in range(len(levels) - 1):
        level, child = levels[depth], levels[depth + 1]
        below = there[child.parent]
        if depth % game.num_players == player:
            for position, hand in zip(*np.nonzero(there), strict=True):
                rows[int(level.node[position]), int(hand), int(chosen[depth][position, hand])] = one
            below &= chosen[depth][child.parent] == last_rung(child.node)[:, None]
        there = below
    return make_strategy(player, rows, exact=exact)


def plan_below(average: Average, node: int) -> Plan:
    """`plan_of` for a strategy stored whole, from a node on: all that may follow is read, 2^(rungs left) places a hand."""
    game, p = average.game, average.player
    rungs = game.num_rungs - node.bit_length()
    masks = np.int64(node) | np.arange(1 << rungs, dtype=np.int64) << np.int64(node.bit_length())
    bids, up = num_bids(masks), before_last(masks) >> np.int64(node.bit_length())
    own = bids % 2 != p  # he has just bid
    own[0] = False
    block, slot = average.layout.place(masks)
    shares = np.where(own[:, None], average.edge[block, :, slot], 0).astype(np.float64)
    total = np.zeros_like(shares)
    np.add.at(total, up[own], shares[own])
    acts = (bids % 2 == p) & (masks > 0)
    exactly = np.zeros_like(shares)
    for end in average.end:
        exactly[acts] += end[block[acts], :, slot[acts]]
    total = np.where(acts[:, None], np.maximum(total + exactly, WHOLE), np.maximum(total, 1))
    reach = np.ones_like(shares)
    for turn, rung in enumerate(rungs_of(node)):
        if turn % 2 == p:
            before = mask_of(rungs_of(node)[:turn])
            reach[0] *= [average.at(before, hand).get(rung, 0.0) for hand in range(shares.shape[1])]
    for count in range(int(bids[0]) + 1, int(bids.max()) + 1):
        at = np.flatnonzero(bids == count)
        reach[at] = reach[up[at]] * np.where(own[at, None], shares[at] / total[up[at]], 1.0)
    kept = own & (reach > 0).any(axis=1)
    last = [i for i in range(node.bit_count()) if i % 2 == p]
    there = mask_of(rungs_of(node)[: last[-1] + 1]) if last else 0
    first = slice(0, 1) if last else slice(0, 0)
    calls = acts & (exactly > 0).any(axis=1)
    return Plan(
        player=p,
        node=np.concatenate([np.array([there], dtype=np.int64)[first], masks[kept]]),
        weight=np.concatenate([reach[first], reach[kept]]),
        exact_node=masks[calls],
        exact_weight=(reach * exactly / total)[calls],
        denominator=1,
    )
