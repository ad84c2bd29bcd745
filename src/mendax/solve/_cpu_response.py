"""The best response to a strategy on the CPU, in float64, over the same layout as the sweep in _cpu.py.

The opponent's strategy is a weight of each of his bids. Either they are averages, weights of sequences: at one of his nodes the
weight that comes in is that of the edge to the node before. Or they are shares of a fixed `whole`, which comes in everywhere.
What his bids (and exact calls) leave of what comes in is his call; where nothing comes in he calls.
"""

from numba import uint64

from mendax.solve._cpu import (
    _add,
    _clear,
    _copy,
    _last,
    _level,
    _parity,
    _pay_all,
    _reachable,
    _room,
    _set,
    inner,
    outer,
)

WHOLE = 65535.0  # what shares of two bytes add up to


@inner
def _spend(weights, of, n, spent, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        spent[at + i] += weights[of + i]


@inner
def _come(weights, n, whole, come):
    for i in range(uint64(n)):
        come[i] = whole if whole > 0.0 else weights[i]


@inner
def _call(come, reach, n, spent, at, called):
    """called: reach of the call; spent: becomes what a weight there is multiplied by."""
    at = uint64(at)
    for i in range(uint64(n)):
        left = max(come[i] - spent[at + i], 0.0)
        total = spent[at + i] + left
        scale = reach[i] / total if total > 0.0 else 0.0
        called[at + i] += left * scale if total > 0.0 else reach[i]
        spent[at + i] = scale


@inner
def _times(weights, of, n, scale, at, reach, out):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        x = weights[of + i] * scale[at + i]
        reach[of + i] = x
        out[of + i] += x


@inner
def _add_times(weights, at, n, scale, out):
    at = uint64(at)
    for i in range(uint64(n)):
        out[at + i] += weights[at + i] * scale[at + i]


@inner
def _most(row, of, n, out, at):
    of, at = uint64(of), uint64(at)
    for i in range(uint64(n)):
        out[at + i] = max(out[at + i], row[of + i])


@inner
def _down(m, even, table, own, opp, top, room, whole):
    """The opponent's reach, and what all calls pay `own`. even: are the opponent's nodes those of even parity?"""
    k, ends, slots = table.local, opp.end.shape[0], room.total.shape[0]
    spent, come, reach, first = room.total, room.value, room.reach, _last(m) + 1
    _clear(room)
    for h in range(len(opp.start)):
        weight = opp.a_edge[m, h]
        _set(spent, 0, slots, 0)
        _come(weight, slots, whole, come)
        for e in range(1, ends):
            _spend(opp.a_end[e - 1, m, h], 0, slots, spent, 0)
        for c in range(1, k):
            for r in range(table.runs.shape[1]):
                start, stop = table.runs[c, r]
                _spend(weight, (1 << (c - 1)) + start, stop - start, spent, start)
        if not even:
            reach[0] = top.reach[m, h]
        for j in range(-1, k):
            if j >= 0:
                lo, n = _level(j, even)
                t = opp.tally[table.prefix + j, h]
                _call(come, reach, n, spent, lo, room.called[0, t])
                for e in range(1, ends):
                    _add_times(opp.a_end[e - 1, m, h], lo, n, spent, room.called[e, t])
            elif even:
                spent[0] = 0.0  # so that the root, whose bids are told apart below, adds nothing
            if j == k - 1:
                break
            c = j + 1
            slot = (1 << c) >> 1
            t = opp.tally[table.prefix + c, h]
            for r in range(table.runs.shape[1] if c > 0 else 0):
                start, stop = table.runs[c, r]
                _times(weight, slot + start, stop - start, spent, start, reach, room.faced[t])
            if even and table.legal[first, table.prefix + c]:
                reach[slot] = weight[slot] * top.scale[m, h]
                room.faced[t, slot] += reach[slot]
    _pay_all(even, table, own, opp, room)


@inner
def _up(h, even, table, own, room):
    """The most `own` can get with hand h. even: are his nodes those of even parity? What is found for the root means nothing."""
    k, ends = table.local, own.end.shape[0]
    here, there = room.value, room.there
    for j in range(k):
        t, lo = own.tally[table.prefix + j, h], (1 << j) >> 1
        n = max(lo, 1)
        _copy(room.paid_there[0, t], lo, n, there, lo)
        _copy(room.paid_here[0, t], lo, n, here, lo)
        for e in range(1, ends):
            _add(room.paid_there[e, t], lo, n, there, lo)
            _most(room.paid_here[e, t], lo, n, here, lo)
    for c in range(k - 1, 0, -1):
        lo = 1 << (c - 1)
        for r in range(table.runs.shape[1]):
            start, stop = table.runs[c, r]
            _add(here, lo + start, stop - start, there, start)
            _most(there, lo + start, stop - start, here, start)


@inner
def _above(table, opp, top, called, whole):
    """The opponent's reach of all roots and `called` [E, Q, H], his reach of his calls there."""
    ends, K, k = opp.end.shape[0], table.prefix, table.local
    for h in range(len(opp.start)):
        top.reach[0, h] = opp.start[h]
    for m in range(len(top.reach)):
        last = _last(m)
        for h in range(len(opp.start)):
            if _parity(m) == table.own:
                for c in range(last + 1, K):
                    if table.legal[last + 1, c]:
                        top.reach[m | 1 << c, h] = top.reach[m, h]
                continue
            spent = 0.0
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    spent += opp.a_edge[m | 1 << c, h, 0] if c < K else opp.a_edge[m, h, (1 << (c - K)) >> 1]
            left = 0.0
            if m:
                for e in range(1, ends):
                    spent += opp.a_end[e - 1, m, h, 0]
                before = m & ~(1 << last)
                come = whole if whole > 0.0 else float(opp.a_edge[before, h, 0])
                left = max(come - spent, 0.0)
            total = spent + left
            scale = top.reach[m, h] / total if total > 0.0 else 0.0
            top.scale[m, h] = scale
            if m:
                called[0, m, h] = left * scale if total > 0.0 else top.reach[m, h]
                for e in range(1, ends):
                    called[e, m, h] = opp.a_end[e - 1, m, h, 0] * scale
            for c in range(last + 1, K):
                if table.legal[last + 1, c]:
                    top.reach[m | 1 << c, h] = opp.a_edge[m | 1 << c, h, 0] * scale


@inner
def _below(table, own, opp, top, called):
    ends, K, k = own.end.shape[0], table.prefix, table.local
    for m in range(len(top.reach) - 1, -1, -1):
        last = _last(m)
        for h in range(len(own.start)):
            mine = _parity(m) == table.own
            value, found = 0.0, False
            if m:
                for e in range(ends):
                    paid = 0.0
                    for o in range(len(opp.start)):
                        reach = top.reach[m, o] if mine else called[e, m, o]
                        paid += reach * table.pay[e, int(mine), last, own.tally[last, h] + opp.tally[last, o]]
                    value = paid if not found else max(value, paid) if mine else value + paid
                    found = True
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    after = top.value[m | 1 << c, h] if c < K else top.child[m, c - K, h]
                    value = after if not found else max(value, after) if mine else value + after
                    found = True
            top.value[m, h] = value


@outer
def respond(above, thread, threads, below, table, own, opp, top, called, rooms, whole):
    """top.value[0]: the most `own` can get with each hand. Parts as in _cpu.sweep."""
    if above:
        _above(table, opp, top, called, whole)
    if threads > 0:
        room = _room(rooms, thread)
        for m in range(thread, len(top.reach), threads):
            if _reachable(m, table.legal):
                own_even = _parity(m) == table.own
                _down(m, int(not own_even), table, own, opp, top, room, whole)
                values = room.there if own_even else room.value
                for h in range(len(own.start)):
                    _up(h, int(own_even), table, own, room)
                    for c in range(table.local):
                        top.child[m, c, h] = values[(1 << c) >> 1]
    if below:
        _below(table, own, opp, top, called)


@inner
def _share(m, even, table, weights, ends, start, shares, end_shares, spent):
    """Averages of one hand in a block as shares of `WHOLE`, rounded. even: are his nodes those of even parity?"""
    k, slots = table.local, len(spent)
    _set(spent, 0, slots, 0)
    for e in range(len(ends)):
        _spend(ends[e], 0, slots, spent, 0)
    for c in range(1, k):
        for r in range(table.runs.shape[1]):
            begin, stop = table.runs[c, r]
            _spend(weights, (1 << (c - 1)) + begin, stop - begin, spent, begin)
    for j in range(k):
        lo, n = _level(j, even)
        for i in range(n):
            total = spent[lo + i] + max(weights[i] - spent[lo + i], 0.0)
            spent[lo + i] = WHOLE / total if total > 0.0 else 0.0
            for e in range(len(ends)):
                end_shares[e, lo + i] = round(ends[e, lo + i] * spent[lo + i])
    if even:
        spent[0] = 0.0
    for c in range(1, k):
        for r in range(table.runs.shape[1]):
            begin, stop = table.runs[c, r]
            off = (1 << (c - 1)) + begin
            for i in range(stop - begin):
                shares[off + i] = round(weights[off + i] * spent[begin + i])


@outer
def share(thread, threads, player, table, a_edge, a_end, start, edge_shares, end_shares, spents):
    """The averages of a player as shares of `WHOLE` at each of his nodes, into arrays of the same shapes; hands by thread.

    spents [T, S]: room.
    """
    K, k, spent = table.prefix, table.local, spents[thread]
    for h in range(thread, len(start), threads):
        for m in range(len(a_edge)):
            if not _reachable(m, table.legal):
                continue
            even = int(_parity(m) == player)
            _share(
                m, even, table, a_edge[m, h], a_end[:, m, h], start[h], edge_shares[m, h], end_shares[:, m, h], spent
            )
            if not even:
                continue
            last, total = _last(m), 0.0  # the root, whose bids are spread over blocks
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    total += a_edge[m | 1 << c, h, 0] if c < K else a_edge[m, h, (1 << (c - K)) >> 1]
            if m:
                for e in range(len(a_end)):
                    total += a_end[e, m, h, 0]
                total = max(total, float(a_edge[m & ~(1 << last), h, 0]))
            scale = WHOLE / total if total > 0.0 else 0.0
            for c in range(last + 1, K + k):
                if table.legal[last + 1, c]:
                    if c < K:
                        edge_shares[m | 1 << c, h, 0] = round(a_edge[m | 1 << c, h, 0] * scale)
                    else:
                        slot = (1 << (c - K)) >> 1
                        edge_shares[m, h, slot] = round(a_edge[m, h, slot] * scale)
            if m:
                for e in range(len(a_end)):
                    end_shares[e, m, h, 0] = round(a_end[e, m, h, 0] * scale)
