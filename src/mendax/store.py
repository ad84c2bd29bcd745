"""Solution files: a JSON header and raw little-endian arrays (safetensors), opened by mapping, without pickle.

The header holds the game string, schema version, status, value, bounds and provenance. The arrays hold, for player p, row by row
`p.node`, `p.hand`, `p.action` `[K]` and the probabilities: `p.prob` `[K]` in floats, or `p.numerator` and `p.denominator`
`[K, L]`, integers of L little-endian bytes. Of a large round they hold `p.edge` and `p.end` instead, see solve/average.py, at
the places of the layout that the header names; these are mapped, so that a question about one node reads a few pages.
Schema 2 is a match: its header lists the standings with their values and bounds,
and the arrays of standing s begin with `s.`, as in `s.p.node`, with p the seat; a large round has its own layout there.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from mendax.errors import StoreError
from mendax.games.compile import Game, compile_game
from mendax.games.match import Match
from mendax.games.round import Round
from mendax.games.strategy import Profile, Strategy
from mendax.rules.losses import Standing
from mendax.solve.average import Average
from mendax.solve.layout import Layout
from mendax.solve.solution import Solution, Stand, Status

Averages = tuple[Average, Average]

SCHEMA = 1
MATCH_SCHEMA = 2
HEADER: dict[str, Any] = {  # the type of each entry
    **dict.fromkeys(("game", "status", "method", "version"), str),
    **dict.fromkeys(("bounds", "cite"), list),
    **dict.fromkeys(("schema", "iterations", "players"), int),
    "value": (int, float, str),
    "seconds": (int, float),
    "parameters": dict,
}
DTYPES = {
    np.dtype(kind): name for kind, name in (("u1", "U8"), ("u2", "U16"), ("i8", "I64"), ("f4", "F32"), ("f8", "F64"))
}
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
                **_cut(state.averages),
            }
            for state in solution.states
        ]
        for i, state in enumerate(solution.states):
            arrays |= _arrays(state.profile, state.averages, f"{i}.")
    else:
        header |= _cut(solution.averages)
        arrays = _arrays(solution.profile, solution.averages, "")
    write_arrays(path, {KEY: json.dumps(header)}, arrays)
    return path


def _cut(averages: Averages | None) -> dict[str, Any]:
    """The layout of strategies stored whole."""
    return {"layout": [averages[0].layout.prefix, averages[0].layout.local]} if averages else {}


def _arrays(profile: Profile, averages: Averages | None, prefix: str) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    for average in averages or ():
        name = f"{prefix}{average.player}"
        arrays |= {f"{name}.edge": average.edge, f"{name}.end": average.end}
    for s in profile:
        name = f"{prefix}{s.player}"
        arrays |= {f"{name}.node": s.node, f"{name}.hand": s.hand, f"{name}.action": s.action}
        if s.is_exact:
            arrays[f"{name}.numerator"] = _to_bytes([p.numerator for p in s.prob])
            arrays[f"{name}.denominator"] = _to_bytes([p.denominator for p in s.prob])
        else:
            arrays[f"{name}.prob"] = s.prob
    return arrays


def require_writable(path: Path) -> None:
    """StoreError at once where a file cannot be written in the end."""
    with open_whole(path, keep=False):
        pass


def save_somewhere(solution: Solution, path: Path) -> tuple[Path | None, StoreError | None]:
    """Write a solution to its file; where that fails, to the folder of temporary files. Where it is, and what went wrong."""
    try:
        return save_solution(solution, path), None
    except StoreError as error:
        try:
            return save_solution(solution, Path(tempfile.mkdtemp(prefix="mendax-")) / path.name), error
        except (StoreError, OSError):
            return None, error


def write_arrays(path: Path, metadata: dict[str, str], arrays: dict[str, NDArray[Any]]) -> None:
    """A safetensors file, written array by array: nothing is held twice."""
    described: dict[str, Any] = {"__metadata__": metadata}
    offset = 0
    for name, array in arrays.items():
        described[name] = {
            "dtype": DTYPES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [offset, offset + array.nbytes],
        }
        offset += array.nbytes
    header = json.dumps(described).encode()
    header += b" " * (-len(header) % 8)  # so that the arrays are aligned
    with open_whole(path) as file:
        file.write(len(header).to_bytes(8, "little"))
        file.write(header)
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).data)  # tofile may not notice that a disk is full


def map_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """The arrays of a safetensors file, read when they are touched; writing to them changes no file."""
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        described = json.loads(file.read(length))
    kinds = {name: dtype for dtype, name in DTYPES.items()}
    found = {}
    for name, entry in described.items():
        if name != "__metadata__":
            start, shape, dtype = entry["data_offsets"][0], tuple(entry["shape"]), kinds[entry["dtype"]]
            empty = 0 in shape
            found[name] = (
                np.zeros(shape, dtype)
                if empty
                else np.asarray(np.memmap(path, dtype, mode="c", offset=8 + length + start, shape=shape))
            )
    return found


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that readers see all of it or nothing."""
    with open_whole(path) as file:
        file.write(data)


