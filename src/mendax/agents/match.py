"""The referee: games of a passing cup played by agents, and series of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mendax.agents.agent import Agent, view_of
from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.cup import DOUBT, Cup


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What a player did, at which information set, told as in a row of a Strategy."""

    player: int
    node: int
    hand: int
    action: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was played.

    agents  their names, by player
    moves   every claim and answer, and every choice of what to keep
    won     [P] what each player gets: 1 to a sole winner, equal shares to several
    """

    game: str
    agents: tuple[str, ...]
    moves: tuple[Move, ...]
    won: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A series of games: the sum of what each player got."""

    game: str
    agents: tuple[str, ...]
    games: int
    won: tuple[Fraction, ...]

    def interval(self, player: int, level: float = 0.95) -> tuple[float, float]:
        """Of the chance of a player to win a game, by Wilson; of games that have one winner."""
        from scipy.stats import binomtest

        if self.won[player].denominator != 1:
            raise UnsupportedGame(f"{self.game} shares its wins, which no binomial interval fits")
        found = binomtest(int(self.won[player]), self.games).proportion_ci(level, method="wilson")
        return float(found.low), float(found.high)


def play(game: Cup, agents: Sequence[Agent], rng: Generator) -> Played:
    """One game; agents[0] begins. What is forced is not asked.

    The dice and every agent draw from streams of their own: no agent can look ahead at the dice, and where only the agents
    change, the dice stay.
    """
    if len(agents) != game.num_players:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players, not {len(agents)}")
    dice, *minds = rng.spawn(1 + game.num_players)
    moves: list[Move] = []

    def ask(player: int, node: int, hand: int) -> int:
        view = view_of(game, player, node, hand)
        action = agents[player].act(view, minds[player]) if len(view.legal) > 1 else view.legal[0]
        if action not in view.legal:
            raise IllegalAction(f"{agents[player].name} does {action} where {view.legal} is allowed in {game.game}")
        if len(view.legal) > 1 or hand:
            moves.append(Move(player=player, node=node, hand=hand, action=action))
        return action

    position, mover = 0, 0
    while game.options(position):
        beat, _ = game.beat_and_class(position)
        node = game.num_positions + beat * len(game.groups) + ask(mover, position, 0)
        hand = _throw(game, ask(mover, node, 0), dice)
        claim = ask(mover, node, 1 + hand)
        other = (mover + 1) % game.num_players
        if ask(other, node, 1 + len(game.hands) + claim) == DOUBT:
            pay = game.true_pay if game.holds[hand, claim] else game.false_pay
            break
        position, mover = int(game.follower[hand, claim]), other
    else:
        pay = game.stuck_pay
    return Played(
        game=game.game,
        agents=tuple(agent.name for agent in agents),
        moves=tuple(moves),
        won=tuple(pay[(player - mover) % game.num_players] for player in range(game.num_players)),
    )


def series(game: Cup, agents: Sequence[Agent], games: int, rng: Generator) -> Score:
    """Games with the same player beginning all of them. To compare agents, play it with their places exchanged as well."""
    won: Any = np.array([Fraction(0)] * game.num_players)
    for stream in rng.spawn(games):
        won = won + play(game, agents, stream).won
    return Score(game=game.game, agents=tuple(agent.name for agent in agents), games=games, won=tuple(won))


def _throw(game: Cup, throw: int, dice: Generator) -> int:
    return int(np.searchsorted(_upto(game)[throw], dice.random(), side="right"))


@lru_cache(maxsize=8)
def _upto(game: Cup) -> NDArray[np.float64]:
    """`[R, T]`: chance of a hand or one before it; the last is 1 exactly, so that every draw finds a possible hand."""
    upto = np.cumsum(game.chance_in_floats, axis=1)
    scaled: NDArray[np.float64] = upto / upto[:, -1:]
    return scaled
