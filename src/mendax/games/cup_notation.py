"""Positions and choices of passing cups as text.

A position is the claim to beat, and, where it matters, what is held: `3`, or `pair/two-pairs`, claim first. The start is
empty. A hand may be given by its dice or, where that says it all, by the claim it is just good enough for.
"""

from mendax.errors import NotationError
from mendax.games.cup import ACCEPT, Cup


def format_position(game: Cup, position: int) -> str:
    beat, kind = game.beat_and_class(position)
    if beat == 0:
        return ""
    claim = game.claims[beat - 1]
    return (
        claim if len(set(game.kind.tolist())) == 1 else f"{claim}/{_hand_names(game)[game.kind.tolist().index(kind)]}"
    )


def parse_position(game: Cup, text: str) -> int:
    """The inverse of `format_position`; NotationError where there is no such position."""
    text = text.strip()
    if not text:
        return 0
    claim, slash, hand = text.partition("/")
    if claim not in game.claims:
        raise NotationError(f"{claim!r} is not a claim of {game.game}; claims: {listed(game.claims)}")
    hands, beat = _hand_names(game), game.claims.index(claim) + 1
    if len(set(game.kind.tolist())) == 1 and not slash:
        return game.position(int(game.kind[0]), beat)
    known = dict(zip(game.hands, game.kind.tolist(), strict=True)) | dict(zip(hands, game.kind.tolist(), strict=True))
    if hand not in known:
        given = (
            f"{hand!r} is not a hand" if slash else f"{text!r} does not say what is held, as {claim}/{hands[-1]} does,"
        )
        raise NotationError(f"{given} of {game.game}; hands: {listed(hands)}")
    position = game.position(known[hand], beat)
    if position not in game.positions():
        raise NotationError(
            f"nobody can claim {claim} holding {hand} in {game.game}, where no claim may be below the hand"
        )
    return position


def describe(game: Cup, node: int, hand: int) -> str:
    """Where a row of a Strategy stands, in words."""
    if node < game.num_positions:
        return f"at '{format_position(game, node)}'"
    beat, group = game.beat_and_group(node - game.num_positions)
    where = f"keeping {' or '.join(game.throws[r] for r in game.groups[group])}"
    where += f" to beat {game.claims[beat - 1]}" if beat else " at the start"
    if hand == 0:
        return where
    if hand <= len(game.hands):
        return f"{where}, with {game.hands[hand - 1]}"
    return f"{where}, hearing {game.claims[hand - 1 - len(game.hands)]}"


def format_answer(action: int) -> str:
    return "accept" if action == ACCEPT else "doubt"


def listed(names: tuple[str, ...], most: int = 12) -> str:
    """All names, or the first and the last of many."""
    return ", ".join(names if len(names) <= most else (*names[:4], "...", *names[-2:]))


def _hand_names(game: Cup) -> tuple[str, ...]:
    """By their claims where hands and claims are as many, else by their dice."""
    return game.claims if len(game.claims) == len(game.hands) else game.hands
