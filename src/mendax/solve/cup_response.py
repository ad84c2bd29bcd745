"""Best responses in games of passing cups, over all rounds.

Between stages everything is public, so one pass from the last positions to the first is enough. What a position is worth to
a player depends on his seat, counted from the one who has the cup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq

from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.stage import Array, ClaimStage, Number
from mendax.games.strategy import Strategy, make_strategy
from mendax.solve.rational import to_fraction, to_rational


def cup_response(game: Cup, profile: Sequence[Strategy], player: int) -> tuple[Fraction | float, Strategy]:
    """The greatest chance to win of `player` against the others of `profile`, and a pure strategy that attains it."""
    others = [s for s in profile if s.player != player]
    walk = _Walk(game, others, player)
    return walk.value(), make_strategy(player, walk.rows, exact=walk.exact)


def cup_worth(game: Cup, profile: Sequence[Strategy]) -> tuple[Fraction | float, ...]:
    """Every player's chance to win when all play the profile."""
    return tuple(_Walk(game, profile, player).value() for player in range(game.num_players))


def cup_positions(game: Cup, profile: Sequence[Strategy]) -> dict[int, tuple[Fraction | float, ...]]:
    """Every position that can be reached: what it is worth to player 0 by his seat there, when all play the profile."""
    walk = _Walk(game, profile, 0)
    return {position: tuple(walk.told(value) for value in walk.worth[position]) for position in game.positions()}


@dataclass(eq=False)
class _Walk:
    """From the last position to the first: what each is worth to `player`, who follows his strategy if it is given, and plays
    his best, noted in `rows`, if it is not."""

    game: Cup
    strategies: Sequence[Strategy]
    player: int
    rows: dict[tuple[int, int, int], Any] = field(default_factory=dict)

    @cached_property
    def exact(self) -> bool:
        return all(s.is_exact for s in self.strategies)

    def value(self) -> Fraction | float:
        return self.told(self.worth[0, self.player])

    def told(self, value: Any) -> Fraction | float:
        return to_fraction(value) if self.exact else float(value)

    @cached_property
    def worth(self) -> Array:
        """`[num_positions, P]`, by the seat of the player at each position; seat 0 has the cup there."""
        game = self.game
        number: Number = fmpq if self.exact else None
        told = to_rational if self.exact else float
        behaviour = {s.player: _Behaviour(game, s, told) for s in self.strategies}
        worth = np.full((game.num_positions, game.num_players), told(0))
        stages: dict[int, Array] = {}
        for position in reversed(game.positions()):
            options = game.options(position)
            for stage in options:
                if stage not in stages:
                    local = game.stage(stage, worth, number)
                    stages[stage] = np.array([self._stage(stage, local, behaviour, s) for s in range(game.num_players)])
            worth[position] = self._position(position, options, stages, behaviour) if options else game.stuck(number)
        return worth

    def _position(
        self, position: int, options: Sequence[int], stages: dict[int, Array], behaviour: dict[int, _Behaviour]
    ) -> Array:
        table = np.array([stages[stage] for stage in options])  # [options, P]
        groups = [self.game.beat_and_group(stage)[1] for stage in options]
        worth = []
        for seat in range(self.game.num_players):
            mover = (self.player - seat) % self.game.num_players
            if mover in behaviour:
                worth.append((behaviour[mover].options(position, groups) * table[:, seat]).sum())
            else:
                best = int(table[:, seat].argmax())
                self._note(position, 0, groups[best])
                worth.append(table[best, seat])
        return np.array(worth)

    def _stage(self, stage: int, local: ClaimStage, behaviour: dict[int, _Behaviour], seat: int) -> Any:
        """What a stage is worth to the player in a seat of it."""
        mover = (self.player - seat) % self.game.num_players
        other = (mover + 1) % self.game.num_players
        accepted, doubted = local.accepted[seat], local.doubted[seat]
        node = self.game.num_positions + stage
        if mover not in behaviour:
            doubt = behaviour[other].doubt(stage, local)
            paid = accepted * (1 - doubt) + doubted * doubt
            claim = np.where(local.legal, paid, paid.min() - 1).argmax(axis=1)
            throws = local.chance @ paid[np.arange(len(claim)), claim]
            best = int(throws.argmax())
            self._note(node, 0, int(local.throw[best]))
            for hand, made in zip(local.hand.tolist(), local.claim[claim].tolist(), strict=True):
                self._note(node, 1 + hand, made)
            return throws[best]
        throw, claims = behaviour[mover].throw_and_claim(stage, local)
        made = (throw @ local.chance)[:, None] * claims
        worth = (made * accepted).sum(axis=0), (made * doubted).sum(axis=0)
        if other in behaviour:
            doubt = behaviour[other].doubt(stage, local)
            return (worth[0] * (1 - doubt) + worth[1] * doubt).sum()
        accepts = worth[0] > worth[1]
        for claim, accept in zip(local.claim.tolist(), accepts.tolist(), strict=True):
            self._note(node, 1 + len(self.game.hands) + claim, ACCEPT if accept else DOUBT)
        return np.where(accepts, *worth).sum()

    def _note(self, node: int, hand: int, action: int) -> None:
        if self.game.actions(node, hand):
            self.rows[node, hand, action] = Fraction(1) if self.exact else 1.0


@dataclass(frozen=True, eq=False)
class _Behaviour:
    """A strategy read stage by stage. What it does not say is the default: the first option, throw or claim, and to doubt."""

    game: Cup
    strategy: Strategy
    told: Callable[[Any], Any]  # a stored probability in the arithmetic of the walk

    def _at(self, node: int) -> dict[int, dict[int, Any]]:
        """Hand: action: probability."""
        s = self.strategy
        here = slice(*np.searchsorted(s.node, [node, node + 1]))
        found: dict[int, dict[int, Any]] = {}
        for hand, action, prob in zip(s.hand[here].tolist(), s.action[here].tolist(), s.prob[here], strict=True):
            found.setdefault(hand, {})[action] = self.told(prob)
        return found

    def _spread(self, told: dict[int, Any] | None, actions: Sequence[int], default: int) -> list[Any]:
        chosen = told or {default: self.told(1)}
        return [chosen.get(action, self.told(0)) for action in actions]

    def options(self, position: int, groups: Sequence[int]) -> Array:
        """How likely each group is chosen."""
        return np.array(self._spread(self._at(position).get(0), groups, groups[0]))

    def throw_and_claim(self, stage: int, local: ClaimStage) -> tuple[Array, Array]:
        """How likely each throw is, `[M]`, and each claim with each hand, `[T, C]`."""
        told = self._at(self.game.num_positions + stage)
        throws, claims = local.throw.tolist(), local.claim.tolist()
        lowest = local.claim[local.legal.argmax(axis=1)].tolist()
        rows = [
            self._spread(told.get(1 + hand), claims, low) for hand, low in zip(local.hand.tolist(), lowest, strict=True)
        ]
        return np.array(self._spread(told.get(0), throws, throws[0])), np.array(rows)

    def doubt(self, stage: int, local: ClaimStage) -> Array:
        """How likely each claim is doubted, `[C]`."""
        told, first = self._at(self.game.num_positions + stage), 1 + len(self.game.hands)
        return np.array([self._spread(told.get(first + claim), (DOUBT,), DOUBT)[0] for claim in local.claim.tolist()])
