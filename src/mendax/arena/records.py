"""Records of games as JSON lines, and their replay: once from the moves by the rules, once from the seed by the agents.

The first line says what made the file; each other line is a game:

    game, agents   strings; the agents by player
    seed           the numbers from which its dice and the agents' draws come, see `stream`
    rolls, moves   every throw and every action, in words
    deputies       {number of a move: who decided it in the agent's place}, where an agent did not know the position
    won            what each player got, as fractions
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from mendax._version import __version__
from mendax.agents.match import Played, play
from mendax.agents.named import make_agent
from mendax.errors import MendaxError, StoreError
from mendax.games.state import begin

SCHEMA = 1
TEXTS = ("agents", "rolls", "moves", "won")  # lists of strings
KEYS = ("game", "seed", *TEXTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """games: how many lines were replayed; wrong: of those that do not come out, the line and why."""

    games: int
    wrong: tuple[tuple[int, str], ...]


def stream(seed: tuple[int, ...]) -> np.random.Generator:
    """Of a game: (seed of the arena, line-up, block). The games of a block have one stream, so the same dice."""
    return np.random.default_rng(np.random.SeedSequence(seed[0], spawn_key=seed[1:]))


def header(command: str) -> dict[str, Any]:
    return {"records": SCHEMA, "version": __version__, "command": command}


def record(played: Played, seed: tuple[int, ...]) -> dict[str, Any]:
    deputies = {str(i): move.deputy for i, move in enumerate(played.moves) if move.deputy}
    return {
        "game": played.game,
        "agents": list(played.agents),
        "seed": list(seed),
        "rolls": list(played.rolls),
        "moves": [move.text for move in played.moves],
        **({"deputies": deputies} if deputies else {}),
        "won": [str(share) for share in played.won],
    }


def line(value: dict[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def won_by_rules(told: dict[str, Any]) -> tuple[Fraction, ...]:
    """What the moves of a record come to on its dice; a MendaxError where they are not allowed, or end too soon or late."""
    state, rolls, moves = begin(told["game"]), list(told["rolls"]), list(told["moves"])
    while state.won is None:
        if state.awaits_dice:
            if not rolls:
                raise StoreError("the dice end before the game")
            state = state.deal(rolls.pop(0))
            continue
        if not moves:
            raise StoreError("the moves end before the game")
        text = moves.pop(0)
        named = {state.told(action): action for action in state.legal}
        if text not in named:
            raise StoreError(f"{text!r} is not allowed; allowed: {', '.join(named)}")
        state = state.apply(named[text])
    if rolls or moves:
        raise StoreError("the game is over before the record")
    return state.won


def check_record(told: dict[str, Any], *, rules_only: bool = False) -> str:
    """Why a record does not replay to the same result; empty if it does."""
    try:
        if [str(share) for share in won_by_rules(told)] != told["won"]:
            return "by the rules the moves come to another result"
        if not rules_only:
            seed = tuple(told["seed"])
            again = record(play(told["game"], [make_agent(name) for name in told["agents"]], stream(seed)), seed)
            if again != told:
                differs = [key for key in again.keys() | told.keys() if again.get(key) != told.get(key)]
                return f"the agents play another game from this seed; it differs in {', '.join(sorted(differs))}"
    except MendaxError as error:
        return str(error)
    return ""


def replay(path: Path, *, rules_only: bool = False) -> Replayed:
    """Replay every game of a file of records."""
    wrong: list[tuple[int, str]] = []
    games = 0
    for number, told in read_records(path):
        games += 1
        if reason := check_record(told, rules_only=rules_only):
            wrong.append((number, reason))
    return Replayed(games=games, wrong=tuple(wrong))


def _is_record(told: Any) -> bool:
    """Has it all that a record needs, of the right types?"""
    return (
        isinstance(told, dict)
        and isinstance(told.get("game"), str)
        and all(isinstance(told.get(key), list) for key in ("seed", *TEXTS))
        and all(isinstance(part, str) for key in TEXTS for part in told[key])
        and len(told["seed"]) > 0
        and all(type(part) is int and part >= 0 for part in told["seed"])
    )


def read_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every game of a file with the number of its line; StoreError where it is no file of records."""
    if not path.is_file():
        raise StoreError(f"there is no file {str(path)!r}; make one with: mendax arena AGENT AGENT --records FILE")
    with path.open("rb") as file:
        for number, text in enumerate(file, start=1):
            try:
                told = json.loads(text)
            except ValueError:
                raise StoreError(
                    f"line {number} of {str(path)!r} is not JSON: no file of records, or damaged"
                ) from None
            if number == 1 and isinstance(told, dict) and "records" in told:
                if told["records"] != SCHEMA:
                    raise StoreError(
                        f"{str(path)!r} has records of schema {told['records']!r}; this version reads {SCHEMA}"
                    )
                continue
            if not _is_record(told):
                raise StoreError(f"line {number} of {str(path)!r} is no record of a game; it needs {', '.join(KEYS)}")
            yield number, told
