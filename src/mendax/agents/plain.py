"""Two agents to measure others by: one that does anything, and one that means what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.random import Generator

from mendax.agents.agent import draw
from mendax.agents.st import weigh
from mendax.agents.views import write
from mendax.games.compile import Game
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.strategy import Strategy
from mendax.games.view import CupView, RoundView, View


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Everything allowed is equally likely."""

    @property
    def name(self) -> str:
        return "random"

    def act(self, view: View, rng: Generator) -> int:
        return view.legal[int(rng.integers(len(view.legal)))]

    def strategy(self, game: Game, player: int) -> Strategy:
        return write(game, player, lambda view: {action: Fraction(1, len(view.legal)) for action in view.legal})


@dataclass(frozen=True, slots=True)
class HonestAgent:
    """It never says what it does not believe, where it may say something else or call, and takes others to be honest too.

    In a round: the raise that is most likely true given its own dice, if that is more likely true than not, or if it opens;
    else it calls. In a passing cup: the lowest claim allowed that is true of its hand, else the lowest allowed; it accepts
    every claim but the highest, which nobody could beat. It keeps nothing of a hand.
    """

    @property
    def name(self) -> str:
        return "honest"

    def act(self, view: View, rng: Generator) -> int:
        return draw(self.chances(view), rng)

    def chances(self, view: View) -> Mapping[int, int]:
        return {(_says(view) if isinstance(view, RoundView) else _claims(view)): 1}

    def strategy(self, game: Game, player: int) -> Strategy:
        return write(game, player, self.chances)


def _says(view: RoundView) -> int:
    weighed = weigh(view)
    if weighed.rung is not None and (not view.bids or weighed.best > 0.5):
        return weighed.rung
    return view.call


def _claims(view: CupView) -> int:
    cup: Cup = view.cup
    if view.node < cup.num_positions or view.hand == 0:
        return view.legal[0]
    if view.hand <= len(cup.hands):
        true = np.flatnonzero(cup.holds[view.hand - 1])
        return next((claim for claim in view.legal if claim in true), view.legal[0])
    return DOUBT if view.hand - len(cup.hands) == cup.num_claims else ACCEPT
