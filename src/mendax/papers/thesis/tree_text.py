"""Sections 3.3.1 and 4.1, the Tree agent: its worked example, and where equations, text and pseudocode part."""

from __future__ import annotations

from fractions import Fraction

from mendax.agents.tree import TreeReading, challenge_wins, challenged, tree_tables
from mendax.papers.report import Finding, Item
from mendax.papers.thesis.finding import item, judge, short
from mendax.papers.thesis.plain import CALLS, FACES, ROLLS, plain_chance
from mendax.papers.thesis.readings import TREE, Kind, all_readings, chance, game, told, tree_kinds
from mendax.solve.cup_response import cup_positions
from mendax.solve.game import solve_game

# The page: sub-game 'accept five' ---------------------------------------------------------------------------------------

ROOT_AFTER_SIX = "0"
LIE_OF_SIX = "0"
CHALLENGE_OF_SIX = "5/6", "0", "1"  # equation (2): of the challenges win, of the acceptances, and so P(C)
TRUE_SIX = "1"
ROOT_AFTER_FIVE = "1/6"
ANSWER_TO_SIX = "0", "5/36", "challenge"

TABLES = tree_tables(FACES, TreeReading())


def after_six() -> Finding:
    """Nobody can claim more than a six."""
    rules = game().stuck_pay[0] if not game().options(FACES) else None
    return judge(
        ROOT_AFTER_SIX,
        str(TABLES.root[FACES]),
        agrees=TABLES.root[FACES] == rules == Fraction(ROOT_AFTER_SIX),
        note="by the rules of `thesis-die`, where who must claim more than a six has lost",
    )


def lie_of_six() -> Finding:
    found = {TABLES.wins[5, roll, 6] for roll in ROLLS if roll < 6}
    return judge(LIE_OF_SIX, ", ".join(map(str, found)), agrees=found == {Fraction(LIE_OF_SIX)})


def challenge_of_six() -> Finding:
    ours = challenge_wins(FACES, TreeReading(), 6), TABLES.root[6], challenged(FACES, TreeReading(), 6, TABLES.root[6])
    return judge(
        "({0})/({0} + {1}) = {2}".format(*CHALLENGE_OF_SIX),
        f"({ours[0]})/({ours[0]} + {ours[1]}) = {ours[2]}",
        agrees=ours == tuple(map(Fraction, CHALLENGE_OF_SIX)),
    )


def true_six() -> Finding:
    ours = TABLES.wins[5, 6, 6]
    return judge(TRUE_SIX, str(ours), agrees=ours == Fraction(TRUE_SIX))


def root_after_five() -> Finding:
    optimal = cup_positions(game(), solve_game(game()).profile)[5][0]
    return judge(
        ROOT_AFTER_FIVE,
        str(TABLES.root[5]),
        agrees=TABLES.root[5] == optimal == Fraction(ROOT_AFTER_FIVE),
        note="optimal play is worth the same there: a six must be claimed, and is doubted",
    )


def answer_to_six() -> Finding:
    accept, challenge = TABLES.weighed[6]
    ours = str(accept), str(challenge), "accept" if TABLES.accepts(6) else "challenge"
    return judge(
        "{} against {}: {}".format(*ANSWER_TO_SIX), "{} against {}: {}".format(*ours), agrees=ours == ANSWER_TO_SIX
    )


def chance_of_a_lie() -> Finding:
    """What the page calls the chance that the challenged call of six is a lie, by the tree and by the engine."""
    leaves = Fraction(sum(roll != call for beat, roll, call in TABLES.wins if beat == 5), FACES)
    engine = 1 - Fraction(cup_positions(game(), solve_game(game()).profile)[5][0])
    return judge(
        ANSWER_TO_SIX[1],
        str(leaves),
        agrees=leaves == Fraction(ANSWER_TO_SIX[1]),
        proven=leaves == engine,
        note="five of the six rolls lie, and who doubts the six wins as often under optimal play. The page multiplies"
        " the share of the challenges that win by 1/6, the chance that the six was rolled, where a lie is meant: 5/36"
        f" is a chance of nothing. With 1/6 the Tree accepts {_accepted(TreeReading())}, with 5/6"
        f" {_accepted(TreeReading(answer='lie'))}",
    )


