"""The sweep of a two-player round on the CPU: reach down, values up, regrets and averages on the way.

One sweep updates the regrets of one player, `own`, and the average strategy of the other, `opp`. layout.py says where things are.

Letters: Q blocks, H hands of a player, S slots of a parity, B rungs, N dice, E calls that end the round (call; exact, if there is
one); m block, h hand, j and c local rungs, b rung, e call.

A strategy takes an action in proportion to the positive part of its number in `edge` or `end`; all alike where none is positive.
The reach of an opponent who does so is exactly zero where it is zero; of a value it is enough that numbers are at least LEAST.

The children by local rung c of all nodes with lower last rungs are one run of slots, [2^(c-1), 2^c), and so are these nodes, [0,
2^(c-1)), in the same order. So a sweep of a block is k long loops a hand for each of its steps, over neighbouring slots, in the
type of the regrets. Where a rung may not follow some others, the run falls into a few.
"""

from typing import Any, NamedTuple

from llvmlite import ir
from numba import njit, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic

LEAST = 2.0**-100  # far below any regret that matters; a power of two, so that where all are alike sums are exact
MATHS = {"contract", "nnan", "ninf", "nsz"}

# Nothing here allocates, so nothing need count references to arrays: that would take longer than the sums.
inner = njit(fastmath=MATHS, error_model="numpy", _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
outer = njit(cache=True, nogil=True, fastmath=MATHS, error_model="numpy", _nrt=False)

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

    reach  [S]             of the opponent with one hand, at nodes of `own`
    value, there  [S]      value to `own` with one hand, at his nodes and at the opponent's
    total  [S]             what a strategy's numbers add up to; of the opponent then their scale, see _scale
    called  [E, T_opp, S]  reach of the opponent's calls, by his tally
    faced   [T_opp, S]     reach of the opponent where `own` may call
    paid_here, paid_there  [E, T_own, S]  what each call pays, by own tally
    """

    reach: Array
    value: Array
    there: Array
    total: Array
    called: Array
    faced: Array
    paid_here: Array
    paid_there: Array


class Top(NamedTuple):
    """Of the roots of all blocks.

    reach, scale  [Q, H_opp]  of the opponent
    value  [Q, H_own]
    child  [Q, k, H_own]      value after each local rung
    """

    reach: Array
    scale: Array
    value: Array
    child: Array


@inner
def _parity(mask):
    odd = 0
    while mask:
        mask &= mask - 1
        odd ^= 1
    return odd


@inner
def _last(mask):
    """The highest rung of a mask, -1 if there is none."""
    last = -1
    while mask:
        mask >>= 1
        last += 1
    return last


# Loops over slots. They take whole rows and where to begin: a slice would cost more than the shortest loops. Indices are
# unsigned, since what might be negative would not be vectorised.


@intrinsic
def _prefetch(context, row, index):
    """Ask for the line of the cache that holds row[index]."""

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        i32 = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.PointerType(), i32, i32, i32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [place, i32(0), i32(2), i32(1)])
        return context.get_dummy_value()

    return types.void(row, types.uint64), generate


@inner
def _fetch(rows, m, h, at, n):
    """Ask for the numbers that the next hand will need, while this one is summed: memory is slow to answer."""
    if h < rows.shape[1] and n > 16:
        row = rows[m, h]
        for i in range(uint64(at), uint64(at + n), uint64(16)):
            _prefetch(row, uint64(i))


@inner
def _set(out, at, n, value):
    at = uint64(at)
    for i in range(uint64(n)):
        out[at + i] = value


@inner
def _copy(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] = row[of + i]


@inner
def _add(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] += row[of + i]


@inner
def _weigh(numbers, of, n, total, at):
    """Adds what an action is taken in proportion to."""
    of, at, zero = uint64(of), uint64(at), numbers.dtype.type(0)
    for i in range(uint64(n)):
        total[at + i] += max(numbers[of + i], zero)


@inner
def _scale(reach, total, many):
    """What numbers that add up to `total` are multiplied by; if none is positive, minus the reach of each of `many` actions."""
    return reach / total if total > 0 else -reach / many


@inner
def _reached(number, scale):
    """Reach of an action, by its number and the scale of its node."""
    return max(max(number, number - number) * scale, -scale)


@inner
def _reach_call(numbers, at, n, reach, total, many, out):
    """Of nodes whose parents are the first n; total becomes their scale."""
    at, many = uint64(at), total.dtype.type(many)
    for i in range(uint64(n)):
        scale = _scale(reach[i], total[at + i], many)
        total[at + i] = scale
        out[at + i] += _reached(numbers[at + i], scale)


@inner
def _reach_exact(numbers, average, at, n, scale, rate, out):
    at = uint64(at)
    for i in range(uint64(n)):
        x = _reached(numbers[at + i], scale[at + i])
        out[at + i] += x
        average[at + i] += (x - average[at + i]) * rate


@inner
def _reach_children(numbers, average, of, n, scale, at, rate, reach, out):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        x = _reached(numbers[of + i], scale[at + i])
        reach[of + i] = x
        out[of + i] += x
        average[of + i] += (x - average[of + i]) * rate


@inner
def _begin(numbers, paid_here, paid_there, at, n, total, value, there):
    """Values before any bid: what the call pays, weighed, at nodes of `own`, and what is paid at the opponent's."""
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[at + i], least)
        total[at + i] = x
        value[at + i] = x * paid_here[at + i]
        there[at + i] = paid_there[at + i]


