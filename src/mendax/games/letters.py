"""Lanctot and Long's Table 2: a letter for every bid, the next for Bluff (our call), the next for Check (our exact call).

A sequence is written as player, hand, and all letters so far: `X1cde` is player 0 holding a 1, who bid c, heard d and said
e. The same letters without the player's own last move name an information set.
"""

import re
from dataclasses import dataclass
from string import ascii_lowercase

from mendax.errors import IllegalAction, NotationError
from mendax.games.round import Round
from mendax.rules.dice import format_hand

PLAYERS = "XY"


@dataclass(frozen=True, slots=True)
class Lettered:
    """What a player holding a hand (by index) has done and heard: actions by index, his own and the other's in turn."""

    player: int
    hand: int
    actions: tuple[int, ...]

    @property
    def node(self) -> int:
        """The public node before the last action."""
        return sum(1 << action for action in self.actions[:-1])


def format_letters(game: Round, lettered: Lettered) -> str:
    _check_alphabet(game)
    hand = format_hand(game.hands[lettered.player][lettered.hand])
    return PLAYERS[lettered.player] + hand + "".join(ascii_lowercase[action] for action in lettered.actions)


def parse_letters(game: Round, text: str) -> Lettered:
    """The inverse of `format_letters`; IllegalAction where a letter may not follow those before."""
    _check_alphabet(game)
    found = re.fullmatch(r"([XY])([0-9.]+)([a-z]*)", text)
    if not found:
        raise NotationError(f"{text!r} is not a lettered sequence; write X or Y, the dice, then letters, as in X1cde")
    player = PLAYERS.index(found[1])
    hands = [format_hand(counts) for counts in game.hands[player]]
    if found[2] not in hands:
        raise NotationError(f"{found[2]!r} is no hand of player {found[1]} in {game.game}; hands: {', '.join(hands)}")
    actions = tuple(ascii_lowercase.index(letter) for letter in found[3])
    mask = 0
    for position, action in enumerate(actions):
        if action not in game.legal(mask) or (action >= game.call and position < len(actions) - 1):
            allowed = "".join(ascii_lowercase[a] for a in game.legal(mask))
            raise IllegalAction(
                f"{ascii_lowercase[action]!r} is not allowed at place {position + 1} of {text!r}; allowed: {allowed}"
            )
        mask |= 1 << action
    return Lettered(player, hands.index(found[2]), actions)


def _check_alphabet(game: Round) -> None:
    if game.num_players != 2 or game.num_actions > len(ascii_lowercase):
        raise NotationError(
            f"{game.game} has {game.num_actions} actions and {game.num_players} players; letters serve 26 and 2"
        )
