"""The sweep of a two-player round on the CPU: reach down, values up, regrets and averages on the way.

One sweep updates the regrets of one player, `own`, and the average strategy of the other, `opp`. layout.py says where things are.

Letters: Q blocks, H hands of a player, S slots of a parity, B rungs, N dice, E calls that end the round (call; exact, if there is
one); m block, h hand, j and c local rungs, b rung, e call.

A strategy takes an action in proportion to the positive part of its number in `edge` or `end`; all alike where none is positive.

The children by local rung c of all nodes with lower last rungs are one run of slots, [2^(c-1), 2^c), and so are these nodes, [0,
2^(c-1)), in the same order. So a sweep of a block is k long loops a hand for each of its steps, over neighbouring slots, in the
type of the regrets. Where a rung may not follow some others, the run falls into a few.
"""

from typing import Any, NamedTuple

from numba import njit, prange, uint64

MATHS = {"contract", "nnan", "ninf", "nsz"}

Array = Any


class Side(NamedTuple):
    """What a player has. A slot of an `edge` is the child's; of an `end` the node's.

    edge    [Q, H, S]       what his bids are in proportion to
    end     [E, Q, H, S']   what his calls are in proportion to; nodes of the last level have no choice if E = 1, and are left out
    r_edge, r_end           his regrets: the same arrays, unless the strategy looks ahead
    a_edge  [Q, H, S]       his average: weight of the sequence of his bids that ends here
    a_end   [E-1, Q, H, S]  the same for all calls but the first, whose weight is what is left
    tally   [B, H]          matches of each hand; most [B] the largest
    start   [H]             how likely each hand is
    """

    edge: Array
    end: Array
    r_edge: Array
    r_end: Array
    a_edge: Array
    a_end: Array
    tally: Array
    most: Array
    start: Array


class Table(NamedTuple):
    """The rules as `own` sees them.

    own     his number: he moves at nodes whose number of bids has that parity
    prefix, local  K and k of the layout
    legal   [B+1, B]        may rung c follow rung r (row r+1)?
    runs    [2, k, R, 2]    by parity of the parent and local rung of the child: where slots of parents begin and end; the roots
                            of blocks are left out
    many    [k]             actions of a node, by its last local rung
    pay     [E, 2, B, N+1]  what he gets when his own (0) or the other's (1) bid of a rung is called
    """

    own: int
    prefix: int
    local: int
    legal: Array
    runs: Array
    many: Array
    pay: Array


class Step(NamedTuple):
    """How a sweep changes what it finds.

    plus, minus  old regrets are multiplied by one or the other, by their sign
    floor        and stopped at zero
    ahead        the strategy is in proportion to the regrets with the newest added once more
    rate         share of the opponent's newest strategy in his average
    """

    plus: float
    minus: float
    floor: bool
    ahead: bool
    rate: float


class Room(NamedTuple):
    """Room for one thread.

    reach  [H_opp, S]      of the opponent, at nodes of `own`
    here, there  [S]       value to `own` with one hand, at his nodes and at the opponent's
    total, alike, value  [S]  what a strategy's numbers add up to, and 1 where all actions are alike
    bins   [E, N+1, S]     reach by tally
    paid_here, paid_there  [E, N+1, S]  what each call pays, by own tally
    """

    reach: Array
    here: Array
    there: Array
    total: Array
    alike: Array
    value: Array
    bins: Array
    paid_here: Array
    paid_there: Array


class Top(NamedTuple):
    """Of the roots of all blocks.

    reach, scale, alike  [Q, H_opp]  of the opponent; what a number of his strategy there is multiplied by, reach included, and 1
                              where all his actions are alike
    value  [Q, H_own]
    child  [Q, k, H_own]      value after each local rung
    """

    reach: Array
    scale: Array
    alike: Array
    value: Array
    child: Array


@njit(cache=True)
def _parity(mask):
    odd = 0
    while mask:
        mask &= mask - 1
        odd ^= 1
    return odd


@njit(cache=True)
def _last(mask):
    """The highest rung of a mask, -1 if there is none."""
    last = -1
    while mask:
        mask >>= 1
        last += 1
    return last


