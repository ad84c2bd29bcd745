"""The information hidden in previous calls: Burcsi and Nagy's open question, answered by Bayes.

The others' dice are not taken to be merely rolled and unseen. Each bid of a player in this round makes the hands with which he
would have made it more likely, under a stated model of how he decides; players are taken to bid by their own hands and the
bids heard, so that given the bids their hands are independent. For every other player:

  1. each of his hands weighs as many rolls as give it
  2. at each of his bids the weight is multiplied by the model's chance that he makes it with that hand
  3. the weights give the chance of each number of matches for a face; those of all others are convolved

With the chances of bids that follow, the decision is that of `st` without s and t: the raise most likely true, if it is
more likely true than the bid before is a lie. So what the two win apart is what the bids tell. Models:

  st    he makes the raise, or the call, that (0, 0) makes; but with chance `noise` anything allowed, all alike
  soft  he does anything allowed in proportion to exp(chance that it is right / heat): a raise if it is true, a call if it is not,
        an exact call if it is exactly so
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.random import Generator

from mendax.agents.odds import Floats, Ints, rungs, tails, tally
from mendax.agents.st import decide, weigh
from mendax.agents.text import options_text
from mendax.agents.views import round_view, write
from mendax.errors import NotationError, UnsupportedGame
from mendax.games.compile import Game
from mendax.games.strategy import Strategy
from mendax.games.view import RoundView, View, legal_after, rules_of, turn_of
from mendax.rules.dice import hand_weights, hands, matches, num_hands
from mendax.rules.losses import Standing
from mendax.rules.variant import RoundVariant

MAX_HANDS = 5_000  # of a player: 10 dice of six faces have 3,003


@dataclass(frozen=True, slots=True)
class BeliefAgent:
    """model, noise, heat: see above; each model reads its own number only."""

    model: Literal["st", "soft"] = "st"
    noise: float = 0.1
    heat: float = 0.1

    def __post_init__(self) -> None:
        if not 0 <= self.noise <= 1 or self.heat <= 0:
            raise NotationError(
                f"noise={self.noise},heat={self.heat} of agent belief is not allowed; allowed: noise from 0 to 1, heat above 0"
            )

    @property
    def name(self) -> str:
        return f"belief{options_text(self)}"

    def act(self, view: View, rng: Generator) -> int:
        return self.decision(round_view(view, self.name))

    def decision(self, view: RoundView) -> int:
        return decide(view, weigh(view, believed(view, self)), 0.0)

    def strategy(self, game: Game, player: int) -> Strategy:
        return write(game, player, lambda view: {self.decision(view): 1})


def believed(view: RoundView, model: BeliefAgent) -> Floats:
    """`[B]`: the chance that each bid of the ladder is true, given the player's own dice and what the others have bid."""
    v, standing, rules = view.variant, view.standing, view.rules
    counts, faces = rungs(v, sum(standing.dice), standing.palifico)
    chance = np.zeros(len(counts))
    others = [player for player in standing.players_in if player != view.player]
    for face in range(rules.faces):
        spread = np.ones(1)
        for player in others:
            tallies = _hands(v, standing.dice[player], standing.palifico)[0][face]
            weight = posterior(v, standing, view.bids, player, model)
            spread = np.convolve(spread, np.bincount(tallies, weight, standing.dice[player] + 1))
        at_least = np.append(np.cumsum(spread[::-1])[::-1], 0.0)
        mine = faces == face
        missing = np.clip(counts[mine] - tally(view.dice, face + 1, rules.wild_face), 0, len(at_least) - 1)
        chance[mine] = at_least[missing] / at_least[0]
    return chance


def posterior(
    variant: RoundVariant, standing: Standing, bids: tuple[int, ...], player: int, model: BeliefAgent
) -> Floats:
    """`[H]`: how likely each hand of another player is after the bids of a round; adds up to one."""
    weight = _hands(variant, standing.dice[player], standing.palifico)[1]
    for turn, rung in enumerate(bids):
        if turn_of(standing, turn) == player:
            weight = weight * likelihood(variant, standing, bids[:turn], rung, player, model)
    total = weight.sum()
    return weight / total if total > 0 else _hands(variant, standing.dice[player], standing.palifico)[1]


@lru_cache(maxsize=2**12)
def likelihood(
    variant: RoundVariant, standing: Standing, heard: tuple[int, ...], rung: int, player: int, model: BeliefAgent
) -> Floats:
    """`[H]`: the model's chance that a player makes this bid with each of his hands, after the bids heard."""
    raises, right = _worth(variant, standing, heard, player)
    place = raises.index(rung)
    if model.model == "soft":
        scaled = np.exp((right - right.max(axis=0)) / model.heat)
        chance: Floats = scaled[place] / scaled.sum(axis=0)
        return chance
    made = right[: len(raises)].argmax(axis=0) == place
    if heard:
        made &= right[place] > right[len(raises)]
    likely: Floats = (1 - model.noise) * made + model.noise / len(right)
    return likely


def _worth(
    variant: RoundVariant, standing: Standing, heard: tuple[int, ...], player: int
) -> tuple[tuple[int, ...], Floats]:
    """The raises allowed after the bids heard, and `[A, H]` how likely each is right to a player with each hand, given these dice
    alone; if there is something to call, the call's row follows, and that of the exact call if there is one."""
    counts, faces = rungs(variant, sum(standing.dice), standing.palifico)
    last = heard[-1] if heard else -1
    raises = tuple(action for action in legal_after(variant, standing, last) if action < len(counts))
    asked = np.array([*raises, last] if heard else raises)
    others = sum(standing.dice) - standing.dice[player]
    tallies, _ = _hands(variant, standing.dice[player], standing.palifico)
    missing = np.clip(counts[asked][:, None] - tallies[faces[asked]], 0, others + 1)
    right: Floats = tails(variant, others, standing.palifico)[faces[asked][:, None], missing]
    if heard:
        true = right[-1].copy()
        right[-1] = 1 - true
        if variant.exact != "no":
            more = tails(variant, others, standing.palifico)[faces[last], np.minimum(missing[-1] + 1, others + 1)]
            exactly = np.where(counts[last] >= tallies[faces[last]], true - more, 0.0)
            right = np.vstack([right, exactly])
    return raises, right


@lru_cache(maxsize=128)
def _hands(variant: RoundVariant, dice: int, palifico: bool) -> tuple[Ints, Floats]:
    """`[F, H]` matches of each hand for bids on each face, `[H]` how likely each hand is."""
    rules = rules_of(variant, palifico)
    if (size := num_hands(rules.faces, dice)) > MAX_HANDS:
        raise UnsupportedGame(f"belief weighs every hand: {dice} dice have {size:,}, allowed are {MAX_HANDS:,}")
    counts = hands(rules.faces, dice)
    weight = hand_weights(counts).astype(np.float64)
    tallies = np.array([matches(counts, face, rules.wild_face) for face in range(1, rules.faces + 1)])
    return tallies, weight / weight.sum()
