"""Section 4, seven-category liar's dice: both tables, G(2, 2), theorem 3, and what every position is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from mendax.figure import Figure, Series
from mendax.papers.ferguson.by_hand import CATEGORIES, Rival, longest
from mendax.papers.ferguson.categories import (
    CLAIMS_AFTER_PAIR,
    CLAIMS_WITH_PAIR,
    DIFFERENT,
    DOUBTS_AFTER_PAIR,
    FIVE,
    FOUR,
    FULL_HOUSE,
    GAME,
    PAIR,
    SMALL_P,
    THREE,
    TWO_PAIRS,
    P,
    Q,
    first_claims,
    first_doubts,
    improves,
    lie_as_after_pair,
    lie_evenly,
    lie_next,
    plan_of_first,
    plan_of_second,
    rules,
    value_after_pair,
)
from mendax.papers.ferguson.finding import begins, compare, fits, item, judge, told
from mendax.papers.ferguson.play import NOTHING, ZERO, cup, value_of, worth_at, worth_keeping
from mendax.papers.ferguson.readings import Reading, compare_readings
from mendax.papers.report import Finding, Item, Verdict

# Rolls and probability of each category with five dice, then with three that join a pair; each with its total.
FIVE_DICE = {
    DIFFERENT: ("720", ".0926"),
    PAIR: ("3600", ".4629"),
    TWO_PAIRS: ("1800", ".2315"),
    THREE: ("1200", ".1543"),
    FULL_HOUSE: ("300", ".0386"),
    FOUR: ("150", ".0193"),
    FIVE: ("6", ".0008"),
}
FIVE_DICE_TOTAL = ("7776", "1.0000")
AFTER_PAIR = {
    PAIR: ("60", ".2778"),
    TWO_PAIRS: ("60", ".2778"),
    THREE: ("60", ".2778"),
    FULL_HOUSE: ("20", ".0926"),
    FOUR: ("15", ".0694"),
    FIVE: ("1", ".0046"),
}
AFTER_PAIR_TOTAL = ("216", "1.0000")

# (4.1) and its example; fractions are in categories.py.
Q_DECIMALS = {FOUR: ".0419", FULL_HOUSE: ".1100", THREE: ".5333", TWO_PAIRS: ".3148"}
HEARS_SIX = {"true": "215/251", "challenges": "36/251", "from four": "1/6", "from a pair": "1/216", "accepts": "36/251"}
LOSES_AFTER_THREE = "120/216"
PAIR_SUM = (("1", "15", "20", "60"), "216", "120/216", "60/216", ".3148")  # the terms of (4.2)
PAIR_VALUE = ".6473"
LIES_TO_PAIR = {THREE: "180/216", FULL_HOUSE: "200/216", FOUR: "215/216"}  # factors in (4.3)
EQUAL_TO = "120/216"

# Theorem 3.
VALUE = ".55919"
P_DECIMALS = {FOUR: ".007", FULL_HOUSE: ".027", THREE: ".178", TWO_PAIRS: ".400", PAIR: ".388"}
LIES_AT_FIRST = {TWO_PAIRS: "120/216", THREE: "180/216", FULL_HOUSE: "200/216", FOUR: "215/216"}
Q_SMALL = {TWO_PAIRS: ".3651", THREE: ".5768", FULL_HOUSE: ".6191", FOUR: ".6457"}
SKETCH = ("720/7776", "4320/7776", "3600/7666", ".388", ".6473", "3456/7776")
ROUNDS = 3

VARIANTS = ("keep=hidden", "truth=least", "below=no", "keep=none")


def items() -> tuple[Item, ...]:
    return (
        item("Section 4, table of five dice: rolls", _rolls),
        item("Section 4, table of five dice: probabilities", _probabilities),
        item("Section 4, table after a pair", _after_pair),
        item("Section 4, text: the roller keeps the pair", _keeps_pair),
        item("Section 4, (4.1): Q", _q),
        item("Section 4, (4.1): Q makes the other indifferent", _q_indifferent),
        item("Section 4, text: hearing a 6", _hears_six),
        item("Section 4, text: hearing a 3", _hears_three),
        item("Section 4, (4.2): the roller's chance in G(2, 2)", _pair_value),
        item("Section 4, (4.3): p makes the roller indifferent", _small_p),
        item("Section 4, text: p holds the roller to (4.2)", _small_p_holds),
        item("Section 4, theorem 3: the value", _value),
        item("Section 4, theorem 3: P", _p),
        item("Section 4, sketch: II is indifferent to 3, 4, 5, 6", _p_indifferent),
        item("Section 4, theorem 3: strategy of I", _strategy_of_first),
        item("Section 4, theorem 3: q", _small_q),
        item("Section 4, theorem 3: II leaves one pair of two", _two_pairs),
        item("Section 4, theorem 3: strategy of II, any claim allowed", _strategy_of_second),
        item("Section 4, theorem 3: strategy of II, no claim below the roll", _strategy_of_second_above),
        item("Section 4, theorem 3: after a truthful 1 II may play like I", _after_one),
        item("Section 4, sketch: the sum for I", _sketch),
        item("Section 4, text: at most three rounds", _rounds),
        item("Section 4, text: less in I's favor than rolling all dice", _all_dice),
        item("Section 4, beyond: what every position is worth", _table),
        item("Section 4, beyond: variants of the rules", _variants),
    )


def figures() -> tuple[Figure, ...]:
    names = cup(GAME).claims
    return (
        Figure(
            work="ferguson",
            name="seven-category-positions",
            title="Seven categories: what a hand taken over is worth",
            x="hand taken over",
            y="chance of who has the dice",
            series=tuple(
                Series(
                    label=f"to beat {names[beat - 1]}",
                    x=tuple(float(hand - 1) for hand in range(1, 8)),
                    y=tuple(float(worth_at(GAME, beat, hand)) for hand in range(1, 8)),
                )
                for beat in range(1, 7)
            ),
            ticks=names,
            note="Optimal play, exact. The horizontal axis is what the dice are, each line what was claimed and must"
            " be beaten.",
            command="mendax reproduce ferguson --out DIR",
        ),
    )


# The tables -----------------------------------------------------------------------------------------------------------


def _ways(kept: str) -> dict[int, int]:
    """Rolls to each category, by enumeration; ArithmeticError where the arrays of the game have others."""
    game = cup(GAME)
    throw = game.throws.index(kept)
    total = int(game.rolls[throw])
    ways = {hand: int(chance * total) for hand, chance in sorted(rules().rolled(kept).items())}
    if ways != {hand + 1: int(count) for hand, count in enumerate(game.chance[throw]) if count}:
        raise ArithmeticError(f"two ways to count rolls from {kept} differ")
    return ways


def _rolls() -> Finding:
    ways = _ways(NOTHING)
    return compare(
        [*(rolls for rolls, _ in FIVE_DICE.values()), FIVE_DICE_TOTAL[0]], [*ways.values(), sum(ways.values())]
    )


def _probabilities() -> Finding:
    chances = rules().rolled(NOTHING)
    printed = {hand: text for hand, (_, text) in FIVE_DICE.items()}
    wrong = [hand for hand, text in printed.items() if not fits(chances[hand], text)]
    adds = sum(map(Fraction, printed.values())) == Fraction(FIVE_DICE_TOTAL[1])
    game = cup(GAME)
    other = [Fraction(int(game.chance[0, hand - 1]), int(game.rolls[0])) for hand in wrong]
    proven = wrong == [PAIR] and other == [chances[PAIR]] and adds
    return judge(
        ", ".join([*printed.values(), FIVE_DICE_TOTAL[1]]),
        ", ".join(f"{float(chances[hand]):.4f}" for hand in printed) + ", 1",
        agrees=not wrong and adds,
        proven=proven,
        note=f"3600/7776 = {float(chances[PAIR]):.6f} rounds to .4630, by enumerating 7,776 rolls and by the arrays of"
        " the game; cut off instead, it makes the rounded column add up to 1.0000",
    )


def _after_pair() -> Finding:
    ways = _ways("2")
    finding = compare(
        [*(rolls for rolls, _ in AFTER_PAIR.values()), AFTER_PAIR_TOTAL[0]], [*ways.values(), sum(ways.values())]
    )
    chances = compare([text for _, text in AFTER_PAIR.values()], [Fraction(count, 216) for count in ways.values()])
    adds = sum(Fraction(text) for _, text in AFTER_PAIR.values()) == Fraction(AFTER_PAIR_TOTAL[1])
    agrees = finding.verdict is chances.verdict is Verdict.AGREES and adds
    return judge(f"{finding.printed}; {chances.printed}", f"{finding.ours}; {chances.ours}", agrees=agrees)


# G(2, 2) --------------------------------------------------------------------------------------------------------------


def _keeps_pair() -> Finding:
    worth = worth_keeping(GAME, PAIR, PAIR)
    best = max(worth, key=lambda kept: worth[kept])
    return judge(
        "keeps the pair and rolls three",
        f"keeps {best}",
        agrees=best == "2" and sum(value == worth[best] for value in worth.values()) == 1,
        note="chance of who must beat a 2 with a pair, by what he keeps: "
        + ", ".join(f"{kept} {float(value):.4f}" for kept, value in worth.items()),
    )


def _q() -> Finding:
    decimals = all(fits(CLAIMS_AFTER_PAIR[y], text) for y, text in Q_DECIMALS.items())
    ours = {y: _indifferent_share(y, "2", PAIR) for y in Q}
    rest = 1 - sum(ours.values(), start=ZERO)
    agrees = decimals and all(ours[y] == Fraction(text) for y, text in Q.items()) and fits(rest, Q_DECIMALS[TWO_PAIRS])
    return judge(
        ", ".join(f"Q({y}) = {text}" for y, text in (Q | Q_DECIMALS).items() if y == TWO_PAIRS or y in Q),
        told([*ours.values(), rest]),
        agrees=agrees,
        note="solved from what each answer wins, where the other then challenges everything",
    )


def _indifferent_share(claim: int, kept: str, liar: int) -> Fraction:
    """How often the liar's hand makes a claim if answering it is to be indifferent: L = T r + L s, T and L chances of truth and
    lie, r and s the chances to roll more from each."""
    chances = rules().rolled(kept)
    return chances[claim] * improves(claim, claim) / (chances[liar] * (1 - improves(liar, claim)))


def _made(claim: int) -> dict[int, Fraction]:
    """Chances of hands together with a claim in G(2, 2) by Q."""
    chances = rules().rolled("2")
    return {claim: chances[claim], PAIR: chances[PAIR] * CLAIMS_AFTER_PAIR[claim]}


def _q_indifferent() -> Finding:
    """Each answer at best over all later rounds, against the roller, who challenges whatever he hears then."""
    rival = Rival(rules(), plan_of_second(lie_as_after_pair))
    answers = {y: rival.answer(y, _made(y)) for y in (TWO_PAIRS, THREE, FULL_HOUSE, FOUR)}
    agrees = (
        all(answers[y][0] == answers[y][1] for y in (THREE, FULL_HOUSE, FOUR))
        and answers[TWO_PAIRS][0] < answers[TWO_PAIRS][1]
    )
    return judge(
        "indifferent to a 4, 5, 6; accepts a 3",
        "; ".join(f"{y}: {a} by a challenge, {b} by accepting" for y, (a, b) in answers.items()),
        agrees=agrees,
        note="chances together with that of hearing the claim",
    )


def _hears_six() -> Finding:
    made = _made(FOUR)
    heard = sum(made.values(), start=ZERO)
    true = made[FOUR] / heard
    from_four, from_pair = improves(FOUR, FOUR), improves(PAIR, FOUR)
    return compare(
        HEARS_SIX.values(), [true, 1 - true, from_four, from_pair, true * from_four + (1 - true) * from_pair]
    )


def _hears_three() -> Finding:
    made = _made(TWO_PAIRS)
    loses = {hand: 1 - improves(hand, TWO_PAIRS) for hand in made}
    return judge(
        f"loses with {LOSES_AFTER_THREE}",
        ", ".join(f"{loss} from {CATEGORIES[hand - 1]}" for hand, loss in loses.items()),
        agrees=all(loss == Fraction(LOSES_AFTER_THREE) for loss in loses.values()),
    )


def _pair_value() -> Finding:
    wins, of, after, unimproved, extra = PAIR_SUM
    printed = sum(map(Fraction, wins)) / Fraction(of) + Fraction(after) * Fraction(unimproved) * (1 + Fraction(extra))
    exact, solver = value_after_pair(), worth_at(GAME, PAIR, PAIR)
    return judge(
        f"({' + '.join(wins)})/{of} + ({after}) ({unimproved}) (1 + {extra}) = {PAIR_VALUE}...",
        f"{exact} = {float(exact):.6f}",
        agrees=begins(printed, PAIR_VALUE) and begins(exact, PAIR_VALUE) and exact == solver,
        note="the same fraction by induction over all positions",
    )


def _small_p() -> Finding:
    win = {y: 1 - improves(PAIR, y) for y in LIES_TO_PAIR}
    equal = 1 - improves(PAIR, TWO_PAIRS)
    doubts = {y: 1 - equal / win[y] for y in win}
    return compare([*LIES_TO_PAIR.values(), EQUAL_TO, *SMALL_P.values()], [*win.values(), equal, *doubts.values()])


def _small_p_holds() -> Finding:
    """I uses p in the second round; II rolls in G(2, 2) as well as he can, over all later rounds."""
    rival = Rival(rules(), plan_of_first(lie_as_after_pair))
    held, solver = rival.rolls(PAIR, PAIR), worth_at(GAME, PAIR, PAIR)
    return judge(
        f"no more than {PAIR_VALUE}...",
        f"{held} = {float(held):.6f}",
        agrees=held == solver == value_after_pair() and DOUBTS_AFTER_PAIR[FIVE] == 1,
        note="p is used whatever is kept with the pair, and lies in the third round are spread in the proportions of"
        " (4.1)",
    )


# Theorem 3 ------------------------------------------------------------------------------------------------------------


def _value() -> Finding:
    value = value_of(GAME)
    return judge(
        f"{VALUE}...",
        f"{value} = {float(value):.8f}",
        agrees=begins(value, VALUE),
        note="exact: both best responses over all rounds equal it",
    )


def _p() -> Finding:
    ours = {y: _indifferent_share(y, NOTHING, PAIR) for y in P}
    ours[PAIR] = 1 - sum(ours.values(), start=ZERO)
    exact = ours == CLAIMS_WITH_PAIR
    finding = compare(P_DECIMALS.values(), ours.values())
    return judge(
        ", ".join(f"P({y}) = {P.get(y, 'the rest')} = {text}" for y, text in P_DECIMALS.items()),
        finding.ours,
        agrees=exact and finding.verdict is Verdict.AGREES,
        note="solved from what each answer of II wins, where I then challenges everything",
    )


def _p_indifferent() -> Finding:
    rival = Rival(rules(), plan_of_first(lie_as_after_pair))
    chances = rules().rolled(NOTHING)
    made = {y: {y: chances[y], PAIR: chances[PAIR] * CLAIMS_WITH_PAIR[y]} for y in (TWO_PAIRS, THREE, FULL_HOUSE, FOUR)}
    answers = {y: rival.answer(y, made[y]) for y in made}
    return judge(
        "indifferent",
        "; ".join(f"{y}: {a} and {b}" for y, (a, b) in answers.items()),
        agrees=all(a == b for a, b in answers.values()),
        note="chances to win by a challenge and by accepting, at best over all later rounds, together with that of"
        " the claim",
    )


def _strategy_of_first() -> Finding:
    readings = (
        Reading(
            name="p(y) whatever is kept with the pair, third-round lies in the proportions of (4.1)",
            plan=plan_of_first(lie_as_after_pair),
        ),
        Reading(name="p(y) only if just the pair is kept", plan=plan_of_first(lie_as_after_pair, any_keep=False)),
        Reading(name="third-round lies spread evenly", plan=plan_of_first(lie_evenly)),
        Reading(name="third-round lies one above the claim to beat", plan=plan_of_first(lie_next)),
    )
    note = "the text says nothing of I's third round, nor whether p(y) holds for anything else kept: "
    return compare_readings(cup(GAME), rules(), 0, value_of(GAME), readings, note)


def _small_q() -> Finding:
    exact = first_doubts()
    factors = {y: 1 - improves(PAIR, y) for y in LIES_AT_FIRST}
    solver = 1 - worth_at(GAME, PAIR, PAIR)
    again = {y: 1 - solver / factors[y] for y in factors}
    wrong = [y for y, text in Q_SMALL.items() if not fits(exact[y], text)]
    rounded = 1 - (1 - Fraction(PAIR_VALUE)) / Fraction(LIES_AT_FIRST[TWO_PAIRS])
    same = all(again[y] == exact[y] and factors[y] == Fraction(LIES_AT_FIRST[y]) for y in factors)
    return judge(
        ", ".join(f"q({y}) = {text}" for y, text in Q_SMALL.items()),
        ", ".join(f"{exact[y]} = {float(exact[y]):.6f}" for y in Q_SMALL),
        agrees=not wrong and same,
        proven=wrong == [TWO_PAIRS] and same and fits(rounded, Q_SMALL[TWO_PAIRS]),
        note=f"q(3) = {exact[TWO_PAIRS]} rounds to .3652, with G(2, 2) from (4.2) as from induction; the page has"
        f" {float(rounded):.5f}, what .6473 gives instead of its exact value. All factors are as printed.",
    )


def _two_pairs() -> Finding:
    told_by_beat = {}
    for beat in (TWO_PAIRS, THREE):
        worth = worth_keeping(GAME, beat, TWO_PAIRS)
        told_by_beat[beat] = max(worth, key=lambda kept: worth[kept]), worth["2"], worth["2+2"]
    best, one, both = told_by_beat[TWO_PAIRS]
    other, low, high = told_by_beat[THREE]
    rival = Rival(rules(), plan_of_second(lie_as_after_pair, after_false_one=True))
    lie, truth = (rival.worth(0, NOTHING, TWO_PAIRS, claim) for claim in (THREE, TWO_PAIRS))
    return judge(
        "one pair, and rolls three dice",
        f"after a truthful 3 keeps {best}: {one} against {both} with both pairs",
        agrees=best == "2" and one > both and lie < truth == rival.best(0, NOTHING, TWO_PAIRS),
        note=f"if a 4 was claimed falsely, both pairs are better: {high} against {low} with one pair ({other} is best). That"
        f" costs II nothing: to claim a 4 with two pairs wins I {float(lie):.4f}, the truth {float(truth):.4f}.",
    )


def _readings_of_second() -> tuple[Reading, ...]:
    spread = "lies spread in the proportions of (4.1)"
    return (
        Reading(name=f"{spread}, third round doubts everything", plan=plan_of_second(lie_as_after_pair)),
        Reading(
            name=f"{spread}, third round doubts by p after a truthful 2",
            plan=plan_of_second(lie_as_after_pair, third=True),
        ),
        Reading(name="lies spread evenly", plan=plan_of_second(lie_evenly)),
        Reading(name="lies one above the claim to beat", plan=plan_of_second(lie_next)),
    )


def _strategy_of_second() -> Finding:
    repaired = Reading(
        name="uses Q also with a pair for which a 1 was claimed, lies spread in the proportions of (4.1)",
        plan=plan_of_second(lie_as_after_pair, after_false_one=True),
        repair=True,
    )
    chances = rules().rolled("2")
    least = sum((p * worth_at(GAME, hand, hand) for hand, p in chances.items()), start=ZERO)
    note = (
        "I, holding a pair, claims a 1, which II accepts; II then tells the truth, as he can, and I accepts: worth at"
        f" least {least} = {float(least):.4f} to I however the game goes on, where a pair should bring"
        f" {float(1 - value_after_pair()):.4f}. "
    )
    return compare_readings(cup(GAME), rules(), 1, value_of(GAME), (*_readings_of_second(), repaired), note)


def _strategy_of_second_above() -> Finding:
    name = f"{GAME}:below=no"
    note = "if no claim may be below the roll the hole is closed. The text leaves the lies of the second round open: "
    return compare_readings(cup(name), replace(rules(), below=False), 1, value_of(name), _readings_of_second(), note)


def _after_one() -> Finding:
    value, start = worth_at(GAME, DIFFERENT, DIFFERENT), value_of(GAME)
    lowest = min(min(first_claims(hand)) for hand in range(DIFFERENT, FIVE + 1))
    return judge(
        "as I never claims a 1",
        f"I claims {lowest} or more; to beat a truthful 1 is worth {value}, like the start",
        agrees=value == start and lowest > DIFFERENT,
    )


def _sketch() -> Finding:
    chances = rules().rolled(NOTHING)
    low = chances[DIFFERENT] + chances[PAIR]
    high = 1 - low
    held = 1 - value_after_pair()
    exact = chances[DIFFERENT] * low + chances[PAIR] * CLAIMS_WITH_PAIR[PAIR] * held + high
    a, b, c, d, e, f = map(Fraction, SKETCH)
    printed = a * b + c * d * (1 - e) + f
    repaired = a * b + chances[PAIR] * d * (1 - e) + f
    terms = [a == chances[DIFFERENT], b == low, fits(CLAIMS_WITH_PAIR[PAIR], SKETCH[3]), f == high]
    value = value_of(GAME)
    return judge(
        "({})({}) + ({})({})(1 - {}) + {}".format(*SKETCH) + f" = {VALUE}...",
        f"with 3600/7776: {float(exact):.8f}",
        agrees=begins(printed, VALUE) and c == chances[PAIR],
        proven=all(terms) and exact == value and not begins(printed, VALUE),
        note=f"as printed the sum is {float(printed):.5f}; 7666 should be 7776, the number of rolls, which gives"
        f" {float(repaired):.5f} with the rounded factors and exactly the value {value} without rounding",
    )


def _rounds() -> Finding:
    first, second = plan_of_first(lie_as_after_pair), plan_of_second(lie_as_after_pair, after_false_one=True)
    most = longest(rules(), (first, second))
    return judge(
        str(ROUNDS),
        str(most),
        agrees=most == ROUNDS,
        note="the longest play of two strategies that are proven optimal above: the stated one of I, and the repaired"
        " one of II",
    )


def _all_dice() -> Finding:
    ours, other = value_of(GAME), value_of(f"{GAME}:keep=none")
    return judge("less", f"{float(ours):.6f} < {float(other):.6f}", agrees=ours < other, note=f"{ours} and {other}")


# Beyond the paper -----------------------------------------------------------------------------------------------------


def _table() -> Finding:
    names = cup(GAME).claims
    rows = [
        f"{names[hand - 1]} {' '.join(f'{float(worth_at(GAME, beat, hand)):.4f}' for beat in range(1, 7))}"
        for hand in range(1, 8)
    ]
    columns = {hand: [worth_at(GAME, beat, hand) for beat in range(1, 7)] for hand in range(1, 8)}
    falls = all(a >= b for row in columns.values() for a, b in pairwise(row))
    return judge(
        f"only G(2, 2) = {PAIR_VALUE}...",
        f"42 positions; G(2, 2) = {columns[PAIR][PAIR - 1]}",
        agrees=falls and begins(columns[PAIR][PAIR - 1], PAIR_VALUE),
        note=f"chance of who takes over a hand, to beat {', '.join(names[:6])}: {'; '.join(rows)}; it never rises with"
        " the claim",
    )


def _variants() -> Finding:
    values = {variant: value_of(f"{GAME}:{variant}") for variant in VARIANTS}
    same = all(values[variant] == value_of(GAME) for variant in VARIANTS[:3])
    return judge(
        "kept dice in sight, exact category",
        "; ".join(f"{variant}: {value} = {float(value):.6f}" for variant, value in values.items()),
        agrees=same and values["keep=none"] > value_of(GAME),
        compared=False,
        note="the value does not change if kept dice are hidden, if a better hand makes a claim true, or if no claim"
        " may be below the roll; only to roll all dice anew changes it",
    )
