from fractions import Fraction

import mendax


def test_reach_multiplies_own_choices_only():
    """On bluff:faces=3, every hand's reach below a bid of player 0 is the probability with which he makes it."""
    game = mendax.compile_game("bluff:faces=3")
    profile = mendax.solve_game(game).profile
    opening = mendax.node_table(game, profile, 0)
    assert opening.player == 0
    assert [row.reach for row in opening.rows] == [1, 1, 1]
    assert all(sum(row.actions.values()) == 1 for row in opening.rows)
    for rung in game.legal(0):
        for answer in range(rung + 1, game.num_rungs):
            node = 1 << rung | 1 << answer
            table = mendax.node_table(game, profile, node)
            assert table.player == 0
            for row, first in zip(table.rows, opening.rows, strict=True):
                assert row.reach == first.actions.get(str(game.bids[rung]), 0)
                assert not row.actions or (row.reach > 0 and sum(row.actions.values()) == 1)


def test_player_one_reaches_every_first_node():
    game = mendax.compile_game("endgame:faces=3")
    profile = mendax.solve_game(game).profile
    table = mendax.node_table(game, profile, 0b1)
    assert (table.player, table.history) == (1, "1x1")
    assert {row.reach for row in table.rows} == {Fraction(1)}
    assert table.legal == ("1x2", "1x3", "2x1", "2x2", "2x3", "call")