def _accepted(reading: TreeReading) -> str:
    tables = tree_tables(FACES, reading)
    return ", ".join(str(call) for call in CALLS if tables.accepts(call)) or "nothing"


def pseudocode_share() -> Finding:
    """Leaves of the trees, counted."""
    shares = {
        (beat, call): Fraction(sum(roll < call for roll in rolls), len(rolls))
        for beat in range(FACES)
        for call in range(beat + 1, FACES + 1)
        for rolls in [[roll for b, roll, c in TABLES.wins if (b, c) == (beat, call)]]
    }
    equal = sum(share == 1 - Fraction(1, call) for (_, call), share in shares.items())
    return judge(
        "1 - 1/call",
        f"the share of the challenges that win, for {equal} of {len(shares)} calls of all sub-games",
        agrees=equal == len(shares),
        note="equation (2) and the pseudocode say the same if leaves are counted: only rolls up to the call make it."
        " In whole numbers, as Java divides 1 by an int, 1 - 1/call would be 1 for every call above one: reading"
        " lies=integers",
    )


def pseudocode_acceptance() -> Finding:
    """The chance of a lie in equation (1), which no challenge lets win."""
    lies = [(call, wins) for (_, roll, call), wins in TABLES.wins.items() if call > roll]
    equal = sum(wins == TABLES.root[call] * (1 - TABLES.root[call]) for call, wins in lies)
    return judge(
        "ProbInAcc (1 - ProbInAcc)",
        f"equation (1) for {equal} of {len(lies)} lies",
        agrees=equal == len(lies),
        note="whichever of the two winners ProbInAcc is meant for. In equation (2) it matters: readings"
        " against=answerer, caller",
    )


def two_answers() -> Finding:
    """P(A) and P(C) out of the tables, where a true call differs from a lie by P(C), against the equations."""
    sums = {}
    for call in range(2, FACES + 1):
        lie, truth, left = TABLES.wins[0, 1, call], TABLES.wins[0, call, call], 1 - TABLES.root[call]
        sums[call] = lie / left + truth - lie
    root, win = TABLES.root, {call: challenge_wins(FACES, TreeReading(), call) for call in sums}
    formula = {call: 1 + root[call] * (root[call] + win[call] - 1) / (root[call] + win[call]) for call in sums}
    return judge(
        "P(A) and P(C) are the chances of the only two answers",
        ", ".join(f"{call}: {float(total):.4f}" for call, total in sums.items()),
        agrees=set(sums.values()) == {1},
        proven=sums == formula,
        note="P(A) + P(C) for calls of two to six, once out of the tables and once as 1 + x (x + q - 1)/(x + q), x"
        " the root and q the share of the challenges that win: 1 only for a six, where x = 0. Reading accepts=rest"
        " lets P(A) be 1 - P(C)",
    )


def root_of_the_start() -> Finding:
    """Is the root the chance to win, if both play the tables?"""
    kinds: tuple[Kind[TreeReading], ...] = tree_kinds()
    played = {kind.name: plain_chance(kind.plain, kind.plain) for kind in kinds}
    pairs = [(tree_tables(FACES, reading).root[0], played[kind.name]) for kind in kinds for reading in kind.readings]
    equal = sum(root == worth for root, worth in pairs)
    root, worth = pairs[0]
    return judge(
        "the chance to win of who begins",
        f"{short(root)}; the Tree wins {short(worth)} against itself",
        agrees=equal == len(pairs),
        proven=equal == 0 and worth == chance(TREE, TREE),
        note=f"under none of the {len(pairs)} readings is the root what is won against the"
        " tables' own answers, since equation (1) lets a call be accepted as often as that wins, not as the agent"
        f" decides; optimal play of both gives {solve_game(game()).value}",
    )


