"""Section 6, liar's coins: the limit of many coins, three coins, and how many it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from mendax.figure import Figure, Series
from mendax.games.continuous import CONTINUOUS_VALUE, V
from mendax.games.cup import Cup
from mendax.papers.ferguson.by_hand import Rival, coins
from mendax.papers.ferguson.finding import begins, compare, item, judge
from mendax.papers.ferguson.play import NOTHING, ONE, Chances, Plan, cup, solved, solved_in_floats, value_of, worth_at
from mendax.papers.ferguson.readings import Reading, compare_readings
from mendax.papers.report import Finding, Item
from mendax.solve.cup_response import cup_positions
from mendax.solve.game import solve_game
from mendax.solve.solution import Solution

GAME = "coins"

# Many coins.
GOLDEN, FIRST_WINS = ".618", ".382"

# Three coins: P(a, b) with a heads and more than b to claim.
WORTH = {(2, 2): "1/2", (1, 2): "1/4", (0, 2): "1/8", (0, 1): "1/2"}
# Against accepting a two, and challenging it.
MATRIX = {"improve": ("11/16", "3/4"), "destroy": ("13/16", "0")}
MATRIX_VALUE = "39/56"
IMPROVES, DESTROYS = "13/14", "1/14"
ACCEPTS, CHALLENGES = "6/7", "1/7"

CLAIMS_TWO, CLAIMS_ONE = "2/3", "1/3"  # the first claim with one head
ACCEPTS_TWO = "17/42"  # the first answer
VALUE = "807/1344"
ENOUGH = 3

SUBSETS = 12  # coins up to which all throws are compared with two
EXACT = tuple(range(1, 11))
IN_FLOATS = (12, 16, 20, 24, 32, 40, 48)


def items() -> tuple[Item, ...]:
    return (
        item("Section 6, many coins: what tosses lead to", _tosses),
        item("Section 6, many coins: the matrix and its value", _golden),
        item("Section 6, many coins: the first player's chance", _first_wins),
        item("Section 6, three coins: P(2, 2), P(1, 2), P(0, 2), P(0, 1)", _worth),
        item("Section 6, three coins: the matrix for P(1, 1)", _matrix),
        item("Section 6, three coins: P(1, 1), and how it is played", _matrix_value),
        item("Section 6, three coins: the first round", _first_round),
        item("Section 6, three coins: the value", _value),
        item("Section 6, three coins: strategy of the first player", _strategy_of_first),
        item("Section 6, three coins: strategy of the second player", _strategy_of_second),
        item("Section 6, three coins: to claim 2 with no heads gains nothing", _two_with_none),
        item("Section 6, text: three coins are needed to go for low", _enough),
        item("Section 6, text: no other subset is ever of use", _subsets),
        item("Section 6, text: the only game that favors the second player", _favors),
        item("Section 6, beyond: value by coins", _by_coins),
    )


def figures() -> tuple[Figure, ...]:
    values = {n: float(solved_coins(n).value) for n in (*EXACT, *IN_FLOATS)}
    limit = (3 - sqrt(5)) / 2
    return (
        Figure(
            work="ferguson",
            name="coins-by-number",
            title="Value of liar's coins by their number",
            x="coins",
            y="chance of the first player",
            series=(
                Series(label="value", x=tuple(map(float, values)), y=tuple(values.values()), style="points"),
                Series(label="limit, 0.382", x=(1.0, float(max(values))), y=(limit, limit), style="dashed"),
            ),
            note="Exact to ten coins, then by linear programs in floats with both best responses computed. From six"
            " coins on the second player is favored.",
            command="mendax reproduce ferguson --out DIR",
        ),
    )


def name_of(n: int) -> str:
    return f"{GAME}:n={n}"


def solved_coins(n: int) -> Solution:
    return (solved if n in EXACT else solved_in_floats)(name_of(n))


# Many coins -----------------------------------------------------------------------------------------------------------


def matrix_game(
    rows: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]],
) -> tuple[Fraction, Fraction, Fraction]:
    """Value of a 2x2 game without saddle point, and the chances of the first row and the first column."""
    (a, b), (c, d) = rows
    total = a - b - c + d
    value, row, column = (a * d - b * c) / total, (d - c) / total, (d - b) / total
    if not (0 < row < 1 and 0 < column < 1):
        raise ArithmeticError(f"{rows} has a saddle point")
    return value, row, column


def _tosses() -> Finding:
    """Mean share of heads, exactly, for every share x in ten coins: all tails tossed, all heads tossed, and then all tails."""
    n, rolled = 10, coins(10).rolled

    def mean(kept: str) -> Fraction:
        return sum(((hand - 1) * p for hand, p in rolled(kept or NOTHING).items()), start=Fraction(0)) / n

    rows = []
    for heads in range(n + 1):
        low = {hand - 1: p for hand, p in rolled("T" * (n - heads) or NOTHING).items()}
        again = sum((p * mean("H" * h) for h, p in low.items()), start=Fraction(0))
        rows.append((Fraction(heads, n), mean("H" * heads), mean("T" * (n - heads)), again))
    half = Fraction(1, 2)
    holds = all((up, down, again) == (half + x / 2, x / 2, half + x / 4) for x, up, down, again in rows)
    return judge(
        ".5 + x/2; x/2; then at most .5 + x/4",
        "means .5 + x/2; x/2; .5 + x/4" if holds else "others",
        agrees=holds,
        note=f"by enumerating tosses of {n} coins; a sum of n coins strays from its mean by a share of order 1/sqrt n",
    )


def _golden() -> Finding:
    """The value v of the game with entries 1 - v, 1; 1, 0, by iterating v from 1/2."""
    v = Fraction(1, 2)
    for _ in range(60):
        v, improves, accepts = matrix_game(((1 - v, Fraction(1)), (Fraction(1), Fraction(0))))
    golden = (sqrt(5) - 1) / 2
    return judge(
        f"1/(1 + v) = v = {GOLDEN}...; improves and accepts with v",
        f"v = {float(v):.6f}, improves {float(improves):.6f}, accepts {float(accepts):.6f}",
        agrees=begins(v, GOLDEN) and max(abs(float(x) - golden) for x in (v, improves, accepts)) < 1e-12,
        note="each step solves the 2x2 game with the v before; v tends to (sqrt 5 - 1)/2",
    )


def _first_wins() -> Finding:
    limit = 1 - (sqrt(5) - 1) / 2
    large = float(solved_coins(IN_FLOATS[-1]).value)
    falls = [float(solved_coins(n).value) for n in (EXACT[-1], *IN_FLOATS)]
    return judge(
        f"1 - v = {FIRST_WINS}...",
        f"{limit:.6f}; with {IN_FLOATS[-1]} coins {large:.4f}",
        # .38196... is printed rounded, with dots.
        agrees=abs(limit - float(FIRST_WINS)) <= 0.0005 and all(a > b for a, b in pairwise(falls)),
        note=f"from {EXACT[-1]} to {IN_FLOATS[-1]} coins the values fall towards it; that they tend to it is not"
        " proven here",
    )


# Three coins ----------------------------------------------------------------------------------------------------------


def worth(heads: int, above: int) -> Fraction:
    """P(a, b) of three coins, by induction over all positions."""
    return worth_at(name_of(3), 1 + above, 1 + heads)


def _worth() -> Finding:
    return compare(WORTH.values(), [worth(*key) for key in WORTH])


def toss(kept_heads: int, tossed: int) -> dict[int, Fraction]:
    """Chances of heads when so many coins are tossed and the kept ones show so many."""
    kept = "H" * kept_heads + "T" * (3 - kept_heads - tossed)
    return {hand - 1: chance for hand, chance in coins(3).rolled(kept or NOTHING).items()}


def matrix() -> dict[str, tuple[Fraction, Fraction]]:
    """The roller has one head, one head was claimed; he claims three if he has it, else two."""
    rows = {}
    for name, heads in (("improve", toss(1, 2)), ("destroy", toss(0, 1))):
        three = heads.get(3, Fraction(0))
        true = three + heads.get(2, Fraction(0))
        accepted = three + sum((p * (1 - worth(h, 2)) for h, p in heads.items() if h < 3), start=Fraction(0))
        rows[name] = accepted, true
    return rows


def _matrix() -> Finding:
    ours = matrix()
    return compare([text for row in MATRIX.values() for text in row], [entry for row in ours.values() for entry in row])


def _matrix_value() -> Finding:
    ours = matrix()
    value, improves, accepts = matrix_game((ours["improve"], ours["destroy"]))
    finding = compare(
        [MATRIX_VALUE, IMPROVES, DESTROYS, ACCEPTS, CHALLENGES], [value, improves, 1 - improves, accepts, 1 - accepts]
    )
    again = worth(1, 1)
    agrees = finding.printed == finding.ours and again == value
    return judge(
        finding.printed, finding.ours, agrees=agrees, note=f"by induction over all positions P(1, 1) = {again}"
    )


def _first_round() -> Finding:
    """With one head he claims two so often that a two may as well be believed; it is believed so often that he may as well
    claim one."""
    two, one = toss(0, 3)[2], toss(0, 3)[1]
    claims = two * worth(2, 2) / (one * (1 - worth(1, 2)))
    accepts = (1 - worth(1, 1)) / (1 - worth(1, 2))
    return compare([CLAIMS_TWO, CLAIMS_ONE, ACCEPTS_TWO], [claims, 1 - claims, accepts])


def _value() -> Finding:
    value, printed = value_of(name_of(3)), Fraction(VALUE)
    return judge(
        VALUE, f"{value} = {float(value):.6f}", agrees=value == printed, note=f"exact; in lowest terms {printed}"
    )


# The strategies. Hands and claims are numbered by their heads and one. ------------------------------------------------

Doubter = Callable[[int, str, int], Fraction]
ONE_HEAD = "HTT"


def keeps(beat: int, hand: int) -> Mapping[str, Fraction]:
    """With one head, to beat one head: improve or destroy. Else improve: keep all heads."""
    heads = hand - 1
    if (heads, beat - 1) == (1, 1):
        return {"H": Fraction(IMPROVES), "TT": Fraction(DESTROYS)}
    return {"H" * max(heads, 0) or NOTHING: ONE}


def truth(beat: int, seen: str, hand: int) -> Chances:
    """The truth if it is high enough, else the least that is: two heads for want of three in the matrix."""
    return {max(hand, beat + 1): ONE}


def later_doubts(beat: int, seen: str, claim: int) -> Fraction:
    """A two is accepted with 6/7 in the matrix; all else is doubted."""
    return Fraction(CHALLENGES) if (beat - 1, seen, claim - 1) == (1, ONE_HEAD, 2) else ONE


FIRST_CLAIMS: dict[int, Chances] = {
    1: {2: ONE},
    2: {3: Fraction(CLAIMS_TWO), 2: Fraction(CLAIMS_ONE)},
    3: {3: ONE},
    4: {4: ONE},
}


def first_claims(beat: int, seen: str, hand: int) -> Chances:
    return FIRST_CLAIMS[hand] if beat == 0 else truth(beat, seen, hand)


def first_doubts(claim: int) -> Fraction:
    return {3: 1 - Fraction(ACCEPTS_TWO), 4: ONE}.get(claim, Fraction(0))


def plan_of_first() -> Plan:
    return Plan(claims=first_claims, doubts=later_doubts, keeps=keeps)


def plan_of_second(*, again: bool) -> Plan:
    """again: after a claim of no heads he tosses all coins and claims like the first player, who never claims"
    " less than one."""

    def claims(beat: int, seen: str, hand: int) -> Chances:
        return FIRST_CLAIMS[hand] if again and beat == 1 else truth(beat, seen, hand)

    def doubts(beat: int, seen: str, claim: int) -> Fraction:
        if beat == 0 or (again and beat == 1):
            return first_doubts(claim)
        return later_doubts(beat, seen, claim)

    return Plan(claims=claims, doubts=doubts, keeps=keeps)


