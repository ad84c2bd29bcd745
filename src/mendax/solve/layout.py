"""Where every public node of a two-player round lives in memory.

A node is the set of rungs bid so far. The lowest K rungs of it are its *prefix*, which names a block; the other k = B - K rungs
are its *local mask*, which names its place there. All that follows a prefix without another early bid is one block: it touches
no other memory, so a block is the unit for caches and for threads.

Within a block the nodes where one player moves are those whose local masks have an even number of bits, the other player's an odd
number. Both are stored at slot = local mask >> 1, since the lowest bit follows from the parity: 2^(k-1) slots each. Then

  nodes whose last local rung is j > 0   are the slots [2^(j-1), 2^j) of both parities
  slot 0                                 is the root of the block (even), and the node after local rung 0 (odd)
  the child by local rung c              of slot s is slot 2^(c-1) + s of the other parity (0 for c = 0)
  the parent                             of slot 2^(j-1) + r is slot r of the other parity

An edge is stored at its child's slot, so everything a player has at one edge or node is `[Q, H, S]`: block, hand, slot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mendax.errors import UnsupportedGame
from mendax.games.masks import MAX_RUNGS
from mendax.games.round import Round

CACHE_BYTES = 350_000  # of a core's own cache that the room of a thread may fill


@dataclass(frozen=True, slots=True)
class Layout:
    """prefix: K, rungs that name the block; local: k >= 1, rungs within it."""

    prefix: int
    local: int

    @property
    def blocks(self) -> int:
        """Q."""
        return 1 << self.prefix

    @property
    def slots(self) -> int:
        """S, of each parity."""
        return 1 << (self.local - 1)

    def place(self, mask: Any) -> tuple[Any, Any]:
        """Block and slot of a node, or of an array of them."""
        return mask & (self.blocks - 1), mask >> self.prefix >> 1


def layout_of(game: Round, item: int) -> Layout:
    """Blocks whose room fits a cache, for numbers of `item` bytes: that is what is read for one hand after the other."""
    if game.num_players != 2:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players; this engine is for two")
    if game.num_rungs > MAX_RUNGS:
        raise UnsupportedGame(f"{game.game} has {game.num_rungs} rungs; nodes are bitmasks of at most {MAX_RUNGS}")
    local = 1
    while local < game.num_rungs and (room_rows(game) * item << local) <= CACHE_BYTES:
        local += 1
    return Layout(prefix=game.num_rungs - local, local=local)


def room_rows(game: Round) -> int:
    """Numbers a slot that a thread has room for: see _cpu.Room."""
    own, opp = sorted(int(tally.max()) + 1 for tally in game.tally)
    return 4 + 2 * own * len(game.payoffs) + opp * (len(game.payoffs) + 1)
