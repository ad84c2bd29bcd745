"""Lanctot and Long 2007, 'Solving Bluff': what is printed, as data, and the items that recompute it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import lcm
from string import ascii_lowercase

import numpy as np

from mendax.games.classic import bimatrix, koller, rock_paper_scissors
from mendax.games.counts import count_by_enumeration, count_by_formula
from mendax.games.letters import parse_letters
from mendax.games.match import compile_match
from mendax.games.normal_form import matrix_form
from mendax.games.round import Round, compile_round
from mendax.games.strategy import Strategy, make_strategy
from mendax.games.tree import Tree
from mendax.papers.report import Finding, Item, Verdict, rounds_to
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round
from mendax.solve.exact import strategies
from mendax.solve.game import solve_game
from mendax.solve.lp import solve_exact, solve_float
from mendax.solve.match import solve_match
from mendax.solve.proof import prove
from mendax.solve.response import best_response
from mendax.solve.sequence_form import SequenceForm, all_bids, keys_of, round_form
from mendax.solve.solution import Solution, Status

WORK = "lanctot-long"

# Table 1: rows are the plans of player 1, columns those of player 2.
TABLE_1_COLUMNS = ("ps", "pt", "qs", "qt")
TABLE_1 = {
    "lLc": (9, 15, 9, 15),
    "lLd": (13, 10, 13, 10),
    "lRc": (9, 15, 9, 15),
    "lRd": (13, 10, 13, 10),
    "rLc": (10, 16, 12, 18),
    "rLd": (14, 11, 16, 13),
    "rRc": (11, 17, 7, 13),
    "rRd": (15, 12, 11, 8),
}

# Table 2, without its plural marks.
TABLE_2 = "1-1 1-2 1-3 1-4 1-5 1-6 2-1 2-2 2-3 2-4 2-5 2-6 Bluff"
LETTERS_OF_CALLS = {2: "e/f", 3: "g/h", 4: "i/j", 5: "k/l"}

# Table 3: (Check, faces): value, then seconds to fill, for x, for y, in all.
TABLE_3 = {
    ("no", 2): ("0.5", "0", "0", "0", "<< 1"),
    ("no", 3): ("0.11111", "< 1", "< 1", "< 1", "about 2"),
    ("no", 4): ("0.0625", "2", "1.5", "1.5", "5"),
    ("no", 5): ("0.008", "75", "37", "48", "160"),
    ("no", 6): ("-0.027132", "1941", "977", "856", "3774"),
    ("yes", 2): ("0", "0", "0", "0", "<< 1"),
    ("yes", 3): ("0", "< 1", "< 1", "< 1", "about 2"),
    ("yes", 4): ("0", "8", "3", "2", "13"),
    ("yes", 5): ("0", "186", "57", "27", "270"),
    ("yes", 6): ("0", "5187", "1182", "1033", "7402"),
}

# The printed sequence weights. What the scan garbles is put right where only one reading is legal: l for 1, q for g.
X_DF2 = "X1c=1 X1cde=1 X2d=1"
X_DF2_ALIKE = "X1c=1 X1cde=1 X2c=1 X2cde=1"
Y_DF2 = "Y1ad=1 Y1bd=1 Y1cd=1 Y1de=1 Y2ad=1 Y2bd=1 Y2cd=1 Y2de=1"
X_DF2_CHECK = "X1b=1 X1bcd=0.5 X1bcf=0.5 X1bde=1 X2b=1 X2bcd=0.5 X2bcf=0.5 X2bde=1"
Y_DF2_CHECK = (
    "Y1ab=1 Y1abce=1 Y1abde=1 Y1bf=1 Y1cd=0.5 Y1cf=0.5 Y1de=1 Y2ab=1 Y2abcf=1 Y2abde=1 Y2bf=1 Y2cd=0.5 Y2cf=0.5 Y2de=1"
)
X_DF6 = (
    "X1c=0.418605 X1d=0.372093 X1e=0.209302 X2c=0.418605 X2d=0.372093 X2e=0.209302 X3c=0.697674 X3d=0.232558 "
    "X3e=0.069767 X4d=0.930233 X4e=0.069767 X5e=1.000000 X6c=0.279070 X6d=0.372093 X6e=0.348837"
)
Y_DF6 = (
    "Y1cd=0.087209 Y1ce=0.387597 Y1cm=0.525194 Y1de=0.288760 Y1dm=0.711240 Y1eg=0.129845 Y1em=0.870155 "
    "Y2cd=0.174419 Y2ce=0.304264 Y2de=0.292636 Y2dm=0.707364 Y2eh=0.125969 Y2em=0.874031 "
    "Y3cd=0.087209 Y3ce=0.261628 Y3ci=0.651163 Y3de=0.511628 Y3dm=0.488372 Y3ef=0.093023 Y3em=0.906977 "
    "Y4cd=1.000000 Y4de=0.162791 Y4dj=0.837209 Y4ef=0.906977 Y4em=0.093023 "
    "Y5ce=1.000000 Y5de=1.000000 Y5ek=1.000000 "
    "Y6cd=0.261628 Y6ce=0.691860 Y6ci=0.046512 Y6de=1.000000 Y6ef=1.000000"
)
LEAVES = 49140


def items() -> tuple[Item, ...]:
    """Every number, table and claim of the paper that can be computed."""
    found: list[tuple[str, Callable[[], Finding]]] = [
        ("Table 1, the example of Koller, Megiddo and von Stengel", _table_1),
        ("Check of the method on that example", _koller_value),
        ("Information sets of that example", _koller_infosets),
        ("Text: what r rules out in that example", _after_r),
        ("Check of the method on rock-paper-scissors", _rock_paper_scissors),
        ("Table 2, letters of the bids", _table_2),
        ("Text: letters of Bluff and Check for fewer faces", _letters_of_calls),
        ("Text: number of bidding sequences", _bidding_sequences),
        ("Text: number of leaves, and of entries of A", _leaves),
        ("Text: lengths of the bidding sequences a player sees", _parity),
        *((_table_3_name(*key), partial(_table_3, *key)) for key in TABLE_3),
        ("Table 3, times add up", _table_3_times),
        ("Text: the first player's advantage falls with the faces", _advantage_falls),
        ("Printed x, df=2 without Check", partial(_printed_strategy, "bluff:faces=2", X_DF2)),
        ("Printed y, df=2 without Check", partial(_printed_strategy, "bluff:faces=2", Y_DF2)),
        ("Text: x may as well open 2-1 with both faces, df=2", partial(_printed_strategy, "bluff:faces=2", X_DF2_ALIKE)),
        ("Printed x, df=2 with Check", partial(_printed_strategy, "bluff:faces=2,exact=yes", X_DF2_CHECK)),
        ("Printed y, df=2 with Check", partial(_printed_strategy, "bluff:faces=2,exact=yes", Y_DF2_CHECK)),
        ("Text: chance of 2-2, and X's share of the wins, df=2", _df2_chances),
        ("Printed x, df=6 excerpt, extends to an optimal strategy", partial(_excerpt, X_DF6)),
        ("Printed y, df=6 excerpt, adds up", _excerpt_sums),
        ("Printed y, df=6 excerpt, extends to an optimal strategy", partial(_excerpt, Y_DF6)),
        ("Text: with Check, df=6, y need never raise", _never_raise),
        *((f"Open question: the loser gives a die, {faces} faces", partial(_give, faces)) for faces in (2, 3, 4)),
        ("Open question: where more than winning decides, the equilibrium does depend on what follows", _difference),
    ]  # fmt: skip
    return tuple(Item(work=WORK, name=name, check=check) for name, check in found)


@cache
def _round(game: str) -> Round:
    return compile_round(parse_round(game))


@cache
def _solved(game: str) -> Solution:
    return solve_game(_round(game))


def _agrees(holds: object) -> Verdict:
    return Verdict.AGREES if holds else Verdict.FAILS


# The example games ----------------------------------------------------------------------------------------------------


def _table_1() -> Finding:
    # Each plan is a set of letters, as every letter belongs to one information set.
    computed = {
        (frozenset(row), frozenset(column)): payoff[0] for (row, column), payoff in matrix_form(koller()).items()
    }
    printed = {
        (frozenset(row), frozenset(column)): value
        for row, values in TABLE_1.items()
        for column, value in zip(TABLE_1_COLUMNS, values, strict=True)
    }
    equal = sum(computed[cell] == value for cell, value in printed.items())
    return Finding(
        printed=f"{len(printed)} payoffs",
        ours=f"{equal} of {len(computed)} equal",
        verdict=_agrees(computed == printed),
        note="normal form of the tree `koller`, by playing out every pair of plans. The figure is lost in the scan; the tree is"
        " the one with independent parts (l/r, p/q, L/R) and (c/d, s/t) that the table demands.",
    )


def _table_1_game() -> Tree:
    """Table 1 itself as a simultaneous game."""
    rows = {
        row: {column: (value, -value) for column, value in zip(TABLE_1_COLUMNS, values, strict=True)}
        for row, values in TABLE_1.items()
    }
    return bimatrix("koller-table-1", rows)


def _same_value(sequence: Tree, normal: Tree) -> Finding:
    first, second = solve_game(sequence), solve_game(normal)
    both_exact = first.status is second.status is Status.EXACT
    return Finding(
        printed="sequence form and normal form agree",
        ours=f"{first.value} and {second.value}",
        verdict=_agrees(both_exact and first.value == second.value),
        note="both exact; the paper prints no number",
    )


def _koller_value() -> Finding:
    return _same_value(koller(), _table_1_game())


def _koller_infosets() -> Finding:
    counts = [sum(infoset.player == p for infoset in koller().infosets) for p in (0, 1)]
    return Finding(printed="3 and 2", ours=f"{counts[0]} and {counts[1]}", verdict=_agrees(counts == [3, 2]))


def _after_r() -> Finding:
    table = {row: dict(zip(TABLE_1_COLUMNS, values, strict=True)) for row, values in TABLE_1.items()}
    swing_st = {
        row[0]: max(abs(cells["ps"] - cells["pt"]) for r, cells in table.items() if r[0] == row[0]) for row in table
    }
    swing_pq = {
        row[0]: max(abs(cells["ps"] - cells["qs"]) for r, cells in table.items() if r[0] == row[0]) for row in table
    }
    contradicts = swing_st["r"] > 0 and swing_pq["l"] == 0
    return Finding(
        printed="after r, plans with s and t cannot be followed",
        ours="after l, plans with p and q cannot",
        verdict=Verdict.ERRATUM if contradicts else Verdict.FAILS,
        note=f"in Table 1 exchanging s and t changes the payoff of r by up to {swing_st['r']}, exchanging p and q that of l by"
        f" {swing_pq['l']}: it is l that makes p and q irrelevant, and s and t matter after either.",
    )


def _rock_paper_scissors() -> Finding:
    solution = solve_game(rock_paper_scissors())
    uniform = all(list(s.prob) == [Fraction(1, 3)] * 3 for s in solution.profile)
    return Finding(
        printed="the method was verified on it",
        ours=f"value {solution.value}, each move 1/3",
        verdict=_agrees(solution.status is Status.EXACT and solution.value == 0 and uniform),
        note="the paper prints no number; its figure of the payoffs is lost in the scan",
    )


# Notation and counts --------------------------------------------------------------------------------------------------


def _table_2() -> Finding:
    game = _round("bluff")
    ours = " ".join([*(f"{bid.count}-{bid.face}" for bid in game.bids), "Bluff"])
    return Finding(
        printed="a=1-1 ... l=2-6, m=Bluff",
        ours=f"{ascii_lowercase[0]}={ours.split()[0]} ... {ascii_lowercase[game.call]}={ours.split()[-1]}",
        verdict=_agrees(ours == TABLE_2),
        note="letters parse and print: see games/letters.py",
    )


def _letters_of_calls() -> Finding:
    ours = {}
    for faces in LETTERS_OF_CALLS:
        game = _round(f"bluff:faces={faces},exact=yes")
        ours[faces] = f"{ascii_lowercase[game.call]}/{ascii_lowercase[game.exact]}"
    return Finding(
        printed=", ".join(LETTERS_OF_CALLS.values()),
        ours=", ".join(ours.values()),
        verdict=_agrees(ours == LETTERS_OF_CALLS),
    )


def _bidding_sequences() -> Finding:
    formula, walked = count_by_formula(parse_round("bluff")), count_by_enumeration(_round("bluff"))
    return Finding(
        printed="2^12 - 1 = 4095",
        ours=f"{walked.public_nodes - 1:,}",
        verdict=_agrees(formula == walked and walked.public_nodes - 1 == 2**12 - 1),
        note="by formula and by walking all of them",
    )


def _leaves() -> Finding:
    formula, walked = count_by_formula(parse_round("bluff")), count_by_enumeration(_round("bluff"))
    entries = round_form(_round("bluff"), all_bids(_round("bluff"))).payoff.nnz
    same = formula.histories == walked.histories == entries
    return Finding(
        printed=f"b (2^b - 1) = {LEAVES:,}",
        ours=f"36 (2^12 - 1) = {walked.histories:,}",
        verdict=Verdict.AGREES if walked.histories == LEAVES else Verdict.ERRATUM if same else Verdict.FAILS,
        note=f"the tree of one round has a leaf for every bidding sequence and both dice: by formula {formula.histories:,}, by"
        f" walking {walked.histories:,}, by counting the entries of A {entries:,}. The printed formula multiplies by the b = 12"
        " bids where the text itself asks for all pairs of dice, 36; with Check there are twice as many.",
    )


def _parity() -> Finding:
    game = _round("bluff:faces=2")
    form = round_form(game, all_bids(game))
    lengths = [{int(node).bit_count() % 2 for node in seqs.node[1:]} for seqs in form.players]
    words = ["odd" if length == {1} else "even" if length == {0} else "both" for length in lengths]
    return Finding(
        printed="X odd, Y odd",
        ours=f"X {words[0]}, Y {words[1]}",
        verdict=Verdict.ERRATUM if words == ["even", "odd"] else Verdict.FAILS,
        note="over all information sets of both players. X moves first, so X has heard an even number of bids.",
    )


# Table 3 --------------------------------------------------------------------------------------------------------------


def _table_3_game(check: str, faces: int) -> str:
    keys = [f"faces={faces}"] * (faces != 6) + ["exact=yes"] * (check == "yes")
    return "bluff" + (":" + ",".join(keys) if keys else "")


def _table_3_name(check: str, faces: int) -> str:
    return f"Table 3, {'ch' if check == 'yes' else '!ch'}, df={faces}"


def _table_3(check: str, faces: int) -> Finding:
    value, *_, total = TABLE_3[check, faces]
    solution = _solved(_table_3_game(check, faces))
    exact = isinstance(solution.value, Fraction)
    return Finding(
        printed=f"{value} in {total} s",
        ours=f"{solution.value} = {float(solution.value):.6f} in {solution.seconds:.2f} s",
        verdict=_agrees(exact and rounds_to(Fraction(solution.value), value)),
        note="exact: both best responses in rationals over the whole game equal it" if exact else "not proven exact",
    )


def _table_3_times() -> Finding:
    rows = {key: row for key, row in TABLE_3.items() if row[-1].isdigit()}
    wrong = [_table_3_name(*key) for key, row in rows.items() if sum(map(Fraction, row[1:4])) != Fraction(row[4])]
    return Finding(
        printed=f"{len(rows)} totals", ours=f"{len(rows) - len(wrong)} are the sums", verdict=_agrees(not wrong)
    )


def _advantage_falls() -> Finding:
    values = [Fraction(_solved(_table_3_game("no", faces)).value) for faces in range(2, 7)]
    falling = all(high > low for high, low in pairwise(values))
    return Finding(
        printed="more for the first player with fewer faces",
        ours=" > ".join(map(str, values)),
        verdict=_agrees(falling and values[-1] < 0),
    )


# The printed strategies -----------------------------------------------------------------------------------------------


def printed_weights(game: Round, text: str) -> tuple[int, dict[tuple[int, int, int], Fraction]]:
    """Player, and {(node, hand, action): weight}, of sequence weights as printed.

    A decimal stands for the simplest fraction (denominator at most 1,000) that rounds to it.
    """
    weights: dict[tuple[int, int, int], Fraction] = {}
    player = 0
    for entry in text.split():
        name, _, decimal = entry.partition("=")
        sequence = parse_letters(game, name)
        player = sequence.player
        weight = Fraction(decimal).limit_denominator(1000)
        if not rounds_to(weight, decimal):
            raise ArithmeticError(f"{entry}: no fraction with a denominator up to 1,000 rounds to it")
        weights[sequence.node, sequence.hand, sequence.actions[-1]] = weight
    return player, weights


def printed_strategy(game: Round, text: str) -> Strategy:
    """The behaviour of printed sequence weights: each weight's share of what led to it."""
    player, weights = printed_weights(game, text)
    total: dict[tuple[int, int], Fraction] = {}
    for (node, hand, _), weight in weights.items():
        total[node, hand] = total.get((node, hand), Fraction(0)) + weight
    rows = {(node, hand, action): w / total[node, hand] for (node, hand, action), w in weights.items()}
    return make_strategy(player, rows, exact=True)