@inner
def _begin_more(numbers, paid_here, paid_there, at, n, total, value, there):
    """The same for one more call."""
    at, least = uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        x = max(numbers[at + i], least)
        total[at + i] += x
        value[at + i] += x * paid_here[at + i]
        there[at + i] += paid_there[at + i]


@inner
def _climb(numbers, of, n, at, total, value, there):
    """From the children by one rung, whose values are complete but for the division, to their parents."""
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        mine = value[of + i] / total[of + i]
        value[of + i] = mine
        there[at + i] += mine
        x = max(numbers[of + i], least)
        total[at + i] += x
        value[at + i] += x * there[of + i]


@inner
def _climb_calls(numbers, paid_here, paid_there, of, n, at, total, value, there):
    """The same from children that can only call."""
    of, at, least = uint64(of), uint64(at), numbers.dtype.type(LEAST)
    for i in range(uint64(n)):
        there[at + i] += paid_here[of + i]
        x = max(numbers[of + i], least)
        total[at + i] += x
        value[at + i] += x * paid_there[of + i]


@inner
def _learn(regret, strategy, worth, of, n, value, at, step):
    """Regrets of an action, from what it is worth and what the node is worth."""
    of, at, number = uint64(of), uint64(at), regret.dtype.type
    zero, plus, minus = number(0), number(step.plus), number(step.minus)
    floor = zero if step.floor else number(-3e38)
    if step.ahead:
        for i in range(uint64(n)):
            gain, old = worth[of + i] - value[at + i], regret[of + i]
            new = max(old * (plus if old > zero else minus) + gain, floor)
            regret[of + i] = new
            strategy[of + i] = new + gain
    else:
        for i in range(uint64(n)):
            old = regret[of + i]
            regret[of + i] = max(old * (plus if old > zero else minus) + (worth[of + i] - value[at + i]), floor)


@inner
def _learn_one(regret, strategy, at, gain, step):
    """The same of one node."""
    old = regret[at]
    new = old * regret.dtype.type(step.plus if old > 0 else step.minus) + gain
    regret[at] = max(new, regret.dtype.type(0)) if step.floor else new
    if step.ahead:
        strategy[at] = regret[at] + gain


@inner
def _pay(bins, at, n, most, own_most, pay, paid):
    """paid[t]: what a call pays who has t matches himself, when bins are the reach of the other by his."""
    at = uint64(at)
    for t in range(own_most + 1):
        out, p, reach, q, other = paid[t], pay[t], bins[0], pay[t + min(most, 1)], bins[min(most, 1)]
        q = q if most > 0 else p - p
        for i in range(uint64(n)):
            out[at + i] = p * reach[at + i] + q * other[at + i]
        for u in range(2, most + 1):
            p, reach = pay[t + u], bins[u]
            for i in range(uint64(n)):
                out[at + i] += p * reach[at + i]


@inner
def _level(j, even):
    """First slot and number of slots of the nodes whose last local rung is j, of one parity; roots are left out."""
    size = (1 << j) >> 1
    return size, (size if j > 0 else 1 - even)


@inner
def _clear(room):
    """Make ready to add up reach by tally."""
    slots = room.total.shape[0]
    for t in range(room.faced.shape[0]):
        for e in range(room.called.shape[0]):
            _set(room.called[e, t], 0, slots, 0)
        _set(room.faced[t], 0, slots, 0)