def calls_below_the_roll() -> Finding:
    value, allowed = (solve_game(name).value for name in ("thesis-die", "thesis-die:below=yes"))
    return judge(
        "a call below the roll is never best",
        f"value {allowed} where it is allowed, {value} where it is not",
        agrees=value == allowed,
        note="both exact; such a call is a lie for certain, as calling the roll or more is not",
    )


def ties() -> Finding:
    """Two calls of a roll that are equally good would leave a choice."""
    readings = all_readings(TreeReading)
    tied = [reading for reading in readings if _tied(reading)]
    return judge(
        "the call with the highest chance",
        f"one for every roll under {len(readings) - len(tied)} of {len(readings)} readings",
        agrees=not tied,
        note="so equal calls need no rule" if not tied else "; ".join(map(told, tied)),
    )


def _tied(reading: TreeReading) -> bool:
    tables = tree_tables(FACES, reading)
    best = {(beat, roll): tables.wins[beat, roll, call] for (beat, roll), call in tables.calls.items()}
    return sum(wins == best[beat, roll] for (beat, roll, _), wins in tables.wins.items()) > len(best)


def which_reading() -> Finding:
    """The readings that the worked example leaves, and those of them that do what the pseudocode does."""
    worked = [reading for reading in all_readings(TreeReading) if _as_worked_out(reading)]
    written = [reading for reading in worked if _as_pseudocode(reading)]
    return judge(
        "one Tree agent",
        f"{len(worked)} of {len(all_readings(TreeReading))} readings give every number of the example,"
        f" {len(written)} of them the pseudocode as well: {', '.join(map(told, written))}",
        agrees=written == [TreeReading()],
        note=f"the example alone leaves {', '.join(map(told, worked))}; the pseudocode adds 1 - 1/call for every call, and"
        " ProbInAcc (1 - ProbInAcc) for an accepted one",
    )


def _as_worked_out(reading: TreeReading) -> bool:
    tables = tree_tables(FACES, reading)
    win = challenge_wins(FACES, reading, 6)
    found = [
        *(str(tables.wins[5, roll, 6]) == (TRUE_SIX if roll == 6 else LIE_OF_SIX) for roll in ROLLS),
        (str(win), str(tables.root[6])) == CHALLENGE_OF_SIX[:2],
        str(challenged(FACES, reading, 6, tables.root[6])) == CHALLENGE_OF_SIX[2],
        str(tables.root[5]) == ROOT_AFTER_FIVE,
        tuple(map(str, tables.weighed[6])) == ANSWER_TO_SIX[:2],
    ]
    return all(found)


def _as_pseudocode(reading: TreeReading) -> bool:
    root, wins = tree_tables(FACES, reading).root, tree_tables(FACES, reading).wins
    lies = ((call, chance) for (_, roll, call), chance in wins.items() if call > roll)
    return all(challenge_wins(FACES, reading, call) == 1 - Fraction(1, call) for call in CALLS) and all(
        chance == root[call] * (1 - root[call]) for call, chance in lies
    )


def items() -> tuple[Item, ...]:
    return (
        item("Tree: an accepted six", after_six),
        item("Tree, accept five: a call of six that is a lie", lie_of_six),
        item("Tree, accept five: P(C) of a call of six", challenge_of_six),
        item("Tree, accept five: a call of six that is true", true_six),
        item("Tree, accept five: root, equation (3)", root_after_five),
        item("Tree, accept five: accept or challenge a six", answer_to_six),
        item("Tree, accept five: chance that a challenged six is a lie", chance_of_a_lie),
        item("Tree: pseudocode's share of the challenges that win", pseudocode_share),
        item("Tree: pseudocode's chance of an accepted call", pseudocode_acceptance),
        item("Tree: the chances of the two answers", two_answers),
        item("Tree: the root of the start", root_of_the_start),
        item("Tree: the best call of a roll", ties),
        item("Tree: the reading of the worked example and the pseudocode", which_reading),
        item("Tree: calls below the roll are left out", calls_below_the_roll),
    )