# Loops over slots. They take whole rows and where to begin: a slice would cost more than the shortest loops. Indices are
# unsigned, since what might be negative would not be vectorised.


@njit(cache=True, fastmath=MATHS)
def _set(out, at, n, value):
    at = uint64(at)
    for i in range(uint64(n)):
        out[at + i] = value


@njit(cache=True, fastmath=MATHS)
def _copy(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] = row[of + i]


@njit(cache=True, fastmath=MATHS)
def _add(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] += row[of + i]


@njit(cache=True, fastmath=MATHS)
def _divide(row, of, n, total, at, out):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] = row[of + i] / total[at + i]


@njit(cache=True, fastmath=MATHS)
def _weigh(numbers, of, n, total, at):
    """Adds what an action is taken in proportion to."""
    of, at, zero = uint64(of), uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        total[at + i] += max(numbers[of + i], zero)


@njit(cache=True, fastmath=MATHS)
def _settle(at, n, many, total, alike):
    """Where nothing is positive every number counts as 1."""
    at, zero, one, many = uint64(at), total.dtype.type(0), total.dtype.type(1), total.dtype.type(many)
    for i in range(uint64(n)):
        none = total[at + i] <= zero
        alike[at + i] = one if none else zero
        total[at + i] = many if none else total[at + i]


@njit(cache=True, fastmath=MATHS)
def _add_worth(numbers, worth, of, n, alike, value, at):
    of, at, zero = uint64(of), uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        value[at + i] += (max(numbers[of + i], zero) + alike[at + i]) * worth[of + i]


@njit(cache=True, fastmath=MATHS)
def _reach_call(numbers, at, n, alike, scale, out):
    at, zero = uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        out[at + i] += (max(numbers[at + i], zero) + alike[at + i]) * scale[at + i]


@njit(cache=True, fastmath=MATHS)
def _reach_exact(numbers, average, at, n, alike, scale, rate, out):
    at, zero = uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        x = (max(numbers[at + i], zero) + alike[at + i]) * scale[at + i]
        out[at + i] += x
        average[at + i] += (x - average[at + i]) * rate


@njit(cache=True, fastmath=MATHS)
def _reach_children(numbers, average, of, n, alike, scale, at, rate, reach):
    of, at, zero = uint64(of), uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        x = (max(numbers[of + i], zero) + alike[at + i]) * scale[at + i]
        reach[of + i] = x
        average[of + i] += (x - average[of + i]) * rate


@njit(cache=True, fastmath=MATHS)
def _learn(regret, strategy, worth, of, n, value, at, step):
    """Regrets of an action, from what it is worth and what the node is worth."""
    of, at = uint64(of), uint64(at)
    zero, plus, minus = regret.dtype.type(0), regret.dtype.type(step.plus), regret.dtype.type(step.minus)
    if step.ahead:
        for i in range(uint64(n)):
            gain, old = worth[of + i] - value[at + i], regret[of + i]
            new = old * (plus if old > zero else minus) + gain
            if step.floor:
                new = max(new, zero)
            regret[of + i] = new
            strategy[of + i] = new + gain
    elif step.floor:
        for i in range(uint64(n)):
            regret[of + i] = max(regret[of + i] * plus + (worth[of + i] - value[at + i]), zero)
    else:
        for i in range(uint64(n)):
            old = regret[of + i]
            regret[of + i] = old * (plus if old > zero else minus) + (worth[of + i] - value[at + i])


@njit(cache=True, fastmath=MATHS)
def _pay(bins, at, n, most, own_most, pay, paid):
    """paid[t]: what a call pays who has t matches himself, when bins are the reach of the other by his."""
    at = uint64(at)
    for t in range(own_most + 1):
        p, out, reach = pay[t], paid[t], bins[0]
        for i in range(uint64(n)):
            out[at + i] = p * reach[at + i]
        for u in range(1, most + 1):
            p, reach = pay[t + u], bins[u]
            for i in range(uint64(n)):
                out[at + i] += p * reach[at + i]


@njit(cache=True)
def _level(j, even):
    """First slot and number of slots of the nodes whose last local rung is j, of one parity; roots are left out."""
    size = (1 << j) >> 1
    return size, (size if j > 0 else 1 - even)