def _guarantee(game: Round, strategy: Strategy) -> Fraction:
    """What a strategy is sure of, as a value of the game: against an exact best response over the whole game."""
    response = best_response(game, [strategy], 1 - strategy.player)
    return Fraction(response.value) * (-1 if strategy.player == 0 else 1)


def _printed_strategy(name: str, text: str) -> Finding:
    game, value = _round(name), _solved(name).value
    strategy = printed_strategy(game, text)
    sure = _guarantee(game, strategy)
    return Finding(
        printed="optimal",
        ours=f"sure of {sure}; the value is {value}",
        verdict=Verdict.AGREES if sure == value else Verdict.ERRATUM,
        note="exact best response of the other player over the whole game",
    )


def _df2_chances() -> Finding:
    game = _round("bluff:faces=2")
    twos = game.tally[0][game.bids.index(game.bids[-1])]
    both = Fraction(sum(int(a + b == 2) for a in twos for b in twos), game.num_rolls)
    wins = (1 + Fraction(_solved("bluff:faces=2").value)) / 2
    return Finding(
        printed="25% and 75%",
        ours=f"{float(both):.0%} and {float(wins):.0%}",
        verdict=_agrees(both == Fraction(1, 4) and wins == Fraction(3, 4)),
    )


def _completed(text: str) -> tuple[int, dict[tuple[int, int, int], Fraction], list[tuple[int, int]]]:
    """Player, weights, and the (node, hand) whose printed weights left something for Bluff, which is put in."""
    game = _round("bluff")
    player, weights = printed_weights(game, text)
    missing = []
    for node, hand in sorted({(node, hand) for node, hand, _ in weights}):
        rest = Fraction(1) - sum(w for (n, h, _), w in weights.items() if (n, h) == (node, hand))
        if rest != 0:
            weights[node, hand, game.call] = rest
            missing.append((node, hand))
    return player, weights, missing


