"""What is true of every agent. Run `check_agent` on any agent you add."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mendax.agents.agent import Agent, Deputed, WrittenAgent
from mendax.agents.views import views_of
from mendax.agents.written import default
from mendax.errors import GameLawError
from mendax.games.compile import Game
from mendax.games.counts import count_by_formula
from mendax.games.cup_state import CupState
from mendax.games.round import compile_round
from mendax.games.round_state import RoundState
from mendax.games.state import Playable, State, begin
from mendax.games.view import View

SEEDS = range(8)
GAMES = 12  # played at random to find the views of what is too large to be gone through
MAX_ASKED = 3_000  # information sets of a round up to which all are gone through


def check_agent(agent: Agent, game: Playable) -> None:
    """Raise GameLawError naming the first law that the agent breaks.

    At every information set of every player of a passing cup or a small round, and where there are too many, and in matches,
    at those of some games played at random: its action is legal; the same view and seed give the same action, also after
    other views in another order, so it keeps no history; where its behaviour is written down, it does nothing else; and who
    it names as its deputy decides there. That hidden dice do not matter needs no test: no view has them.
    """
    start = begin(game)
    whole = _whole(start)
    views = list(_views(start, whole))
    acted = {(place, seed): _act(agent, view, seed) for place, view in enumerate(views) for seed in SEEDS}
    again = {
        (place, seed): _act(agent, views[place], seed)
        for place in reversed(range(len(views)))
        for seed in reversed(SEEDS)
    }
    for (place, seed), action in acted.items():
        where = _where(views[place])
        _law(action in views[place].legal, f"{agent.name} does something legal {where}")
        _law(again[place, seed] == action, f"{agent.name} does the same with the same seed {where}")
    for place, view in enumerate(views):
        stands_in = agent.deputy(view) if isinstance(agent, Deputed) else None
        if stands_in is not None:
            same = all(_act(stands_in, view, seed) == acted[place, seed] for seed in SEEDS)
            _law(same, f"{agent.name} does what its deputy {stands_in.name} does {_where(view)}")
    if isinstance(agent, WrittenAgent) and whole is not None:
        _check_written(agent, whole, views, acted)


def _check_written(agent: WrittenAgent, game: Game, views: Sequence[View], acted: dict[tuple[int, int], int]) -> None:
    for player in range(game.num_players):
        strategy = agent.strategy(game, player)
        for place, view in enumerate(views):
            if view.player == player:
                written = strategy.at(view.node, view.hand) or {default(view): 1}
                _law(set(written) <= set(view.legal), f"the strategy of {agent.name} is legal {_where(view)}")
                done = {acted[place, seed] for seed in SEEDS}
                _law(done <= set(written), f"{agent.name} does what its strategy says {_where(view)}")


def _whole(start: State) -> Game | None:
    """The game as arrays, if all its views can be gone through."""
    if isinstance(start, CupState):
        return start.cup
    assert isinstance(start, RoundState)
    if start.variant.loss != "round" or count_by_formula(start.variant).information_sets > MAX_ASKED:
        return None
    return compile_round(start.variant)


def _views(start: State, whole: Game | None) -> list[View]:
    if whole is not None:
        return [view for player in range(whole.num_players) for view in views_of(whole, player)]
    found: list[View] = []
    for seed in range(GAMES):
        rng, state = np.random.default_rng(seed), start
        while state.won is None:
            if state.awaits_dice:
                state = state.roll(rng)
                continue
            assert state.mover is not None
            view = state.view(state.mover)
            if len(view.legal) > 1:
                found.append(view)
            state = state.apply(_small_step(view, rng))
    return found


def _small_step(view: View, rng: np.random.Generator) -> int:
    """Any call, or one of the lowest raises, so that rounds grow long."""
    return view.legal[min(int(rng.geometric(0.4)) - 1, len(view.legal) - 1)] if rng.random() < 0.85 else view.legal[-1]


def _where(view: View) -> str:
    return f"at node {view.node}, hand {view.hand} of player {view.player} of {view.game}"


def _act(agent: Agent, view: View, seed: int) -> int:
    return agent.act(view, np.random.default_rng(seed))


def _law(holds: object, law: str) -> None:
    if not holds:
        raise GameLawError(law)
