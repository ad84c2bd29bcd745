"""A round of bids, or a whole match of them, being played: any number of players and dice, no arrays needed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.random import Generator

from mendax.errors import IllegalAction, NotationError
from mendax.games.view import Hand, PastRound, RoundView, action_text, bids_of, legal_after, rules_of, turn_of
from mendax.rules.dice import format_hand, matches, parse_hand
from mendax.rules.losses import Standing, settle
from mendax.rules.variant import RoundVariant

MAX_ROUNDS = 10_000  # after which a match is shared by those still in it; right calzas can go on for ever

LOST, HALF, WON = Fraction(0), Fraction(1, 2), Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """standing: of the round being played; hands: of each player, none while dice are awaited; bids, past: see RoundView."""

    variant: RoundVariant
    standing: Standing
    hands: tuple[Hand, ...] = ()
    bids: tuple[int, ...] = ()
    past: tuple[PastRound, ...] = ()
    won: tuple[Fraction, ...] | None = None

    @property
    def game(self) -> str:
        return str(self.variant)

    @property
    def num_players(self) -> int:
        return len(self.standing.dice)

    @property
    def awaits_dice(self) -> bool:
        return not self.hands and self.won is None

    @property
    def mover(self) -> int | None:
        return turn_of(self.standing, len(self.bids)) if self.hands else None

    @property
    def legal(self) -> tuple[int, ...]:
        return legal_after(self.variant, self.standing, self.bids[-1] if self.bids else -1) if self.hands else ()

    @property
    def rolled(self) -> str:
        return " ".join(format_hand(hand) or "-" for hand in self.hands)

    def told(self, action: int) -> str:
        return action_text(self.variant, self.standing, action)

    def view(self, player: int) -> RoundView:
        return RoundView(
            variant=self.variant,
            player=player,
            standing=self.standing,
            dice=self.hands[player] if self.hands else (),
            bids=self.bids,
            past=self.past,
            legal=self.legal if player == self.mover else (),
        )

    def roll(self, rng: Generator) -> RoundState:
        """Every round draws equally many dice, used or not: where games part, the dice of their later rounds stay the same."""
        v, had = self.variant, self.standing.dice
        most = v.total_dice if v.loss == "give" else max(v.dice)
        faces = rng.integers(v.faces, size=(len(had), most)).tolist()
        return self._dealt(
            tuple(tuple(map(row[:dice].count, range(v.faces))) for row, dice in zip(faces, had, strict=True))
        )

    def deal(self, text: str) -> RoundState:
        """`2256 13 -`: the hand of each player, `-` for who is out."""
        hands = tuple(parse_hand(word.strip("-"), self.variant.faces) for word in text.split(" "))
        if tuple(map(sum, hands)) != self.standing.dice:
            wanted = ", ".join(map(str, self.standing.dice))
            raise NotationError(f"{text!r} are not the dice of a round in which the players have {wanted}")
        return self._dealt(hands)

    def apply(self, action: int) -> RoundState:
        if action not in self.legal:
            allowed = ", ".join(map(self.told, self.legal)) or "nothing"
            raise IllegalAction(f"action {action!r} is not allowed here in {self.game}; allowed: {allowed}")
        if action < len(bids_of(self.variant, self.standing)):
            return RoundState(
                variant=self.variant,
                standing=self.standing,
                hands=self.hands,
                bids=(*self.bids, action),
                past=self.past,
            )
        return self._called(exact=action > len(bids_of(self.variant, self.standing)))

    def _dealt(self, hands: tuple[Hand, ...]) -> RoundState:
        if not self.awaits_dice:
            raise IllegalAction(f"no dice are to be rolled at this point of {self.game}")
        return RoundState(variant=self.variant, standing=self.standing, hands=hands, past=self.past)

    def _called(self, *, exact: bool) -> RoundState:
        v, standing = self.variant, self.standing
        bid = bids_of(v, standing)[self.bids[-1]]
        count = int(matches(np.array(self.hands), bid.face, rules_of(v, standing.palifico).wild_face).sum())
        shown = PastRound(variant=v, standing=standing, hands=self.hands, bids=self.bids, exact=exact, count=count)
        past = (*self.past, shown)
        players = range(self.num_players)
        if v.loss == "round":
            part = {shown.bidder: LOST, shown.caller: LOST, shown.winner: WON}
            won = tuple(part.get(player, HALF) for player in players)
            return RoundState(variant=v, standing=standing, past=past, won=won)
        after = settle(v, standing, bidder=shown.bidder, caller=shown.caller, difference=shown.difference, exact=exact)
        still = after.players_in
        over = len(still) == 1 or len(past) == MAX_ROUNDS
        won = tuple(Fraction(int(player in still), len(still)) for player in players)
        return RoundState(variant=v, standing=after, past=past, won=won if over else None)