@inner
def _pay_all(even, table, own, opp, room):
    """What all calls of a block pay `own`. even: are the opponent's nodes those of even parity?"""
    for j in range(table.local):
        b = table.prefix + j
        for e in range(table.pay.shape[0]):
            lo, n = _level(j, even)
            _pay(room.called[e], lo, n, opp.most[b], own.most[b], table.pay[e, 0, b], room.paid_there[e])
            lo, n = _level(j, 1 - even)
            _pay(room.faced, lo, n, opp.most[b], own.most[b], table.pay[e, 1, b], room.paid_here[e])


@inner
def _down(m, even, table, own, opp, step, top, room):
    """The opponent's reach and average, and what all calls pay `own`. even: are the opponent's nodes those of even parity?"""
    k, ends, rate = table.local, opp.end.shape[0], room.total.dtype.type(step.rate)
    first = _last(m) + 1  # row of `legal` of the root
    total, reach = room.total, room.reach
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
                _fetch(opp.end[0], m, h + 1, lo, n)
                _reach_call(opp.end[0, m, h], lo, n, reach, total, table.many[j], room.called[0, t])
                for e in range(1, ends):
                    _reach_exact(opp.end[e, m, h], opp.a_end[e - 1, m, h], lo, n, total, rate, room.called[e, t])
            elif even:
                total[0] = 0  # so that the root, whose bids are told apart below, adds nothing
            if j == k - 1:
                break
            c = j + 1
            slot = (1 << c) >> 1
            t = opp.tally[table.prefix + c, h]
            _fetch(opp.edge, m, h + 1, slot, slot)
            _fetch(opp.a_edge, m, h + 1, slot, slot)
            before = average[slot]
            for r in range(table.runs.shape[1] if c > 0 else 0):
                start, stop = table.runs[c, r]
                _reach_children(edge, average, slot + start, stop - start, total, start, rate, reach, room.faced[t])
            if even and table.legal[first, table.prefix + c]:
                x = _reached(edge[slot], top.scale[m, h])
                reach[slot] = x
                room.faced[t, slot] += x
                average[slot] = before + (x - before) * rate
            elif even:
                average[slot] = before
    _pay_all(even, table, own, opp, room)


@inner
def _up(m, h, even, table, own, step, room):
    """Values to `own` with hand h, and his regrets. even: are his nodes those of even parity?

    What is found for the root, at slot 0, means nothing: `_below` finds it, and its regrets.
    """
    k, ends = table.local, own.end.shape[0]
    total, value, there = room.total, room.value, room.there
    edge, regret = own.edge[m, h], own.r_edge[m, h]
    last, choices = own.tally[table.prefix + k - 1, h], (k if ends > 1 else k - 1)  # levels with more to do than call
    for j in range(choices):
        t, lo = own.tally[table.prefix + j, h], (1 << j) >> 1
        _begin(own.end[0, m, h], room.paid_here[0, t], room.paid_there[0, t], lo, max(lo, 1), total, value, there)
        for e in range(1, ends):
            paid_here, paid_there = room.paid_here[e, t], room.paid_there[e, t]
            _begin_more(own.end[e, m, h], paid_here, paid_there, lo, max(lo, 1), total, value, there)
    for c in range(k - 1, 0, -1):
        lo = 1 << (c - 1)
        _fetch(own.edge, m, h + 1, lo, lo)
        for r in range(table.runs.shape[1]):
            start, stop = table.runs[c, r]
            if c < choices:
                _climb(edge, lo + start, stop - start, start, total, value, there)
            else:
                paid_here, paid_there = room.paid_here[0, last], room.paid_there[0, last]
                _climb_calls(edge, paid_here, paid_there, lo + start, stop - start, start, total, value, there)
        if c < choices and not table.legal[table.prefix + 1, table.prefix + c]:
            value[lo] /= total[lo]  # the root may bid what may not follow rung 0
    if choices > 0:
        value[0] /= total[0]
    for j in range(choices):
        lo, n = _level(j, even)
        t = own.tally[table.prefix + j, h]
        for e in range(ends):
            _fetch(own.end[e], m, h + 1, lo, n)
            _learn(own.r_end[e, m, h], own.end[e, m, h], room.paid_here[e, t], lo, n, value, lo, step)
    for c in range(1, k):
        lo = 1 << (c - 1)
        worth = there if c < choices else room.paid_there[0, last]
        kept, strategy = regret[lo], edge[lo]
        for r in range(table.runs.shape[1]):
            start, stop = table.runs[c, r]
            _learn(regret, edge, worth, lo + start, stop - start, value, start, step)
        if even:
            regret[lo], edge[lo] = kept, strategy
    if choices < k:
        lo = (1 << choices) >> 1
        value[lo], there[lo] = room.paid_here[0, last, lo], room.paid_there[0, last, lo]


