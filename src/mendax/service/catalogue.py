"""Games offered by name. Any other that fits a table is played by its string."""

from __future__ import annotations

from dataclasses import dataclass

from mendax.service.library import Library
from mendax.service.table import playable


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """template: a game string in which `{dice}` stands for the dice of all, like 5v5v5, or `{players}` for their number.

    players  fewest and most; dice: fewest and most of each, and what is offered first; 0 where they are fixed
    kind     round, match or cup; solved: is the game as offered first solved here?
    """

    id: str
    title: str
    about: str
    kind: str
    template: str
    game: str
    players: tuple[int, int]
    dice: tuple[int, int, int]
    solved: bool = False


def _row(
    id: str, kind: str, template: str, title: str, about: str, players: tuple[int, int], dice: tuple[int, int, int]
) -> Offer:
    game = template.format(dice="v".join([str(dice[2])] * players[0]), players=players[0])
    return Offer(
        id=id, title=title, about=about, kind=kind, template=template, game=playable(game), players=players, dice=dice
    )


OFFERS = (
    _row(
        "bluff",
        "round",
        "bluff:dice={dice}",
        "Bluff",
        "One round, sixes are wild. With one die each it is solved.",
        (2, 6),
        (1, 5, 1),
    ),
    _row(
        "exact",
        "round",
        "bluff:dice={dice},exact=yes",
        "Bluff with Exact",
        "One round; you may also call a bid exactly right.",
        (2, 6),
        (1, 5, 1),
    ),
    _row("joker", "round", "joker:dice={dice}", "Joker", "One round, ones are wild and never bid.", (2, 6), (1, 5, 1)),
    _row(
        "perudo",
        "match",
        "perudo:dice={dice}",
        "Perudo",
        "The table game: ones are wild, calza, palifico; who loses gives up a die.",
        (2, 6),
        (1, 6, 5),
    ),
    _row(
        "dudo",
        "match",
        "dudo:dice={dice}",
        "Dudo",
        "A match: a call costs the difference between bid and dice.",
        (2, 6),
        (1, 6, 5),
    ),
    _row(
        "burcsi-nagy",
        "match",
        "burcsi-nagy:dice={dice}",
        "Burcsi and Nagy",
        "A match with sixes wild; the loss is the difference.",
        (2, 6),
        (1, 6, 5),
    ),
    _row(
        "little",
        "match",
        "dudo:dice={dice},faces=3",
        "Little match",
        "Two dice of three faces each: a whole match, solved.",
        (2, 4),
        (1, 3, 2),
    ),
    _row(
        "thesis-die",
        "cup",
        "thesis-die",
        "One die, exactly",
        "A die under a cup: claim at least what you rolled; a doubted claim must be exactly true.",
        (2, 2),
        (0, 0, 0),
    ),
    _row(
        "liars-die",
        "cup",
        "liars-die:players={players}",
        "Liar's Die",
        "A die under a cup; a doubted claim is true if the die shows at least as much.",
        (2, 6),
        (0, 0, 0),
    ),
    _row(
        "seven-category",
        "cup",
        "seven-category",
        "Seven categories",
        "Five dice under a cup: claim a pair, three, a full house and so on; keep dice in sight.",
        (2, 2),
        (0, 0, 0),
    ),
    _row(
        "coins",
        "cup",
        "coins",
        "Three coins",
        "Coins under a cup, tossed again unseen; claim heads.",
        (2, 2),
        (0, 0, 0),
    ),
)


def offers(library: Library) -> list[Offer]:
    from dataclasses import replace

    solved = set(library.games())
    return [replace(offer, solved=offer.game in solved) for offer in OFFERS]
