"""Games of stages, solved from the end: each stage once, with what follows replaced by what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mendax.games.stage import Array, Number, StageGame
from mendax.solve.claims import StagePlay
from mendax.solve.rational import to_float

# Plays a stage, given its number and what positions are worth, [num_positions, P], in the arithmetic wanted and in floats.
StageSolver = Callable[[int, Array, Array], StagePlay | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class Induced:
    """How a whole game is played.

    worth   [num_positions, P]  chances to win, the mover's first
    option  the stage chosen at each position that can be reached
    play    how each stage is played that can be chosen there
    """

    worth: Array
    option: dict[int, int]
    play: dict[int, StagePlay]


def induction(
    game: StageGame, solve: StageSolver, number: Number, progress: Callable[[int, int], None] = lambda done, of: None
) -> Induced | None:
    """Solve a game whose positions never recur, the last ones first; None where a stage is not solved.

    At a position the mover chooses the stage that is worth most to him. number: the arithmetic of `worth`.
    """
    positions = game.positions()
    floats = np.zeros((game.num_positions, game.num_players))
    worth = floats if number is None else np.full(floats.shape, number(0, 1))
    option: dict[int, int] = {}
    play: dict[int, StagePlay] = {}
    for done, position in enumerate(reversed(positions)):
        progress(done, len(positions))
        stages = game.options(position)
        for stage in stages:
            if stage not in play:
                found = solve(stage, worth, floats)
                if found is None:
                    return None
                play[stage] = found
        if stages:
            option[position] = max(stages, key=lambda stage: play[stage].worth[0])
            worth[position] = play[option[position]].worth
        else:
            worth[position] = game.stuck(number)
        if number is not None:
            floats[position] = [to_float(value) for value in worth[position]]
    return Induced(worth=worth, option=option, play=play)
