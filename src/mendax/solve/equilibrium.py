"""Equilibria of passing cups with three and more players: by induction, each stage a linear complementarity problem.

In a stage only two players act, but what they win does not add up to a constant: those who look on win or lose with them. So a
stage has equilibria instead of a value, perhaps several that are worth different things, and the stages before it depend on
which is played. Whichever it is, one for each stage together are a subgame-perfect equilibrium of the game.

A stage is the problem that Koller, Megiddo and von Stengel (1996) make of a game in sequence form, with both plans told as moves
away from pure ones (Start): hand t leaves its claim there, s_t, for claim c with probability x_tc, and the answer to claim c is
changed with probability y_c. mover_tc is what claiming c with hand t is worth to the mover, linear in y, and gain_c what changing
the answer gains the other, linear in x:

    x_tc >= 0    u_t + mover_ts - mover_tc >= 0
    u_t  >= 0    1 - sum_c x_tc            >= 0
    y_c  >= 0    v_c - gain_c              >= 0
    v_c  >= 0    1 - y_c                   >= 0

and of each pair one is zero. Lemke's artificial variable is a fine on every move. While it is high it pays nobody to move, and
where it has come down to nothing there is an equilibrium. x and y are bounded, so that his path cannot end on a ray.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from mendax.errors import UnsupportedGame
from mendax.games.cup import Cup
from mendax.games.stage import Array, ClaimStage, IntArray
from mendax.games.strategy import Profile
from mendax.solve.claims import StagePlay
from mendax.solve.cup import profile_of
from mendax.solve.cup_response import cup_worth
from mendax.solve.induction import Induced, induction
from mendax.solve.lemke import lemke
from mendax.solve.response import best_response

LARGEST_FINE = 100


@dataclass(frozen=True, eq=False, kw_only=True)
class Start:
    """Where Lemke's path begins, and what it costs to leave it.

    claim       [T]     a legal claim of each hand
    doubt       [C]     is the claim doubted?
    claim_fine  [T, C]  positive integers: the fine on another claim, in proportion
    answer_fine [C]     positive integers: the fine on the other answer
    """

    claim: IntArray
    doubt: NDArray[np.bool_]
    claim_fine: IntArray
    answer_fine: IntArray


@dataclass(frozen=True, eq=False, kw_only=True)
class Equilibrium:
    """A profile from which nobody gains by deviating. All players play alike.

    worth    [P]  chances to win of the players, the first to move first
    gains    [P]  what a best response would gain each of them, computed over the whole game: all 0
    found    in how many tries
    """

    worth: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    profile: Profile
    found: int


def equilibria(game: Cup, *, tries: int, rng: np.random.Generator) -> tuple[Equilibrium, ...]:
    """Different equilibria, those found most often first: in each try every stage is solved from a start of its own.

    They differ in what is done where play can come to. There may be others, and often are infinitely many, of which Lemke's
    paths end at corners. Nothing is said of those not found, nor of any in which the players do not all play alike.
    """
    found: dict[tuple[Any, ...], list[Induced]] = {}
    for _ in range(tries):
        induced = equilibrium(game, lambda stage: random_start(stage, rng))
        found.setdefault(_conduct(game, induced), []).append(induced)
    proven = (_proven(game, same[0], len(same)) for same in found.values())
    return tuple(sorted(proven, key=lambda one: -one.found))


def equilibrium(game: Cup, start: Callable[[ClaimStage], Start]) -> Induced:
    """One equilibrium, in FLINT's rationals: at every stage the one that Lemke's path leads to from `start`."""

    def solve(number: int, worth: Array, floats: Array) -> StagePlay:
        stage = game.stage(number, worth, fmpq)
        if len(stage.throw) > 1:
            raise UnsupportedGame(f"{game.game} keeps dice hidden; equilibria are found where all see what is kept")
        return solve_stage(stage, start(stage))

    induced = induction(game, solve, fmpq)
    assert induced is not None  # Lemke solves every stage
    return induced


def random_start(stage: ClaimStage, rng: np.random.Generator) -> Start:
    """Any pure plans, any fines."""
    hands, claims = stage.legal.shape
    return Start(
        claim=np.where(stage.legal, rng.random((hands, claims)), -1.0).argmax(axis=1),
        doubt=rng.random((claims,)) < 0.5,
        claim_fine=rng.integers(1, LARGEST_FINE, (hands, claims), endpoint=True),
        answer_fine=rng.integers(1, LARGEST_FINE, (claims,), endpoint=True),
    )


def solve_stage(stage: ClaimStage, start: Start) -> StagePlay:
    """An equilibrium of a stage with one throw, in FLINT's rationals.

    An answer that is the better one whatever the hand is given always, also to claims that are never made: so every
    answer is best for somebody who believes in some hand, and the equilibrium is sequential.
    """
    zero, one = fmpq(0), fmpq(1)
    gain = stage.doubted[1] - stage.accepted[1]
    always, never = (np.where(stage.legal, better, True).all(axis=0) for better in (gain > 0, gain < 0))
    undecided = np.logical_not(always | never)
    doubted = np.where(undecided, start.doubt, always)
    turn = np.where(doubted, -one, one)  # from the answer at the start to the other
    paid = np.where(doubted, stage.doubted[0], stage.accepted[0])
    change = (stage.doubted[0] - stage.accepted[0]) * turn
    temptation = stage.chance[0][:, None] * gain * turn

    hands, claims = stage.legal.shape
    moved = stage.legal & (np.arange(claims) != start.claim[:, None])
    hand, claim = np.nonzero(moved)
    begun, answer = start.claim[hand], np.flatnonzero(undecided)
    ends = np.cumsum([len(hand), hands, len(answer), len(answer)])
    x, u, y, v = np.split(np.arange(ends[-1]), ends[:-1])
    matrix, offset, cover = (np.full(shape, zero) for shape in ((ends[-1], ends[-1]), ends[-1], ends[-1]))
    matrix[x, u[hand]], matrix[u[hand], x] = one, -one
    matrix[y, v], matrix[v, y] = one, -one
    row_of = np.zeros(claims, dtype=np.int64)
    row_of[answer] = y
    for made, sign in ((claim, -one), (begun, one)):
        heard = undecided[made]
        rows, columns, cells = x[heard], row_of[made[heard]], (hand[heard], made[heard])
        matrix[rows, columns], matrix[columns, rows] = sign * change[cells], sign * temptation[cells]
    offset[x] = paid[hand, begun] - paid[hand, claim]
    offset[y] = -np.where(stage.legal & ~moved, temptation, zero).sum(axis=0)[answer]
    offset[u], offset[v] = one, one
    cover[x] = [fmpq(fine) for fine in start.claim_fine[hand, claim].tolist()]
    cover[y] = [fmpq(fine) for fine in start.answer_fine[answer].tolist()]
    moves = lemke(matrix, offset, cover)

    plan = np.full((hands, claims), zero)
    plan[hand, claim] = moves[x]
    plan[np.arange(hands), start.claim] = one - plan.sum(axis=1)
    doubt = np.where(doubted, one, zero)
    doubt[answer] += turn[answer] * moves[y]
    worth = stage.chance[0][:, None] * plan * (stage.accepted * (one - doubt) + stage.doubted * doubt)
    return StagePlay(worth=worth.sum(axis=(1, 2)), throw=np.array([one]), claim=plan, doubt=doubt)


def _conduct(game: Cup, induced: Induced) -> tuple[Any, ...]:
    """What is done where play can come to: the stages chosen, the claims of each hand, the answers to what is claimed."""
    reached: set[int] = {0}
    told = []
    for position in game.positions():
        if position not in reached or position not in induced.option:
            continue
        stage = induced.option[position]
        play, (beat, group) = induced.play[stage], game.beat_and_group(stage)
        made = (play.claim > 0).any(axis=0)
        told.append((position, stage, tuple(play.claim.flat), tuple(play.doubt[made])))
        hand, claim = np.nonzero((play.claim > 0) & (play.doubt < 1))
        reached.update(game.follower[game.hands_of[group][hand], beat + claim].tolist())
    return tuple(told)


def _proven(game: Cup, induced: Induced, found: int) -> Equilibrium:
    profile = profile_of(game, induced)
    worth = [Fraction(has) for has in cup_worth(game, profile)]
    best = [Fraction(best_response(game, profile, player).value) for player in range(game.num_players)]
    return Equilibrium(
        worth=tuple(worth),
        gains=tuple(most - has for most, has in zip(best, worth, strict=True)),
        profile=profile,
        found=found,
    )
