"""Others' solvers and ours on the same games, in one run on one machine.

Every solver has a process of its own. It starts (imports, game, tables), iterates, and is asked for its exploitability whenever
its iterations have grown by half; that is not timed. Exploitability is the mean gain of two best responses, as the solver itself
measures it.
Game strings are of the family `openspiel`: the one that all of them play.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from mendax.bench.isolated import alone
from mendax.errors import NotationError, UnsupportedGame
from mendax.rules.variant import RoundVariant, parse

TARGETS = (1e-2, 1e-3, 1e-4, 1e-6)
GAMES = ("openspiel:faces=3", "openspiel:faces=4", "openspiel:faces=5", "openspiel")
PATIENCE = 3.0  # times the seconds of iterations that a solver gets which is done at one go
ASKED = 1.5  # exploitability is asked for whenever the iterations have grown by this factor


class Iterated(Protocol):
    """A solver that has started."""

    def step(self) -> None: ...

    def exploitability(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Peer:
    """needs: what must be importable. start: a solver of a game; or solve: (value, exploitability) at one go."""

    needs: tuple[str, ...]
    start: Callable[[str], Iterated] | None = None
    solve: Callable[[str], tuple[float, float | None]] | None = None


# Others ---------------------------------------------------------------------------------------------------------------


def _their_game(game: str) -> Any:
    from mendax.games.openspiel import openspiel_game
    from mendax.rules.variant import parse_round

    return openspiel_game(parse_round(game))


class _OpenSpiel:
    def __init__(self, game: str) -> None:
        import pyspiel

        self.spiel, self.game = pyspiel, _their_game(game)
        self.solver = pyspiel.CFRPlusSolver(self.game)

    def step(self) -> None:
        self.solver.evaluate_and_update_policy()

    def exploitability(self) -> float:
        return float(self.spiel.exploitability(self.game, self.solver.average_policy()))


class _LiteEfg:
    def __init__(self, game: str) -> None:
        lite, baseline = import_module("LiteEFG"), import_module("LiteEFG.baselines.CFRplus")
        self.graph = baseline.graph()
        self.env = lite.OpenSpielEnv(_their_game(game))
        self.env.set_graph(self.graph)

    def step(self) -> None:
        self.graph.update_graph(self.env)
        self.env.update_strategy(self.graph.current_strategy())

    def exploitability(self) -> float:
        return float(sum(self.env.exploitability(self.graph.current_strategy(), "linear-avg-iterate"))) / 2


def _openspiel_lp(game: str) -> tuple[float, float | None]:
    from open_spiel.python.algorithms import sequence_form_lp

    return float(sequence_form_lp.solve_zero_sum_game(_their_game(game))[0]), None


# Ours -----------------------------------------------------------------------------------------------------------------


class _Mendax:
    row = "dcfr"

    def __init__(self, game: str) -> None:
        from mendax.games.compile import compile_game
        from mendax.games.round import Round
        from mendax.solve.cfr import ROWS, Run

        compiled = compile_game(game)
        assert isinstance(compiled, Round)
        self.run = Run(compiled, ROWS[self.row])
        self.run.engine.sweep(0, plus=1.0, minus=1.0, floor=True, ahead=False, rate=0.0)  # loads compiled code
        self.run = Run(compiled, ROWS[self.row])

    def step(self) -> None:
        self.run.step()

    def exploitability(self) -> float:
        low, high = self.run.bounds()
        return (high - low) / 2


class _MendaxPlus(_Mendax):
    row = "cfr+"


def _mendax_exact(game: str) -> tuple[float, float | None]:
    from mendax.solve.game import solve_game

    solution = solve_game(game, "exact")
    return float(solution.value), float(solution.exploitability)


OURS = "mendax dcfr"
PEERS = {
    OURS: Peer(("mendax",), start=_Mendax),
    "mendax cfr+": Peer(("mendax",), start=_MendaxPlus),
    "openspiel cfr+": Peer(("pyspiel",), start=_OpenSpiel),
    "liteefg cfr+": Peer(("LiteEFG", "pyspiel"), start=_LiteEfg),
    "mendax exact": Peer(("mendax",), solve=_mendax_exact),
    "openspiel lp": Peer(("open_spiel", "cvxpy", "ecos"), solve=_openspiel_lp),
}

# Measuring ------------------------------------------------------------------------------------------------------------


def compare(
    games: tuple[str, ...], seconds: float, ready: Callable[[str], None] = lambda _: None
) -> Iterator[dict[str, Any]]:
    """A row for each game and peer; at most so many seconds of iterations each."""
    for game in games:
        variant = parse(game)
        if not isinstance(variant, RoundVariant) or variant.family != "openspiel":
            raise UnsupportedGame(f"{game} is not a game that all peers play; use openspiel, as in {', '.join(GAMES)}")
    if not seconds > 0:
        raise NotationError(f"seconds={seconds:g} is not allowed; allowed: more than 0")
    ready("loading compiled code")
    for name in (OURS, "mendax cfr+"):  # once compiled it is kept, also for the next run
        alone(measure, name, "openspiel:faces=2", 1e-3)
    for game in games:
        for name in PEERS:
            ready(f"{game}: {name}")
            limit = None if PEERS[name].start else PATIENCE * seconds
            yield {"game": game, "solver": name, **alone(measure, name, game, seconds, limit=limit)}


def measure(name: str, game: str, seconds: float) -> dict[str, Any]:
    """One peer on one game, in this process."""
    peer, begun = PEERS[name], time.perf_counter()
    try:
        for module in peer.needs:
            import_module(module)
    except ImportError as error:
        raise UnsupportedGame(f"{error.name} is not installed; install mendax[interop]") from error
    if peer.solve is not None:
        value, gap = peer.solve(game)
        return {"seconds": _short(time.perf_counter() - begun), "value": value, "exploitability": gap}
    assert peer.start is not None
    solver = peer.start(game)
    start, steps, reached, due = time.perf_counter() - begun, [], {}, 8
    spent, gap = 0.0, 1.0
    while spent < seconds and gap > TARGETS[-1]:
        stepped = time.perf_counter()
        solver.step()
        steps.append(time.perf_counter() - stepped)
        spent += steps[-1]
        if len(steps) >= due:
            gap, due = solver.exploitability(), int(due * ASKED) + 1
            for target in TARGETS:
                if gap <= target and target not in reached:
                    reached[target] = {"iterations": len(steps), "seconds": _short(spent)}
    return {
        "start": _short(start),
        "an_iteration": _short(sorted(steps)[len(steps) // 2]),
        "iterations": len(steps),
        "seconds": _short(spent),
        "exploitability": _short(gap),
        "reached": {f"{target:.0e}": reached.get(target) for target in TARGETS},
    }


def _short(value: float) -> float:
    return float(f"{value:.4g}")
