"""The (s, t) strategy of Burcsi and Nagy, section 3, and the plain binomial agent, which is (0, 0).

A decision, the rule in the order of the paper:

  1. p1, the chance that the bid before is a lie; p2, the chance of the raise that is most likely true; both given the player's
     own dice, the others' taken to be rolled and unseen. Who opens, bids
  2. c_s is drawn from [0, s] if the last challenge against the player before was right, else it is 0
  3. c_t is drawn from [0, t] if the last challenge by the player after failed, else it is 0
  4. he raises if p2 - p1 + c_s - c_t > 0, as printed; by the intuition given for it both signs are the other ones; by the prose
     both are minus, and c_t is drawn if that challenge was right (docs/notes/evolution.md)

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
    chance, false = binomial(view) if chance is None else (chance, 1 - chance)
    raises = view.raises
    lie = float(false[view.bids[-1]]) if view.bids else 0.0
    if not raises:
        return Weighed(lie, 0.0, None)
    with np.errstate(divide="ignore"):  # of what is certain the logarithm is infinite
        odds = np.log(chance) - np.log(false)  # which tell chances near 1 apart, as near 0
    rung = raises[int(np.argmax(odds[list(raises)]))]
    return Weighed(lie, float(chance[rung]), rung)


def was_caught(view: RoundView) -> bool:
    """Was the last challenge against the player before right?"""
    seats = view.standing.seats
    before = seats[view.seat - 1]
    last = _last(view.past, lambda shown: shown.bidder == before)
    return last is not None and last.difference < 0


def challenged(view: RoundView, *, rightly: bool) -> bool:
    """Was the last challenge by the player after right, or did it fail?"""
    seats = view.standing.seats
    after = seats[(view.seat + 1) % len(seats)]
    last = _last(view.past, lambda shown: shown.caller == after)
    return last is not None and (last.difference < 0) == rightly


def decide(view: RoundView, weighed: Weighed, shift: float) -> int:
    """Step 4: shift is what is added to p2 - p1."""
    if weighed.rung is not None and (not view.bids or weighed.best - weighed.lie + shift > 0):
        return weighed.rung
    return view.call


def _last(past: tuple[PastRound, ...], concerns: Callable[[PastRound], bool]) -> PastRound | None:
    return next((shown for shown in reversed(past) if not shown.exact and concerns(shown)), None)


# Signs of c_s and c_t in step 4, and whether c_t is for a challenge that was right.
SIGNS = {"printed": (1, -1, False), "intuition": (-1, 1, False), "prose": (-1, -1, True)}


@dataclass(frozen=True, slots=True)
class StAgent:
    """inequality: how step 4 is read, in the words of arena/reading.py."""

    s: float = 0.0
    t: float = 0.0
    inequality: Literal["printed", "intuition", "prose"] = "printed"

    @property
    def name(self) -> str:
        return f"st{options_text(self)}"

    def act(self, view: View, rng: Generator) -> int:
        view = round_view(view, self.name)
        sign_s, sign_t, rightly = SIGNS[self.inequality]
        c_s = rng.uniform(0, self.s) if self.s and was_caught(view) else 0.0
        c_t = rng.uniform(0, self.t) if self.t and challenged(view, rightly=rightly) else 0.0
        return decide(view, weigh(view), sign_s * c_s + sign_t * c_t)

    def strategy(self, game: Game, player: int) -> Strategy:
        """In a single round, where nothing has been challenged before."""
        return write(game, player, lambda view: {decide(view, weigh(view), 0.0): 1})
