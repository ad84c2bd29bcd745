"""What the thesis could not know: the value of its game, what its agents are sure of, and the games of its future work."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from mendax.agents.agent import WrittenAgent
from mendax.agents.matrix import MatrixReading
from mendax.agents.tree import TreeReading
from mendax.agents.written import OptimalAgent
from mendax.papers.report import Finding, Item, Verdict
from mendax.papers.thesis.finding import item, judge, percent, short
from mendax.papers.thesis.plain import FACES, ROLLS, plain_best
from mendax.papers.thesis.readings import (
    MATRIX,
    TREE,
    Kind,
    best_against,
    chance,
    matrix_kinds,
    tree_kinds,
)
from mendax.papers.thesis.statistics import LEVEL
from mendax.papers.thesis.table_1 import fit, pairs
from mendax.solve.game import solve_game
from mendax.solve.solution import Solution, Status

OPTIMAL = OptimalAgent()

AnyKind = Kind[TreeReading] | Kind[MatrixReading]


@cache
def solved(name: str = "thesis-die", method: str = "auto") -> Solution:
    return solve_game(name, method)


def value() -> Fraction:
    """The chance of who begins under optimal play."""
    if solved().status != Status.EXACT:
        raise ArithmeticError(f"thesis-die was not solved exactly, but {solved().status}: {solved().bounds}")
    return Fraction(solved().value)


def sure(agent: WrittenAgent) -> tuple[Fraction, Fraction]:
    """What an agent is sure of in the whole game when it begins, and when it comes second."""
    return 1 - best_against(agent, begins=False), 1 - best_against(agent, begins=True)


def plain_sure(kind: AnyKind) -> tuple[Fraction, Fraction]:
    """The same without the engine."""
    return 1 - plain_best(kind.plain, begins=False), 1 - plain_best(kind.plain, begins=True)


def exploitability(kind: AnyKind) -> Fraction:
    """Mean gain of the best responses over the value, by who begins."""
    return (1 - sum(plain_sure(kind), Fraction(0))) / 2


def advantage() -> Finding:
    return judge(
        "who rolls first has an advantage",
        f"{short(value())} under optimal play",
        agrees=value() > Fraction(1, 2),
        note="exact: both best responses over all rounds equal it; `liars-die` has the same value",
    )


def agent_is_sure(agent: WrittenAgent, kinds: Sequence[AnyKind]) -> Finding:
    """The text calls the Tree's strategy weak, and the Matrix's optimal: by best responses over all rounds."""
    first, second = sure(agent)
    against = chance(agent, OPTIMAL), 1 - chance(OPTIMAL, agent)
    weak = sum(plain_sure(kind) != (value(), 1 - value()) for kind in kinds)
    pure = agent.name == TREE.name
    return judge(
        "a weakness an opponent can exploit" if pure else "optimal decisions",
        f"sure of {short(first)} when it begins, {short(second)} when not: exploitable by"
        f" {short(exploitability(kinds[0]))}",
        agrees=pure and weak == len(kinds),
        proven=plain_sure(kinds[0]) == (first, second) and weak == len(kinds),
        note=f"the best response wins {short(1 - second)} when it begins and {short(1 - first)} when not, by the"
        f" engine and written out from the rules. Optimal play leaves it {short(against[0])} and {short(against[1])}."
        f" Exploitability by reading: {float(min(map(exploitability, kinds))):.3f} to"
        f" {float(max(map(exploitability, kinds))):.3f}",
    )


def more_optimal() -> Finding:
    """Which of the two is less exploitable, where they fit Table 1."""
    tree, matrix = exploitability(tree_kinds()[0]), exploitability(matrix_kinds()[0])
    fitting = [pair for pair in pairs() if fit(pair) >= LEVEL]
    weaker = sum(exploitability(pair.matrix) > exploitability(pair.tree) for pair in fitting)
    return judge(
        "the Matrix is the more optimal of the two",
        f"exploitable by {short(matrix)}, the Tree by {short(tree)}",
        agrees=matrix < tree,
        open_=True,
        note=f"the Matrix is the more exploitable under {weaker} of the {len(fitting)} pairs of readings that fit"
        " Table 1. The page means games against people, and no reading is certain",
    )


def weakness_unused() -> Finding:
    """What the Matrix makes of the Tree when the Tree begins, against what can be made of it."""
    ours, optimal, best = 1 - chance(TREE, MATRIX), 1 - chance(TREE, OPTIMAL), best_against(TREE, begins=False)
    return judge(
        "the Matrix does not exploit the Tree that begins",
        f"it wins {percent(ours)}; optimal play {percent(optimal)}, the best against this Tree {percent(best)}",
        agrees=ours < optimal < best,
        note="exact, default readings. The Matrix does worse than who knows nothing of the Tree and plays optimally",
    )


def pure_is_not_enough() -> Finding:
    """The most that a pure strategy can be sure of, by induction: no Tree agent could be better."""
    first, second = best_pure()
    trees = [plain_sure(kind) for kind in tree_kinds()]
    return judge(
        "a pure strategy is not effective, a mixed one is required",
        f"no pure strategy is sure of more than {short(first)} when it begins and {short(second)} when not; optimal"
        f" play of {value()} and {1 - value()}",
        agrees=first < value() and second < 1 - value() and all(a <= first and b <= second for a, b in trees),
        note="by induction over all pure calls and answers of every sub-game; the readings of the Tree reach at most"
        f" {short(max(a for a, _ in trees))} and {short(max(b for _, b in trees))}",
    )


@cache
def best_pure(beat: int = 0) -> tuple[Fraction, Fraction]:
    """What the best pure strategy is sure of in a sub-game that it begins, and in one that the other begins.

    The other one knows the strategy. What follows an acceptance is public, so it is enough to be sure of most in every
    sub-game.
    """
    if beat == FACES:
        return Fraction(0), Fraction(1)
    later = {call: best_pure(call) for call in range(beat + 1, FACES + 1)}
    mine = Fraction(0)
    for calls in product(*(range(max(beat + 1, roll), FACES + 1) for roll in ROLLS)):
        worth = Fraction(0)
        for call in set(calls):
            worth += min(calls.count(call) * later[call][1], Fraction(int(calls[call - 1] == call)))
        mine = max(mine, worth / FACES)
    other = Fraction(0)
    for accepted in product((False, True), repeat=len(later)):
        accepts = dict(zip(later, accepted, strict=True))
        worth = sum(
            (
                min(
                    later[call][0] if accepts[call] else Fraction(int(call != roll))
                    for call in range(max(beat + 1, roll), FACES + 1)
                )
                for roll in ROLLS
            ),
            Fraction(0),
        )
        other = max(other, worth / FACES)
    return mine, other


def more_dice(name: str, method: str) -> Finding:
    """A game that the text leaves to others, solved."""
    solution = solved(name, method)
    low, high = (float(bound) for bound in solution.bounds)
    exact = solution.status == Status.EXACT
    return Finding(
        printed="left to future work",
        ours=short(Fraction(solution.value)) if exact else f"{float(solution.value):.6f}",
        verdict=Verdict.CANNOT_TELL if exact or high - low < 1e-6 else Verdict.FAILS,  # nothing is printed
        note=f"`{name}`, the chance of who begins: "
        + (
            f"{solution.value} exactly, both best responses equal it"
            if exact
            else f"both best responses, in floats, are within {max(high - low, 1e-12):.0e} of each other"
        ),
    )


def which_dice() -> Finding:
    values = {keep: Fraction(solved(f"thesis-die:dice=2,keep={keep}").value) for keep in ("none", "shown", "hidden")}
    return judge(
        "with more dice, which to roll is a decision",
        ", ".join(f"keep={keep}: {percent(found, 3)}" for keep, found in values.items()),
        agrees=len(set(values.values())) == len(values),
        note="two dice, exact: it matters whether dice may be kept, and whether the other sees which; who begins wins"
        " less where who accepts has the choice",
    )


FUTURE = (
    ("two dice, kept ones shown", "thesis-die:dice=2", "exact"),
    ("two dice, all rolled", "thesis-die:dice=2,keep=none", "exact"),
    ("two dice, kept ones hidden", "thesis-die:dice=2,keep=hidden", "exact"),
    ("three dice, kept ones shown", "thesis-die:dice=3", "lp"),
    ("three dice, all rolled", "thesis-die:dice=3,keep=none", "lp"),
    ("three dice, kept ones hidden", "thesis-die:dice=3,keep=hidden", "lp"),
)


def items() -> tuple[Item, ...]:
    return (
        item("Text: the advantage of who rolls first", advantage),
        item("Text: the Tree can be exploited", agent_is_sure, TREE, tree_kinds()),
        item("Text: the Matrix decides optimally", agent_is_sure, MATRIX, matrix_kinds()),
        item("Text: which agent is more optimal", more_optimal),
        item("Text: the weakness of the Tree is not used", weakness_unused),
        item("Text: pure strategies", pure_is_not_enough),
        *(item(f"Future work: {what}", more_dice, name, method) for what, name, method in FUTURE),
        item("Future work: which dice to roll", which_dice),
    )
