"""Lanctot and Long's letters parse and print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mendax
from mendax.errors import IllegalAction, MendaxError, NotationError
from mendax.games.letters import Lettered, format_letters, parse_letters

GAMES = {game: mendax.compile_game(game) for game in ("bluff", "bluff:faces=2,exact=yes", "bluff:dice=2v1,faces=3")}


def test_the_papers_own_example():
    """X1cde: X rolled a 1, bid 2-1, heard 2-2, called Bluff."""
    game = GAMES["bluff:faces=2,exact=yes"]
    read = parse_letters(game, "X1cde")
    assert read == Lettered(0, 0, (2, 3, game.call))
    assert read.node == 0b1100
    assert parse_letters(game, "Y2abcf").actions[-1] == game.exact


@given(st.data())
def test_print_and_parse_are_inverse(data):
    game = data.draw(st.sampled_from(list(GAMES.values())))
    player = data.draw(st.integers(0, 1))
    mask, actions = 0, []
    while data.draw(st.booleans()) and actions[-1:] < [game.call]:
        actions.append(data.draw(st.sampled_from(game.legal(mask))))
        if actions[-1] < game.call:
            mask |= 1 << actions[-1]
        else:
            break
    lettered = Lettered(player, data.draw(st.integers(0, len(game.weight[player]) - 1)), tuple(actions))
    assert parse_letters(game, format_letters(game, lettered)) == lettered


@given(st.text(alphabet="XY123456abcdefghijklmn. ", max_size=8))
def test_garbage_raises_nothing_else(text):
    try:
        parse_letters(GAMES["bluff"], text)
    except MendaxError as error:
        assert "\n" not in str(error)  # noqa: PT017  (any text may also be a sequence)


def test_what_is_refused():
    game = GAMES["bluff"]
    for text, error in (
        ("Z1a", NotationError),
        ("X7a", NotationError),
        ("X1ba", IllegalAction),
        ("X1m", IllegalAction),
        ("Xemptymove", NotationError),
    ):
        with pytest.raises(error):
            parse_letters(game, text)
    with pytest.raises(NotationError, match="letters serve"):
        parse_letters(mendax.compile_game("bluff:dice=3v3"), "X1a")
