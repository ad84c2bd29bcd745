"""Games of the (s, t) strategies, compiled: one, and many. table.py says what the rules mean and prepares the tables.

Letters: P players, N dice at the start of a game, n dice that a player does not see; faces 1 to 5, and 6, which is wild.
In the ladder the bid of q sixes stands between the last plain bid of 2q-1 and the first of 2q. What may follow a bid is
three numbers (q, f, w): plain bids of q of a face above f, or q+1 of any; sixes from w up.

Random numbers are SplitMix64 (Steele, Lea and Flood 2014), begun anew for every game from seed, stream and number of the game:
a game is the same wherever and after whatever it is played.

All is in one file because the cache of compiled functions looks only at the file of the function that is called.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit, uint64

Array = Any

START = (0, 1, 7, 43, 259, 1555)  # sums of powers of six
POWER = (1, 6, 36, 216, 1296, 7776)
GOLDEN = uint64(0x9E3779B97F4A7C15)
FIVE = 7776  # rolls of five dice
TEN = uint64(FIVE * FIVE)  # of ten: the most for which 32 random bits are hardly ever too uneven
UNEVEN = uint64(2**32 % (FIVE * FIVE))
FIELD = uint64(10)  # bits of a count in a packed hand
COUNT = uint64(1023)
ONES = uint64(sum(1 << 10 * face for face in range(5)))  # one in each field of a plain face
MARK = uint64(512)  # the top bit of a field, more than any count
MARKS = MARK * ONES
PLAIN_FIELDS = COUNT * ONES
UNIT = 2.0**-53
IMPOSSIBLE = -np.inf

NONE, SUCCEEDED, FAILED = 0, 1, 2  # what became of a challenge
LOWEST, HIGHEST, ANY = 0, 1, 2  # which of equally likely raises
CLOCKWISE, POSITION, LOSER = 0, 1, 2  # who opens


class Rules(NamedTuple):
    """A reading in numbers: raise iff p2 - p1 + sign_s * c_s + sign_t * c_t > 0.

    c_s has a cause where the previous player's last challenge was SUCCEEDED, c_t where the next player's was `when_t`.
    """

    sign_s: float
    sign_t: float
    when_t: int
    by_pair: bool
    ties: int
    starter: int


class Tables(NamedTuple):
    """Look-ups for games of up to N dice in all; wide = N + 2.

    chance  [2 * (N+1) * wide]  that at least k of n dice match: a plain face at n * wide + k, sixes N + 1 rows later
    odds    the same as log p/(1-p), so that certain and nearly certain differ and p > 1-p' reads as odds above -odds'
    rolls   [9331]  counts by face of a roll of r <= 5 dice, packed; those of r dice begin at START[r], there are 6^r
    """

    wide: int
    chance: Array
    odds: Array
    rolls: Array


class Bench(NamedTuple):
    """Room for one game: nothing is allocated while it is played. What happened to its arrays is of no interest afterwards.

    seat   [P, 30]  by player, in the columns named below; RING and PLACE by place at the table and back
    lean   [P, 2]   the widest c_s and c_t of this round with their signs, 0 where there is no cause
    count  [2]      rounds and decisions so far
    """

    seat: Array
    lean: Array
    count: Array


# Columns of Bench.seat: dice, those unseen, the player at a place, his place, his last challenge as challenged and as
# challenger; plain matches packed; matches by face 1 .. 6 and the most matches of a face > f, f = 0 .. 4; by other player, his
# last challenge of that one.
DICE, UNSEEN, RING, PLACE, AGAINST, BY, SIDE, MATCH, ABOVE, LAST = 0, 1, 2, 3, 4, 5, 6, 6, 13, 18


class Trace(NamedTuple):
    """What happened, move by move.

    hands [R, P, 7] counts by face; opener [R]; moves [T, 4] round, player, quantity, face (0 of 0: a challenge)
    drawn [T, 3] the numbers drawn for c_s, for c_t and among ties, -1 where none was
    """

    hands: Array
    opener: Array
    moves: Array
    drawn: Array


@njit(cache=True, inline="always")
def mix(z):
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(cache=True)
def begin(seed, stream, game):
    """Where the random numbers of a game begin."""
    return mix(mix(mix(uint64(seed) + GOLDEN) + uint64(stream) * GOLDEN) + uint64(game) * GOLDEN)


@njit(cache=True, inline="always")
def unit(state):
    """The next state, and a number in [0, 1)."""
    state = state + GOLDEN
    return state, (mix(state) >> uint64(11)) * UNIT


@njit(cache=True, inline="always")
def below(state, size):
    """The next state, and a whole number below a size that is small beside 2^53."""
    state = state + GOLDEN
    return state, int((mix(state) >> uint64(11)) * UNIT * size)


@njit(cache=True, inline="always")
def ten_dice(state):
    """The next state, and a number below 6^10, all alike (Lemire 2019)."""
    while True:
        state = state + GOLDEN
        wide = (mix(state) >> uint64(32)) * TEN
        if (wide & uint64(0xFFFFFFFF)) >= UNEVEN:
            return state, wide >> uint64(32)


@njit(cache=True)
def roll(state, dice, rolls):
    """The next state, and a packed hand."""
    hand = uint64(0)
    while dice >= 10:
        state, x = ten_dice(state)
        high = x // uint64(FIVE)
        hand += rolls[START[5] + int(high)] + rolls[START[5] + int(x - high * uint64(FIVE))]
        dice -= 10
    if dice > 0:
        state, x = ten_dice(state)
        high = x // uint64(FIVE)
        if dice >= 5:
            hand += rolls[START[5] + int(x - high * uint64(FIVE))]
            dice -= 5
        hand += rolls[START[dice] + int(high) % POWER[dice]]
    return state, hand


@njit(cache=True, inline="always")
def clamp(k, n):
    return 0 if k < 0 else (n + 1 if k > n else k)


@njit(cache=True, inline="always")
def at_least(side, least):
    """Which plain faces have so many matches, as the marks of their fields; least in 0 .. 511, all fields looked at at once."""
    return ((side | MARKS) - uint64(least) * ONES) & MARKS


@njit(cache=True, inline="always")
def lowest_raise(q, f, w, need, side):
    """The lowest of the plain raises that need no more than `need`; a six that is as likely, w >= 0, may come before it."""
    here = at_least(side, max(q - need, 0)) >> (FIELD * uint64(f))
    if here != uint64(0):
        return q, f + first_field(here)
    if w >= 0 and 2 * w <= q + 1:
        return w, 6
    there = at_least(side, max(q + 1 - need, 0)) & ((uint64(1) << (FIELD * uint64(f))) - uint64(1))
    if there != uint64(0):
        return q + 1, first_field(there)
    return w, 6


@njit(cache=True, inline="always")
def first_field(marks):
    """1 for the field of the lowest mark, and so on."""
    low = marks & (~marks + uint64(1))
    return (
        1
        + (low > MARK)
        + (low > MARK << FIELD)
        + (low > MARK << (FIELD + FIELD))
        + (low > MARK << (FIELD + FIELD + FIELD))
    )


@njit(cache=True, inline="always")
def span(face, q, f, w, need, need6, n, total, matches):
    """The lowest and highest quantity of a face that are as likely as the best raise; (1, 0) where none is."""
    least = w if face == 6 else (q if face > f else q + 1)
    wanted = need6 if face == 6 else need
    if least > total or clamp(least - matches, n) != wanted:
        return 1, 0
    if wanted == 0:
        return least, matches
    return least, (least if wanted <= n else total)


@njit(cache=True)
def tied_raise(state, ties, q, f, w, need, need6, n, total, seat, p):
    """The next state, the raise among all that are equally likely, and the number drawn (-1: none).

    need, need6: dice that the best plain raise and the best of sixes want of others, -1 where it is not among the likeliest.
    """
    height, quantity, chosen, many = -1, 0, 0, 0
    for face in range(1, 7):
        low, high = span(face, q, f, w, need, need6, n, total, seat[p, MATCH + face])
        if low > high:
            continue
        many += high - low + 1
        count = low if ties == LOWEST else high
        at = 14 * count - 1 if face == 6 else 7 * count + face
        if height < 0 or (at < height if ties == LOWEST else at > height):
            height, quantity, chosen = at, count, face
    if ties != ANY or many == 1:
        return state, quantity, chosen, -1.0
    state, u = unit(state)
    left = int(u * many)
    for face in range(1, 7):
        low, high = span(face, q, f, w, need, need6, n, total, seat[p, MATCH + face])
        if low <= high:
            if left <= high - low:
                return state, low + left, face, u
            left -= high - low + 1
    return state, quantity, chosen, u


@njit(cache=True)
def sit(seat, players):
    """Who is in sits in a ring: their number, and that of all dice."""
    inside, total = 0, 0
    for p in range(players):
        if seat[p, DICE] > 0:
            total += seat[p, DICE]
            seat[inside, RING] = p
            seat[p, PLACE] = inside
            inside += 1
    return inside, total


@njit(cache=True)
def deal(state, seat, lean, inside, total, rules, rolls, s, t):
    """The next state; everybody has rolled, and has looked up how his neighbours' challenges went."""
    for i in range(inside):
        p = seat[i, RING]
        state, hand = roll(state, seat[p, DICE], rolls)
        six = int(hand >> (FIELD * uint64(5)))
        seat[p, SIDE] = int((hand & PLAIN_FIELDS) + uint64(six) * ONES)
        seat[p, MATCH + 6] = six
        most = 0
        for face in range(5, 0, -1):
            matches = int((hand >> (FIELD * uint64(face - 1))) & COUNT) + six
            most = max(most, matches)
            seat[p, MATCH + face] = matches
            seat[p, ABOVE + face - 1] = most
        seat[p, UNSEEN] = total - seat[p, DICE]
        before, after = seat[i - 1 if i > 0 else inside - 1, RING], seat[i + 1 if i + 1 < inside else 0, RING]
        caught = seat[p, LAST + before] if rules.by_pair else seat[before, AGAINST]
        record = seat[after, LAST + p] if rules.by_pair else seat[after, BY]
        lean[p, 0] = rules.sign_s * s[p] if caught == SUCCEEDED else 0.0
        lean[p, 1] = rules.sign_t * t[p] if record == rules.when_t else 0.0
    return state


