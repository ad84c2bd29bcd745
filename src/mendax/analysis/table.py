"""A strategy at one node as a table of hands by actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mendax.games.masks import mask_of, rungs_of
from mendax.games.notation import format_action, format_node
from mendax.games.round import Round
from mendax.games.strategy import Behaviour
from mendax.rules.dice import format_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """What one hand does. reach: how likely the mover's own earlier choices are to come here with it.

    actions is empty where the file says nothing because reach is zero: there the default is played.
    """

    hand: str
    rolls: int
    reach: Fraction | float
    actions: dict[str, Fraction | float]


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeTable:
    """One public node: who moves, what may be done, and what each hand does."""

    history: str
    player: int
    legal: tuple[str, ...]
    rows: tuple[HandRow, ...]


def node_table(game: Round, profile: Sequence[Behaviour], mask: int) -> NodeTable:
    """The table of the mover's strategy at a node."""
    player = mask.bit_count() % game.num_players
    strategy = profile[player]
    return NodeTable(
        history=format_node(game, mask),
        player=player,
        legal=tuple(format_action(game, action) for action in game.legal(mask)),
        rows=tuple(
            HandRow(
                hand=format_hand(counts),
                rolls=int(game.weight[player][hand]),
                reach=own_reach(game, strategy, mask, hand),
                actions={format_action(game, a): p for a, p in strategy.at(mask, hand).items()},
            )
            for hand, counts in enumerate(game.hands[player])
        ),
    )


def own_reach(game: Round, strategy: Behaviour, mask: int, hand: int) -> Fraction | float:
    """Probability that the player's own choices lead to a node, given his hand."""
    reach: Fraction | float = Fraction(1) if strategy.is_exact else 1.0
    rungs = rungs_of(mask)
    for bid in range(strategy.player, len(rungs), game.num_players):
        node = mask_of(rungs[:bid])
        chosen = strategy.at(node, hand)
        if not chosen and bid == 0:  # the default opening
            chosen = {game.legal(0)[0]: reach}
        reach *= chosen.get(rungs[bid], 0)
    return reach
