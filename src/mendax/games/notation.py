"""Histories as text: `1x3 2x5`, ending in `call` or `exact` if the round is over. Dots may stand for blanks, as in links."""

import re

from mendax.errors import IllegalAction, NotationError
from mendax.games.masks import rungs_of
from mendax.games.round import Round
from mendax.rules.ladder import Bid


def parse_bid(text: str) -> Bid:
    found = re.fullmatch(r"([1-9][0-9]{0,3})x([1-9][0-9]?)", text)
    if not found:
        raise NotationError(f"{text!r} is not a bid; write count x face, as in 2x5")
    return Bid(int(found[1]), int(found[2]))


def parse_action(game: Round, text: str) -> int:
    """The action index of `2x5`, `call` or `exact`, whether or not it is legal anywhere."""
    if text == "call":
        return game.call
    if text == "exact":
        if game.exact_payoff is None:
            raise NotationError(f"{game.game} has no exact call")
        return game.exact
    bid = parse_bid(text)
    if bid not in game.bids:
        raise NotationError(
            f"{bid} is not on the ladder of {game.game}, which runs from {game.bids[0]} to {game.bids[-1]}"
        )
    return game.bids.index(bid)


def format_action(game: Round, action: int) -> str:
    if action < game.call:
        return str(game.bids[action])
    return "call" if action == game.call else "exact"


def parse_node(game: Round, text: str) -> int:
    """The public node (mask) after the bids of `text`; IllegalAction where a bid may not be made."""
    mask = 0
    for word in re.split(r"[\s.]+", text.strip()) if text.strip() else []:
        action = parse_action(game, word)
        if action >= game.call:
            raise NotationError(f"{word!r} ends the round; give only bids")
        if action not in game.legal(mask):
            allowed = ", ".join(format_action(game, a) for a in game.legal(mask)) or "nothing"
            raise IllegalAction(f"{word} may not follow {format_node(game, mask) or 'the opening'}; allowed: {allowed}")
        mask |= 1 << action
    return mask


def format_node(game: Round, mask: int) -> str:
    """The bids that lead to a node; empty for the opening."""
    return " ".join(str(game.bids[rung]) for rung in rungs_of(mask))