@njit(cache=True)
def bidding(state, seat, lean, count, rules, wide, chance, odds, opener, inside, total, trace):
    """One round of bids up to a challenge: the next state, who bid last, who doubts, and the bid."""
    sixes_from = chance.size // 2
    i = seat[opener, PLACE]
    p, bidder = opener, opener
    q, f, w = 1, 0, 1
    quantity, face = 0, 0
    decisions = count[1]
    while True:
        n = seat[p, UNSEEN]
        row = n * wide
        row6 = row + sixes_from
        # No lower face needs less: at q + 1 the best of all faces stands for those up to f.
        need = q + 1 - seat[p, ABOVE]
        if f < 5:
            need = min(need, q - seat[p, ABOVE + f])
        need, need6 = clamp(need, n), clamp(w - seat[p, MATCH + 6], n)
        plain, sixes = odds[row + need], odds[row6 + need6]
        best = max(plain, sixes)
        if trace is not None:
            trace.drawn[decisions, :] = -1.0
        if quantity > 0:
            if w > total:
                break  # nothing is above the bid
            told = clamp(quantity - seat[p, MATCH + face], n) + (row6 if face == 6 else row)
            lean_s, lean_t = lean[p, 0], lean[p, 1]
            if lean_s == 0.0 and lean_t == 0.0:
                raises = best > -odds[told]
            else:
                margin = (chance[row + need] if plain > sixes else chance[row6 + need6]) - 1.0 + chance[told]
                if margin + min(lean_s, 0.0) + min(lean_t, 0.0) > 0.0:
                    raises = True
                elif margin + max(lean_s, 0.0) + max(lean_t, 0.0) <= 0.0:
                    raises = False
                else:  # numbers are drawn only where they can decide
                    state, u = unit(state)
                    state, v = unit(state)
                    raises = margin + lean_s * u + lean_t * v > 0.0
                    if trace is not None:
                        trace.drawn[decisions, 0] = u
                        trace.drawn[decisions, 1] = v
            if not raises:
                break
        if rules.ties == LOWEST and best > IMPOSSIBLE:
            if plain >= sixes:
                quantity, face = lowest_raise(q, f, w if plain == sixes else -1, need, uint64(seat[p, SIDE]))
            else:
                quantity, face = w, 6
        else:
            of_plain, of_sixes = need if plain >= sixes else -1, need6 if sixes >= plain else -1
            state, quantity, face, u = tied_raise(state, rules.ties, q, f, w, of_plain, of_sixes, n, total, seat, p)
            if trace is not None:
                trace.drawn[decisions, 2] = u
        if trace is not None:
            write(trace.moves, decisions, count[0], p, quantity, face)
        decisions += 1
        if face == 6:
            q, f, w = 2 * quantity, 0, quantity + 1
        else:
            q, f, w = quantity, face, quantity // 2 + 1
        bidder = p
        i = i + 1 if i + 1 < inside else 0
        p = seat[i, RING]
    if trace is not None:
        write(trace.moves, decisions, count[0], p, 0, 0)
    count[1] = decisions + 1
    return state, bidder, p, quantity, face


