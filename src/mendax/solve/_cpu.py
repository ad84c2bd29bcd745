"""The sweep of a two-player round on the CPU: reach down, values up, regrets and averages on the way.

One sweep updates the regrets of one player, `own`, and the average strategy of the other, `opp`. layout.py says where things are.

Letters: Q blocks, H hands of a player, S slots of a parity, B rungs, N dice, E calls that end the round (call; exact, if there is
one); m block, h hand, j and c local rungs, b rung, e call.

A strategy takes an action in proportion to its number in `edge` or `end`, or to LEAST where that is more: so all are alike where none
is positive, and where one is, the others are as good as never taken.

The children by local rung c of all nodes with lower last rungs are one run of slots, [2^(c-1), 2^c), and so are these nodes, [0,
2^(c-1)), in the same order. So a sweep of a block is k long loops a hand for each of its steps, over neighbouring slots, in the
type of the regrets. Where a rung may not follow some others, the run falls into a few.
"""

from typing import Any, NamedTuple

from numba import njit, prange, uint64

LEAST = 1e-30  # far below any regret that matters, and its inverse still fits a float32
MATHS = {"contract", "nnan", "ninf", "nsz"}

# Nothing here allocates, so nothing need count references to arrays: that would take longer than the sums.
compiled = njit(cache=True, fastmath=MATHS, error_model="numpy", _nrt=False)

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
    runs    [k, R, 2]       by local rung of the child: where slots of parents begin and end; roots are treated like nodes whose
                            last local rung is 0, with which they share slot 0
    pay     [E, 2, B, N+1]  what he gets when his own (0) or the other's (1) bid of a rung is called
    """

    own: int
    prefix: int
    local: int
    legal: Array
    runs: Array
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

    reach  [S]             of the opponent with one hand, at nodes of `own`
    here, there  [S]       value to `own` with one hand, at his nodes and at the opponent's
    total  [S]             what a strategy's numbers add up to; then what they are multiplied by
    value  [S]             value of a node before it is divided by its total
    called  [E, T_opp, S]  reach of the opponent's calls, by his tally
    faced   [T_opp, S]     reach of the opponent where `own` may call
    paid_here, paid_there  [E, T_own, S]  what each call pays, by own tally
    """

    reach: Array
    here: Array
    there: Array
    total: Array
    value: Array
    called: Array
    faced: Array
    paid_here: Array
    paid_there: Array


class Top(NamedTuple):
    """Of the roots of all blocks.

    reach, scale  [Q, H_opp]  of the opponent; what a number of his strategy there is multiplied by, reach included
    value  [Q, H_own]
    child  [Q, k, H_own]      value after each local rung
    """

    reach: Array
    scale: Array
    value: Array
    child: Array


@compiled
def _parity(mask):
    odd = 0
    while mask:
        mask &= mask - 1
        odd ^= 1
    return odd


@compiled
def _last(mask):
    """The highest rung of a mask, -1 if there is none."""
    last = -1
    while mask:
        mask >>= 1
        last += 1
    return last


# Loops over slots. They take whole rows and where to begin: a slice would cost more than the shortest loops. Indices are
# unsigned, since what might be negative would not be vectorised.


@compiled
def _set(out, at, n, value):
    at = uint64(at)
    for i in range(uint64(n)):
        out[at + i] = value


@compiled
def _copy(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] = row[of + i]


@compiled
def _add(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] += row[of + i]


@compiled
def _weigh(numbers, of, n, total, at):
    """Adds what an action is taken in proportion to."""
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        total[at + i] += max(numbers[of + i], least)


@compiled
def _reach_call(numbers, at, n, reach, total, out):
    """Of nodes whose parents are the first n; total becomes what their numbers are multiplied by."""
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        scale = reach[i] / total[at + i]
        total[at + i] = scale
        out[at + i] += max(numbers[at + i], least) * scale


@compiled
def _reach_exact(numbers, average, at, n, scale, rate, out):
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[at + i], least) * scale[at + i]
        out[at + i] += x
        average[at + i] += (x - average[at + i]) * rate


@compiled
def _reach_children(numbers, average, of, n, scale, at, rate, reach, out):
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[of + i], least) * scale[at + i]
        reach[of + i] = x
        out[of + i] += x
        average[of + i] += (x - average[of + i]) * rate