def _excerpt_sums() -> Finding:
    game = _round("bluff")
    _, weights, missing = _completed(Y_DF6)
    names = [
        f"Y{hand + 1}{ascii_lowercase[node.bit_length() - 1]}m = {float(weights[node, hand, game.call]):.6f}"
        for node, hand in missing
    ]
    return Finding(
        printed="weights at each die and bid add up to 1",
        ours=f"all but {len(missing)}" if missing else "all",
        verdict=Verdict.ERRATUM if missing else Verdict.AGREES,
        note=f"missing from the page or from its scan: {', '.join(names)}, the only move that the other tables call for; with it"
        " the excerpt is tested below."
        if missing
        else "",
    )


def _excerpt(text: str) -> Finding:
    """Fix the printed weights, let the LP choose all others, and prove what comes out over the whole game."""
    game, value = _round("bluff"), _solved("bluff").value
    player, weights, _ = _completed(text)
    unit = lcm(*(weight.denominator for weight in weights.values()))
    form = round_form(game, all_bids(game, undominated=True))
    if player == 1:
        form = mirrored(form)
    sequences = form.players[0]
    fixed = {}
    given = {(node, hand) for node, hand, _ in weights}
    for s in range(1, sequences.size):
        node, hand, action = int(sequences.node[s]), int(sequences.hand[s]), int(sequences.action[s])
        if (node, hand) in given:
            fixed[s] = weights.get((node, hand, action), Fraction(0))
    found = solve_float(form, fixed=fixed)
    plans = None if found is None else solve_exact(form, found, fixed=fixed)
    if plans is None:
        return Finding(printed="part of an equilibrium", ours="not settled", verdict=Verdict.FAILS)
    strategy = sequences.strategy(player, plans.plans[0])
    kept = all(strategy.at(n, h).get(a, 0) == w for (n, h, a), w in weights.items())
    sure = _guarantee(game, strategy)
    return Finding(
        printed="part of an equilibrium",
        ours=f"the best extension is sure of {sure}; the value is {value}",
        verdict=_agrees(kept and sure == value),
        note=f"decimals read as fractions over {unit}; all other weights chosen by an"
        " LP, lifted to rationals, and proven by an exact best response over the whole game: with any optimal strategy of the"
        " other player it is an equilibrium.",
    )