@njit(cache=True, fastmath=MATHS)
def _weigh_all(m, h, even, table, side, total):
    """total: what the numbers of a player add up to at his nodes of a block. even: are these of even parity?"""
    _set(total, 0, len(total), 0)
    for e in range(side.end.shape[0]):
        _weigh(side.end[e, m, h], even, side.end.shape[3] - even, total, even)
    for c in range(1, table.local):
        for r in range(table.runs.shape[2]):
            start, stop = table.runs[1 - even, c, r]
            _weigh(side.edge[m, h], (1 << (c - 1)) + start, stop - start, total, start)


@njit(cache=True, fastmath=MATHS)
def _pay_all(even, table, own, opp, room):
    """What all calls of a block pay `own`: the opponent's by `bins`, his own by the reach. even: as in `_down`."""
    ends, slots = opp.end.shape[0], room.total.shape[0]
    for j in range(table.local):
        lo, n = _level(j, even)
        b = table.prefix + j
        for e in range(ends):
            _pay(room.bins[e], lo, n, opp.most[b], own.most[b], table.pay[e, 0, b], room.paid_there[e])
    for t in range(room.bins.shape[1]):
        _set(room.bins[0, t], 0, slots, 0)
    for j in range(table.local):
        lo, n = _level(j, 1 - even)
        b = table.prefix + j
        for h in range(len(opp.start)):
            _add(room.reach[h], lo, n, room.bins[0, opp.tally[b, h]], lo)
        for e in range(ends):
            _pay(room.bins[0], lo, n, opp.most[b], own.most[b], table.pay[e, 1, b], room.paid_here[e])


@njit(cache=True, fastmath=MATHS)
def _down(m, even, table, own, opp, step, room):
    """The opponent's reach and average, and what all calls pay `own`. even: are the opponent's nodes those of even parity?"""
    k, ends, rate = table.local, opp.end.shape[0], room.total.dtype.type(step.rate)
    slots = room.total.shape[0]
    total, alike = room.total, room.alike  # total becomes what the numbers of a node are multiplied by
    for e in range(ends):
        for t in range(room.bins.shape[1]):
            _set(room.bins[e, t], 0, slots, 0)
    for h in range(len(opp.start)):
        edge, average, reach = opp.edge[m, h], opp.a_edge[m, h], room.reach[h]
        _weigh_all(m, h, even, table, opp, total)
        for j in range(k):
            lo, n = _level(j, even)
            b = table.prefix + j
            t = opp.tally[b, h]
            if ends == 1 and j == k - 1:
                _add(reach, 0, n, room.bins[0, t], lo)
                break
            _settle(lo, n, table.many[j], total, alike)
            _divide(reach, 0, n, total, lo, total)
            _reach_call(opp.end[0, m, h], lo, n, alike, total, room.bins[0, t])
            for e in range(1, ends):
                _reach_exact(opp.end[e, m, h], opp.a_end[e - 1, m, h], lo, n, alike, total, rate, room.bins[e, t])
            if j < k - 1:
                for r in range(table.runs.shape[2]):
                    start, stop = table.runs[1 - even, j + 1, r]
                    _reach_children(edge, average, (1 << j) + start, stop - start, alike, total, start, rate, reach)
    _pay_all(even, table, own, opp, room)