@compiled
def _begin(numbers, paid_here, paid_there, at, n, total, value, there):
    """Values before any bid: what the call pays, weighed, at nodes of `own`, and what is paid at the opponent's."""
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[at + i], least)
        total[at + i] = x
        value[at + i] = x * paid_here[at + i]
        there[at + i] = paid_there[at + i]


@compiled
def _begin_last(paid_here, paid_there, at, n, total, value, there):
    """The same where a call is all that is left."""
    at, one = uint64(at), total.dtype.type(1)
    for i in range(uint64(n)):
        total[at + i] = one
        value[at + i] = paid_here[at + i]
        there[at + i] = paid_there[at + i]


@compiled
def _begin_more(numbers, paid_here, paid_there, at, n, total, value, there):
    """And for one more call."""
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[at + i], least)
        total[at + i] += x
        value[at + i] += x * paid_here[at + i]
        there[at + i] += paid_there[at + i]


@compiled
def _climb(numbers, of, n, at, total, value, here, there):
    """From the children by one rung, whose values are complete but for the division, to their parents."""
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        mine = value[of + i] / total[of + i]
        here[of + i] = mine
        there[at + i] += mine
        x = max(numbers[of + i], least)
        total[at + i] += x
        value[at + i] += x * there[of + i]


@compiled
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


@compiled
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


@compiled
def _level(j, even):
    """First slot and number of slots of the nodes whose last local rung is j, of one parity; roots are left out."""
    size = (1 << j) >> 1
    return size, (size if j > 0 else 1 - even)


@compiled
def _clear(room):
    """Make ready to add up reach by tally."""
    slots = room.total.shape[0]
    for t in range(room.faced.shape[0]):
        for e in range(room.called.shape[0]):
            _set(room.called[e, t], 0, slots, 0)
        _set(room.faced[t], 0, slots, 0)


@compiled
def _pay_all(even, table, own, opp, room):
    """What all calls of a block pay `own`. even: are the opponent's nodes those of even parity?"""
    for j in range(table.local):
        b = table.prefix + j
        for e in range(table.pay.shape[0]):
            lo, n = _level(j, even)
            _pay(room.called[e], lo, n, opp.most[b], own.most[b], table.pay[e, 0, b], room.paid_there[e])
            lo, n = _level(j, 1 - even)
            _pay(room.faced, lo, n, opp.most[b], own.most[b], table.pay[e, 1, b], room.paid_here[e])


@compiled
def _down(m, even, table, own, opp, step, top, room):
    """The opponent's reach and average, and what all calls pay `own`. even: are the opponent's nodes those of even parity?"""
    k, ends, rate = table.local, opp.end.shape[0], room.total.dtype.type(step.rate)
    least, first = room.total.dtype.type(LEAST), _last(m) + 1  # row of `legal` of the root
    total, reach = room.total, room.reach  # total becomes what the numbers of a node are multiplied by
    _clear(room)
    for h in range(len(opp.start)):
        edge, average = opp.edge[m, h], opp.a_edge[m, h]
        _set(total, 0, len(total), 0)
        for e in range(ends):
            _weigh(opp.end[e, m, h], 0, opp.end.shape[3], total, 0)
        for c in range(1, k):
            for r in range(table.runs.shape[1]):
                start, stop = table.runs[c, r]
                _weigh(edge, (1 << (c - 1)) + start, stop - start, total, start)
        if not even:
            reach[0] = top.reach[m, h]
        for j in range(-1, k):
            if j >= 0:
                lo, n = _level(j, even)
                t = opp.tally[table.prefix + j, h]
                if ends == 1 and j == k - 1:
                    _add(reach, 0, n, room.called[0, t], lo)
                    break
                _reach_call(opp.end[0, m, h], lo, n, reach, total, room.called[0, t])
                for e in range(1, ends):
                    _reach_exact(opp.end[e, m, h], opp.a_end[e - 1, m, h], lo, n, total, rate, room.called[e, t])
            elif even:
                total[0] = 0  # so that the root, whose bids are told apart below, adds nothing
            if j == k - 1:
                break
            c = j + 1
            slot = (1 << c) >> 1
            t = opp.tally[table.prefix + c, h]
            before = average[slot]
            for r in range(table.runs.shape[1] if c > 0 else 0):
                start, stop = table.runs[c, r]
                _reach_children(edge, average, slot + start, stop - start, total, start, rate, reach, room.faced[t])
            if even and table.legal[first, table.prefix + c]:
                x = max(edge[slot], least) * top.scale[m, h]
                reach[slot] = x
                room.faced[t, slot] = x
                average[slot] = before + (x - before) * rate
            elif even:
                average[slot] = before
    _pay_all(even, table, own, opp, room)


