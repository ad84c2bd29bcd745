"""The (s, t) strategy of Burcsi and Nagy, section 3, and the plain binomial agent, which is (0, 0).

A decision, the rule in the order of the paper:

  1. p1, the chance that the bid before is a lie; p2, the chance of the raise that is most likely true; both given the player's
     own dice, the others' taken to be rolled and unseen. Who opens, bids
  2. c_s is drawn from [0, s] if the last challenge against the player before was right, else it is 0
  3. c_t is drawn from [0, t] if the last challenge by the player after failed, else it is 0
  4. he raises if p2 - p1 + c_s - c_t > 0, as printed; by the prose around it the signs of c_s and c_t are the other ones

Of raises equally likely the lowest is made. Who is before and after is told by the seats of this round; challenges are those
of the match, whoever made the first or had to hear the second. There is no exact call in the paper: it is never made, and
one made by others says nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.random import Generator

from mendax.agents.odds import Floats, binomial
from mendax.agents.text import options_text
from mendax.agents.views import round_view, write
from mendax.games.compile import Game
from mendax.games.strategy import Strategy
from mendax.games.view import PastRound, RoundView, View


@dataclass(frozen=True, slots=True)
class Weighed:
    """lie: p1, 0 for who opens; best: p2, and the raise it belongs to; raise_ is None where there is nothing to raise to."""

    lie: float
    best: float
    rung: int | None


def weigh(view: RoundView, chance: Floats | None = None) -> Weighed:
    """Step 1. chance: `[B]` of each bid to be true, by default the binomial one."""
    chance = binomial(view) if chance is None else chance
    raises = view.raises
    lie = 1 - float(chance[view.bids[-1]]) if view.bids else 0.0
    if not raises:
        return Weighed(lie, 0.0, None)
    rung = raises[int(np.argmax(chance[list(raises)]))]
    return Weighed(lie, float(chance[rung]), rung)


def was_caught(view: RoundView) -> bool:
    """Was the last challenge against the player before right?"""
    seats = view.standing.seats
    before = seats[view.seat - 1]
    last = _last(view.past, lambda shown: shown.bidder == before)
    return last is not None and last.difference < 0


def did_fail(view: RoundView) -> bool:
    """Did the last challenge by the player after fail?"""
    seats = view.standing.seats
    after = seats[(view.seat + 1) % len(seats)]
    last = _last(view.past, lambda shown: shown.caller == after)
    return last is not None and last.difference >= 0


def decide(view: RoundView, weighed: Weighed, shift: float) -> int:
    """Step 4: shift is what is added to p2 - p1."""
    if weighed.rung is not None and (not view.bids or weighed.best - weighed.lie + shift > 0):
        return weighed.rung
    return view.call


def _last(past: tuple[PastRound, ...], concerns: Callable[[PastRound], bool]) -> PastRound | None:
    return next((shown for shown in reversed(past) if not shown.exact and concerns(shown)), None)


@dataclass(frozen=True, slots=True)
class StAgent:
    """signs: of c_s and c_t in step 4, as printed in the inequality, or as the prose says."""

    s: float = 0.0
    t: float = 0.0
    signs: Literal["printed", "prose"] = "printed"

    @property
    def name(self) -> str:
        return f"st{options_text(self)}"

    def act(self, view: View, rng: Generator) -> int:
        view = round_view(view, self.name)
        c_s = rng.uniform(0, self.s) if self.s and was_caught(view) else 0.0
        c_t = rng.uniform(0, self.t) if self.t and did_fail(view) else 0.0
        return decide(view, weigh(view), (c_s - c_t) * (1 if self.signs == "printed" else -1))

    def strategy(self, game: Game, player: int) -> Strategy:
        """In a single round, where nothing has been challenged before."""
        return write(game, player, lambda view: {decide(view, weigh(view), 0.0): 1})
