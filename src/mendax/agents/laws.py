"""What is true of every agent. Run `check_agent` on any agent you add."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mendax.agents.agent import Agent, View, WrittenAgent, view_of
from mendax.errors import GameLawError
from mendax.games.cup import Cup

SEEDS = range(8)


def check_agent(agent: Agent, game: Cup) -> None:
    """Raise GameLawError naming the first law that the agent breaks.

    At every information set of every player: its action is legal; the same view and seed give the same action, also after
    other views in another order, so it keeps no history; and where its behaviour is written down, it does nothing else.
    That hidden dice do not matter needs no test: no view has them.
    """
    views = [view for player in range(game.num_players) for view in views_of(game, player)]
    acted = {(place, seed): _act(agent, view, seed) for place, view in enumerate(views) for seed in SEEDS}
    again = {
        (place, seed): _act(agent, views[place], seed)
        for place in reversed(range(len(views)))
        for seed in reversed(SEEDS)
    }
    for (place, seed), action in acted.items():
        view = views[place]
        where = f"at node {view.node}, hand {view.hand} of player {view.player} of {game.game}"
        _law(action in view.legal, f"{agent.name} does something legal {where}")
        _law(again[place, seed] == action, f"{agent.name} does the same with the same seed {where}")
    if isinstance(agent, WrittenAgent):
        for player in range(game.num_players):
            strategy = agent.strategy(game, player)
            for place, view in enumerate(views):
                if view.player == player:
                    written = strategy.at(view.node, view.hand) or {view.legal[0]: 1}
                    where = f"at node {view.node}, hand {view.hand} of player {player} of {game.game}"
                    _law(set(written) <= set(view.legal), f"the strategy of {agent.name} is legal {where}")
                    done = {acted[place, seed] for seed in SEEDS}
                    _law(done <= set(written), f"{agent.name} does what its strategy says {where}")


def views_of(game: Cup, player: int) -> Iterator[View]:
    """Every information set that play can reach and where there is something to decide."""
    stages: set[int] = set()
    for position in game.positions():
        stages.update(game.options(position))
        yield from _decisions(game, player, position, range(1))
    for stage in sorted(stages):
        yield from _decisions(game, player, game.num_positions + stage, range(1 + len(game.hands) + game.num_claims))


def _decisions(game: Cup, player: int, node: int, hands: range) -> Iterator[View]:
    views = (view_of(game, player, node, hand) for hand in hands)
    return (view for view in views if len(view.legal) > 1)


def _act(agent: Agent, view: View, seed: int) -> int:
    return agent.act(view, np.random.default_rng(seed))


def _law(holds: object, law: str) -> None:
    if not holds:
        raise GameLawError(law)
