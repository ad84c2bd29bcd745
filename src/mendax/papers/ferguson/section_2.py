"""Section 2, the liar's die: theorem 1, every number of its proof, and the value by faces, which the paper does"
" not have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import e

from mendax.figure import Figure, Series
from mendax.papers.ferguson.by_hand import Rival, one_die
from mendax.papers.ferguson.die import LIMIT, by_recursion, closed_form, threshold
from mendax.papers.ferguson.finding import compare, item, judge, order_of, told
from mendax.papers.ferguson.play import NOTHING, ONE, Chances, Plan, cup, value_of
from mendax.papers.ferguson.readings import Reading, compare_readings
from mendax.papers.report import Finding, Item, Verdict

GAME = "liars-die"
VALUE = "41/60"
ROUNDS, OPTIMAL_ROUNDS = 6, 2

# What I claims with each roll, and with what chance. From 3 on it is the truth.
CLAIMS: dict[int, dict[int, str]] = {
    1: {3: "3/10", 4: "5/10", 5: "2/10"},
    2: {2: "3/10", 3: "7/10"},
    **{roll: {roll: "1"} for roll in (3, 4, 5, 6)},
}
# p(y), the chance that II doubts the first claim y.
DOUBTS = {1: "0", 2: "0", 3: "1/3", 4: "1/2", 5: "3/5", 6: "1"}

# The proof. The chance that a first claim of I is true, and what II then wins, whatever he answers.
TRUE = {5: "5/6", 4: "2/3", 3: "1/2"}
WON_BY_SECOND = {5: "1/6", 4: "1/3", 3: "1/2"}
WON_AFTER_TWO = "2/3"
FIRST_SUM = ("2/3", "1/6", "3/10", "1/3")  # the chance of I: the first, and the product of the others
# What I wins with a roll of 1 or 2 by claiming 3, 4, 5: both factors and their product; then by claiming 6 and 2.
LIES = {3: ("2/3", "1/2", "1/3"), 4: ("1/2", "2/3", "1/3"), 5: ("2/5", "5/6", "1/3")}
LIE_SIX, LIE_TWO = "0", "1/3"
BY_ROLL = {1: "1/3", 2: "1/3", 3: "2/3", 4: "5/6", 5: "14/15", 6: "1"}

EXACT_FACES = 30
SIZES = (10, 20, 50, 100, 200, 500, 1000)


def items() -> tuple[Item, ...]:
    return (
        item("Section 2, theorem 1 (i): the value", _value),
        item("Section 2, text: at most six rounds", _rounds),
        item("Section 2, text: under optimal play at most two rounds", _optimal_rounds),
        item("Section 2, text: a claim of 6 may as well be doubted", _six),
        item("Section 2, theorem 1 (ii): strategy of I", _strategy_of_first),
        item("Section 2, theorem 1 (iii): strategy of II", _strategy_of_second),
        item("Section 2, proof: how often claims of I are true", _true),
        item("Section 2, proof: II wins the same by either answer", _indifferent),
        item("Section 2, proof: II believes a 2", _after_two),
        item("Section 2, proof: the sum for I", _first_sum),
        item("Section 2, proof: lies against II", _lies),
        item("Section 2, proof: I by his roll, and the sum", _by_roll),
        item(f"Section 2, beyond: value by faces, 1 to {EXACT_FACES}", _by_faces),
        item("Section 2, beyond: closed form and limit by faces", _limit),
    )


def figures() -> tuple[Figure, ...]:
    faces = tuple(range(1, 101))
    return (
        Figure(
            work="ferguson",
            name="die-by-faces",
            title="Value of the liar's die by faces",
            x="faces",
            y="chance of the first player",
            series=(
                Series(
                    label="value",
                    x=tuple(map(float, faces)),
                    y=tuple(float(closed_form(n)) for n in faces),
                    style="points",
                ),
                Series(label="1 - 1/e", x=(1.0, 100.0), y=(LIMIT, LIMIT), style="dashed"),
            ),
            note="Exact values 1 - (m/n)(H_n - H_m), m the least with H_n - H_m at most 1, fall to 1 - 1/e like 1/n.",
            command="mendax reproduce ferguson --out DIR",
        ),
    )


# The strategies -------------------------------------------------------------------------------------------------------


def first_claims(roll: int) -> dict[int, Fraction]:
    return {claim: Fraction(chance) for claim, chance in CLAIMS[roll].items()}


def plan_of_first() -> Plan:
    """He doubts the second claim and so never comes to claim again."""
    return Plan(
        claims=lambda beat, seen, roll: first_claims(roll) if beat == 0 else {max(roll, beat + 1): ONE},
        doubts=lambda beat, seen, claim: ONE,
    )


def plan_of_second(second: Callable[[int, int], Chances], third: Callable[[int], Fraction] = lambda claim: ONE) -> Plan:
    """second(y(1), X(2)): what he claims; third(claim): how often he doubts after that."""
    return Plan(
        claims=lambda beat, seen, roll: second(beat, roll),
        doubts=lambda beat, seen, claim: Fraction(DOUBTS[claim]) if beat == 0 else third(claim),
    )


def first_claims_above(beat: int, roll: int) -> Chances:
    """I's first claims; what would not be above `beat` becomes the next claim."""
    chances: dict[int, Fraction] = {}
    for claim, chance in first_claims(roll).items():
        chances[max(claim, beat + 1)] = chances.get(max(claim, beat + 1), Fraction(0)) + chance
    return chances


