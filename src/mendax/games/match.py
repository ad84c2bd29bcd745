"""A match of two players: rounds chained by the dice they cost, as standings and what each may lead to.

Between two rounds everything is public: dice of each player, who opens, whether a palifico follows. So a match is a chain
of small games like a cup that passes (games/stage.py); but its stages are rounds, and where dice change hands or come back
its standings recur.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from graphlib import TopologicalSorter

import numpy as np

from mendax.errors import NotationError, UnsupportedGame
from mendax.games.round import Round, compile_round
from mendax.rules.ladder import ladder, successor
from mendax.rules.losses import Standing, call_winner, settle
from mendax.rules.variant import RoundVariant

MAX_DICE = 40  # in all; no round of more has nodes that fit a machine word

Worth = Sequence[Fraction]


@dataclass(frozen=True, eq=False, kw_only=True)
class Match:
    """Standings are numbered, the first is the start; those with a winner are no standings but ends.

    standings  [S]  every standing that play can reach
    outcomes   [S]  what its round may lead to: the different pairs (player who wins the round, standing after it)
    """

    variant: RoundVariant
    standings: tuple[Standing, ...]
    outcomes: tuple[tuple[tuple[int, Standing], ...], ...]

    @property
    def game(self) -> str:
        return str(self.variant)

    @property
    def num_players(self) -> int:
        return self.variant.num_players

    @cached_property
    def index(self) -> dict[Standing, int]:
        return {standing: i for i, standing in enumerate(self.standings)}

    def follows(self, i: int) -> tuple[int, ...]:
        """The standings to which a round may lead, sorted."""
        return tuple(sorted({self.index[after] for _, after in self.outcomes[i] if after.winner is None}))

    @cached_property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """Standings that may recur together (strongly connected), those to which others lead first."""
        import scipy.sparse as sp
        from scipy.sparse.csgraph import connected_components

        size = len(self.standings)
        edges = [(i, j) for i in range(size) for j in self.follows(i)]
        rows, columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
        graph = sp.csr_matrix((np.ones(len(edges)), (rows, columns)), shape=(size, size))
        label = connected_components(graph, connection="strong")[1].tolist()
        before: dict[int, set[int]] = {c: set() for c in label}
        for i, j in edges:
            if label[i] != label[j]:
                before[label[i]].add(label[j])
        return tuple(
            tuple(i for i in range(size) if label[i] == component)
            for component in TopologicalSorter(before).static_order()
        )

    def recurs(self, component: Sequence[int]) -> bool:
        """May a standing of the component come again?"""
        return len(component) > 1 or component[0] in self.follows(component[0])

    def won_or_lost(self, i: int) -> tuple[Standing, Standing] | None:
        """The standings after player 0 wins the round and after he loses it, where nothing but the winner decides."""
        after: dict[int, set[Standing]] = {0: set(), 1: set()}
        for winner, standing in self.outcomes[i]:
            after[winner].add(standing)
        if len(after[0]) != 1 or len(after[1]) != 1:
            return None
        return after[0].pop(), after[1].pop()

    def worth_of(self, after: Standing, worth: Worth) -> Fraction:
        """What an outcome is worth to player 0, given what standings are."""
        if after.winner is not None:
            return Fraction(1 if after.winner == 0 else -1)
        return worth[self.index[after]]

    def round(self, i: int, worth: Worth) -> Round:
        """The round played at a standing, given what standings are worth to player 0, `[S]`; seat 0 is the opener.

        Only what may follow is read.
        """
        return compile_round(
            self.variant,
            standing=self.standings[i],
            continuation=lambda after: (worth[self.index[after]], -worth[self.index[after]]),
        )

    def single_round(self, i: int) -> Round:
        """The same round for its own sake: +1 to its winner."""
        return compile_round(self.variant.as_round, standing=self.standings[i])


def compile_match(variant: RoundVariant) -> Match:
    """The standings of a match, by trying every call at every standing that calls lead to."""
    if variant.num_players != 2 or variant.loss == "round":
        raise UnsupportedGame(f"{variant} is not a match of two players; a match has loss=one, difference or give")
    if variant.total_dice > MAX_DICE:
        raise UnsupportedGame(
            f"{variant} is a match with {variant.total_dice} dice; its standings are found up to {MAX_DICE}"
        )
    known = {Standing(variant.dice): 0}
    found: list[tuple[tuple[int, Standing], ...]] = []
    order = [Standing(variant.dice)]
    for standing in order:
        found.append(_outcomes(variant, standing))
        for _, after in found[-1]:
            if after.winner is None and after not in known:
                known[after] = len(order)
                order.append(after)
    return Match(variant=variant, standings=tuple(order), outcomes=tuple(found))


def _outcomes(variant: RoundVariant, standing: Standing) -> tuple[tuple[int, Standing], ...]:
    """All (winner of the round, standing after) that some hands and bids lead to."""
    table = variant.as_palifico if standing.palifico else variant
    total = sum(standing.dice)
    bids = ladder(table, total)
    may = successor(table, bids)
    made = np.zeros((2, len(bids)), dtype=bool)  # [who bids: 0 opens, rung]
    made[0] = may[0]
    for rung in range(len(bids)):
        for seat in (0, 1):
            made[1 - seat] |= may[rung + 1] & made[seat, rung]
    found: dict[tuple[int, Standing], None] = {}
    for seat, bidder in enumerate((standing.opener, 1 - standing.opener)):
        differences = {
            matching - bids[rung].count
            for rung in np.flatnonzero(made[seat]).tolist()
            for matching in _true_counts(table, bids[rung].face, total)
        }
        for exact in (False, True)[: 1 if variant.exact == "no" else 2]:
            for difference in sorted(differences):
                call = {"bidder": bidder, "caller": 1 - bidder}
                winner = call_winner(difference, exact=exact, **call)
                found[winner, settle(variant, standing, difference=difference, exact=exact, **call)] = None
    return tuple(found)


def _true_counts(variant: RoundVariant, face: int, total: int) -> range:
    """How many of all dice may match a bid: all of them must where every face does."""
    matching = 1 if variant.wild_face in (None, face) else 2
    return range(total + 1) if variant.faces > matching else range(total, total + 1)


def format_standing(standing: Standing) -> str:
    """`2v1@1`: two dice against one, player 1 opens; `2v1@1p` a palifico."""
    return "v".join(map(str, standing.dice)) + f"@{standing.opener}" + "p" * standing.palifico


def parse_standing(match: Match, text: str) -> int:
    """The number of the standing that a text names."""
    known = {format_standing(standing): i for i, standing in enumerate(match.standings)}
    if text not in known:
        raise NotationError(f"{text!r} is no standing of {match.game}; standings: {', '.join(known)}")
    return known[text]
