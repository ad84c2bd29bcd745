"""What jobs do, by kind."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from mendax.analysis.told import solution_json
from mendax.checkpoint import Keeper
from mendax.service import lab, papers
from mendax.service.solved import Library
from mendax.service.task import Stopped, Task
from mendax.solve.cfr import MAX_ITERATIONS, Run
from mendax.solve.game import solve_game
from mendax.store import save_solution

TOLD = 0.25  # seconds between two notes of progress


class _Keeper:
    """A checkpoint.Keeper that stops when the job is to stop, and tells the curve."""

    def __init__(self, task: Task) -> None:
        self.task, self.kept, self.begun = task, Keeper(task.checkpoint), False
        self.started = time.monotonic()

    def begin(self, run: Run) -> None:
        self.begun = self.task.resumes = True
        self.kept.begin(run)

    def after(self, run: Run) -> bool:
        self.kept.interrupted |= self.task.stop
        return self.kept.after(run)

    def measured(self, run: Run, low: float, high: float) -> None:
        self.task.point(iteration=run.iterations, seconds=time.monotonic() - self.started, low=low, high=high)

    def end(self) -> None:
        self.kept.end()


def solve(task: Task) -> dict[str, Any]:
    """spec: game, method, target, iterations. The solution goes to the library unless a better one is there."""
    spec, keeper, library = task.spec, _Keeper(task), Library(task.config.solutions)
    told = [0.0]

    def progress(text: str) -> None:
        if not keeper.begun:
            task.check()
        if time.monotonic() - told[0] > TOLD:
            told[0] = time.monotonic()
            task.tell(text=text)

    progress("compiling")
    solution = solve_game(
        spec["game"],
        spec.get("method") or "auto",
        target=spec.get("target"),
        iterations=spec.get("iterations") or MAX_ITERATIONS,
        progress=progress,
        keeper=keeper,
    )
    before = library.find(solution.game)
    better = before is None or (before.status != "exact" and solution.exploitability <= before.exploitability)
    path = library.path(solution.game)
    if better and task.wanted != "cancel":
        save_solution(solution, path)
    if task.stop:  # what there is can be opened, and the same job goes on from its checkpoint
        raise Stopped
    return solution_json(solution, path.name if better else before.file if before else None)


KINDS: dict[str, Callable[[Task], dict[str, Any]]] = {"solve": solve, "paper": papers.reproduce, "evolve": lab.evolve}