READINGS_OF_SECOND = (
    Reading(
        name="the smaller of X(2) and y(1)+1 where that is legal, else y(1)+1; later doubts everything",
        plan=plan_of_second(lambda beat, roll: {beat + 1: ONE}),
    ),
    Reading(
        name="the greater of the two; later doubts everything",
        plan=plan_of_second(lambda beat, roll: {max(roll, beat + 1): ONE}),
    ),
    Reading(
        name="the greater of the two; later doubts by p again",
        plan=plan_of_second(lambda beat, roll: {max(roll, beat + 1): ONE}, lambda claim: Fraction(DOUBTS[claim])),
    ),
    Reading(
        name="the first claims of I, put at y(1)+1 where they are not above y(1); later doubts everything",
        plan=plan_of_second(first_claims_above),
        repair=True,
    ),
)


@cache
def against_second() -> Rival:
    """Best play against the repaired strategy of II."""
    return Rival(one_die(6), READINGS_OF_SECOND[-1].plan)


# Findings -------------------------------------------------------------------------------------------------------------


def _value() -> Finding:
    value = value_of(GAME)
    return judge(
        VALUE,
        str(value),
        agrees=value == Fraction(VALUE) == closed_form(6),
        note="exact: both best responses over all rounds equal it; and by the closed form for any number of faces",
    )


def _rounds() -> Finding:
    """The longest play: claim by claim upwards."""
    game = cup(GAME)
    longest = dict.fromkeys(game.positions(), 0)
    for position in reversed(game.positions()):
        beat, _ = game.beat_and_class(position)
        followers = {int(p) for p in game.follower[:, beat:].ravel()} if game.options(position) else set()
        longest[position] = max((1 + longest[follower] for follower in followers), default=0)
    return judge(str(ROUNDS), str(longest[0]), agrees=longest[0] == ROUNDS)


def _optimal_rounds() -> Finding:
    """I doubts every second claim, and loses nothing by it."""
    game = cup(GAME)
    finding = compare_readings(game, one_die(6), 0, value_of(GAME), (Reading(name="I", plan=plan_of_first()),))
    doubts = all(plan_of_first().doubts(beat, NOTHING, c) == 1 for beat in range(1, 6) for c in range(beat + 1, 7))
    return judge(
        str(OPTIMAL_ROUNDS),
        str(OPTIMAL_ROUNDS) if doubts else "more",
        agrees=doubts and finding.verdict is Verdict.AGREES,
        note="the optimal strategy of I that theorem 1 (ii) states doubts every claim of the second round",
    )


def _six() -> Finding:
    """Who accepts a 6 has nothing left to claim."""
    game = cup(GAME)
    after = [int(position) for position in game.follower[:, -1]]
    lost = not any(game.options(position) for position in after) and game.stuck(None)[0] == 0
    return judge("may as well be doubted", "who accepts it has lost" if lost else "may be accepted", agrees=lost)


