"""The sweep of a round of P players on the CPU: reach down, others' tallies convolved, values up. many.py says where things are.

Letters: P players, H hands (of the player with most), S slots, B rungs, N dice, T = 1 + the most matches of a hand, E calls that
end the round; p player, q the player who moves at a node, h hand, j and c rungs, e call.

A strategy takes an action in proportion to the positive part of its number in `edge` or `end`; all alike where none is positive.
All loops run over neighbouring slots; those of _cpu.py serve here too.
"""

from typing import Any, NamedTuple

from numba import uint64

from mendax.solve._cpu import (
    LEAST,
    _add,
    _copy,
    _learn,
    _pay,
    _reach_children,
    _reach_exact,
    _scale,
    _set,
    _weigh,
    inner,
    outer,
)
from mendax.solve._cpu_response import _most

Array = Any

LOWEST = -1e300  # less than any payoff; infinities are not for fast arithmetic


class Numbers(NamedTuple):
    """A number an action for everybody: what strategies are in proportion to, regrets, or averages.

    edge  [P, H, S]     bids of player p, at the child's slot
    end   [E, P, H, S]  calls of player p, at the node's slot
    """

    edge: Array
    end: Array


class Table(NamedTuple):
    """The rules.

    first  [P, B+1]       first slot of the nodes where q moves whose last rung is j; at B their number
    runs   [P, B, R, 2]   by mover of the parent and rung of the child: where slots of parents begin and end
    many   [B+1]          actions of a node whose last rung is j, at j + 1; of the opening at 0
    hands  [P]            number of hands
    tally  [P, B, H]      matches of each hand; most [P, B] the largest
    start  [P, H]         how likely each hand is
    pay    [P, E, P, B, N+1]  to the first player when the second one's bid of a rung is called
    """

    first: Array
    runs: Array
    many: Array
    hands: Array
    tally: Array
    most: Array
    start: Array
    pay: Array


class Reach(NamedTuple):
    """Everybody's reach by tally.

    seen   [P, P, T, S]  of player p where another player q moves
    ended  [E, P, T, S]  of player p and his call e where he moves
    """

    seen: Array
    ended: Array


class Room(NamedTuple):
    """Room for one hand, and for all tallies.

    reach, value  [P, S]  at the nodes of each mover; reach stays zero where no sequence of bids leads
    total         [S]     what a strategy's numbers add up to; of who plays then their scale, see _cpu._scale
    count         [N+1, S]    the others' reach by the sum of their tallies
    paid          [E, P, T, S]  what call e pays at the nodes of each mover, by own tally
    """

    reach: Array
    value: Array
    total: Array
    count: Array
    paid: Array


@inner
def _nodes(table, q, j):
    """First slot and number of slots of the nodes where q moves whose last rung is j; the opening is at j = -1."""
    if j < 0:
        return 0, table.first[q, 0]
    return table.first[q, j], table.first[q, j + 1] - table.first[q, j]


@inner
def _scales(reach, at, n, many, total):
    at, many = uint64(at), total.dtype.type(many)
    for i in range(uint64(n)):
        total[at + i] = _scale(reach[at + i], total[at + i], many)


@inner
def _take(numbers, worth, of, n, total, value, at):
    """Adds an action to what a node is worth, weighed, and its weight to the total."""
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[of + i], least)
        total[at + i] += x
        value[at + i] += x * worth[of + i]


@inner
def _divide(row, at, n, total):
    at = uint64(at)
    for i in range(uint64(n)):
        row[at + i] /= total[at + i]


@inner
def _strategy(table, p, h, numbers, room):
    """What the numbers of p with hand h add up to at each of his nodes."""
    opening = table.first[p, 0]  # one slot, which has no calls
    total, num = room.total, table.first[p, table.runs.shape[1]]
    _set(total, 0, num, 0)
    for e in range(numbers.end.shape[0]):
        _weigh(numbers.end[e, p, h], opening, num - opening, total, opening)
    for c in range(table.runs.shape[1]):
        below = table.first[(p + 1) % len(table.hands), c]
        for r in range(table.runs.shape[2]):
            start, stop = table.runs[p, c, r]
            _weigh(numbers.edge[p, h], below + start, stop - start, total, start)