@inner
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
                    _copy(top.reach[m], 0, len(opp.start), top.reach[m | 1 << c], 0)
            continue
        for h in range(len(opp.start)):
            total, many = zero, zero
            for e in range(ends if m else 0):
                total, many = total + max(opp.end[e, m, h, 0], zero), many + one
            for c in range(last + 1, K + table.local):
                if table.legal[last + 1, c]:
                    x = opp.edge[m | 1 << c, h, 0] if c < K else opp.edge[m, h, (1 << (c - K)) >> 1]
                    total, many = total + max(x, zero), many + one
            scale = _scale(top.reach[m, h], total, many)
            top.scale[m, h] = scale
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    x = _reached(opp.edge[m | 1 << c, h, 0], scale)
                    top.reach[m | 1 << c, h] = x
                    opp.a_edge[m | 1 << c, h, 0] += (x - opp.a_edge[m | 1 << c, h, 0]) * rate
            for e in range(1, ends if m else 0):
                x = _reached(opp.end[e, m, h, 0], scale)
                opp.a_end[e - 1, m, h, 0] += (x - opp.a_end[e - 1, m, h, 0]) * rate


@inner
def _called(m, e, b, who, table, own, opp, top, h):
    """What call e at a root pays `own` with hand h: who calls is `own` (1) or the opponent (0)."""
    paid = top.reach.dtype.type(0)
    for o in range(len(opp.start)):
        reach = top.reach[m, o]
        if who == 0:
            reach = _reached(opp.end[e, m, o, 0], top.scale[m, o])
        paid += reach * table.pay[e, who, b, own.tally[b, h] + opp.tally[b, o]]
    return paid


@inner
def _below(table, own, opp, step, top):
    """Values of all roots, and the regrets of `own` there, from the last to the first."""
    ends, K, k = own.end.shape[0], table.prefix, table.local
    zero, least = top.reach.dtype.type(0), top.reach.dtype.type(LEAST)
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
            value = weighed / total
            top.value[m, h] = value
            for e in range(ends if m else 0):
                paid = _called(m, e, last, 1, table, own, opp, top, h)
                _learn_one(own.r_end[e, m, h], own.end[e, m, h], 0, paid - value, step)
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    paid = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    at, slot = (m | 1 << c, 0) if c < K else (m, (1 << (c - K)) >> 1)
                    _learn_one(own.r_edge[at, h], own.edge[at, h], slot, paid - value, step)


@inner
def _room(rooms, thread):
    """The room of one thread."""
    return Room(
        rooms.reach[thread],
        rooms.value[thread],
        rooms.there[thread],
        rooms.total[thread],
        rooms.called[thread],
        rooms.faced[thread],
        rooms.paid_here[thread],
        rooms.paid_there[thread],
    )


@inner
def _reachable(m, legal):
    """Is the prefix m a sequence of bids at all?"""
    last = 0
    for c in range(legal.shape[1]):
        if m >> c & 1:
            if not legal[last, c]:
                return False
            last = c + 1
    return True


@outer
def sweep(above, thread, threads, below, table, own, opp, step, top, rooms):
    """Update `own` against `opp`, or do a part of it.

    above, below    the roots of blocks, from the first to the last before them, from the last to the first after them
    thread, threads  every so many blocks from there on, in the room of that thread: blocks touch nothing in common
    """
    if above:
        _above(table, opp, step, top)
    if threads > 0:
        room = _room(rooms, thread)
        for m in range(thread, len(top.reach), threads):
            if _reachable(m, table.legal):
                own_even = _parity(m) == table.own
                _down(m, int(not own_even), table, own, opp, step, top, room)
                values = room.there if own_even else room.value
                for h in range(len(own.start)):
                    _up(m, h, int(own_even), table, own, step, room)
                    for c in range(table.local):
                        top.child[m, c, h] = values[(1 << c) >> 1]
    if below:
        _below(table, own, opp, step, top)