def _strategy_of_first() -> Finding:
    reading = Reading(name="as stated", plan=plan_of_first())
    return compare_readings(cup(GAME), one_die(6), 0, value_of(GAME), (reading,))


def least_for_first(plan: Plan) -> Fraction:
    """What I is sure of against the first answers and second claims of II, whatever II does after that.

    I doubts a second claim, or accepts it and is sure of what a position is worth to who rolls.
    """
    later = by_recursion(6)

    def accepted(claim: int) -> Fraction:
        made: dict[int, dict[int, Fraction]] = {}  # II's claim: his roll: chance
        for roll in range(1, 7):
            for second, chance in plan.claims(claim, NOTHING, roll).items() if claim < 6 else ():
                made.setdefault(second, {})[roll] = chance / 6
        lost = {c: sum((p for roll, p in rolls.items() if roll < c), start=Fraction(0)) for c, rolls in made.items()}
        return sum(
            (max(lost[c], sum(rolls.values()) * later[c]) for c, rolls in made.items()), start=Fraction(claim == 6)
        )

    def worth(roll: int, claim: int) -> Fraction:
        doubt = plan.doubts(0, NOTHING, claim)
        return doubt * (roll >= claim) + (1 - doubt) * accepted(claim)

    return sum((max(worth(roll, claim) for claim in range(1, 7)) for roll in range(1, 7)), start=Fraction(0)) / 6


def _strategy_of_second() -> Finding:
    greater = Rival(one_die(6), READINGS_OF_SECOND[1].plan)
    best = max(range(1, 7), key=lambda claim: greater.worth(0, NOTHING, 1, claim))
    smaller_least, greater_least, *_, repaired_least = (least_for_first(r.plan) for r in READINGS_OF_SECOND)
    finding = compare_readings(
        cup(GAME),
        one_die(6),
        1,
        value_of(GAME),
        READINGS_OF_SECOND,
        note="The proof lets I doubt the second claim. He need not: who lies with y(1)+1 only is sure to hold what he"
        " claims above it, so I accepts that and rolls. Against the second reading below a roll of 1 is worth"
        f" {greater.best(0, NOTHING, 1)} to I, who claims {best}, where the page has {BY_ROLL[1]}. Whatever II does from"
        f" the third round on, I is sure of {smaller_least} against the smaller and of {greater_least} against the greater."
        " Lies must be spread as those of I are. ",
    )
    beyond_repair = min(smaller_least, greater_least) > value_of(GAME) >= repaired_least
    return finding if beyond_repair else replace(finding, verdict=Verdict.FAILS)


def _true() -> Finding:
    return compare(TRUE.values(), [_made(claim)[claim] / sum(_made(claim).values()) for claim in TRUE])


def _made(claim: int) -> dict[int, Fraction]:
    """Chance of each roll together with a first claim of I."""
    return {roll: first_claims(roll).get(claim, Fraction(0)) / 6 for roll in CLAIMS}


def _indifferent() -> Finding:
    rival = Rival(one_die(6), plan_of_first())
    answers = [
        (claim, answer / sum(_made(claim).values())) for claim in TRUE for answer in rival.answer(claim, _made(claim))
    ]
    return judge(
        ", ".join(WON_BY_SECOND.values()),
        ", ".join(f"{claim}: {chance}" for claim, chance in answers),
        agrees=all(chance == Fraction(WON_BY_SECOND[claim]) for claim, chance in answers),
        note="by doubting, then by believing, with II's best play after that",
    )


def _after_two() -> Finding:
    made = _made(2)
    doubt, believe = (answer / sum(made.values()) for answer in Rival(one_die(6), plan_of_first()).answer(2, made))
    return judge(
        WON_AFTER_TWO,
        f"{believe}, and {doubt} by a doubt",
        agrees=believe == Fraction(WON_AFTER_TWO) and doubt < believe,
        note="the page writes y(2) for the claim y(1) = 2 that II hears",
    )