@outer
def play(table, p, numbers, average, rate, reach, room):
    """The reach of p by his strategy; `rate` is its share in his average."""
    players, ends, rungs = len(table.hands), numbers.end.shape[0], table.runs.shape[1]
    share = room.total.dtype.type(rate)
    for t in range(reach.ended.shape[2]):
        for q in range(players):
            _set(reach.seen[p, q, t], 0, table.first[q, rungs], 0)
        for e in range(ends):
            _set(reach.ended[e, p, t], 0, table.first[p, rungs], 0)
    for h in range(table.hands[p]):
        _strategy(table, p, h, numbers, room)
        room.reach[0, 0] = table.start[p, h]
        for j in range(-1, rungs):
            for q in range(players):
                lo, n = _nodes(table, q, j)
                if q == p:
                    _scales(room.reach[p], lo, n, table.many[j + 1], room.total)
                if j >= 0:
                    t = table.tally[p, j, h]
                    if q == p:
                        for e in range(ends):
                            number, mean, out = numbers.end[e, p, h], average.end[e, p, h], reach.ended[e, p, t]
                            _reach_exact(number, mean, lo, n, room.total, share, out)
                        continue
                    if q != (p + 1) % players:  # where p has just bid it was added below
                        _add(room.reach[q], lo, n, reach.seen[p, q, t], lo)
            c = j + 1
            for q in range(players if c < rungs else 0):
                child = (q + 1) % players
                for r in range(table.runs.shape[2]):
                    start, stop = table.runs[q, c, r]
                    below, n = table.first[child, c] + start, stop - start
                    if q != p:
                        _copy(room.reach[q], start, n, room.reach[child], below)
                    else:
                        number, mean, out = (
                            numbers.edge[p, h],
                            average.edge[p, h],
                            reach.seen[p, child, table.tally[p, c, h]],
                        )
                        _reach_children(number, mean, below, n, room.total, start, share, room.reach[child], out)


@inner
def _convolve(row, most, count, so_far, at, n):
    """count [t]: reach by a sum of tallies up to `so_far`, becomes that with one more player, whose reach by tally is `row`."""
    at = uint64(at)
    for total in range(so_far + most, -1, -1):  # from the last, so that what is still to be read stands
        out = count[total]
        if total > so_far:
            _set(out, at, n, 0)
        else:
            none = row[0]
            for i in range(uint64(n)):
                out[at + i] *= none[at + i]
        for t in range(max(1, total - so_far), min(most, total) + 1):
            one, before = row[t], count[total - t]
            for i in range(uint64(n)):
                out[at + i] += one[at + i] * before[at + i]


@inner
def _showdown(table, own, reach, room):
    """What every call pays `own`, by his tally, weighted by the reach of all others."""
    players, ends, rungs = len(table.hands), reach.ended.shape[0], table.runs.shape[1]
    for q in range(players):
        for e in range(ends):
            for j in range(rungs):
                lo, n = _nodes(table, q, j)
                so_far = 0
                _set(room.count[0], lo, n, 1)
                for p in range(players):
                    if p != own:
                        row = reach.ended[e, p] if p == q else reach.seen[p, q]
                        _convolve(row, table.most[p, j], room.count, so_far, lo, n)
                        so_far += table.most[p, j]
                pay = table.pay[own, e, (q + players - 1) % players, j]
                _pay(room.count, lo, n, so_far, table.most[own, j], pay, room.paid[e, q])


@inner
def _calls(table, own, h, room):
    """Values where the others call."""
    for j in range(table.runs.shape[1]):
        t = table.tally[own, j, h]
        for q in range(len(table.hands)):
            lo, n = _nodes(table, q, j)
            if q != own:
                _copy(room.paid[0, q, t], lo, n, room.value[q], lo)
                for e in range(1, room.paid.shape[0]):
                    _add(room.paid[e, q, t], lo, n, room.value[q], lo)