def mirrored(form: SequenceForm) -> SequenceForm:
    """The same game seen by player 1: he maximises."""
    first, second = form.players
    return SequenceForm(players=(second, first), payoff=-form.payoff.T.tocsr(), scale=form.scale)


def _never_raise() -> Finding:
    """Let y only call or check: openings are all that is left of x."""
    game, value = _round("bluff:exact=yes"), _solved("bluff:exact=yes").value
    openings = np.sort(np.concatenate([keys_of(np.full(6, 1 << rung), np.arange(6)) for rung in range(game.num_rungs)]))
    form = round_form(game, (openings, np.zeros(0, dtype=np.int64)))
    found = solve_float(form)
    plans = None if found is None else solve_exact(form, found)
    if plans is None:
        return Finding(printed="value 0", ours="not settled", verdict=Verdict.FAILS)
    sure = _guarantee(game, strategies(form, plans.plans)[1])
    return Finding(
        printed="Bluff or Check at once holds X to 0",
        ours=f"holds X to {sure}; the value is {value}",
        verdict=_agrees(sure == value),
        note="the best strategy of y that never raises, against an exact best response of x over the whole game",
    )


# The open question ----------------------------------------------------------------------------------------------------


RULES = ("loser", "winner", "clockwise")


def _give(faces: int) -> Finding:
    """One die is given by the loser of a round to its winner; 2v1 leads to 1v2 and back.

    A round has two outcomes, so whatever a win and a loss are worth afterwards, payoffs are a rising linear function of +1
    and -1 and the same strategies are optimal. Checked by proving one profile in rounds with quite different sequels, and the
    match as a whole, from the rules, against the equations written by hand.
    """
    held: list[bool] = []
    rounds: dict[str, Fraction] = {}
    for dice in ("2v1", "1v2"):
        solution = _solved(f"bluff:dice={dice},faces={faces}")
        rounds[dice] = Fraction(solution.value)
        match = parse_round(f"bluff:dice={dice},faces={faces},loss=give")
        for later in (Fraction(-9, 10), Fraction(0), Fraction(2, 3)):
            payoffs = partial(_later, later)
            held.append(prove(compile_round(match, continuation=payoffs), solution.profile).is_exact)
    by_hand = {rule: _give_values(rounds["2v1"], rounds["1v2"], rule) for rule in RULES}
    solved = {rule: _give_solved(faces, rule) for rule in RULES}
    told = "; ".join(f"next={rule}: {open2} and {open1}" for rule, (open2, open1) in solved.items())
    settled = all(held) and solved == by_hand
    return Finding(
        printed="seems non-linear; left open",
        ours=f"linear: rounds {rounds['2v1']} (2v1), {rounds['1v2']} (1v2)" if settled else "not settled",
        verdict=Verdict.ERRATUM if settled else Verdict.FAILS,
        note="a round's outcome is won or lost, so its equilibrium does not depend on what follows (one profile proven exact"
        f" under {len(held)} different sequels) and the values of the match solve linear equations, by hand and by the solver of"
        " matches. Value to the player with two dice, when he opens and when the other does, by who opens the next round:"
        f" {told}.",
    )


