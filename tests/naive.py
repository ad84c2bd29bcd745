"""Slow and obvious: Liar's Dice from its rules, best responses, and exact values. The oracle; it shares no code with Mendax.

A game is nested values. A behaviour is {what the mover knows: {action: probability}}.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor, prod
from typing import NamedTuple


class End(NamedTuple):
    pay: tuple  # of every player


class Chance(NamedTuple):
    branches: list  # of (probability, what follows)


class Move(NamedTuple):
    player: int
    knows: tuple  # all the mover knows: his information set
    actions: dict  # action: what follows


# The rules ------------------------------------------------------------------------------------------------------------

BLUFF = {
    "dice": "1v1",
    "faces": "6",
    "wild": "high",
    "order": "double",
    "wildbids": "yes",
    "exact": "no",
    "palifico": "no",
}
FAMILIES = {
    "bluff": BLUFF,
    "endgame": BLUFF | {"wild": "none"},
    "openspiel": BLUFF | {"order": "count"},
    "joker": BLUFF | {"wild": "low", "wildbids": "no"},
}


def round_game(text, pay=None):
    """The single round that a string such as `joker:faces=3` names. All dice are rolled one by one, in order.

    pay(bidder, showing, count, exact): what a call pays; by default 1 to its winner and -1 to its loser.
    An information set is (mover, his dice, bids so far), an action `(count, face)`, `"call"` or `"exact"`.
    """
    family, _, keys = text.partition(":")
    rules = FAMILIES[family] | dict(item.split("=") for item in keys.split(",") if item)
    dice, faces, palifico = [int(d) for d in rules["dice"].split("v")], int(rules["faces"]), rules["palifico"] == "now"
    wild = None if palifico else {"high": faces, "low": 1, "none": None}[rules["wild"]]
    every_bid = [(count, face) for count in range(1, sum(dice) + 1) for face in range(1, faces + 1)]

    def higher(new, old):
        (n, face), (m, before) = new, old
        if rules["order"] == "count" or (face == wild) == (before == wild):
            return (n, face) > (m, before)
        if rules["order"] == "double":  # q wild dice stand just below 2q others
            return 2 * n > m if face == wild else n >= 2 * m
        return 2 * n >= m if face == wild else n > 2 * m  # paco: just above 2q others

    def allowed(bid, said):
        if bid[1] == wild and (rules["wildbids"] == "no" or (rules["order"] == "paco" and not said)):
            return False
        return not said or (higher(bid, said[-1]) and not (palifico and bid[1] != said[-1][1]))

    def ending(rolls, said, exact):
        count, face = said[-1]
        bidder, caller = (len(said) - 1) % len(dice), len(said) % len(dice)
        showing = sum(die in (face, wild) for roll in rolls for die in roll)
        if pay:
            return End(pay(bidder, showing, count, exact))
        winner = (caller if showing == count else bidder) if exact else (bidder if showing >= count else caller)
        loser = bidder + caller - winner
        return End(tuple((player == winner) - (player == loser) for player in range(len(dice))))

    def play(rolls, said):
        mover = len(said) % len(dice)
        actions = {bid: play(rolls, (*said, bid)) for bid in every_bid if allowed(bid, said)}
        if said:
            actions["call"] = ending(rolls, said, exact=False)
        if said and rules["exact"] != "no":
            actions["exact"] = ending(rolls, said, exact=True)
        return Move(mover, (mover, tuple(sorted(rolls[mover])), said), actions)

    rolls = list(product(*(product(range(1, faces + 1), repeat=d) for d in dice)))
    return Chance([(Fraction(1, len(rolls)), play(roll, ())) for roll in rolls])


def after_call(rules, start, dice, opener, bidder, showing, count, exact):
    """Dice and opener after a call between two players, by number; `start`: the dice at the beginning of the match."""
    caller = 1 - bidder
    right = showing == count if exact else showing < count
    winner, loser = (caller, bidder) if right else (bidder, caller)
    left = list(dice)
    if exact and rules["exact"] == "calza" and right:
        left[caller] = min(left[caller] + 1, max(start[caller], left[caller]))
        loser = caller  # nobody lost: for the question who opens, it is the caller
    elif rules["loss"] == "difference" and not (exact and rules["exact"] == "calza"):
        left[loser] -= min(left[loser], max(1, abs(showing - count)))
    else:
        left[loser] -= 1
        left[winner] += rules["loss"] == "give"
    opens = {"winner": winner, "loser": loser, "clockwise": 1 - opener}[rules["next"]]
    return tuple(left), opens if left[opens] else 1 - opens


def match_values(text, unfinished=None, rounds=None, places=30):
    """What a match of two is worth to player 0, by (dice, opener, is it a palifico), found by solving every round anew.

    The string must give dice, loss and next. unfinished, rounds: after so many rounds a match that goes on is worth that much,
    and values are rounded towards it in every round; without them it must end by itself.
    """
    family, _, keys = text.partition(":")
    rules = FAMILIES[family] | {"palifico": "no"} | dict(item.split("=") for item in keys.split(","))
    start = tuple(int(d) for d in rules["dice"].split("v"))
    kept = {key: value for key, value in rules.items() if key not in ("dice", "loss", "next", "palifico")}
    known = {}

    def value(dice, opener, palifico, left):
        if 0 in dice:
            return Fraction(1 if dice[0] else -1)
        if left == 0:
            return Fraction(unfinished)
        key = dice, opener, palifico, left
        if key not in known:

            def pay(seat, showing, count, exact):
                bidder = seat ^ opener
                now, opens = after_call(rules, start, dice, opener, bidder, showing, count, exact)
                down = rules["palifico"] == "yes" and any(had > 1 == has for had, has in zip(dice, now, strict=True))
                worth = value(now, opens, down, None if left is None else left - 1)
                return (worth, -worth) if opener == 0 else (-worth, worth)

            seats = dice if opener == 0 else dice[::-1]
            shown = kept | {"dice": "v".join(map(str, seats)), "palifico": "now" if palifico else "no"}
            game = round_game(family + ":" + ",".join(f"{k}={v}" for k, v in shown.items()), pay)
            found = value_by_sequences(game) * (1 if opener == 0 else -1)
            if unfinished is not None:
                scaled = found * 2**places
                found = Fraction(floor(scaled) if unfinished < 0 else ceil(scaled), 2**places)
            known[key] = found
        return known[key]

    value(start, 0, False, rounds)
    if rounds is None:
        return {key[:3]: found for key, found in known.items()}
    return value(start, 0, False, rounds)


CUP = {
    "dice": "1",
    "faces": "6",
    "rank": "poker",
    "keep": "none",
    "truth": "least",
    "below": "yes",
    "players": "2",
    "prize": "shared",
}
CUPS = {
    "liars-die": CUP,
    "thesis-die": CUP | {"keep": "shown", "truth": "equal", "below": "no"},
    "seven-category": CUP | {"dice": "5", "rank": "category", "keep": "shown", "truth": "equal"},
    "coins": CUP | {"dice": "3", "faces": "2", "rank": "sum", "keep": "hidden", "below": "no"},
}


def worth_of(rank, dice):
    """What is claimed of dice, so that higher compares as greater."""
    groups = sorted(((dice.count(face), face) for face in set(dice)), reverse=True)
    if rank == "sum":
        return sum(dice)
    counts = [count for count, _ in groups]
    return tuple(counts) if rank == "category" else (tuple(counts), tuple(face for _, face in groups))


def cup_game(text):
    """The game of a passing cup that a string such as `coins:n=2` names. All dice are rolled one by one, in order.

    Payoffs are P times the chance to win, less one. What was accepted is seen by all; a player also remembers what he kept.
    An information set is (player, what he decides, ...), an action what he keeps, what he claims, or whether he doubts.
    """
    family, _, keys = text.partition(":")
    rules = CUPS[family] | dict(item.replace("n=", "dice=").split("=") for item in keys.split(",") if item)
    dice, faces, players = int(rules["dice"]), int(rules["faces"]), int(rules["players"])
    rank, lone = rules["rank"], dice == 1
    every_roll = product(range(1, faces + 1), repeat=dice)
    claims = sorted({worth_of(rank, tuple(sorted(roll))) for roll in every_roll})

    def won(winner, loser):
        if rules["prize"] == "winner":
            return End(tuple(players * (p == winner) - 1 for p in range(players)))
        return End(tuple(-1 if p == loser else Fraction(players, players - 1) - 1 for p in range(players)))

    def pick(mover, held, beaten, seen, kept):
        """`held`: the dice accepted, None at the start. `seen`: by all. `kept`: what each player kept unseen so far."""
        if beaten == claims[-1]:
            return won((mover - 1) % players, mover)
        if held is None or rules["keep"] == "none" or lone:
            return roll(mover, (), beaten, seen, kept)
        parts = sorted({tuple(sorted(part)) for n in range(dice + 1) for part in combinations(held, n)})
        if rules["keep"] == "shown":
            choices = {part: roll(mover, part, beaten, (*seen, part), kept) for part in parts}
        else:
            own = {part: kept | {mover: (*kept[mover], part)} for part in parts}
            choices = {part: roll(mover, part, beaten, seen, own[part]) for part in parts}
        return Move(mover, (mover, "keep", held, beaten, seen, kept[mover]), choices)

    def roll(mover, part, beaten, seen, kept):
        rolls = list(product(range(1, faces + 1), repeat=dice - len(part)))
        hands = [tuple(sorted(part + new)) for new in rolls]
        return Chance([(Fraction(1, len(rolls)), claim(mover, hand, part, beaten, seen, kept)) for hand in hands])

    def claim(mover, hand, part, beaten, seen, kept):
        mine = worth_of(rank, hand)
        higher = [c for c in claims if (beaten is None or c > beaten) and (rules["below"] == "yes" or c >= mine)]
        answers = {c: answer(mover, hand, c, part, beaten, seen, kept) for c in higher}
        return Move(mover, (mover, "claim", hand, part, beaten, seen, kept[mover]), answers)

    def answer(mover, hand, said, part, beaten, seen, kept):
        other, mine = (mover + 1) % players, worth_of(rank, hand)
        true = mine == said if rules["truth"] == "equal" else mine >= said
        doubted = won(mover, other) if true else won(other, mover)
        accepted = pick(other, hand, said, (*seen, said, hand), kept)
        shown = part if rules["keep"] == "shown" else ()
        knows = (other, "answer", said, shown, beaten, seen, kept[other])
        return Move(other, knows, {"doubt": doubted, "accept": accepted})

    return pick(0, None, None, (), dict.fromkeys(range(players), ()))


# Values of behaviours -------------------------------------------------------------------------------------------------


def moves(game):
    """{what the mover knows: his actions}, over the whole game."""
    if isinstance(game, End):
        return {}
    below = [child for _, child in game.branches] if isinstance(game, Chance) else list(game.actions.values())
    own = {game.knows: list(game.actions)} if isinstance(game, Move) else {}
    return own | {knows: actions for child in below for knows, actions in moves(child).items()}


def expected(game, behaviour, player):
    """What `player` expects when everybody, himself included, behaves as told."""
    if isinstance(game, End):
        return game.pay[player]
    if isinstance(game, Chance):
        return sum(p * expected(child, behaviour, player) for p, child in game.branches)
    return sum(p * expected(game.actions[a], behaviour, player) for a, p in behaviour[game.knows].items() if p)


def best_response(game, behaviour, player):
    """The most `player` can expect when everybody else behaves as told."""

    def best(situations):
        """Of a list of (probability that the others and chance lead here, game). What he cannot tell apart stays together."""
        total, known = 0, defaultdict(list)
        while situations:
            weight, here = situations.pop()
            if isinstance(here, End):
                total += weight * here.pay[player]
            elif isinstance(here, Chance):
                situations += [(weight * p, child) for p, child in here.branches]
            elif here.player != player:
                situations += [(weight * p, here.actions[a]) for a, p in behaviour[here.knows].items() if p]
            else:
                known[here.knows].append((weight, here))
        for same in known.values():
            total += max(best([(weight, here.actions[a]) for weight, here in same]) for a in same[0][1].actions)
        return total

    return best([(Fraction(1), game)])


# Exact values of zero-sum games of two players ------------------------------------------------------------------------

ONE = -1  # the constant in a row of `maximise`


def maximise(goal, limits):
    """The largest goal·x with x >= 0 and row·x <= bound for every (row, bound) of `limits`, and such an x.

    Rows are {name: coefficient}, bounds are not negative. The simplex method with dictionaries, as in textbooks: every
    basic variable is a row {ONE: constant, other variable: coefficient}. Bland's rule (least index in, least index out of
    those that first reach zero) keeps it from going round in circles.
    """
    names = list(dict.fromkeys(name for row, _ in [(goal, 0), *limits] for name in row))
    index = {name: i for i, name in enumerate(names)}
    basic = {
        len(names) + i: {ONE: Fraction(bound)} | {index[name]: -Fraction(c) for name, c in row.items() if c}
        for i, (row, bound) in enumerate(limits)
    }
    value = {ONE: Fraction(0)} | {index[name]: Fraction(c) for name, c in goal.items() if c}
    while any(c > 0 for i, c in value.items() if i != ONE):
        enter = min(i for i, c in value.items() if i != ONE and c > 0)
        _, leave = min((row[ONE] / -row[enter], i) for i, row in basic.items() if row.get(enter, 0) < 0)
        row = basic.pop(leave)
        slope = row.pop(enter)
        solved = {i: -c / slope for i, c in row.items()} | {leave: 1 / slope}  # the leaving row, solved for `enter`
        basic = {i: substitute(row, enter, solved) for i, row in basic.items()} | {enter: solved}
        value = substitute(value, enter, solved)
    return value[ONE], {name: basic[i][ONE] if i in basic else Fraction(0) for name, i in index.items()}


def substitute(row, variable, solved):
    """`row` with `solved` in place of `variable`."""
    factor = row.get(variable, 0)
    if not factor:
        return row
    added = {i: row.get(i, 0) + factor * solved.get(i, 0) for i in row.keys() | solved.keys() if i != variable}
    return {i: c for i, c in added.items() if c or i == ONE}


def matrix_value(matrix):
    """The value to the row player, who maximises, of a game {(row, column): payoff}: the largest v his mix guarantees."""
    lowest = min(matrix.values())  # taken off every payoff, so that v >= 0
    rows, columns = {r for r, _ in matrix}, {c for _, c in matrix}
    limits = [({("mix", r): 1 for r in rows}, 1)]
    limits += [({"v": 1} | {("mix", r): lowest - matrix[r, c] for r in rows}, 0) for c in columns]
    return maximise({"v": 1}, limits)[0] + lowest


def value_by_matrix(game):
    """Player 0's value of a tiny game: every pure strategy against every other."""
    known = moves(game)
    own = [{k: actions for k, actions in known.items() if k[0] == player} for player in (0, 1)]
    pure = [[dict(zip(sets, plan, strict=True)) for plan in product(*sets.values())] for sets in own]
    return matrix_value(
        {
            (i, j): expected(game, {knows: {a: 1} for knows, a in (row | column).items()}, 0)
            for i, row in enumerate(pure[0])
            for j, column in enumerate(pure[1])
        }
    )


