"""What the explorer sends: numbers with their proof, the certificate, tables."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from mendax.rules.cup import CupVariant, cup_keys
from mendax.rules.variant import KEYS, RoundVariant, parse, show_key
from mendax.solve.solution import Solution

LONG = 60  # characters of a fraction that are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """exact: the fraction, where it is one and not too long to be read."""

    value: float
    exact: str | None = None


def number(value: Any) -> Number:
    if isinstance(value, Fraction | int):
        text = str(Fraction(value))
        return Number(value=float(value), exact=text if len(text) <= LONG else None)
    return Number(value=float(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    key: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What stands beside every number: the rules, the value, what it is worth, and how it was found."""

    game: str
    rules: tuple[Rule, ...]
    fingerprint: str
    value: Number
    win_probability: float | None
    low: Number
    high: Number
    exploitability: float
    status: str
    method: str
    iterations: int
    seconds: float
    version: str
    cite: tuple[str, ...]
    file: str
    verify: str


def certificate(solution: Solution, file: str) -> Certificate:
    rules = rules_of(solution.game)
    return Certificate(
        game=solution.game,
        rules=rules,
        fingerprint=fingerprint(solution.game),
        value=number(solution.value),
        win_probability=solution.win_probability,
        low=number(solution.bounds[0]),
        high=number(solution.bounds[1]),
        exploitability=solution.exploitability,
        status=solution.status.value,
        method=solution.method,
        iterations=solution.iterations,
        seconds=round(solution.seconds, 3),
        version=solution.version,
        cite=solution.cite,
        file=file,
        verify=f"mendax verify solutions/{file}",
    )


def rules_of(game: str) -> tuple[Rule, ...]:
    """Every rule of a game with its value, whether or not it is the family's default."""
    variant: Any = parse(game)
    told = [("family", variant.family)]
    if isinstance(variant, RoundVariant):
        told += [(key, show_key(variant, key)) for key in KEYS]
    elif isinstance(variant, CupVariant):
        told += [(key, str(getattr(variant, name))) for key, name in cup_keys(variant.family).items()]
    else:
        told += [(f.name, str(getattr(variant, f.name))) for f in fields(variant) if f.name != "family"]
    return tuple(Rule(key=key, value=value) for key, value in told)


def fingerprint(game: str) -> str:
    """Of the rules but not of the name of the family: two strings for the same rules share it."""
    told = ";".join(f"{rule.key}={rule.value}" for rule in rules_of(game) if rule.key != "family")
    variant = parse(game)
    kind = type(variant).__name__ if isinstance(variant, RoundVariant | CupVariant) else str(variant)
    return hashlib.sha256(f"{kind};{told}".encode()).hexdigest()[:12]
