"""Solves the small games of the library, and measures agents in them: `python -m mendax.service.prepare FOLDER`.

Run in a process of its own by the app; what is there already is not done again, and every file is written whole.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from mendax.agents.agent import WrittenAgent
from mendax.agents.named import make_agent
from mendax.errors import MendaxError
from mendax.games.compile import compile_game, require_one_game
from mendax.games.cup import Cup
from mendax.games.match import Match
from mendax.games.tree import Tree
from mendax.service.library import SMALL, STRENGTHS, Library
from mendax.service.opponents import agents_of
from mendax.solve.game import solve_game
from mendax.solve.response import best_response
from mendax.solve.solution import Solution
from mendax.store import save_solution, write_whole


def strength(agent: WrittenAgent, solution: Solution) -> dict[str, Any]:
    """In shares of games, the mean of both seats: what it is sure of against anybody, and what it gets of optimal play.

    Exact: a best response to it over the whole game, and its games against the solution computed, not played.
    """
    game = require_one_game(compile_game(solution.game))
    assert not isinstance(game, Tree)
    sure, fair = [], []
    for seat in (0, 1):
        other = 1 - seat
        own = agent.strategy(game, seat)
        sure.append(1 - _share(game, best_response(game, [own], other).value))
        pair = [own, solution.profile[other]]
        fair.append(_share(game, _against(game, sorted(pair, key=lambda s: s.player), seat)))
    return {"sure": float(sum(sure)) / 2, "optimal": float(sum(fair)) / 2}


def _share(game: Any, value: Any) -> Any:
    return value if isinstance(game, Cup) else (1 + value) / 2


def _against(game: Any, profile: Any, seat: int) -> Any:
    """What a seat gets when both play as written."""
    from mendax.analysis.grading import RoundGrader
    from mendax.solve.cup_response import cup_worth

    if isinstance(game, Cup):
        return cup_worth(game, profile)[seat]
    grader = RoundGrader(game, profile)
    first, second = game.weight
    total = sum(
        int(v) * int(w) * grader.worth(0, (h, o)) for h, v in enumerate(first) for o, w in enumerate(second)
    ) / (int(first.sum()) * int(second.sum()))
    return total if seat == 0 else -total


def prepare(library: Library, games: Sequence[str] = SMALL) -> None:
    library.folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        if library.solution(game) is None:
            save_solution(solve_game(game), library.path(game))
        _measure(library, game)


def _measure(library: Library, game: str) -> None:
    """Strengths of one game, added to the file."""
    file = library.folder / STRENGTHS
    known: dict[str, Any] = json.loads(file.read_text()) if file.is_file() else {}
    solution = library.solution(game)
    if game in known or solution is None or isinstance(compile_game(game), Match):
        return
    rows, compiled = [], compile_game(game)
    for name in agents_of(compiled if isinstance(compiled, Cup) else None):
        with suppress(MendaxError):
            agent: Any = _Solved(solution) if name == "equilibrium" else make_agent(name)
            rows.append({"agent": name, **strength(agent, solution)})
    write_whole(file, json.dumps(known | {game: rows}, indent=1).encode())


class _Solved:
    """The solution as an agent that is written down."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def strategy(self, game: Any, player: int) -> Any:
        return self.solution.profile[player]


if __name__ == "__main__":
    os.nice(10)
    prepare(Library(Path(sys.argv[1])))