def _strategy_of_first() -> Finding:
    readings = (
        Reading(
            name="after a truthful one by the matrix; elsewhere he improves, claims the truth or the least, and doubts",
            plan=plan_of_first(),
        ),
    )
    return compare_readings(cup(name_of(3)), coins(3), 0, value_of(name_of(3)), readings)


def _strategy_of_second() -> Finding:
    readings = (
        Reading(name="after a claim of no heads he plays like the first player", plan=plan_of_second(again=True)),
        Reading(name="after a claim of no heads he claims the truth, or one", plan=plan_of_second(again=False)),
    )
    note = "the text says nothing of positions after a claim of no heads, which the first player never makes: "
    return compare_readings(cup(name_of(3)), coins(3), 1, value_of(name_of(3)), readings, note)


def _two_with_none() -> Finding:
    rival = Rival(coins(3), plan_of_second(again=True))
    two, one = (rival.worth(0, NOTHING, 1, claim) for claim in (3, 2))
    return judge(
        "gains nothing", f"{two} < {one}", agrees=two < one, note="chances to win with no heads, over all rounds"
    )


# How many coins -------------------------------------------------------------------------------------------------------


Throws = Callable[[int, int, str], bool]  # may one with so many heads of so many coins keep these?


def restricted(game: Cup, allowed: Throws) -> Cup:
    """The game in which only some throws may be chosen."""
    n = len(game.hands) - 1
    groups = []
    for number, group in enumerate(game.groups):
        kind = next(k for k, choice in enumerate(game.choices) if number in choice)
        heads = game.kind.tolist().index(kind) if kind in game.kind else 0
        groups.append(
            tuple(r for r in group if len(group) == 1 or allowed(heads, n, game.throws[r].replace(NOTHING, "")))
        )
    return replace(game, groups=tuple(groups))


