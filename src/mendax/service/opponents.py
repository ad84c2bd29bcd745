"""Who can be played against: agents by a text that names no files, and a few of them by character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from numpy.random import Generator

from mendax.agents.agent import Agent
from mendax.agents.named import make_agent
from mendax.agents.written import follow, solved_at
from mendax.errors import NotationError, UnsupportedGame
from mendax.games.cup import Cup
from mendax.games.view import View
from mendax.service.library import Library
from mendax.solve.solution import Solution

SOLVED = ("equilibrium", "optimal")
LONGEST = 80
ROUND_AGENTS = ("random", "honest", "st", "belief", "equilibrium")
CUP_AGENTS = ("random", "honest", "equilibrium")
DIE_AGENTS = ("random", "honest", "tree", "matrix", "equilibrium")
ABOUT = {
    "random": "anything allowed, all alike",
    "honest": "means what it says, believes what it hears",
    "st": "weighs chances, as (s, t) of Burcsi and Nagy with (0, 0)",
    "belief": "reads your dice from your bids",
    "tree": "searches ahead: the Tree of the thesis",
    "matrix": "plays its tables: the Matrix of the thesis",
    "equilibrium": "plays the solution of the game",
}


@dataclass(frozen=True, slots=True)
class SolvedAgent:
    """Plays a solution of the library, and as `honest` where it does not reach."""

    solution: Solution
    fallback: Agent
    name: str = "equilibrium"

    def act(self, view: View, rng: Generator) -> int:
        behaviour = solved_at(self.solution, view)
        return self.fallback.act(view, rng) if behaviour is None else follow(behaviour, view, rng)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """agent: its text; sure, optimal: shares of games, see prepare.strength; None where they are not computed."""

    agent: str
    about: str
    ready: bool
    sure: float | None = None
    optimal: float | None = None


def seat_agent(text: str, game: str, library: Library) -> Agent:
    """The agent that a text of a client names; it may not name files, and a solution must be at hand."""
    text = text.strip()
    if len(text) > LONGEST:
        raise NotationError(f"an agent's name of {len(text)} letters is too long; at most {LONGEST}")
    if text in SOLVED:
        solution = library.solution(game)
        if solution is None:
            raise UnsupportedGame(f"{game} is not solved here; play belief, st or honest, or solve it first")
        return SolvedAgent(solution, make_agent("honest"))
    if any(word in text for word in SOLVED) or "best-response" in text:
        raise NotationError(f"{text!r} cannot be played against here; agents: {', '.join(ABOUT)}")
    return _made(text)


@lru_cache(maxsize=256)
def _made(text: str) -> Agent:
    return make_agent(text)


def stand_in(game: str, state: Any, library: Library) -> Agent:
    """Who plays on for a person who has gone: the strongest at hand."""
    solution = library.solution(game)
    if solution is not None:
        return SolvedAgent(solution, make_agent("honest"))
    return make_agent("honest" if isinstance(getattr(state, "cup", None), Cup) else "belief")


def opponents(game: str, state: Any, library: Library) -> list[Opponent]:
    """Those that can play a game, weakest first where that is measured."""
    measured = {row["agent"]: row for row in library.strengths(game)}
    found = []
    for name in agents_of(getattr(state, "cup", None)):
        row = measured.get(name, {})
        ready = name != "equilibrium" or library.solution(game) is not None
        found.append(
            Opponent(agent=name, about=ABOUT[name], ready=ready, sure=row.get("sure"), optimal=row.get("optimal"))
        )
    return sorted(found, key=lambda one: (one.sure is not None, one.sure or 0)) if measured else found


def agents_of(cup: Cup | None) -> tuple[str, ...]:
    """Those that play a passing cup, or, if there is none, rounds."""
    return ROUND_AGENTS if cup is None else DIE_AGENTS if _one_die(cup) else CUP_AGENTS


def _one_die(cup: Cup) -> bool:
    from mendax.agents.die import faces_of

    try:
        return cup.num_players == 2 and faces_of(cup) > 0
    except UnsupportedGame:
        return False
