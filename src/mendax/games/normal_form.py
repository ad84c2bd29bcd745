"""The normal form of a small tree: one payoff for every pure profile."""

from fractions import Fraction
from itertools import product

from mendax.games.tree import CHANCE, NO_PARENT, TERMINAL, Tree


def matrix_form(game: Tree) -> dict[tuple[tuple[str, ...], ...], tuple[Fraction, ...]]:
    """Expected payoffs of every pure profile of a small tree: {(actions of player 0, of player 1, ...): payoffs}.

    The actions of a player are listed in the order of his information sets.
    """
    own = [[i for i, s in enumerate(game.infosets) if s.player == p] for p in range(game.num_players)]
    plans = [list(product(*(range(len(game.infosets[i].actions)) for i in sets))) for sets in own]
    table = {}
    for combination in product(*plans):
        chosen = {i: a for sets, plan in zip(own, combination, strict=True) for i, a in zip(sets, plan, strict=True)}
        reach: list[Fraction] = [Fraction(1)] * game.num_nodes
        total = [Fraction(0)] * game.num_players
        for node in range(game.num_nodes):
            parent = int(game.parent[node])
            if parent != NO_PARENT:
                stays = game.player[parent] == CHANCE or chosen[int(game.infoset[parent])] == game.action[node]
                reach[node] = reach[parent] * game.chance[node] if stays else Fraction(0)
            if game.player[node] == TERMINAL:
                total = [t + reach[node] * pay for t, pay in zip(total, game.payoff[node], strict=True)]
        names = tuple(
            tuple(game.infosets[i].actions[a] for i, a in zip(sets, plan, strict=True))
            for sets, plan in zip(own, combination, strict=True)
        )
        table[names] = tuple(total)
    return table
