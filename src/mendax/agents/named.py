"""Agents by name."""

from collections.abc import Callable

from mendax.agents.agent import WrittenAgent
from mendax.agents.matrix import MatrixAgent
from mendax.agents.tree import TreeAgent
from mendax.agents.written import OptimalAgent
from mendax.errors import NotationError

AGENTS: dict[str, Callable[[], WrittenAgent]] = {"tree": TreeAgent, "matrix": MatrixAgent, "optimal": OptimalAgent}


def make_agent(name: str) -> WrittenAgent:
    if name not in AGENTS:
        raise NotationError(f"unknown agent {name!r}; agents: {', '.join(AGENTS)}")
    return AGENTS[name]()
