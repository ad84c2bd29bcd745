"""Agents by their text form, the same everywhere: `name`, `name:option=value,...`, or `name:` and what it needs."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from mendax.agents.agent import Agent, WrittenAgent
from mendax.agents.belief import BeliefAgent
from mendax.agents.best import BestResponseAgent
from mendax.agents.matrix import MatrixAgent, MatrixReading
from mendax.agents.plain import HonestAgent, RandomAgent
from mendax.agents.st import StAgent
from mendax.agents.text import read_options
from mendax.agents.tree import TreeAgent, TreeReading
from mendax.agents.written import EquilibriumAgent, OptimalAgent
from mendax.errors import NotationError
from mendax.store import read_header

ELSE = ",else="
MOST_NESTED = 10


def make_agent(text: str) -> Agent:
    """The agent that a text names; NotationError with one clear line if it names none. `make_agent(agent.name) == agent`."""
    if text.count("best-response") > MOST_NESTED:
        raise NotationError(f"best responses to best responses are nested up to {MOST_NESTED} deep")
    name, colon, rest = text.strip().partition(":")
    if name not in AGENTS:
        near = difflib.get_close_matches(name, AGENTS, n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise NotationError(f"unknown agent {name!r}{hint}; agents: {', '.join(AGENTS)}")
    if colon and not rest.strip():
        raise NotationError(f"nothing follows the colon in {text.strip()!r}; write {name!r} or {FORMS[name]!r}")
    return AGENTS[name](rest.strip())


def _equilibrium(rest: str) -> Agent:
    if not rest:
        return OptimalAgent()
    file, with_else, other = rest.partition(ELSE)
    read_header(file)  # what is no solution file is said before the first game
    fallback = make_agent(other) if with_else else StAgent()
    return EquilibriumAgent(file, fallback, Path(file).stat().st_mtime_ns)


def _best_response(rest: str) -> Agent:
    if not rest:
        raise NotationError("best-response needs an agent to respond to, as in best-response:honest")
    agent = make_agent(rest)
    if not isinstance(agent, WrittenAgent):
        raise NotationError(f"what {agent.name} does cannot be written down, so nothing is a best response to it")
    return BestResponseAgent(agent)


AGENTS: Mapping[str, Callable[[str], Agent]] = MappingProxyType(
    {
        "random": lambda rest: read_options(RandomAgent, "random", rest),
        "honest": lambda rest: read_options(HonestAgent, "honest", rest),
        "st": lambda rest: read_options(StAgent, "st", rest),
        "belief": lambda rest: read_options(BeliefAgent, "belief", rest),
        "tree": lambda rest: TreeAgent(read_options(TreeReading, "tree", rest)),
        "matrix": lambda rest: MatrixAgent(read_options(MatrixReading, "matrix", rest)),
        "optimal": lambda rest: read_options(OptimalAgent, "optimal", rest),
        "equilibrium": _equilibrium,
        "best-response": _best_response,
    }
)

FORMS = {
    "random": "random",
    "honest": "honest",
    "st": "st:s=0.5,t=0.2",
    "belief": "belief:model=st",
    "tree": "tree:lies=rolls",
    "matrix": "matrix:lies=all",
    "optimal": "optimal",
    "equilibrium": "equilibrium:FILE",
    "best-response": "best-response:AGENT",
}
