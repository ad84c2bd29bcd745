"""Agents that play what is written down: a profile, optimal play as solved, a solution file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from numpy.random import Generator

from mendax.agents.agent import Agent, draw
from mendax.agents.st import StAgent
from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game
from mendax.games.counts import count_by_formula
from mendax.games.strategy import Behaviour, Profile, Strategy
from mendax.games.view import RoundView, View
from mendax.rules.losses import Standing
from mendax.rules.variant import RoundVariant, parse
from mendax.solve.game import MAX_LP_SETS, solve_game
from mendax.solve.solution import Solution
from mendax.store import load_solution


@dataclass(frozen=True, slots=True, eq=False)
class ProfileAgent:
    """Plays its own place in a profile of one game, by its string: of a solution, a best response, another agent."""

    name: str
    game: str
    profile: Profile

    def act(self, view: View, rng: Generator) -> int:
        if view.game != self.game:
            raise self._not_of(view.game)
        return follow(self._place(view.seat), view, rng)

    def strategy(self, game: Game, player: int) -> Strategy:
        if game.game != self.game:
            raise self._not_of(game.game)
        return self._place(player)

    def _not_of(self, game: str) -> UnsupportedGame:
        return UnsupportedGame(f"{self.name} has a profile of {self.game}, not of {game}")

    def _place(self, player: int) -> Strategy:
        for strategy in self.profile:
            if strategy.player == player:
                return strategy
        raise UnsupportedGame(f"{self.name} knows nothing of player {player} of {self.game}")


@dataclass(frozen=True, slots=True)
class OptimalAgent:
    """Plays the profile that `solve_game` finds, exact where that is feasible, of a game small enough to be solved at once."""

    @property
    def name(self) -> str:
        return "optimal"

    def act(self, view: View, rng: Generator) -> int:
        solution = _optimal(view.game)
        behaviour = solved_at(solution, view)
        assert behaviour is not None  # it is the same game
        return follow(behaviour, view, rng)

    def strategy(self, game: Game, player: int) -> Strategy:
        return _written(_optimal(game.game), player)


@dataclass(frozen=True, slots=True)
class EquilibriumAgent:
    """Plays a solution file, and where that does not reach, as another agent.

    The file reaches its own game, and of a match also the standings of a larger match by the same rules; but where a calza
    gives dice back what a standing is worth depends on the dice of the start, and only the match itself is reached.
    """

    file: str
    fallback: Agent = field(default_factory=StAgent)
    written: int = 0  # when the file was, so that one that is written again is read again

    @property
    def name(self) -> str:
        other = "" if self.fallback == StAgent() else f",else={self.fallback.name}"
        return f"equilibrium:{self.file}{other}"

    def act(self, view: View, rng: Generator) -> int:
        behaviour = solved_at(_loaded(self.file, self.written), view)
        return self.fallback.act(view, rng) if behaviour is None else follow(behaviour, view, rng)

    def deputy(self, view: View) -> Agent | None:
        return self.fallback if solved_at(_loaded(self.file, self.written), view) is None else None

    def strategy(self, game: Game, player: int) -> Strategy:
        solution = _loaded(self.file, self.written)
        if solution.game != game.game:
            raise UnsupportedGame(f"{self.file} has a solution of {solution.game}, not of {game.game}")
        return _written(solution, player)


def follow(behaviour: Behaviour, view: View, rng: Generator) -> int:
    """What a strategy does at a view."""
    return draw(_chances(behaviour, view.node, view.hand) or {default(view): 1}, rng)


def default(view: View) -> int:
    """What a strategy does where it has no row: the call, or the first action allowed."""
    return view.call if isinstance(view, RoundView) and view.bids else view.legal[0]


@lru_cache(maxsize=2**16)
def _chances(behaviour: Behaviour, node: int, hand: int) -> dict[int, Any]:
    return behaviour.at(node, hand)


def solved_at(solution: Solution, view: View) -> Behaviour | None:
    """What the solution does at a view; None where the position is off the solved game."""
    if _is_round(solution.game) != isinstance(view, RoundView):
        raise UnsupportedGame(
            f"a solution of {solution.game} says nothing of {view.game}, which is another kind of game"
        )
    if not solution.states:
        return solution.strategies[view.seat] if view.game == solution.game else None
    if not isinstance(view, RoundView) or not _same_match(solution.game, view.variant):
        return None
    profile = _rounds(solution).get(view.standing)
    return None if profile is None else profile[view.seat]


@lru_cache(maxsize=64)
def _is_round(game: str) -> bool:
    return isinstance(parse(game), RoundVariant)


@lru_cache(maxsize=1024)
def _same_match(solved: str, variant: RoundVariant) -> bool:
    rules = parse(solved)
    assert isinstance(rules, RoundVariant)
    if variant.num_players != 2:
        return False
    return variant == rules or (variant.exact != "calza" and replace(variant, dice=rules.dice) == rules)


@lru_cache(maxsize=8)
def _rounds(solution: Solution) -> dict[Standing, Sequence[Behaviour]]:
    return {state.standing: state.strategies for state in solution.states}


def _written(solution: Solution, player: int) -> Strategy:
    if solution.states:
        raise UnsupportedGame(f"{solution.game} is a match; loss=round plays its first round alone")
    if solution.averages is not None:
        raise UnsupportedGame(f"the solution of {solution.game} is too large to be written out row by row")
    return solution.profile[player]


@lru_cache(maxsize=16)
def _loaded(file: str, written: int) -> Solution:
    return load_solution(file)


@cache
def _optimal(game: str) -> Solution:
    variant = parse(game)
    if isinstance(variant, RoundVariant):
        _require_small(variant.as_round if variant.loss != "round" else variant)
    return solve_game(compile_game(variant))


def _require_small(variant: RoundVariant) -> None:
    """UnsupportedGame where a round takes longer to solve than a game should wait for. No round of its match is larger."""
    sets = count_by_formula(variant).information_sets
    if sets > MAX_LP_SETS:
        raise UnsupportedGame(
            f"{variant} has {sets:,} information sets; agents solve up to {MAX_LP_SETS:,} themselves. Solve it first, with"
            " mendax solve GAME --out FILE, and name equilibrium:FILE"
        )