@inner
def _values(table, own, h, numbers, room):
    """room.value: of every node to `own` with hand h, by his strategy, weighted by the reach of all others."""
    players, ends, rungs = len(table.hands), numbers.end.shape[0], table.runs.shape[1]
    for q in range(players):
        _set(room.value[q], 0, table.first[q, rungs], 0)
    _set(room.total, 0, table.first[own, rungs], 0)
    _calls(table, own, h, room)
    for j in range(rungs):
        lo, n = _nodes(table, own, j)
        for e in range(ends):
            worth = room.paid[e, own, table.tally[own, j, h]]
            _take(numbers.end[e, own, h], worth, lo, n, room.total, room.value[own], lo)
    for c in range(rungs - 1, -1, -1):
        lo, n = _nodes(table, own, c)
        _divide(room.value[own], lo, n, room.total)
        for q in range(players):
            child = (q + 1) % players
            for r in range(table.runs.shape[2]):
                start, stop = table.runs[q, c, r]
                below, n = table.first[child, c] + start, stop - start
                if q == own:
                    _take(numbers.edge[own, h], room.value[child], below, n, room.total, room.value[own], start)
                else:
                    _add(room.value[child], below, n, room.value[q], start)
    _divide(room.value[own], 0, table.first[own, 0], room.total)


@outer
def learn(table, own, numbers, regret, step, reach, room):
    """Regrets of `own` against everybody's reach, and what was played is worth to him. step: see _cpu.Step."""
    players, ends, rungs = len(table.hands), numbers.end.shape[0], table.runs.shape[1]
    child = (own + 1) % players
    worth = 0.0
    _showdown(table, own, reach, room)
    for h in range(table.hands[own]):
        _values(table, own, h, numbers, room)
        worth += table.start[own, h] * room.value[0, 0]
        for j in range(rungs):
            lo, n = _nodes(table, own, j)
            for e in range(ends):
                paid = room.paid[e, own, table.tally[own, j, h]]
                _learn(regret.end[e, own, h], numbers.end[e, own, h], paid, lo, n, room.value[own], lo, step)
        for c in range(rungs):
            for r in range(table.runs.shape[2]):
                start, stop = table.runs[own, c, r]
                below, n = table.first[child, c] + start, stop - start
                row, number = regret.edge[own, h], numbers.edge[own, h]
                _learn(row, number, room.value[child], below, n, room.value[own], start, step)
    return worth


@outer
def measure(table, own, numbers, reach, room):
    """What `own` gets by his strategy against everybody's reach, and the most he can get."""
    players, ends, rungs = len(table.hands), numbers.end.shape[0], table.runs.shape[1]
    worth, most = 0.0, 0.0
    _showdown(table, own, reach, room)
    for h in range(table.hands[own]):
        _values(table, own, h, numbers, room)
        worth += table.start[own, h] * room.value[0, 0]
        for q in range(players):
            _set(room.value[q], 0, table.first[q, rungs], 0)
        _set(room.value[own], 0, table.first[own, 0], LOWEST)
        _calls(table, own, h, room)
        for j in range(rungs):
            lo, n = _nodes(table, own, j)
            t = table.tally[own, j, h]
            _copy(room.paid[0, own, t], lo, n, room.value[own], lo)
            for e in range(1, ends):
                _most(room.paid[e, own, t], lo, n, room.value[own], lo)
        for c in range(rungs - 1, -1, -1):
            for q in range(players):
                child = (q + 1) % players
                for r in range(table.runs.shape[2]):
                    start, stop = table.runs[q, c, r]
                    below, n = table.first[child, c] + start, stop - start
                    if q == own:
                        _most(room.value[child], below, n, room.value[own], start)
                    else:
                        _add(room.value[child], below, n, room.value[q], start)
        most += table.start[own, h] * room.value[0, 0]
    return worth, most