@njit(cache=True, fastmath=MATHS)
def _up(m, h, even, table, own, step, room):
    """Values to `own` with hand h, and his regrets. even: are his nodes those of even parity?"""
    k, ends, slots = table.local, own.end.shape[0], room.total.shape[0]
    here, there, total, alike, value = room.here, room.there, room.total, room.alike, room.value
    edge, regret = own.edge[m, h], own.r_edge[m, h]
    _weigh_all(m, h, even, table, own, total)
    _set(value, 0, slots, 0)
    for j in range(k):
        t = own.tally[table.prefix + j, h]
        lo, n = _level(j, 1 - even)
        _copy(room.paid_there[0, t], lo, n, there, lo)
        for e in range(1, ends):
            _add(room.paid_there[e, t], lo, n, there, lo)
        lo, n = _level(j, even)
        if ends == 1 and j == k - 1:
            _copy(room.paid_here[0, t], lo, n, value, lo)
            _set(total, lo, n, 1)
            break
        _settle(lo, n, table.many[j], total, alike)
        for e in range(ends):
            _add_worth(own.end[e, m, h], room.paid_here[e, t], lo, n, alike, value, lo)
    for c in range(k - 1, 0, -1):
        lo, n = _level(c, even)
        _divide(value, lo, n, total, lo, here)
        for r in range(table.runs.shape[2]):
            start, stop = table.runs[even, c, r]
            _add(here, lo + start, stop - start, there, start)
            start, stop = table.runs[1 - even, c, r]
            _add_worth(edge, there, lo + start, stop - start, alike, value, start)
    _divide(value, 0, 1 - even, total, 0, here)
    for j in range(k if ends > 1 else k - 1):
        lo, n = _level(j, even)
        t = own.tally[table.prefix + j, h]
        for e in range(ends):
            _learn(own.r_end[e, m, h], own.end[e, m, h], room.paid_here[e, t], lo, n, here, lo, step)
    for c in range(1, k):
        for r in range(table.runs.shape[2]):
            start, stop = table.runs[1 - even, c, r]
            _learn(regret, edge, there, (1 << (c - 1)) + start, stop - start, here, start, step)


@njit(cache=True, fastmath=MATHS)
def _block(m, table, own, opp, step, top, room):
    """All nodes of a block but its root, whose own choices `_above` and `_below` make."""
    k, first = table.local, _last(m) + 1  # row of `legal` of the root
    own_even = _parity(m) == table.own
    if own_even:
        for h in range(len(opp.start)):
            room.reach[h, 0] = top.reach[m, h]
    else:
        zero, rate = room.total.dtype.type(0), room.total.dtype.type(step.rate)
        for c in range(k):
            if table.legal[first, table.prefix + c]:
                slot = (1 << c) >> 1
                for h in range(len(opp.start)):
                    x = (max(opp.edge[m, h, slot], zero) + top.alike[m, h]) * top.scale[m, h]
                    room.reach[h, slot] = x
                    opp.a_edge[m, h, slot] += (x - opp.a_edge[m, h, slot]) * rate
    _down(m, int(not own_even), table, own, opp, step, room)
    values = room.there if own_even else room.here
    for h in range(len(own.start)):
        _up(m, h, int(own_even), table, own, step, room)
        for c in range(k):
            top.child[m, c, h] = values[(1 << c) >> 1]


@njit(cache=True, fastmath=MATHS)
def _above(table, opp, step, top):
    """The opponent's reach of all roots, and his choices there, from the first to the last."""
    ends, K = opp.end.shape[0], table.prefix
    zero, one, rate = top.reach.dtype.type(0), top.reach.dtype.type(1), top.reach.dtype.type(step.rate)
    for h in range(len(opp.start)):
        top.reach[0, h] = opp.start[h]
    for m in range(len(top.reach)):
        last = _last(m)
        if _parity(m) == table.own:
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    top.reach[m | 1 << c] = top.reach[m]
            continue
        for h in range(len(opp.start)):
            total, many = zero, zero
            if m:
                for e in range(ends):
                    total += max(opp.end[e, m, h, 0], zero)
                    many += one
            for c in range(last + 1, K + table.local):
                if table.legal[last + 1, c]:
                    x = opp.edge[m | 1 << c, h, 0] if c < K else opp.edge[m, h, (1 << (c - K)) >> 1]
                    total += max(x, zero)
                    many += one
            alike = zero if total > zero else one
            scale = top.reach[m, h] / (total if total > zero else many)
            top.scale[m, h], top.alike[m, h] = scale, alike
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    x = (max(opp.edge[m | 1 << c, h, 0], zero) + alike) * scale
                    top.reach[m | 1 << c, h] = x
                    opp.a_edge[m | 1 << c, h, 0] += (x - opp.a_edge[m | 1 << c, h, 0]) * rate
            if m:
                for e in range(1, ends):
                    x = (max(opp.end[e, m, h, 0], zero) + alike) * scale
                    opp.a_end[e - 1, m, h, 0] += (x - opp.a_end[e - 1, m, h, 0]) * rate