@compiled
def _up(m, h, even, table, own, step, room):
    """Values to `own` with hand h, and his regrets. even: are his nodes those of even parity?

    What is found for the root, at slot 0, means nothing: `_below` finds it, and its regrets.
    """
    k, ends = table.local, own.end.shape[0]
    here, there, total, value = room.here, room.there, room.total, room.value
    edge, regret = own.edge[m, h], own.r_edge[m, h]
    for j in range(k):
        t, lo = own.tally[table.prefix + j, h], (1 << j) >> 1
        n = max(lo, 1)
        if ends == 1 and j == k - 1:
            _begin_last(room.paid_here[0, t], room.paid_there[0, t], lo, n, total, value, there)
            break
        _begin(own.end[0, m, h], room.paid_here[0, t], room.paid_there[0, t], lo, n, total, value, there)
        for e in range(1, ends):
            _begin_more(own.end[e, m, h], room.paid_here[e, t], room.paid_there[e, t], lo, n, total, value, there)
    for c in range(k - 1, 0, -1):
        lo = 1 << (c - 1)
        for r in range(table.runs.shape[1]):
            start, stop = table.runs[c, r]
            _climb(edge, lo + start, stop - start, start, total, value, here, there)
    here[0] = value[0] / total[0]
    for j in range(k if ends > 1 else k - 1):
        lo, n = _level(j, even)
        t = own.tally[table.prefix + j, h]
        for e in range(ends):
            _learn(own.r_end[e, m, h], own.end[e, m, h], room.paid_here[e, t], lo, n, here, lo, step)
    for c in range(1, k):
        lo = 1 << (c - 1)
        kept, strategy = regret[lo], edge[lo]
        for r in range(table.runs.shape[1]):
            start, stop = table.runs[c, r]
            _learn(regret, edge, there, lo + start, stop - start, here, start, step)
        if even:
            regret[lo], edge[lo] = kept, strategy


@compiled
def _block(m, table, own, opp, step, top, room):
    """All nodes of a block but its root, whose own choices `_above` and `_below` make."""
    own_even = _parity(m) == table.own
    _down(m, int(not own_even), table, own, opp, step, top, room)
    values = room.there if own_even else room.here
    for h in range(len(own.start)):
        _up(m, h, int(own_even), table, own, step, room)
        for c in range(table.local):
            top.child[m, c, h] = values[(1 << c) >> 1]


@compiled
def _above(table, opp, step, top):
    """The opponent's reach of all roots, and his choices there, from the first to the last."""
    ends, K = opp.end.shape[0], table.prefix
    zero, least, rate = top.reach.dtype.type(0), top.reach.dtype.type(LEAST), top.reach.dtype.type(step.rate)
    for h in range(len(opp.start)):
        top.reach[0, h] = opp.start[h]
    for m in range(len(top.reach)):
        last = _last(m)
        if _parity(m) == table.own:
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    _copy(top.reach[m], 0, len(opp.start), top.reach[m | 1 << c], 0)
            continue
        for h in range(len(opp.start)):
            total = zero
            for e in range(ends if m else 0):
                total += max(opp.end[e, m, h, 0], least)
            for c in range(last + 1, K + table.local):
                if table.legal[last + 1, c]:
                    x = opp.edge[m | 1 << c, h, 0] if c < K else opp.edge[m, h, (1 << (c - K)) >> 1]
                    total += max(x, least)
            scale = top.reach[m, h] / total
            top.scale[m, h] = scale
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    x = max(opp.edge[m | 1 << c, h, 0], least) * scale
                    top.reach[m | 1 << c, h] = x
                    opp.a_edge[m | 1 << c, h, 0] += (x - opp.a_edge[m | 1 << c, h, 0]) * rate
            for e in range(1, ends if m else 0):
                x = max(opp.end[e, m, h, 0], least) * scale
                opp.a_end[e - 1, m, h, 0] += (x - opp.a_end[e - 1, m, h, 0]) * rate


