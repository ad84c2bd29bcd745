"""Solution files: a JSON header and raw little-endian arrays (safetensors), opened by mapping, without pickle.

The header holds the game string, schema version, status, value, bounds and provenance. The arrays hold, for player p,
`p.node`, `p.hand`, `p.action` `[K]` and the probabilities: `p.prob` `[K]` in floats, or `p.numerator` and `p.denominator`
`[K, L]`, integers of L little-endian bytes. Schema 2 is a match: its header lists the standings with their values and bounds,
and the arrays of standing s begin with `s.`, as in `s.p.node`, with p the seat.
"""

from __future__ import annotations

import json
import os
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from mendax.errors import StoreError
from mendax.games.strategy import Profile, Strategy
from mendax.rules.losses import Standing
from mendax.solve.solution import Solution, Stand, Status

SCHEMA = 1
MATCH_SCHEMA = 2
KEY = "mendax"


def save_solution(solution: Solution, path: Path | str) -> Path:
    """Write a solution to a file; the path."""
    path = Path(path)
    header = {
        "schema": MATCH_SCHEMA if solution.states else SCHEMA,
        "game": solution.game,
        "status": solution.status.value,
        "value": _number(solution.value),
        "bounds": [_number(bound) for bound in solution.bounds],
        "method": solution.method,
        "parameters": solution.parameters,
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "version": solution.version,
        "cite": list(solution.cite),
        "players": len(solution.profile),
    }
    arrays: dict[str, NDArray[Any]] = {}
    if solution.states:
        header["states"] = [
            {
                "dice": list(state.standing.dice),
                "opener": state.standing.opener,
                "palifico": state.standing.palifico,
                "value": _number(state.value),
                "bounds": [_number(bound) for bound in state.bounds],
            }
            for state in solution.states
        ]
        for i, state in enumerate(solution.states):
            arrays |= _arrays(state.profile, f"{i}.")
    else:
        arrays = _arrays(solution.profile, "")
    data = save({name: np.ascontiguousarray(array) for name, array in arrays.items()}, {KEY: json.dumps(header)})
    write_whole(path, data)
    return path


def _arrays(profile: Profile, prefix: str) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    for s in profile:
        name = f"{prefix}{s.player}"
        arrays |= {f"{name}.node": s.node, f"{name}.hand": s.hand, f"{name}.action": s.action}
        if s.is_exact:
            arrays[f"{name}.numerator"] = _to_bytes([p.numerator for p in s.prob])
            arrays[f"{name}.denominator"] = _to_bytes([p.denominator for p in s.prob])
        else:
            arrays[f"{name}.prob"] = s.prob
    return arrays


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place, then rename it into it: readers see all of it or nothing, whatever happens."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    except OSError as error:
        raise StoreError(f"cannot write {str(path)!r}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, 0o644)
        os.replace(beside, path)
    except BaseException as error:
        Path(beside).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise StoreError(f"cannot write {str(path)!r}: {error.strerror}") from None
        raise


def read_header(path: Path | str) -> dict[str, Any]:
    """What the file claims, without reading its arrays."""
    if Path(path).is_dir():
        raise StoreError(f"{str(path)!r} is a folder, not a solution file")
    if not Path(path).is_file():
        raise StoreError(f"there is no file {str(path)!r}; make one with: mendax solve GAME --out FILE")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise StoreError(
            f"{str(path)!r} is not a whole solution file: it is truncated or of another kind ({error})"
        ) from None
    try:
        header: dict[str, Any] = json.loads(metadata[KEY])
        schema = header["schema"]
    except (KeyError, TypeError, ValueError):
        raise StoreError(
            f"{str(path)!r} is a safetensors file, but not one that Mendax wrote: its header says nothing of it"
        ) from None
    if schema not in (SCHEMA, MATCH_SCHEMA):
        read = f"{SCHEMA} and {MATCH_SCHEMA}"
        raise StoreError(f"{str(path)!r} has schema {schema!r}; this version of Mendax reads schemas {read}")
    return header


def load_solution(path: Path | str) -> Solution:
    """Read a solution back. What it claims is not checked here: `analysis.certificate.verify` does that."""
    header = read_header(path)
    try:
        with safe_open(path, framework="numpy") as file:
            states = tuple(_load_state(file, i, told) for i, told in enumerate(header.get("states", ())))
            profile = states[0].profile if states else _load_profile(file, header["players"], "")
        return Solution(
            game=header["game"],
            value=_parse_number(header["value"]),
            status=Status(header["status"]),
            bounds=(_parse_number(header["bounds"][0]), _parse_number(header["bounds"][1])),
            profile=profile,
            method=header["method"],
            parameters=header["parameters"],
            iterations=header["iterations"],
            seconds=header["seconds"],
            version=header["version"],
            cite=tuple(header["cite"]),
            states=states,
        )
    except (SafetensorError, KeyError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
        raise StoreError(f"{str(path)!r} is damaged: {type(error).__name__}: {error}") from None


def _load_state(file: Any, i: int, told: dict[str, Any]) -> Stand:
    return Stand(
        standing=Standing(tuple(told["dice"]), told["opener"], told["palifico"]),
        value=_parse_number(told["value"]),
        bounds=(_parse_number(told["bounds"][0]), _parse_number(told["bounds"][1])),
        profile=_load_profile(file, 2, f"{i}."),
    )


def _load_profile(file: Any, players: int, prefix: str) -> Profile:
    return tuple(_load_strategy(file, player, f"{prefix}{player}") for player in range(players))


def _load_strategy(file: Any, player: int, name: str) -> Strategy:
    if f"{name}.prob" in file.keys():  # noqa: SIM118  (not a dict)
        prob: NDArray[Any] = file.get_tensor(f"{name}.prob")
    else:
        numerators = _from_bytes(file.get_tensor(f"{name}.numerator"))
        denominators = _from_bytes(file.get_tensor(f"{name}.denominator"))
        prob = np.empty(len(numerators), dtype=object)
        prob[:] = [Fraction(n, d) for n, d in zip(numerators, denominators, strict=True)]
    node, hand, action = (file.get_tensor(f"{name}.{array}") for array in ("node", "hand", "action"))
    if not len(node) == len(hand) == len(action) == len(prob):
        raise ValueError(f"the arrays of player {player} have different lengths")
    return Strategy(player=player, node=node, hand=hand, action=action, prob=prob)


def _number(value: Fraction | float) -> str | float:
    return str(value) if isinstance(value, Fraction) else value


def _parse_number(value: str | float) -> Fraction | float:
    return Fraction(value) if isinstance(value, str) else float(value)


def _to_bytes(values: list[int]) -> NDArray[np.uint8]:
    """`[K, L]`, L bytes enough for the largest."""
    width = max([1, *((value.bit_length() + 7) // 8 for value in values)])
    data = b"".join(value.to_bytes(width, "little") for value in values)
    return np.frombuffer(data, dtype=np.uint8).reshape(len(values), width)


def _from_bytes(table: NDArray[np.uint8]) -> list[int]:
    return [int.from_bytes(row.tobytes(), "little") for row in table]
