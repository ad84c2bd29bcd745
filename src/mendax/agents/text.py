"""Options of agents as text: `s=0.5,t=0.2`. What is at its default is not printed; parsing and printing are inverse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from math import isfinite
from typing import Any, TypeVar, get_args, get_type_hints

from mendax.errors import NotationError

T = TypeVar("T")


def options_text(record: Any) -> str:
    """`:key=value,...` of what is not at its default; empty if all is."""
    changed = [f"{f.name}={getattr(record, f.name)}" for f in fields(record) if getattr(record, f.name) != f.default]
    return (":" + ",".join(changed)) if changed else ""


def read_options(kind: Callable[..., T], agent: str, text: str) -> T:
    """A record from the options of an agent; fields are numbers from 0 on, or one of a few words."""
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    for item in text.split(",") if text else []:
        key, _, value = (part.strip() for part in item.partition("="))
        if key not in hints:
            known = f"options: {', '.join(hints)}" if hints else "it takes none"
            raise NotationError(f"unknown option {key!r} of agent {agent}; {known}")
        if key in given:
            raise NotationError(f"option {key!r} of agent {agent} is given twice")
        given[key] = _value(agent, key, value, hints[key])
    return kind(**given)


def _value(agent: str, key: str, text: str, hint: Any) -> Any:
    words = get_args(hint)
    if words:
        if text in words:
            return text
        allowed = ", ".join(words)
    else:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if isfinite(number) and number >= 0:
            return number + 0.0
        allowed = "a number, 0 or more"
    raise NotationError(f"{f'{key}={text}'!r} of agent {agent} is not allowed; allowed: {allowed}")