@njit(cache=True, fastmath=MATHS)
def _called(m, e, b, who, table, own, opp, top, h):
    """What call e at a root pays `own` with hand h: who calls is `own` (1) or the opponent (0)."""
    zero = top.reach.dtype.type(0)
    paid = zero
    for o in range(len(opp.start)):
        reach = top.reach[m, o]
        if who == 0:
            reach = (max(opp.end[e, m, o, 0], zero) + top.alike[m, o]) * top.scale[m, o]
        paid += reach * table.pay[e, who, b, own.tally[b, h] + opp.tally[b, o]]
    return paid


@njit(cache=True, fastmath=MATHS)
def _below(table, own, opp, step, top, room):
    """Values of all roots, and the regrets of `own` there, from the last to the first."""
    ends, K, k = own.end.shape[0], table.prefix, table.local
    zero, one = top.reach.dtype.type(0), top.reach.dtype.type(1)
    worth, value = room.here, room.value  # of an action and of the node, at slot 0
    for m in range(len(top.reach) - 1, -1, -1):
        last = _last(m)
        mine = _parity(m) == table.own
        for h in range(len(own.start)):
            total, plain, many, weighed = zero, zero, zero, zero
            for e in range(ends if m else 0):
                paid = _called(m, e, last, int(mine), table, own, opp, top, h)
                x = max(own.end[e, m, h, 0], zero) if mine else zero
                total, plain, many, weighed = total + x, plain + paid, many + one, weighed + x * paid
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    paid = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    at, slot = (m | 1 << c, 0) if c < K else (m, (1 << (c - K)) >> 1)
                    x = max(own.edge[at, h, slot], zero) if mine else zero
                    total, plain, many, weighed = total + x, plain + paid, many + one, weighed + x * paid
            if not mine:
                top.value[m, h] = plain
                continue
            value[0] = weighed / total if total > zero else plain / many
            top.value[m, h] = value[0]
            for e in range(ends if m else 0):
                worth[0] = _called(m, e, last, 1, table, own, opp, top, h)
                _learn(own.r_end[e, m, h], own.end[e, m, h], worth, 0, 1, value, 0, step)
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    worth[0] = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    at, slot = (m | 1 << c, 0) if c < K else (m, (1 << (c - K)) >> 1)
                    _learn(
                        own.r_edge[at, h, slot : slot + 1],
                        own.edge[at, h, slot : slot + 1],
                        worth,
                        0,
                        1,
                        value,
                        0,
                        step,
                    )


@njit(cache=True)
def _room(rooms, thread):
    """The room of one thread."""
    return Room(
        rooms.reach[thread],
        rooms.here[thread],
        rooms.there[thread],
        rooms.total[thread],
        rooms.alike[thread],
        rooms.value[thread],
        rooms.bins[thread],
        rooms.paid_here[thread],
        rooms.paid_there[thread],
    )


@njit(cache=True, fastmath=MATHS)
def _reachable(m, legal):
    """Is the prefix m a sequence of bids at all?"""
    last = 0
    for c in range(legal.shape[1]):
        if m >> c & 1:
            if not legal[last, c]:
                return False
            last = c + 1
    return True


@njit(cache=True, fastmath=MATHS)
def sweep(table, own, opp, step, top, rooms):
    """Update `own` against `opp`, on one core."""
    _above(table, opp, step, top)
    room = _room(rooms, 0)
    for m in range(len(top.reach)):
        if _reachable(m, table.legal):
            _block(m, table, own, opp, step, top, room)
    _below(table, own, opp, step, top, room)


@njit(cache=True, fastmath=MATHS, parallel=True)
def sweep_parallel(table, own, opp, step, top, rooms):
    """The same on several cores: blocks touch nothing in common."""
    _above(table, opp, step, top)
    threads = len(rooms.total)
    for thread in prange(threads):
        room = _room(rooms, thread)
        for m in range(thread, len(top.reach), threads):
            if _reachable(m, table.legal):
                _block(m, table, own, opp, step, top, room)
    _below(table, own, opp, step, top, _room(rooms, 0))
