"""A finished game, decision by decision: what each cost, what could be known, and how the result came about.

    result - value of the game = luck - own mistakes + others' mistakes + what cannot be graded

All in chances to win, exact where the solution is. A mistake is what an action is worth less than the best one, by what its
player could know (analysis/grading.py). Luck is every other change of the chance to win as who sees all dice has it: the throws,
what the others happened to hold, and how chance decided where the solution mixes. An action that is not graded, as the
solution never comes there, has its whole change counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mendax.agents.odds import tally
from mendax.analysis.grading import CupGrader, RoundGrader, cup_grader, round_grader, single_grader
from mendax.errors import StoreError, UnsupportedGame
from mendax.games.cup_state import CupState
from mendax.games.round_state import RoundState
from mendax.games.state import State, begin
from mendax.games.view import RoundView
from mendax.rules.dice import hand_weights, hands
from mendax.rules.variant import parse
from mendax.service.helping import chances
from mendax.service.library import Library
from mendax.service.telling import cup_dice, faces_of, reveal
from mendax.solve.solution import Solution

NOT_SOLVED = "not solved"
OFF = "off the tree"
FORCED = "forced"
GRADED = "graded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How many of the hidden dice match the bid to beat: by the solution, and by the naive binomial. Of a cup: which hands."""

    names: list[str]
    solved: list[float] | None
    naive: list[float]
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """worth: chance to win (the match, where it is one); plays: how often the solution does it, None where it would not have
    come by its own choices; chance: to be right, naively."""

    action: str
    worth: float | None
    plays: float | None
    chance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """loss: of the chance to win the game; loss_round: of that to win the round, in a match; None where it is not graded.

    status  graded, forced, or why not; change: of the chance of the seat to win, as who sees all dice has it
    """

    number: int
    seat: int
    round: int
    before: str
    dice: list[Any]
    action: str
    status: str
    loss: float | None
    loss_round: float | None
    best: str | None
    choices: list[Choice]
    spread: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Of one seat; texts are exact fractions where the solution is exact. start + luck - own + others + ungraded = result."""

    seat: int
    exact: bool
    start: float
    luck: float
    own: float
    others: float
    ungraded: float
    result: float
    texts: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    game: str
    agents: list[str]
    people: dict[str, str]
    kind: str
    match: bool
    won: list[float]
    solved: str
    certificate: dict[str, Any] | None
    decisions: list[Decision]
    splits: list[Split]
    reveals: list[dict[str, Any]]


def review(record: dict[str, Any], library: Library) -> Review:
    """Of a record as arena/records.py has it; the graded decisions of all seats."""
    game = str(parse(record["game"]))
    solution = library.solution(game)
    if solution is not None and begin(game).num_players != 2:
        solution = None
    walk = _Walk(record, solution)
    state = walk.run()
    assert state.won is not None
    variant: Any = parse(game)
    return Review(
        game=game,
        agents=record["agents"],
        people=record.get("people", {}),
        kind="cup" if isinstance(state, CupState) else "round",
        match=getattr(variant, "loss", "round") != "round",
        won=[float(share) for share in state.won],
        solved="" if solution else NOT_SOLVED,
        certificate=_certificate(solution),
        decisions=walk.decisions,
        splits=[walk.split(seat, state.won[seat]) for seat in range(2)] if solution else [],
        reveals=_reveals(state),
    )


def _certificate(solution: Solution | None) -> dict[str, Any] | None:
    if solution is None:
        return None
    return {
        "value": str(solution.value) if isinstance(solution.value, Fraction) else float(solution.value),
        "win_probability": solution.win_probability,
        "bounds": [float(bound) for bound in solution.bounds],
        "status": solution.status.value,
        "method": solution.method,
        "game": solution.game,
    }


class _Walk:
    """The game once more, with a grader where there is one. Changes are of player 0's chance to win."""

    def __init__(self, record: dict[str, Any], solution: Solution | None) -> None:
        self.record, self.solution = record, solution
        self.decisions: list[Decision] = []
        self.losses: list[tuple[int, Any]] = []  # (seat, what a graded decision cost)
        self.luck: list[Any] = []  # changes of player 0's chance that are nobody's mistake
        self.ungraded: list[Any] = []
        self.start: Any = Fraction(0)

    def run(self) -> State:
        state = begin(self.record["game"])
        rolls, moves = list(self.record["rolls"]), list(self.record["moves"])
        before = self.start = self.worth(state) if self.solution else None
        while state.won is None:
            if state.awaits_dice:
                if not rolls:
                    raise StoreError("the dice end before the game")
                after = state.deal(rolls.pop(0))
                before = self.changed(before, after, self.luck)
            else:
                if not moves:
                    raise StoreError("the moves end before the game")
                after, before = self.move(state, moves.pop(0), before)
            state = after
        return state

    def changed(self, before: Any, after: State, into: list[Any]) -> Any:
        if self.solution is None:
            return None
        now = self.worth(after)
        into.append(now - before)
        return now

    def move(self, state: State, text: str, before: Any) -> tuple[State, Any]:
        action = next((a for a in state.legal if state.told(a) == text), None)
        if action is None:
            raise StoreError(f"{text!r} is not allowed in the record of a game of {state.game}")
        seat = state.mover
        assert seat is not None
        after = state.apply(action)
        loss = self.grade(state, seat, action, text)
        if loss is None:
            return after, self.changed(before, after, self.ungraded)
        gone = loss if seat == 0 else -loss  # from player 0's chance
        now = self.changed(before, after, [])
        self.luck.append(now - before + gone)
        self.losses.append((seat, loss))
        return after, now

    def worth(self, state: State) -> Any:
        """Player 0's chance to win, by who sees all dice, when all go on as the solution."""
        if state.won is not None:
            return state.won[0]
        assert self.solution is not None
        if isinstance(state, CupState):
            return cup_grader(self.solution).worth(state)
        assert isinstance(state, RoundState)
        if state.awaits_dice:
            return self.standing_worth(state)
        grader = self.grader(state)
        view = state.view(0)
        seats = state.standing.seats
        pair = [state.view(player).hand for player in seats]
        value = grader.worth(view.node, pair)
        return grader.share(value if seats[0] == 0 else -value)

    def standing_worth(self, state: RoundState) -> Any:
        assert self.solution is not None
        if not self.solution.states:
            return (1 + self.solution.value) / 2
        found = next(stand for stand in self.solution.states if stand.standing == state.standing)
        return (1 + found.value) / 2

    def grader(self, state: RoundState) -> RoundGrader:
        assert self.solution is not None
        grader = round_grader(self.solution, state.standing)
        assert grader is not None  # a solution has every standing of its match
        return grader

    def grade(self, state: State, seat: int, action: int, text: str) -> Any:
        """Note the decision; what it cost, or None where that is not known."""
        view = state.view(seat)
        values: Any = None
        plays: Any = {}
        status, loss, loss_round = FORCED if len(state.legal) == 1 else NOT_SOLVED, None, None
        if len(state.legal) == 1:
            loss = Fraction(0) if self.solution else None
        elif self.solution is not None:
            try:
                if isinstance(state, RoundState):
                    assert isinstance(view, RoundView)
                    grader: RoundGrader | CupGrader = self.grader(state)
                    raw = self.grader(state).values(view.node, view.seat, view.hand)
                    plays = self.grader(state).played(view.node, view.seat, view.hand)
                    if raw is not None and self.solution.states:
                        single = single_grader(self.solution, state.standing)
                        assert single is not None
                        alone = single.values(view.node, view.seat, view.hand) or {}
                        loss_round = float(max(alone.values()) - alone[action]) / 2
                else:
                    grader = cup_grader(self.solution)
                    raw, plays = grader.values(view.node, view.hand), grader.played(view.node, view.hand)
                status = OFF if raw is None else GRADED
                if raw is not None:
                    values = {a: grader.share(value) for a, value in raw.items()}
                    loss = max(values.values()) - values[action]
            except UnsupportedGame as error:
                status = str(error)
        self.note(state, seat, text, status, loss, loss_round, values, plays)
        return loss

    def note(
        self, state: State, seat: int, text: str, status: str, loss: Any, loss_round: Any, values: Any, plays: Any
    ) -> None:
        view = state.view(seat)
        known = {} if status == FORCED else chances(view)
        choices = [
            Choice(
                action=state.told(a),
                worth=None if values is None else float(values[a]),
                plays=None if values is None or plays is None else float(plays.get(a, 0)),
                chance=known.get(state.told(a)),
            )
            for a in state.legal
        ]
        best = None if values is None else state.told(max(values, key=lambda a: values[a]))
        if values is not None:
            choices.sort(key=lambda choice: -(choice.worth or 0))
        else:
            choices.sort(key=lambda choice: -(choice.chance or 0))
        self.decisions.append(
            Decision(
                number=len(self.decisions),
                seat=seat,
                round=len(state.past) + 1 if isinstance(state, RoundState) else 1,
                before=_before(state),
                dice=_dice(state, seat),
                action=text,
                status=status,
                loss=None if loss is None or status == FORCED else float(loss),
                loss_round=loss_round,
                best=best,
                choices=choices,
                spread=None if status == FORCED else self.spread(state, seat),
            )
        )

    def spread(self, state: State, seat: int) -> Spread | None:
        """What may be believed of the hidden dice where something was said."""
        if isinstance(state, CupState):
            return self.cup_spread(state)
        assert isinstance(state, RoundState)
        if not state.bids or state.num_players != 2:
            return None
        view = state.view(seat)
        assert view.last is not None
        other = 1 - seat
        dice = state.standing.dice[other]
        counts = hands(state.variant.faces, dice)
        weight = hand_weights(counts)
        wild = view.rules.wild_face
        matching = [tally(tuple(hand), view.last.face, wild) for hand in counts.tolist()]
        naive, total = [0.0] * (dice + 1), float(weight.sum())
        for number, ways in zip(matching, weight.tolist(), strict=True):
            naive[number] += ways / total
        solved: list[float] | None = None
        if self.solution is not None and (belief := self.grader(state).belief(view.node, view.seat)):
            solved = [0.0] * (dice + 1)
            for hand, chance in belief.items():
                solved[matching[hand]] += float(chance)
        return Spread(
            names=[str(k) for k in range(dice + 1)],
            solved=solved,
            naive=naive,
            about=f"dice of the other that count for {view.last}",
        )

    def cup_spread(self, state: CupState) -> Spread | None:
        cup = state.cup
        if state.hand <= len(cup.hands):
            return None
        _, group = cup.beat_and_group(state.node - cup.num_positions)
        possible = cup.hands_of[group].tolist()
        throw = cup.groups[group][0]
        belief = cup_grader(self.solution).belief(state.node, state.hand) if self.solution else {}
        return Spread(
            names=[cup.hands[t] for t in possible],
            solved=[float(belief.get(t, 0)) for t in possible] if belief else None,
            naive=[float(cup.chance_in_floats[throw, t]) for t in possible],
            about=f"the hand under the cup, {cup.claims[state.hand - 1 - len(cup.hands)]} being claimed",
        )

    def split(self, seat: int, result: Fraction) -> Split:
        sign = 1 if seat == 0 else -1
        zero: Any = Fraction(0)
        parts: dict[str, Any] = {
            "start": self.start if seat == 0 else 1 - self.start,
            "luck": sign * sum(self.luck, start=zero),
            "own": sum((loss for who, loss in self.losses if who == seat), start=zero),
            "others": sum((loss for who, loss in self.losses if who != seat), start=zero),
            "ungraded": sign * sum(self.ungraded, start=zero),
            "result": result,
        }
        exact = all(isinstance(part, Fraction) for part in parts.values())
        return Split(
            seat=seat,
            exact=exact,
            texts={name: str(part) for name, part in parts.items()} if exact else {},
            **{name: float(part) for name, part in parts.items()},
        )