def value_by_sequences(game):
    """Player 0's value by the sequence form (Koller, Megiddo and von Stengel 1994). A sequence is all a player did so far.

    Unknown are the weight x of each sequence of player 0 and what player 1's information sets are worth at least, v. With
    the lowest payoff taken off, nothing is negative; so more weight never hurts and `<=` may stand for `=`.
    """
    ends = []  # (probability, sequence of player 0, sequence of player 1, payoff)
    led = ({}, {})  # information set: the sequence of its player that leads there

    def walk(here, chance, sequences):
        if isinstance(here, End):
            ends.append((chance, *sequences, here.pay[0]))
        elif isinstance(here, Chance):
            for p, child in here.branches:
                walk(child, chance * p, sequences)
        else:
            led[here.player][here.knows] = sequences[here.player]
            for action, child in here.actions.items():
                longer = list(sequences)
                longer[here.player] += ((here.knows, action),)
                walk(child, chance, longer)

    walk(game, Fraction(1), ((), ()))
    lowest = min(pay for *_, pay in ends)
    known = moves(game)
    limits = [({("x", ()): 1}, 1)]
    limits += [({("x", (*s, (i, a))): 1 for a in known[i]} | {("x", s): -1}, 0) for i, s in led[0].items()]
    worth = {
        (): {("v", ()): 1}
    }  # for each sequence of player 1: the set where it ends, less what the sets after it are worth,
    worth |= {(*t, (j, a)): {("v", j): 1} for j, t in led[1].items() for a in known[j]}
    for j, t in led[1].items():
        worth[t]["v", j] = worth[t].get(("v", j), 0) - 1
    for chance, s, t, pay in ends:  # is at most what player 0's weights make of the ends it reaches
        worth[t]["x", s] = worth[t].get(("x", s), 0) - chance * (pay - lowest)
    return maximise({("v", ()): 1}, limits + [(row, 0) for row in worth.values()])[0] + lowest


