"""Work spread over processes: the same results whatever their number, and a worker that dies is replaced.

A piece of work is a function of its task alone, so who does it, and how often, changes nothing. joblib runs the pieces: in
processes of this machine, or on a Ray cluster, which is the one this process is connected to, or that RAY_ADDRESS names, or
one started here.
"""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from mendax.errors import MendaxError, UnsupportedGame

CLUSTERS = ("local", "ray")
TRIES = 4  # times that work is begun, the first included, before its workers' deaths are taken for its own fault

Task = TypeVar("Task")
Result = TypeVar("Result")


def check_workers(workers: int, cluster: str) -> None:
    """MendaxError with one line, unless work can be spread so."""
    if workers < 1:
        raise MendaxError(f"{workers} workers do nothing; use 1 or more")
    if cluster not in CLUSTERS:
        raise MendaxError(f"unknown cluster {cluster!r}; clusters: {', '.join(CLUSTERS)}")


def spread(
    work: Callable[[Task], Result], tasks: Sequence[Task], *, workers: int = 1, cluster: str = "local"
) -> list[Result]:
    """The result of each task, in order. With one local worker no process is started."""
    check_workers(workers, cluster)
    if workers == 1 and cluster == "local":
        return [work(task) for task in tasks]
    joblib = _joblib()
    died = _deaths(cluster)
    for left in reversed(range(TRIES)):
        try:
            with _backend(joblib, workers, cluster):
                done: list[Result] = joblib.Parallel(n_jobs=workers)(
                    joblib.delayed(_away)(work, task) for task in tasks
                )
            return done
        except died as error:
            if not left:
                raise MendaxError(f"workers died {TRIES} times over the same work: {_first_line(error)}") from error
    raise AssertionError


def _away(work: Callable[[Task], Result], task: Task) -> Result:
    """In another process. Ctrl-C is for who gave out the work: he waits for what is in hand, and stops."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work(task)


def _joblib() -> Any:
    try:
        import joblib
    except ImportError as error:
        raise UnsupportedGame("more than one worker needs joblib; install mendax[cluster]") from error
    return joblib


def _deaths(cluster: str) -> tuple[type[BaseException], ...]:
    """What is raised where a worker has died."""
    from concurrent.futures.process import BrokenProcessPool

    from joblib.externals.loky.process_executor import TerminatedWorkerError

    if cluster == "local":
        return BrokenProcessPool, TerminatedWorkerError
    ray = _ray()
    return ray.exceptions.RayActorError, ray.exceptions.WorkerCrashedError


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
        import ray.util.joblib
    except ImportError as error:
        raise UnsupportedGame("--cluster ray needs Ray; install mendax[cluster]") from error
    return ray


def _backend(joblib: Any, workers: int, cluster: str) -> AbstractContextManager[Any]:
    if cluster == "local":
        return nullcontext()
    ray = _ray()
    if not ray.is_initialized():
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told
        ray.init(include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    ray.util.joblib.register_ray()
    chosen: AbstractContextManager[Any] = joblib.parallel_config(backend="ray", n_jobs=workers)
    return chosen


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]