def _first_sum() -> Finding:
    """II doubts all but a 2. Chances of I: what he claims 3 or more with and holds; a 2, believed, that II"
    " fails to beat."""
    true = sum((_made(claim)[roll] for claim in range(3, 7) for roll in CLAIMS if roll >= claim), start=Fraction(0))
    two = _made(2)[2]
    fails = 1 - Rival(one_die(6), plan_of_first()).rolls(2, 2)
    ours = [true, Fraction(1, 6), two * 6, fails]
    total = true + two * fails
    return judge(
        f"{FIRST_SUM[0]} + {' '.join(FIRST_SUM[1:])} = {VALUE}",
        f"{told(ours)}: {total}",
        agrees=ours == [Fraction(text) for text in FIRST_SUM] and total == Fraction(VALUE),
    )


def _lies() -> Finding:
    rival = against_second()
    worth = {claim: rival.worth(0, NOTHING, 1, claim) for claim in range(1, 7)}
    factors = {claim: (1 - Fraction(DOUBTS[claim]), rival.answers(claim, 1)) for claim in LIES}
    printed = {claim: tuple(map(Fraction, row)) for claim, row in LIES.items()}
    good = all((*factors[claim], worth[claim]) == row for claim, row in printed.items())
    ends = worth[6] == Fraction(LIE_SIX) and worth[2] == Fraction(LIE_TWO) and worth[1] <= worth[2]
    return judge(
        "; ".join(f"{claim}: {a} {b} = {c}" for claim, (a, b, c) in LIES.items())
        + f"; 6: {LIE_SIX}; 2: {LIE_TWO}, 1 worse",
        "; ".join(f"{claim}: {worth[claim]}" for claim in (3, 4, 5, 6, 2, 1)),
        agrees=good and ends,
        note="what each claim is worth to I with a roll of 1, at best over all rounds, against the repaired strategy"
        " of II; against the stated one he gets more",
    )


def _by_roll() -> Finding:
    rival = against_second()
    ours = [rival.best(0, NOTHING, roll) for roll in BY_ROLL]
    honest = all(rival.worth(0, NOTHING, roll, roll) == rival.best(0, NOTHING, roll) for roll in (3, 4, 5, 6))
    total = sum(ours, start=Fraction(0)) / 6
    finding = compare(BY_ROLL.values(), ours)
    return judge(
        f"{finding.printed}: {VALUE}",
        f"{finding.ours}: {total}",
        agrees=finding.verdict is Verdict.AGREES and total == Fraction(VALUE) and honest,
        note="best play of I over all rounds against the repaired strategy of II; from 3 on it is the truth",
    )


# Beyond the paper -----------------------------------------------------------------------------------------------------


def _by_faces() -> Finding:
    faces = range(1, EXACT_FACES + 1)
    values = [value_of(f"{GAME}:faces={n}") for n in faces]
    same = all(value == by_recursion(n)[0] == closed_form(n) for n, value in zip(faces, values, strict=True))
    shown = [n for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 30) if n <= EXACT_FACES]
    return judge(
        f"{VALUE} for 6 faces; no others",
        ", ".join(f"{n}: {values[n - 1]}" for n in shown),
        agrees=same,
        note="each proven by both best responses over all rounds, and equal as a fraction to a recursion that solves"
        " no linear program and to its closed form 1 - (m/n)(H_n - H_m), for every number of faces up to"
        f" {EXACT_FACES}",
    )


def _limit() -> Finding:
    errors = {n: float(closed_form(n)) - LIMIT for n in SIZES}
    floats = max(abs(by_recursion(n, float)[0] - float(closed_form(n))) for n in SIZES)
    order, constant = order_of(SIZES, errors.values())
    n = SIZES[-1]
    return judge(
        "no formula; the continuous game has 1 - 1/e",
        f"1 - (m/n)(H_n - H_m); {n:,} faces: {float(closed_form(n)):.8f}; limit {LIMIT:.8f}; error {constant:.3f} /"
        f" n^{order:.3f}",
        agrees=floats < 1e-9 and abs(order - 1) < 0.02 and abs(errors[n] * n - (1 - 1 / e) / 2) < 0.01,
        note=f"m is the least number with H_n - H_m <= 1, {threshold(n)} for {n:,} faces, as in the secretary problem;"
        f" m/n tends to 1/e. Errors for n = {', '.join(map(str, SIZES))}:"
        f" {', '.join(f'{error:.2e}' for error in errors.values())}; n times the error tends to (1 - 1/e)/2 = 0.316.",
    )