@compiled
def _called(m, e, b, who, table, own, opp, top, h):
    """What call e at a root pays `own` with hand h: who calls is `own` (1) or the opponent (0)."""
    paid, least = top.reach.dtype.type(0), top.reach.dtype.type(LEAST)
    for o in range(len(opp.start)):
        reach = top.reach[m, o]
        if who == 0:
            reach = max(opp.end[e, m, o, 0], least) * top.scale[m, o]
        paid += reach * table.pay[e, who, b, own.tally[b, h] + opp.tally[b, o]]
    return paid


@compiled
def _below(table, own, opp, step, top, rooms):
    """Values of all roots, and the regrets of `own` there, from the last to the first."""
    ends, K, k = own.end.shape[0], table.prefix, table.local
    zero, least = top.reach.dtype.type(0), top.reach.dtype.type(LEAST)
    worth, value = rooms.here[0], rooms.value[0]  # of an action and of the node, at slot 0
    for m in range(len(top.reach) - 1, -1, -1):
        last = _last(m)
        mine = _parity(m) == table.own
        for h in range(len(own.start)):
            total, plain, weighed = zero, zero, zero
            for e in range(ends if m else 0):
                paid = _called(m, e, last, int(mine), table, own, opp, top, h)
                x = max(own.end[e, m, h, 0], least) if mine else zero
                total, plain, weighed = total + x, plain + paid, weighed + x * paid
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    paid = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    at, slot = (m | 1 << c, 0) if c < K else (m, (1 << (c - K)) >> 1)
                    x = max(own.edge[at, h, slot], least) if mine else zero
                    total, plain, weighed = total + x, plain + paid, weighed + x * paid
            if not mine:
                top.value[m, h] = plain
                continue
            value[0] = weighed / total
            top.value[m, h] = value[0]
            for e in range(ends if m else 0):
                worth[0] = _called(m, e, last, 1, table, own, opp, top, h)
                _learn(own.r_end[e, m, h], own.end[e, m, h], worth, 0, 1, value, 0, step)
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    worth[0] = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    at, slot = (m | 1 << c, 0) if c < K else (m, (1 << (c - K)) >> 1)
                    strategy = own.edge[at, h, slot : slot + 1]
                    _learn(own.r_edge[at, h, slot : slot + 1], strategy, worth, 0, 1, value, 0, step)


@compiled
def _room(rooms, thread):
    """The room of one thread."""
    return Room(
        rooms.reach[thread],
        rooms.here[thread],
        rooms.there[thread],
        rooms.total[thread],
        rooms.value[thread],
        rooms.called[thread],
        rooms.faced[thread],
        rooms.paid_here[thread],
        rooms.paid_there[thread],
    )


@compiled
def _reachable(m, legal):
    """Is the prefix m a sequence of bids at all?"""
    last = 0
    for c in range(legal.shape[1]):
        if m >> c & 1:
            if not legal[last, c]:
                return False
            last = c + 1
    return True


@compiled
def _blocks(first, step_to, table, own, opp, step, top, rooms):
    """Every block from `first` on, so many apart, in the room of that thread."""
    room = _room(rooms, first)
    for m in range(first, len(top.reach), step_to):
        if _reachable(m, table.legal):
            _block(m, table, own, opp, step, top, room)


@compiled
def sweep(table, own, opp, step, top, rooms):
    """Update `own` against `opp`, on one core."""
    _above(table, opp, step, top)
    _blocks(0, 1, table, own, opp, step, top, rooms)
    _below(table, own, opp, step, top, rooms)


@njit(cache=True, fastmath=MATHS, parallel=True)
def sweep_parallel(table, own, opp, step, top, rooms):
    """The same on several cores: blocks touch nothing in common."""
    _above(table, opp, step, top)
    threads = len(rooms.total)
    for thread in prange(threads):
        _blocks(thread, threads, table, own, opp, step, top, rooms)
    _below(table, own, opp, step, top, rooms)
