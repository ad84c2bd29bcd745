"""Exact solutions of rounds whose whole LP is too large: regrets find the few bids that matter, two LPs make them exact.

Both players of an equilibrium make few of the bids there are. A player who is restricted to few bids leads to few nodes, and
only there does it matter what the other may do; so a *one-sided* LP, one player restricted to his support, the other free to
make any bid, is small however large the round. Its value is what the first can guarantee with his support, over the whole game.
Two such LPs, one a player, enclose the value; where they meet they are a proof.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.solve.cfr import MAX_ITERATIONS, ROWS, Run, descend, require_memory
from mendax.solve.exact import BOSANSKY, FLOAT_GAIN, KOLLER, WAN
from mendax.solve.lp import FloatPlans, solve_exact, solve_float
from mendax.solve.proof import TARGET, Outcome, Progress, prove, silent, solution_of
from mendax.solve.sequence_form import (
    Bids,
    IntArray,
    SequenceForm,
    answers,
    keys_of,
    require_two_players,
    rooted,
    round_form,
)
from mendax.solve.solution import Solution

NEAR = 1e-4  # exploitability to which regret minimisation goes before its averages are read
LEAST = 1e-3  # weight from which a sequence of bids belongs to the support; every hand opens with some bid above it
MAX_ROUNDS = 40
MADE = 1e-9  # weight in floats from which a sequence counts as made


@dataclass(frozen=True, eq=False, kw_only=True)
class OneSided:
    """The LP in which `player` makes the bids of his support only, the other any: its optimum, worth `value` to player 0."""

    player: int
    form: SequenceForm
    found: FloatPlans
    value: float

    def made(self, game: Round, player: int) -> IntArray:
        """Keys of the bids that a player makes in the optimum."""
        own = self.form.players[player]
        chosen = (self.found.plans[player] > MADE) & (own.action >= 0) & (own.action < game.call)
        return keys_of(own.node[chosen] | np.int64(1) << own.action[chosen], own.hand[chosen])


def solve_support(
    game: Round,
    *,
    near: float = NEAR,
    least: float = LEAST,
    iterations: int = MAX_ITERATIONS,
    max_rounds: int = MAX_ROUNDS,
    exact: bool = True,
    target: float = TARGET,
    progress: Progress = silent,
) -> Solution:
    """Find the support by regret minimisation, solve a one-sided LP for each player, grow the supports until the two meet.

    Steps:
      1. discounted regret minimisation until the averages are within `near`, for at most so many iterations
      2. the support of a player: his bids that his average makes with weight `least` or more, wherever the other's choices lead
      3. for each player the LP of his support against all bids of the other
      4. add to each support what the player makes where he is free; repeat from 3 until the two values meet. What a free
         player makes is a best response to all that the restricted one can do: if neither adds anything, the values are one
      5. lift both optimal bases, and prove the two restricted strategies in rationals over the whole game
    """
    started = time.perf_counter()
    require_two_players(game)
    require_memory(game, np.float32)
    supports = find_support(game, near=near, least=least, iterations=iterations, progress=progress)
    outcome: Outcome | None = None
    for iteration in range(1, max_rounds + 1):
        sides = [one_sided(game, supports[p], p, progress) for p in (0, 1)]
        low, high = sides[0].value, sides[1].value
        progress(f"round {iteration}: {len(supports[0]):,} + {len(supports[1]):,} bids, {low:.9f} to {high:.9f}")
        grown = [rooted(game, p, np.union1d(supports[p], sides[1 - p].made(game, p))) for p in (0, 1)]
        grows = any(len(grown[p]) > len(supports[p]) for p in (0, 1))
        if high - low < FLOAT_GAIN or not grows:
            outcome = _lift(game, sides, progress) if exact else None
            if outcome is None or outcome.is_exact or not grows:
                break
            outcome = None
        supports = grown[0], grown[1]
    if outcome is None:
        progress("computing both best responses")
        outcome = prove(game, _profile(sides, [side.found.plans[side.player] for side in sides]))
    parameters: dict[str, str | int | float] = {"near": near, "least": least, "max_rounds": max_rounds}
    cite = (ROWS["dcfr"].cite, BOSANSKY, KOLLER, *((WAN,) if outcome.is_exact else ()))
    return solution_of(game, outcome, "support", parameters, iteration, started, cite, target)


def find_support(
    game: Round, *, near: float = NEAR, least: float = LEAST, iterations: int = MAX_ITERATIONS, progress: Progress = silent
) -> Bids:
    """Steps 1 and 2. The averages live only here: their memory is free again when the LPs begin."""
    run = Run(game, ROWS["dcfr"])
    descend(run, iterations=iterations, target=near, progress=progress)
    first, second = (rooted(game, p, keys_of(*run.engine.bids_above(p, least))) for p in (0, 1))
    return first, second


def one_sided(game: Round, support: IntArray, player: int, progress: Progress = silent) -> OneSided:
    """Step 3 for one player: his support against all that the other may do."""
    free = answers(game, 1 - player, support)
    form = round_form(game, (support, free) if player == 0 else (free, support))
    progress(f"LP of player {player}'s {len(support):,} bids against {len(free):,}")
    found = solve_float(form)
    if found is None:
        raise UnsupportedGame(f"the LP solver found no optimum for {game.game}; try another method")
    value = float(found.plans[0] @ (form.payoff @ found.plans[1])) / form.scale
    return OneSided(player=player, form=form, found=found, value=value)


def _profile(sides: list[OneSided], plans: list[NDArray[Any]]) -> Any:
    return tuple(side.form.players[side.player].strategy(side.player, plans[side.player]) for side in sides)


def _lift(game: Round, sides: list[OneSided], progress: Progress) -> Outcome | None:
    """Step 5; None where a basis cannot be lifted."""
    plans = []
    for side in sides:
        progress(f"lifting the basis of player {side.player} to the rationals")
        lifted = solve_exact(side.form, side.found)
        if lifted is None:
            return None
        plans.append(lifted.plans[side.player])
    progress("proving both best responses in rationals over the whole game")
    return prove(game, _profile(sides, plans))
