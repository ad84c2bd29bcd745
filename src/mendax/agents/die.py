"""Where one die passes: what is known at an information set, and behaviour by calls and rolls as a Strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.strategy import Strategy, make_strategy
from mendax.games.view import CupView, View

# Faces, rolls and calls count from 1; a sub-game is named by the call that was accepted, 0 at the start.


def faces_of(game: Game) -> int:
    """The faces of the only die of a passing cup; UnsupportedGame where it is another game.

    The claim to beat is then a number from 0 to F, and who accepts always rolls the die.
    """
    if not isinstance(game, Cup) or len(game.throws) > 1 or game.hands != game.claims or len(set(game.chance[0])) > 1:
        raise _other(game.game)
    return len(game.hands)


def _other(game: str) -> UnsupportedGame:
    return UnsupportedGame(f"{game} is not a game of one die in a passing cup, as thesis-die and liars-die are")


def faces_seen(view: View) -> int:
    """`faces_of` the game that a view is of."""
    if not isinstance(view, CupView):
        raise _other(view.game)
    return faces_of(view.cup)


def read(view: View) -> tuple[int, int | None, int | None]:
    """(sub-game, roll, call heard): the roll is None for who answers, the call for who calls."""
    faces = faces_seen(view)
    beat = view.node - (faces + 1)
    return (beat, view.hand, None) if view.hand <= faces else (beat, None, view.hand - faces)


def write(
    game: Game,
    player: int,
    calls: Callable[[int, int], Mapping[int, Fraction]],
    accepts: Callable[[int, int], Fraction],
) -> Strategy:
    """calls(sub-game, roll): chance of each call. accepts(sub-game, call): chance to accept it."""
    faces = faces_of(game)
    rows: dict[tuple[int, int, int], Any] = {}
    for beat in range(faces):
        node = faces + 1 + beat
        for roll in range(1, faces + 1):
            rows |= {(node, roll, call - 1): chance for call, chance in calls(beat, roll).items()}
        for call in range(beat + 1, faces + 1):
            chance = accepts(beat, call)
            rows |= {(node, faces + call, ACCEPT): chance, (node, faces + call, DOUBT): 1 - chance}
    return make_strategy(player, rows, exact=True)