def only_improve(heads: int, n: int, kept: str) -> bool:
    return kept == "H" * heads


def improve_or_destroy(heads: int, n: int, kept: str) -> bool:
    return kept in ("H" * heads, "T" * (n - heads))


def restricted_value(n: int, allowed: Throws) -> Fraction:
    return Fraction(solve_game(restricted(cup(name_of(n)), allowed)).value)


def changed(n: int, allowed: Throws) -> tuple[int, int]:
    """Positions that are worth another fraction if only some throws may be chosen, and all positions."""
    free, bound = cup(name_of(n)), restricted(cup(name_of(n)), allowed)
    worth = cup_positions(free, solved(free.game).profile)
    other = cup_positions(bound, solve_game(bound).profile)
    return sum(worth[position] != other[position] for position in worth), len(worth)


def _enough() -> Finding:
    """By what the game is worth, and by what each position is, whether play comes to it or not."""
    values = {n: (value_of(name_of(n)), restricted_value(n, only_improve)) for n in range(1, ENOUGH + 1)}
    first = next(n for n, (free, bound) in values.items() if free != bound)
    aside, of = changed(ENOUGH - 1, only_improve)
    pair = name_of(ENOUGH - 1)
    bound = restricted(cup(pair), only_improve)
    position = cup(pair).position(int(cup(pair).kind[0]), 1)
    without = cup_positions(bound, solve_game(bound).profile)[position][0]
    return judge(
        str(ENOUGH),
        str(first),
        agrees=first == ENOUGH,
        note="values, and values if nobody may go for low: "
        + "; ".join(f"{n}: {free} and {bound}" for n, (free, bound) in values.items())
        + f". With two coins {aside} position of {of} changes, which optimal play never comes to: if no heads are claimed with"
        f" none and that is accepted, keeping both tails now and then makes it worth {worth_at(pair, 1, 1)} instead of"
        f" {without}.",
    )


