"""The text read in every way, and the agents that come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Generic, TypeVar, cast, get_args, get_type_hints

from mendax.agents.agent import WrittenAgent
from mendax.agents.matrix import MatrixAgent, MatrixReading
from mendax.agents.tree import TreeAgent, TreeReading
from mendax.games.cup import Cup, compile_cup
from mendax.games.strategy import Strategy
from mendax.papers.thesis.plain import Plain
from mendax.rules.cup import CUPS
from mendax.solve.cup_response import cup_response, cup_worth

Reading = TreeReading | MatrixReading
R = TypeVar("R", TreeReading, MatrixReading)
Rows = tuple[tuple[int, int, int, Fraction], ...]

TREE, MATRIX = TreeAgent(), MatrixAgent()


@cache
def game() -> Cup:
    return compile_cup(CUPS["thesis-die"])


def values(kind: type[Reading]) -> dict[str, tuple[str, ...]]:
    """What each part of a reading may be, the default first."""
    return {name: get_args(hint) for name, hint in get_type_hints(kind).items()}


def all_readings(kind: type[R]) -> tuple[R, ...]:
    """All combinations, the default first."""
    named, make = values(kind), cast("Callable[..., R]", kind)
    return tuple(make(**dict(zip(named, chosen, strict=True))) for chosen in product(*named.values()))


def changed_once(reading: R) -> Iterator[R]:
    """The readings that differ in one part."""
    for name, allowed in values(type(reading)).items():
        for value in allowed:
            if value != getattr(reading, name):
                changed: Any = {name: value}
                yield replace(reading, **changed)


def told(reading: Reading) -> str:
    """What differs from the default."""
    default = type(reading)()
    changed = [
        f"{field.name}={getattr(reading, field.name)}"
        for field in fields(reading)
        if getattr(reading, field.name) != getattr(default, field.name)
    ]
    return " ".join(changed) or "default"


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind(Generic[R]):
    """Readings that make the same agent; the first is nearest to the default."""

    readings: tuple[R, ...]
    plain: Plain

    @property
    def name(self) -> str:
        return told(self.readings[0])


def _kinds(readings: Sequence[R], agent: Callable[[R], WrittenAgent]) -> tuple[Kind[R], ...]:
    found: dict[Rows, list[R]] = {}
    plays: dict[Rows, Strategy] = {}
    for reading in sorted(
        readings, key=lambda reading: 0 if told(reading) == "default" else len(told(reading).split())
    ):
        strategy = agent(reading).strategy(game(), 0)
        rows = tuple(strategy.rows())
        found.setdefault(rows, []).append(reading)
        plays.setdefault(rows, strategy)
    return tuple(Kind(readings=tuple(same), plain=Plain(plays[rows])) for rows, same in found.items())


@cache
def tree_kinds() -> tuple[Kind[TreeReading], ...]:
    return _kinds(all_readings(TreeReading), TreeAgent)


@cache
def matrix_kinds() -> tuple[Kind[MatrixReading], ...]:
    return _kinds(all_readings(MatrixReading), MatrixAgent)


def chance(first: WrittenAgent, second: WrittenAgent) -> Fraction:
    """The chance of who begins, exact, by the engine."""
    return Fraction(cup_worth(game(), (first.strategy(game(), 0), second.strategy(game(), 1)))[0])


def best_against(agent: WrittenAgent, *, begins: bool) -> Fraction:
    """The greatest chance to win against an agent, exact, by the engine; begins: of who begins, or of who comes second."""
    player = 0 if begins else 1
    return Fraction(cup_response(game(), (agent.strategy(game(), 1 - player),), player)[0])
