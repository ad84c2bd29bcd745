"""Games we export, solved by Gambit's own linear program."""

import io
from fractions import Fraction

import pygambit
import pytest

from mendax.games.compile import compile_game
from mendax.games.gambit import to_efg
from mendax.games.tree import Tree
from mendax.games.unfold import unfold
from mendax.solve.game import solve_game


def gambit_payoffs(text, *, rational):
    """Payoffs of all players in the equilibrium that Gambit finds in the exported file."""
    compiled = compile_game(text)
    exported = to_efg(compiled if isinstance(compiled, Tree) else unfold(compiled))
    game = pygambit.read_efg(io.StringIO(exported))
    return list(dict(pygambit.nash.lp_solve(game, rational=rational).equilibrium.payoffs).values())


@pytest.mark.parametrize(
    "text",
    ["rps", "koller", "kuhn", "bluff:faces=2", "bluff:faces=2,exact=yes", "openspiel:faces=2", "joker:faces=3"],
)
def test_exact_values_agree(text):
    ours = solve_game(text).value
    assert isinstance(ours, Fraction)
    assert gambit_payoffs(text, rational=True) == [ours, -ours]


@pytest.mark.parametrize(
    "text", ["bluff:faces=3", "endgame:faces=3", "bluff:dice=2v1,faces=2", "bluff:dice=1v2,faces=2"]
)
def test_values_agree_in_floats(text):
    """Gambit's rational pivots take a minute and more on these."""
    ours = solve_game(text).value
    assert isinstance(ours, Fraction)
    assert gambit_payoffs(text, rational=False) == pytest.approx([float(ours), -float(ours)], abs=1e-9)
