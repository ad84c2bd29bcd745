"""Equilibria of three players, measured by Gambit in the file we export: nobody regrets anything."""

import io

import numpy as np
import pygambit
import pytest

from cups import in_tree
from mendax.games.compile import compile_game
from mendax.games.gambit import to_efg
from mendax.games.unfold import unfold
from mendax.solve.equilibrium import equilibria


@pytest.mark.parametrize("prize", ["shared", "winner"])
@pytest.mark.parametrize("family", ["liars-die", "thesis-die"])
def test_no_regret(family, prize):
    game = compile_game(f"{family}:players=3,prize={prize},faces=3")
    tree = unfold(game)
    measured = pygambit.read_efg(io.StringIO(to_efg(tree)))
    member = {int(infoset): node for node, infoset in enumerate(tree.infoset) if infoset >= 0}
    for one in equilibria(game, tries=4, rng=np.random.default_rng(0)):
        behaviour = measured.mixed_behavior_profile(rational=True)
        strategies = in_tree(game, tree, one.profile)
        for i, infoset in enumerate(tree.infosets):
            chosen = strategies[infoset.player].at(i, 0)
            where = pygambit.H.path(*_path(tree, member[i]))
            behaviour[where] = {infoset.actions[action]: str(prob) for action, prob in chosen.items()}
        assert behaviour.max_regret() == 0
        assert list(dict(behaviour.payoffs).values()) == [3 * worth - 1 for worth in one.worth]


def _path(tree, node):
    """Labels of the edges from the root."""
    labels = []
    while node:
        labels.append(tree.label[node])
        node = int(tree.parent[node])
    return labels[::-1]