def _give_solved(faces: int, rule: str) -> tuple[Fraction, Fraction]:
    """The match to the player with two dice, when he opens and when the other does."""
    values = []
    for dice, sign in (("2v1", 1), ("1v2", -1)):
        match = compile_match(parse_round(f"bluff:dice={dice},faces={faces},loss=give,next={rule}"))
        solution = solve_match(match, lambda game: _solved(f"bluff:dice={_versus(game)},faces={faces}"))
        values.append(sign * Fraction(solution.value))
    return values[0], values[1]


def _versus(game: Round) -> str:
    return "v".join(map(str, game.num_dice))


def _difference() -> Finding:
    """Two dice against two, two faces, a round costs the difference; w is worth a lead in dice, and to open where there is none.

    Were one profile optimal for all w, the value of the round would be its expected payoff, a linear function of w.
    """
    match = compile_match(parse_round("bluff:dice=2v2,faces=2,loss=difference"))
    games = []
    for w in (Fraction(0), Fraction(1, 2), Fraction(1)):
        ahead = [standing.dice[0] - standing.dice[1] or 1 - 2 * standing.opener for standing in match.standings]
        games.append(match.round(0, [w * ((lead > 0) - (lead < 0)) for lead in ahead]))
    solutions = [solve_game(game) for game in games]
    exact = all(solution.status is Status.EXACT for solution in solutions)
    none, half, all_ = (Fraction(solution.value) for solution in solutions)
    kept = prove(games[1], solutions[2].profile)
    bent = exact and half != (none + all_) / 2 and not kept.is_exact
    return Finding(
        printed="seems non-linear; left open",
        ours=f"non-linear: {none}, {half}, {all_} at w = 0, 1/2, 1" if bent else "not settled",
        verdict=Verdict.AGREES if bent else Verdict.FAILS,
        note=f"{match.game}: a lead in dice, or to open at one each, is worth w afterwards. Exact values of the first round; on"
        f" a line {half} would be {(none + all_) / 2}, so no profile is optimal at all three. That of w = 1 leaves [{kept.low},"
        f" {kept.high}] at w = 1/2.",
    )


def _later(later: Fraction, standing: Standing) -> tuple[Fraction, Fraction]:
    """A made-up value of going on, from player 0's side, whatever the standing."""
    return later, -later


def _give_values(opens_with_two: Fraction, opens_with_one: Fraction, rule: str) -> tuple[Fraction, Fraction]:
    """Values a, b to the player with two dice against one, when he opens (a) and when the other does (b).

    He wins the match with probability p (or q), else he is the one with one die: a = p - (1-p) u, b = q - (1-q) v with u and v
    either a or b by who opens next.
    """
    p, q = (1 + opens_with_two) / 2, (1 - opens_with_one) / 2
    if rule == "clockwise":  # the other opens, who now has two dice: a; after b he himself opens: b
        return p / (2 - p), q / (2 - q)
    if rule == "winner":  # the winner has two dice and opens: a both times
        a = p / (2 - p)
        return a, q - (1 - q) * a
    b = q / (2 - q)  # the loser has one die and opens: b both times
    return p - (1 - p) * b, b