@contextmanager
def open_whole(path: Path, *, keep: bool = True) -> Iterator[BinaryIO]:
    """A file beside its place, renamed into it when all is written: readers see all of it or nothing, whatever happens."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        raise StoreError(f"cannot write {str(path)!r}: it is not an ordinary file")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    except OSError as error:
        raise StoreError(f"cannot write {str(path)!r}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        if not keep:
            Path(beside).unlink()
            return
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, path)
    except BaseException as error:
        Path(beside).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise StoreError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
        raise


def _umask() -> int:
    """Which permissions new files do not get here; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def read_header(path: Path | str) -> dict[str, Any]:
    """What the file claims, without reading its arrays."""
    metadata = read_metadata(path)
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
    wrong = [key for key, kind in HEADER.items() if not isinstance(header.get(key), kind)]
    if wrong:
        raise StoreError(f"{str(path)!r} is damaged: its header says nothing sensible of {', '.join(wrong)}")
    return header


def read_metadata(path: Path | str) -> dict[str, str]:
    """The texts in the header of a safetensors file, which must be whole."""
    if Path(path).is_dir():
        raise StoreError(f"{str(path)!r} is a folder, not a solution file")
    if not Path(path).is_file():
        raise StoreError(f"there is no file {str(path)!r}; make one with: mendax solve GAME --out FILE")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata: dict[str, str] = file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise StoreError(
            f"{str(path)!r} is not a whole solution file: it is truncated or of another kind ({error})"
        ) from None
    return metadata


def load_solution(path: Path | str) -> Solution:
    """Read a solution back. What it claims is not checked here: `analysis.certificate.verify` does that."""
    header = read_header(path)
    try:
        with safe_open(path, framework="numpy") as file:
            states = tuple(_load_state(file, Path(path), header, i) for i in range(len(header.get("states", ()))))
            profile = states[0].profile if states else _load_profile(file, header["players"], "")
        averages = (
            _map_averages(Path(path), compile_game(header["game"]), header["layout"], "")
            if "layout" in header
            else None
        )
        return Solution(
            averages=averages,
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


def _map_averages(path: Path, game: Game | Match, cut: list[int], prefix: str) -> Averages:
    layout = Layout(*cut)
    if not isinstance(game, Round) or layout.prefix < 0 or layout.local < 1:
        raise ValueError(f"{game.game} with layout {cut} has no averages")
    if layout.prefix + layout.local != game.num_rungs:
        raise ValueError(f"{game.num_rungs} rungs are not split into {layout.prefix} and {layout.local}")
    arrays, found = map_arrays(path), []
    for player in (0, 1):
        shape = layout.blocks, len(game.weight[player]), layout.slots
        edge, end = arrays[f"{prefix}{player}.edge"], arrays[f"{prefix}{player}.end"]
        if edge.shape != shape or end.shape != (len(game.payoffs) - 1, *shape) or edge.dtype != np.uint16:
            raise ValueError(f"the arrays of player {player} have the shape of another game")
        found.append(Average(player=player, game=game, layout=layout, edge=edge, end=end))
    return found[0], found[1]


def _load_state(file: Any, path: Path, header: dict[str, Any], i: int) -> Stand:
    told, averages = header["states"][i], None
    if "layout" in told:
        match = compile_game(header["game"])
        assert isinstance(match, Match)
        averages = _map_averages(path, match.single_round(i), told["layout"], f"{i}.")
    return Stand(
        standing=Standing(tuple(told["dice"]), told["opener"], told["palifico"]),
        value=_parse_number(told["value"]),
        bounds=(_parse_number(told["bounds"][0]), _parse_number(told["bounds"][1])),
        profile=() if averages else _load_profile(file, 2, f"{i}."),
        averages=averages,
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
    whole = all(one.dtype == np.int64 and one.ndim == 1 for one in (node, hand, action))
    if not whole or prob.ndim != 1 or not len(node) == len(hand) == len(action) == len(prob):
        raise ValueError(f"the arrays of player {player} have the wrong types or lengths")
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
    if table.dtype != np.uint8 or table.ndim != 2:
        raise ValueError("the probabilities are no rows of bytes")
    return [int.from_bytes(row.tobytes(), "little") for row in table]
