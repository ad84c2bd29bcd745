"""A game being played, as a frozen value: what the referee knows. Who plays is shown `view(player)`.

    state = begin("perudo:dice=5v5v5")
    while state.won is None:
        if state.awaits_dice:
            state = state.roll(rng)
        else:
            state = state.apply(choose(state.view(state.mover)))

The dice are drawn by the caller's rng when they are rolled, so no state holds dice of the future.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from numpy.random import Generator

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game
from mendax.games.cup import Cup
from mendax.games.cup_state import CupState
from mendax.games.match import Match
from mendax.games.round import Round
from mendax.games.round_state import RoundState
from mendax.games.view import View
from mendax.rules.cup import CupVariant
from mendax.rules.losses import Standing
from mendax.rules.unit import UnitVariant
from mendax.rules.variant import RoundVariant, TreeVariant, Variant, parse

Playable = str | Variant | Game | Match


class State(Protocol):
    """Where a game stands. `mover` is None where dice are awaited and where the game is over."""

    @property
    def game(self) -> str: ...

    @property
    def num_players(self) -> int: ...

    @property
    def mover(self) -> int | None: ...

    @property
    def legal(self) -> tuple[int, ...]:
        """What the mover may do."""

    @property
    def awaits_dice(self) -> bool: ...

    @property
    def rolled(self) -> str:
        """The dice last rolled, all of them, as text that `deal` reads."""

    @property
    def won(self) -> tuple[Fraction, ...] | None:
        """What each player got, from 0 to 1; None while the game goes on.

        1 to a sole winner, else equal shares. In a single round among three or more who had no part in the call gets 1/2.
        """

    def view(self, player: int) -> View:
        """All that the player may know."""

    def apply(self, action: int) -> State:
        """After the mover's action; IllegalAction where it is not allowed."""

    def roll(self, rng: Generator) -> State:
        """Where dice are awaited: after they are rolled."""

    def deal(self, text: str) -> State:
        """The same with dice that are known, as when a record is read."""

    def told(self, action: int) -> str:
        """An action in words: `2x5`, `call`, `accept`."""


def begin(game: Playable | State) -> State:
    """The start of a game, before any dice. Rounds and matches of any size and number of players, and games of passing cups.

    A state is itself.
    """
    if isinstance(game, RoundState | CupState):
        return game
    if isinstance(game, str):
        game = parse(game)
    if isinstance(game, Round | Match):
        game = parse(game.game)
    if isinstance(game, RoundVariant):
        return RoundState(variant=game, standing=Standing(game.dice))
    if isinstance(game, CupVariant | UnitVariant | TreeVariant):
        game = compile_game(game)
    if not isinstance(game, Cup):
        raise UnsupportedGame(f"{game.game} is no game of dice; agents play rounds, matches and passing cups")
    return CupState.start(game)