@njit(cache=True)
def write(moves, at, played, player, quantity, face):
    moves[at, 0], moves[at, 1], moves[at, 2], moves[at, 3] = played, player, quantity, face


@njit(cache=True)
def account(seat, bidder, doubter, quantity, face, inside):
    """Dice lost and challenges recorded; who lost the round."""
    d = -quantity
    for i in range(inside):
        d += seat[seat[i, RING], MATCH + face]
    if d == 0:
        for i in range(inside):
            if seat[i, RING] != bidder:
                seat[seat[i, RING], DICE] -= 1
    elif d > 0:
        seat[doubter, DICE] = max(0, seat[doubter, DICE] - d)
    else:
        seat[bidder, DICE] = max(0, seat[bidder, DICE] + d)
    outcome = SUCCEEDED if d < 0 else FAILED
    seat[bidder, AGAINST] = outcome
    seat[doubter, BY] = outcome
    seat[doubter, LAST + bidder] = outcome
    return bidder if d < 0 else doubter


@njit(cache=True)
def next_opener(seat, starter, opener, loser, players):
    """Who opens the next round; somebody is in."""
    if starter == POSITION:
        left = 0
        for p in range(players):
            left += seat[p, DICE] > 0
        at = (seat[opener, PLACE] + 1) % left
        for p in range(players):
            if seat[p, DICE] > 0:
                if at == 0:
                    return p
                at -= 1
    p = opener if starter == CLOCKWISE else loser - 1
    while True:
        p = p + 1 if p + 1 < players else 0
        if seat[p, DICE] > 0:
            return p


