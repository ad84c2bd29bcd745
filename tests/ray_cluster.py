"""A Ray cluster of this machine: the scores of one process, of two, and of the cluster; and a worker killed at work.

Run by tests/arena/test_evolution.py as a program, with a folder for what it leaves.
"""

import logging
import os
import signal
import sys
from pathlib import Path

import ray

from mendax.arena.evolution import Evolution, evolve
from mendax.arena.workers import spread


def dies_once(task):
    mark, number = task
    if number == 3 and not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def main(folder: str) -> None:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    assert len(ray.nodes()) == 1
    try:
        e = Evolution(dice=10, rounds=200, replicates=6, seed=8)
        one, two, cluster = evolve(e), evolve(e, workers=2), evolve(e, workers=2, cluster="ray")
        assert (one.scores == two.scores).all()
        assert (one.scores == cluster.scores).all()
        mark = os.path.join(folder, "killed")
        found = spread(dies_once, [(mark, i) for i in range(6)], workers=2, cluster="ray")
        assert found == list(range(6))
        assert os.path.exists(mark)
        print(f"same scores, {len(found)} tasks done, one worker killed")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main(sys.argv[1])
