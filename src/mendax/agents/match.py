"""The referee's loop: games played by agents, and series of them. A step of it is `State.apply` (games/state.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.random import Generator

from mendax.agents.agent import Agent, Deputed
from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.round_state import LOST
from mendax.games.state import Playable, State, begin


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What a player did, at which information set, told as in a row of a Strategy; of a match, in that of its round.

    text    the action in words
    deputy  who decided in the agent's place, as it did not know the position; empty if it decided itself
    """

    player: int
    node: int
    hand: int
    action: int
    text: str
    deputy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was played.

    agents  their names, by player
    rolls   the dice of every throw, in order; of a round all hands
    moves   in order; of a passing cup every claim and answer, and every choice of what to keep
    won     [P] what each player got, see State.won
    """

    game: str
    agents: tuple[str, ...]
    rolls: tuple[str, ...]
    moves: tuple[Move, ...]
    won: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A series of games: the sum of what each player got. shared: did some game have no sole winner?"""

    game: str
    agents: tuple[str, ...]
    games: int
    won: tuple[Fraction, ...]
    shared: bool = False

    def interval(self, player: int, level: float = 0.95) -> tuple[float, float]:
        """Of the chance of a player to win a game, by Wilson; of games that have one winner."""
        from scipy.stats import binomtest

        if self.shared or self.won[player].denominator != 1:
            raise UnsupportedGame(f"{self.game} shares its wins, which no binomial interval fits")
        found = binomtest(int(self.won[player]), self.games).proportion_ci(level, method="wilson")
        return float(found.low), float(found.high)


def play(game: Playable | State, agents: Sequence[Agent], rng: Generator) -> Played:
    """One game; agents[0] begins. What is forced is not asked.

    The dice and every agent draw from streams of their own: no agent can look ahead at the dice, and where only the agents
    change, the dice stay.
    """
    state, rolls, moves = finish(game, agents, rng)
    assert state.won is not None
    names = tuple(agent.name for agent in agents)
    return Played(game=state.game, agents=names, rolls=tuple(rolls), moves=tuple(moves), won=state.won)


def finish(
    game: Playable | State, agents: Sequence[Agent], rng: Generator, *, noted: bool = True
) -> tuple[State, list[str], list[Move]]:
    """The loop of `play`: the end of a game, with its throws and moves where these are to be noted."""
    state = begin(game)
    if len(agents) != state.num_players:
        raise UnsupportedGame(f"{state.game} has {state.num_players} players, not {len(agents)}")
    dice, *minds = rng.spawn(1 + state.num_players)
    rolls: list[str] = []
    moves: list[Move] = []
    while state.won is None:
        if state.awaits_dice:
            state = state.roll(dice)
            if noted:
                rolls.append(state.rolled)
            continue
        player = state.mover
        assert player is not None
        view = state.view(player)
        agent = agents[player]
        action = view.legal[0] if len(view.legal) == 1 else agent.act(view, minds[player])
        if action not in view.legal:
            raise IllegalAction(f"{agent.name} does {action} where {view.legal} is allowed in {state.game}")
        if noted:
            moves.append(_move(state, agent, action))
        state = state.apply(action)
    return state, rolls, moves


def _move(state: State, agent: Agent, action: int) -> Move:
    assert state.mover is not None
    view = state.view(state.mover)
    stands_in = agent.deputy(view) if isinstance(agent, Deputed) and len(view.legal) > 1 else None
    return Move(
        player=state.mover,
        node=view.node,
        hand=view.hand,
        action=action,
        text=state.told(action),
        deputy=stands_in.name if stands_in else "",
    )


def series(game: Playable, agents: Sequence[Agent], games: int, rng: Generator) -> Score:
    """Games with the same player beginning all of them. To compare agents, play it with their places exchanged as well."""
    start = begin(game)
    won: Any = np.array([Fraction(0)] * start.num_players)
    shared = False
    for _ in range(games):
        got = finish(start, agents, rng.spawn(1)[0], noted=False)[0].won
        assert got is not None
        won = won + got
        shared = shared or max(got) < 1 or got.count(LOST) < len(got) - 1
    names = tuple(agent.name for agent in agents)
    return Score(game=start.game, agents=names, games=games, won=tuple(won), shared=shared)