@njit(cache=True)
def play(state, s, t, dice, rules, tables, bench, trace):
    """One game of strategies (s[p], t[p]) with so many dice each; player 0 opens. The winner, and the state after it."""
    wide, chance, odds, rolls = tables
    seat, lean, count = bench
    players, opener = s.size, 0
    seat[:players] = NONE
    seat[:players, DICE] = dice
    while True:
        inside, total = sit(seat, players)
        if inside == 1:
            return seat[0, RING], state
        state = deal(state, seat, lean, inside, total, rules, rolls, s, t)
        if trace is not None:
            trace.opener[count[0]] = opener
            for i in range(inside):
                for face in range(1, 7):
                    p = seat[i, RING]
                    wild = seat[p, MATCH + 6] if face < 6 else 0
                    trace.hands[count[0], p, face] = seat[p, MATCH + face] - wild
        state, bidder, doubter, quantity, face = bidding(
            state, seat, lean, count, rules, wide, chance, odds, opener, inside, total, trace
        )
        loser = account(seat, bidder, doubter, quantity, face, inside)
        opener = next_opener(seat, rules.starter, opener, loser, players)
        count[0] += 1


@njit(cache=True)
def fill(scores, sums):
    """Partial sums of scores as a Fenwick tree, sums[0] unused; the scores' sum."""
    size = scores.size
    for i in range(size + 1):
        sums[i] = 0
    total = 0
    for i in range(size):
        total += scores[i]
        sums[i + 1] += scores[i]
        up = (i + 1) + ((i + 1) & -(i + 1))
        if up <= size:
            sums[up] += sums[i + 1]
    return total


