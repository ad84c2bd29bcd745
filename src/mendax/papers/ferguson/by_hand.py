"""What a plan is sure of, a second time: plain recursion over dice, with nothing of the arrays or of their engines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product

from mendax.papers.ferguson.play import NOTHING, ZERO, Plan

Throws = tuple[str, ...]  # what may be kept, among which nobody sees the choice

CATEGORIES = ("1+1+1+1+1", "2+1+1+1", "2+2+1", "3+1+1", "3+2", "4+1", "5")


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game, in words.

    names    of the hands; hands and claims are numbered from 1, the lowest
    rolled   chances of hands, by what is kept
    open_to  what who takes over a hand chooses from in sight of the other; 0 is no hand
    equal    must a claim be exactly what was rolled, or may there be more?
    below    may a claim be lower than the hand?
    """

    names: tuple[str, ...]
    rolled: Callable[[str], Mapping[int, Fraction]]
    open_to: Callable[[int], tuple[Throws, ...]]
    equal: bool = False
    below: bool = True

    @property
    def top(self) -> int:
        return len(self.names)

    def true(self, hand: int, claim: int) -> bool:
        return hand == claim if self.equal else hand >= claim

    def seen(self, throws: Throws, hand: int) -> str:
        return throws[0] if len(throws) == 1 else self.names[hand - 1]


def one_die(faces: int) -> Rules:
    chances = {face: Fraction(1, faces) for face in range(1, faces + 1)}
    names = tuple(map(str, chances))
    return Rules(names=names, rolled=lambda kept: chances, open_to=lambda hand: ((NOTHING,),))


def seven_categories() -> Rules:
    """Kept dice are named by their groups; to roll them out they get faces of their own."""

    @cache
    def rolled(kept: str) -> Mapping[int, Fraction]:
        sizes = [] if kept == NOTHING else [int(size) for size in kept.split("+")]
        lying = [face for face, size in enumerate(sizes) for _ in range(size)]
        ways = Counter(
            CATEGORIES.index("+".join(map(str, sorted(Counter([*lying, *roll]).values(), reverse=True)))) + 1
            for roll in product(range(6), repeat=5 - len(lying))
        )
        return {hand: Fraction(count, ways.total()) for hand, count in ways.items()}

    def open_to(hand: int) -> tuple[Throws, ...]:
        if not hand:
            return ((NOTHING,),)
        groups = [int(size) for size in CATEGORIES[hand - 1].split("+")]
        kept = {tuple(sorted(some, reverse=True)) for some in product(*(range(size + 1) for size in groups))}
        return tuple(("+".join(str(size) for size in some if size) or NOTHING,) for some in sorted(kept))

    return Rules(names=CATEGORIES, rolled=rolled, open_to=open_to, equal=True)


def coins(n: int) -> Rules:
    """Hand h has h - 1 heads. What is kept is written as in `HHT`."""
    names = tuple("H" * heads + "T" * (n - heads) for heads in range(n + 1))

    @cache
    def rolled(kept: str) -> Mapping[int, Fraction]:
        heads = kept.count("H")
        tossed = n - len(kept.replace(NOTHING, ""))
        ways = Counter(1 + heads + sum(toss) for toss in product((0, 1), repeat=tossed))
        return {hand: Fraction(count, 2**tossed) for hand, count in ways.items()}

    def open_to(hand: int) -> tuple[Throws, ...]:
        if not hand:
            return ((NOTHING,),)
        heads = hand - 1
        return (tuple("H" * h + "T" * t or NOTHING for h in range(heads + 1) for t in range(n - heads + 1)),)

    return Rules(names=names, rolled=rolled, open_to=open_to, below=False)


@dataclass(frozen=True, eq=False)
class Rival:
    """The best play against a plan, whose owner plays either part as the cup passes."""

    rules: Rules
    plan: Plan
    known: dict[tuple[bool, int, int], Fraction] = field(default_factory=dict)

    def rolls(self, beat: int, hand: int) -> Fraction:
        """His chance to win when he takes over a hand and must claim more than `beat`."""
        return self._once(True, beat, hand)

    def answers(self, beat: int, hand: int) -> Fraction:
        """His chance to win when the owner of the plan takes it over."""
        return self._once(False, beat, hand)

    def worth(self, beat: int, seen: str, hand: int, claim: int) -> Fraction:
        """His chance to win when he holds a hand and makes a claim."""
        doubt = self.plan.doubts(beat, seen, claim)
        return doubt * self.rules.true(hand, claim) + (1 - doubt) * self.answers(claim, hand)

    def best(self, beat: int, seen: str, hand: int) -> Fraction:
        lowest = beat + 1 if self.rules.below else max(beat + 1, hand)
        return max(self.worth(beat, seen, hand, claim) for claim in range(lowest, self.rules.top + 1))

    def throw(self, beat: int, seen: str, kept: str) -> Fraction:
        return sum((p * self.best(beat, seen, hand) for hand, p in self.rules.rolled(kept).items()), start=ZERO)

    def _once(self, rolls: bool, beat: int, hand: int) -> Fraction:
        if (key := (rolls, beat, hand)) not in self.known:
            stuck = beat == self.rules.top
            self.known[key] = Fraction(not rolls) if stuck else (self._rolls if rolls else self._answers)(beat, hand)
        return self.known[key]

    def _rolls(self, beat: int, hand: int) -> Fraction:
        choices = self.rules.open_to(hand)
        return max(self.throw(beat, self.rules.seen(throws, hand), kept) for throws in choices for kept in throws)

    def _answers(self, beat: int, hand: int) -> Fraction:
        kept, total = self.plan.keeps(beat, hand), ZERO
        for throws in self.rules.open_to(hand):
            heard: dict[int, dict[int, Fraction]] = {}  # claim: hand: chance
            for throw in throws:
                for held, chance in self.rules.rolled(throw).items() if kept.get(throw) else ():
                    for claim, p in self.plan.claims(beat, self.rules.seen(throws, hand), held).items():
                        made = heard.setdefault(claim, {})
                        made[held] = made.get(held, ZERO) + kept[throw] * chance * p
            total += sum((max(self.answer(claim, made)) for claim, made in heard.items()), start=ZERO)
        return total

    def answer(self, claim: int, made: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
        """What a doubt and what accepting is worth when a claim is heard that is made with these chances of hands."""
        doubted = sum((p for held, p in made.items() if not self.rules.true(held, claim)), start=ZERO)
        return doubted, sum((p * self.rolls(claim, held) for held, p in made.items() if p), start=ZERO)


def assured(rules: Rules, player: int, plan: Plan) -> Fraction:
    """The first player's chance that a plan of the first (0) is sure of, or to which a plan of the second (1) holds him."""
    rival = Rival(rules, plan)
    return 1 - rival.answers(0, 0) if player == 0 else rival.rolls(0, 0)


def longest(rules: Rules, plans: tuple[Plan, Plan], beat: int = 0, hand: int = 0, mover: int = 0) -> int:
    """Most rounds that can be played when both follow their plans."""
    plan, other, most = plans[mover], plans[1 - mover], 0
    kept = plan.keeps(beat, hand)
    for throws in rules.open_to(hand) if beat < rules.top else ():
        seen = rules.seen(throws, hand)
        for throw in throws:
            for held in rules.rolled(throw) if kept.get(throw) else ():
                for claim, chance in plan.claims(beat, seen, held).items():
                    goes_on = chance and other.doubts(beat, seen, claim) < 1
                    more = longest(rules, plans, claim, held, 1 - mover) if goes_on else 0
                    most = max(most, 1 + more)
    return most