def _before(state: State) -> str:
    """What was said before, as in a link: `1x2 1x5`, or the claim to beat."""
    if isinstance(state, RoundState):
        view = state.view(0)
        return " ".join(str(view.ladder[rung]) for rung in state.bids)
    assert isinstance(state, CupState)
    cup = state.cup
    if state.hand > len(cup.hands):
        return cup.claims[state.hand - 1 - len(cup.hands)]
    beat = (
        cup.beat_and_class(state.node)[0]
        if state.node < cup.num_positions
        else cup.beat_and_group(state.node - cup.num_positions)[0]
    )
    return cup.claims[beat - 1] if beat else ""


def _dice(state: State, seat: int) -> list[Any]:
    """What the player sees of the dice."""
    if isinstance(state, RoundState):
        return faces_of(state.hands[seat])
    assert isinstance(state, CupState)
    hand = state.hand
    return cup_dice(state.cup, state.cup.hands[hand - 1]) if 0 < hand <= len(state.cup.hands) else []


def _reveals(state: State) -> list[dict[str, Any]]:
    if not isinstance(state, RoundState):
        return []
    after = [past.standing.dice for past in state.past[1:]] + [state.standing.dice]
    match = state.variant.loss != "round"
    return [reveal(past, dice if match else None) for past, dice in zip(state.past, after, strict=True)]