@njit(cache=True, inline="always")
def add_one(sums, i):
    at = i + 1
    while at < sums.size:
        sums[at] += 1
        at += at & -at


@njit(cache=True, inline="always")
def find(sums, step, x):
    """The strategy that owns the x-th point of score."""
    at = 0
    while step > 0:
        if at + step < sums.size and sums[at + step] <= x:
            at += step
            x -= sums[at]
        step >>= 1
    return at


@njit(cache=True)
def draw(state, sums, step, total, distinct, chosen):
    """The next state; `chosen` is filled with strategies in proportion to their scores."""
    for p in range(chosen.size):
        while True:
            state, x = below(state, total)
            found = find(sums, step, x)
            new = True
            if distinct:  # to draw again what is drawn already is to draw among the others in proportion
                for other in range(p):
                    new = new and chosen[other] != found
            if new:
                chosen[p] = found
                break
    return state


@njit(cache=True)
def grow(seed, stream, first, last, scores, mesh, dice, distinct, rules, tables, bench, room, trace):
    """Rounds `first` up to `last` of the paper's scheme: scores [M] are changed in place.

    mesh [M, 2] (s, t) of each strategy; room: sums [M+1], chosen [P], s [P], t [P].
    """
    sums, chosen, s, t = room
    total = fill(scores, sums)
    step = 1
    while 2 * step <= scores.size:
        step *= 2
    for game in range(first, last):
        state = draw(begin(seed, stream, game), sums, step, total, distinct, chosen)
        for p in range(chosen.size):
            s[p], t[p] = mesh[chosen[p], 0], mesh[chosen[p], 1]
        winner, _ = play(state, s, t, dice, rules, tables, bench, trace)
        scores[chosen[winner]] += 1
        add_one(sums, chosen[winner])
        total += 1


@njit(cache=True)
def survey(seed, stream, first, last, played, won, mesh, dice, rules, tables, bench, room, trace):
    """Games of strategies drawn all alike: played [M] and won [M] by each are added up."""
    _, chosen, s, t = room
    for game in range(first, last):
        state = begin(seed, stream, game)
        for p in range(chosen.size):
            state, at = below(state, played.size)
            chosen[p] = at
            played[at] += 1
            s[p], t[p] = mesh[at, 0], mesh[at, 1]
        winner, _ = play(state, s, t, dice, rules, tables, bench, trace)
        won[chosen[winner]] += 1


@njit(cache=True)
def duel(seed, stream, first, last, ours, theirs, shares, dice, rules, tables, bench, room, trace):
    """Games of one strategy (s, t) against P-1 of another, from each seat in turn with the same random numbers.

    shares [P+1]: in how many of these sets of P games ours won so many.
    """
    _, _, s, t = room
    for game in range(first, last):
        wins = 0
        for seat in range(s.size):
            for p in range(s.size):
                s[p], t[p] = (ours[0], ours[1]) if p == seat else (theirs[0], theirs[1])
            winner, _ = play(begin(seed, stream, game), s, t, dice, rules, tables, bench, trace)
            wins += winner == seat
        shares[wins] += 1
