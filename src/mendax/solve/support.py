"""Exact solutions of rounds whose whole LP is too large: regrets find the few bids that matter, two LPs make them exact.

Both players of an equilibrium make few of the bids there are. A player who is restricted to few bids leads to few nodes, and
only there does it matter what the other may do; so a *one-sided* LP, one player restricted to his support, the other free to
make any bid, is small however large the round. Its value is what the first can guarantee with his support, over the whole game.
Two such LPs, one a player, enclose the value; where they meet they are a proof.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mendax.errors import UnsupportedGame
from mendax.games.round import Round
from mendax.games.strategy import Profile
from mendax.solve.cfr import MAX_ITERATIONS, ROWS, Run, descend, information_sets, require_memory
from mendax.solve.exact import BOSANSKY, KOLLER, WAN
from mendax.solve.lp import FloatPlans, solve_exact, solve_float
from mendax.solve.proof import TARGET, Outcome, Progress, prove, silent, solution_of
from mendax.solve.sequence_form import (
    Bids,
    IntArray,
    SequenceForm,
    answers,
    invited,
    keys_of,
    require_two_players,
    rooted,
    round_form,
)
from mendax.solve.solution import Solution

NEAR = 1e-4  # exploitability to which regret minimisation goes before its averages are read
LEAST = 1e-3  # weight from which a sequence of bids belongs to the support; every hand opens with some bid above it
MAX_ROUNDS = 40
MAX_SETS = 8_000_000  # information sets of a round that regrets get near enough in minutes
MAX_FREE = 250_000  # bids of the player who is free, up to which an LP ends within minutes
MADE = 1e-6  # weight in floats from which a sequence counts as made
MET = 1e-7  # distance of the two values from which interior solutions cannot tell them apart


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
    max_rounds: int = MAX_ROUNDS,
    exact: bool = True,
    target: float = TARGET,
    progress: Progress = silent,
) -> Solution:
    """Find the supports by regret minimisation, solve a one-sided LP for each player, grow the supports until the two meet.

    Steps:
      1. discounted regret minimisation until the averages are within `near`
      2. the support of a player: the bids that his own choices come to with weight over `least`, wherever the other's lead
      3. for each player the LP of his support against every bid of the other, by interior points
      4. add to his support what he makes in the LP in which he is free; repeat from 3 until the two values meet. An interior
         solution mixes all optima, so this adds many bids at once. If it adds none, each makes within his support what is
         best against the whole support of the other: the values have met
      5. both LPs once more, to a vertex; lift its basis, and prove the two restricted strategies in rationals over the whole
         game; go on from 4 should the proof find a gain
    """
    started = time.perf_counter()
    require_two_players(game)
    require_memory(game, np.float32)
    if (sets := information_sets(game)) > MAX_SETS:
        raise UnsupportedGame(f"{game.game} has {sets:,} information sets; supports are looked for among {MAX_SETS:,}")
    supports = find_support(game, near=near, least=least, progress=progress)
    outcome: Outcome | None = None
    for iteration in range(1, max_rounds + 1):
        sides = [one_sided(game, supports[p], p, interior=True, progress=progress) for p in (0, 1)]
        progress(f"round {iteration}: {sides[0].value:.9f} to {sides[1].value:.9f}")
        grown = _grow(game, supports, sides)
        if sides[1].value - sides[0].value < MET or _same(grown, supports) or iteration == max_rounds:
            sides = [one_sided(game, supports[p], p, progress=progress) for p in (0, 1)]
            outcome = _proven(game, sides, exact, progress)
            grown = _grow(game, grown, sides)
            if outcome.is_exact or not exact or _same(grown, supports):
                break
        supports = grown
    if outcome is None:
        raise UnsupportedGame(f"max_rounds={max_rounds} is not allowed; allowed: 1 or more")
    parameters: dict[str, str | int | float] = {"near": near, "least": least, "max_rounds": max_rounds}
    cite = (ROWS["dcfr"].cite, BOSANSKY, KOLLER, *((WAN,) if outcome.is_exact else ()))
    return solution_of(game, outcome, "support", parameters, iteration, started, cite, target)


def find_support(game: Round, *, near: float = NEAR, least: float = LEAST, progress: Progress = silent) -> Bids:
    """Steps 1 and 2. Regrets and averages live only here: their memory is free again when the LPs begin."""
    run = Run(game, ROWS["dcfr"])
    descend(run, iterations=MAX_ITERATIONS, target=near, progress=progress)
    first, second = (rooted(game, p, keys_of(*run.engine.bids_above(p, least))) for p in (0, 1))
    return first, second


def one_sided(
    game: Round, support: IntArray, player: int, *, interior: bool = False, progress: Progress = silent
) -> OneSided:
    """Step 3 for one player: his support against all that the other may do at the nodes it leads to."""
    free = answers(game, 1 - player, support)
    if len(free) > MAX_FREE:
        raise UnsupportedGame(
            f"{game.game}: {len(support):,} bids of player {player} matter, against {len(free):,}; support takes at most"
            f" {MAX_FREE:,}; use dcfr"
        )
    few = invited(support, free)
    form = round_form(game, (few, free) if player == 0 else (free, few))
    progress(f"LP of player {player}'s {len(few):,} bids against {len(free):,}, {'inside' if interior else 'vertex'}")
    found = (solve_float(form, interior=True) if interior else None) or solve_float(form)
    if found is None:
        raise UnsupportedGame(f"the LP solver found no optimum for {game.game}; try another method")
    return OneSided(player=player, form=form, found=found, value=found.value / form.scale)


def _grow(game: Round, supports: Bids, sides: Sequence[OneSided]) -> Bids:
    first, second = (rooted(game, p, np.union1d(supports[p], sides[1 - p].made(game, p))) for p in (0, 1))
    return first, second


def _same(left: Bids, right: Bids) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


def _proven(game: Round, sides: Sequence[OneSided], exact: bool, progress: Progress) -> Outcome:
    """Step 5: the restricted strategies of both LPs and their proof, in floats where a basis cannot be lifted."""
    plans = [side.found.plans[side.player] for side in sides]
    if exact:
        progress("lifting both optimal bases to the rationals")
        lifted = [solve_exact(side.form, side.found) for side in sides]
        plans = [
            plan if found is None else found.plans[p] for p, (plan, found) in enumerate(zip(plans, lifted, strict=True))
        ]
    progress("computing both best responses over the whole game")
    profile: Profile = tuple(side.form.players[p].strategy(p, plans[p]) for p, side in enumerate(sides))
    return prove(game, profile)