# Regrets ----------------------------------------------------------------------------------------------------------------


def cfr(game, iterations, *, floor, alpha, beta, gamma, alternate, predict):
    """Counterfactual regret minimisation of a game of any number of players, by the book and in fractions.

    While a player learns, the strategy of the one before him, who has learned last, enters his average; of two players that
    is the other one. Returns the average, {what the mover knows: {action: weight of the sequence of his own moves}}, not
    normalised, and the regrets. Powers must be whole numbers.
    """
    known = moves(game)
    players = 1 + max(player for player, *_ in known)
    regret = {k: dict.fromkeys(actions, Fraction(0)) for k, actions in known.items()}
    look = {k: dict(r) for k, r in regret.items()}  # what strategies are in proportion to
    average = {k: dict.fromkeys(actions, Fraction(0)) for k, actions in known.items()}

    def strategy(k):
        positive = {a: max(r, 0) for a, r in look[k].items()}
        total = sum(positive.values())
        return {a: r / total if total else Fraction(1, len(positive)) for a, r in positive.items()}

    def update(own, t):
        before = (own - 1) % players
        now = {k: strategy(k) for k in known}
        gain, weigh = {}, {}

        def walk(here, chance, reach):
            """What the rest is worth to `own`, times the chance that the others and the dice lead here."""
            if isinstance(here, End):
                return chance * prod(r for player, r in enumerate(reach) if player != own) * here.pay[own]
            if isinstance(here, Chance):
                return sum(walk(child, chance * p, reach) for p, child in here.branches)
            k, mover, play = here.knows, here.player, now[here.knows]
            if mover == before:
                weigh[k] = reach[mover]
            longer = {a: (*reach[:mover], reach[mover] * play[a], *reach[mover + 1 :]) for a in here.actions}
            worth = {a: walk(child, chance, longer[a]) for a, child in here.actions.items()}
            if mover != own:
                return sum(worth.values())
            value = sum(play[a] * w for a, w in worth.items())
            found = gain.setdefault(k, dict.fromkeys(worth, Fraction(0)))
            for a, w in worth.items():
                found[a] += w - value
            return value

        walk(game, Fraction(1), (Fraction(1),) * players)
        for k, reach in weigh.items():
            for a, p in now[k].items():
                average[k][a] += Fraction(t) ** gamma * reach * p
        for k, found in gain.items():
            for a, new in found.items():
                old = regret[k][a]
                power = alpha if old > 0 else beta
                if power is not None and t > 1:
                    old *= Fraction(t - 1) ** power / (Fraction(t - 1) ** power + 1)
                regret[k][a] = max(old + new, 0) if floor else old + new
                if alternate:
                    look[k][a] = regret[k][a] + (new if predict else 0)

    for t in range(1, iterations + 1):
        for own in range(players):
            update(own, t)
        if not alternate:
            look.update({k: dict(r) for k, r in regret.items()})
    return average, regret