def _subsets() -> Finding:
    counts = {n: changed(n, improve_or_destroy) for n in range(1, SUBSETS + 1)}
    differ = [n for n, (positions, _) in counts.items() if positions]
    return judge(
        "none",
        f"of use for {differ}" if differ else f"none up to {SUBSETS} coins",
        agrees=not differ,
        note="if a player may only toss all heads or all tails, every position is worth the same fraction as before:"
        f" {sum(positions for _, positions in counts.values())} positions of 1 to {SUBSETS} coins, by induction",
    )


def _favors() -> Finding:
    others: dict[str, Fraction | float] = {
        "liars-die": value_of("liars-die"),
        "continuous": CONTINUOUS_VALUE,
        "seven-category": value_of("seven-category"),
        "improvable": V,
    }
    first = next(n for n in EXACT if value_of(name_of(n)) < Fraction(1, 2))
    return judge(
        "only coins",
        f"coins from n = {first}; all others above 1/2",
        agrees=all(value > 0.5 for value in others.values()),
        note=", ".join(f"{name} {float(value):.4f}" for name, value in others.items())
        + f"; coins {', '.join(f'{n}: {float(value_of(name_of(n))):.4f}' for n in (3, 4, 5, 6, 7))}."
        " With few coins, the three of the text among them, the first player is favored.",
    )


def _by_coins() -> Finding:
    shown = {n: solved_coins(n) for n in (*EXACT, *IN_FLOATS)}
    limit = (3 - sqrt(5)) / 2
    widest = max(float(s.bounds[1] - s.bounds[0]) for n, s in shown.items() if n in IN_FLOATS)
    return judge(
        f"{VALUE} for 3 coins, {FIRST_WINS}... for many",
        ", ".join(f"{n}: {shown[n].value}" for n in (1, 2, 3, 4, 5))
        + f", ..., {IN_FLOATS[-1]}: {float(shown[IN_FLOATS[-1]].value):.6f}",
        agrees=shown[3].value == Fraction(VALUE) and widest < 1e-8,
        note=f"{', '.join(f'{n}: {float(s.value):.6f}' for n, s in shown.items())}; in floats from {IN_FLOATS[0]}"
        f" coins, between best responses no further than {widest:.0e} apart. With {IN_FLOATS[-1]} coins the value is"
        f" still {float(shown[IN_FLOATS[-1]].value) - limit:.4f} above the limit. More coins are not always worse for"
        " the first player: 8 are better than 7.",
    )
