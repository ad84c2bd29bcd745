"""Games as states: any number of players and dice, whole matches, and what each player is shown."""

from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from draw import nodes_of, variants
from mendax.agents.match import play
from mendax.agents.named import make_agent
from mendax.errors import IllegalAction, NotationError, UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.masks import mask_of, rungs_of
from mendax.games.round import compile_round
from mendax.games.round_state import MAX_ROUNDS
from mendax.games.state import begin
from mendax.games.view import RoundView
from mendax.rules.losses import Standing
from mendax.rules.variant import parse_round

MATCHES = (
    "perudo:dice=3v3v3",
    "perudo:dice=5v5v5v5v5v5",
    "dudo:dice=2v3v1v2",
    "burcsi-nagy:dice=5v5v5v5v5v5v5v5v5v5",
    "joker:dice=3v2,loss=give,next=winner",
    "bluff:dice=2v2v2,exact=yes,loss=one,next=loser,palifico=yes,wild=low",
    "openspiel:dice=30v30v30,loss=difference",
)


def named(state, text):
    """The action that a word names here."""
    return next(action for action in state.legal if state.told(action) == text)


def walk(game, seed, choose=None):
    """Every state of a game played at random, or by choose(state, rng)."""
    rng = np.random.default_rng(seed)
    state, found = begin(game), []
    while state.won is None:
        found.append(state)
        if state.awaits_dice:
            state = state.roll(rng)
        else:
            legal = state.legal
            state = state.apply(choose(state, rng) if choose else legal[min(int(rng.geometric(0.3)), len(legal)) - 1])
    return [*found, state]


def test_example_1_1_of_burcsi_and_nagy():
    """Alice and Bob, two dice each: the match of section 1, its dice, bids and losses."""
    state = begin("burcsi-nagy:dice=2v2")
    assert state.awaits_dice
    assert state.mover is None
    state = state.deal("55 36")
    for player, bid in ((0, "1x5"), (1, "1x6"), (0, "2x5"), (1, "call")):
        assert state.mover == player
        state = state.apply(named(state, bid))
    assert state.past[-1].count == 3
    assert (state.past[-1].bidder, state.past[-1].caller, state.past[-1].winner) == (0, 1, 0)
    assert state.standing == Standing((2, 1), 1)
    state = state.deal("34 2")
    for player, bid in ((1, "1x2"), (0, "1x4"), (1, "2x2"), (0, "call")):
        assert state.mover == player
        state = state.apply(named(state, bid))
    assert state.won == (1, 0)
    assert state.mover is None
    assert state.legal == ()


def test_two_leave_at_once_when_the_difference_is_nothing():
    """d = 0 costs everybody but the bidder a die, whoever called; who has none left has no seat any more."""
    state = begin("burcsi-nagy:dice=2v1v1v2").deal("11 2 3 44")
    state = state.apply(named(state, "2x1"))
    state = state.apply(named(state, "call"))
    assert state.standing == Standing((2, 0, 0, 1), 3)
    assert state.standing.seats == (3, 0)
    assert state.deal("12 - - 3").mover == 3


@given(variants(), st.integers(0, 99))
def test_a_single_round_is_the_round_of_arrays(text, seed):
    """Legal actions, node, hand and payoffs are those that solvers read."""
    game, variant = compile_game(text), parse_round(text)
    states = walk(text, seed)
    for state in states[1:-1]:
        view = state.view(state.mover)
        assert view.legal == game.legal(view.node)
        assert view.seat == view.node.bit_count() % game.num_players == state.mover
        assert tuple(game.hands[view.seat][view.hand]) == view.dice == state.hands[state.mover]
        assert rungs_of(view.node) == view.bids
    shown = states[-1].past[-1]
    table = game.exact_payoff if shown.exact else game.call_payoff
    paid = table[:, shown.bidder, shown.bids[-1], shown.count]
    assert states[-1].won == tuple((1 + Fraction(int(p))) / 2 for p in paid)
    assert variant.num_players == len(paid)


@pytest.mark.parametrize("game", MATCHES[:4] + MATCHES[5:6])
def test_every_round_of_a_match_is_the_round_from_its_standing(game):
    """The arrays compiled from the standing have the same ladder, followers and actions, palificos included."""
    variant = parse_round(game)
    seen = set()
    for seed in range(6):
        for state in walk(game, seed):
            standing = state.standing
            if not state.hands or sum(standing.dice) > 8 or (standing, state.bids) in seen:
                continue
            seen.add((standing, state.bids))
            nothing = (0,) * len(standing.dice)
            compiled = compile_round(variant, standing=standing, continuation=lambda _, paid=nothing: paid)
            view = state.view(state.mover)
            assert view.ladder == compiled.bids
            assert view.legal == compiled.legal(mask_of(state.bids))
            assert tuple(compiled.hands[view.seat][view.hand]) == view.dice
    assert len({standing.palifico for standing, _ in seen}) == (2 if "perudo" in game or "palifico" in game else 1)


@pytest.mark.parametrize("game", MATCHES)
def test_matches_of_any_size_end_with_one_winner(game):
    for seed in range(3):
        states = walk(game, seed)
        end = states[-1]
        assert sorted(end.won) == [0] * (end.num_players - 1) + [1]
        assert end.won[end.standing.winner] == 1
        for state in states:
            if state.hands:
                assert tuple(map(sum, state.hands)) == state.standing.dice
            assert state.mover is None or state.standing.dice[state.mover] > 0


def test_a_match_that_nobody_ends_is_shared():
    """Right calzas cost nobody anything and give no die beyond those of the start."""

    def calza(state, rng):
        """The opener bids what there is, the next calls it exact."""
        if state.bids:
            return state.legal[-1]
        total = [sum(hand[face] for hand in state.hands) for face in range(2)]
        face = 0 if total[0] else 1
        return named(state, f"{total[face]}x{face + 1}")

    states = walk("bluff:faces=2,wild=none,exact=calza,loss=one,next=loser", 1, calza)
    assert len(states[-1].past) == MAX_ROUNDS
    assert states[-1].won == (Fraction(1, 2), Fraction(1, 2))


# What is shown --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", MATCHES[:6])
def test_views_do_not_change_with_what_is_hidden(game):
    """All other hands are exchanged for others: no player sees a difference."""
    assert {field.name for field in fields(RoundView)} == {
        *("variant", "player", "standing", "dice", "bids", "past", "legal")
    }
    rng = np.random.default_rng(5)
    for state in walk(game, 2):
        for player in state.standing.players_in if state.hands else ():
            other = begin(game)
            other = replace(other, standing=state.standing, past=state.past).roll(rng)
            hands = tuple(
                h if p == player else o for p, (h, o) in enumerate(zip(state.hands, other.hands, strict=True))
            )
            assert replace(state, hands=hands).view(player) == state.view(player)
            assert state.view(player).legal == (state.legal if player == state.mover else ())


def test_dice_come_from_the_caller_and_are_not_in_the_state():
    """The same state rolled twice gives other dice; from the same stream the same dice."""
    state = begin("perudo:dice=5v5v5")
    first, second = (state.roll(np.random.default_rng(seed)) for seed in (1, 2))
    assert first.hands != second.hands
    assert first == state.roll(np.random.default_rng(1))
    assert state.hands == ()


def test_later_rounds_keep_their_dice_where_games_part():
    """One match goes on with fewer dice: the hands of its second round are the first dice of the other's."""
    start = begin("bluff:dice=3v3,loss=one,wild=none")
    rng, again = np.random.default_rng(3), np.random.default_rng(3)
    first, second = start.roll(rng), start.roll(again)
    first = first.apply(named(first, "1x1"))
    first = first.apply(named(first, "call")).roll(rng)
    second = second.apply(named(second, "6x6"))
    second = second.apply(named(second, "call")).roll(again)
    assert first.standing.dice != second.standing.dice
    for one, other in zip(first.hands, second.hands, strict=True):
        fewer, more = sorted((one, other), key=sum)
        assert all(a <= b for a, b in zip(fewer, more, strict=True))


def test_uniform_dice():
    """60,000 dice: every face within four standard deviations of a sixth."""
    rng = np.random.default_rng(7)
    hands = np.array([begin("bluff:dice=30v30").roll(rng).hands for _ in range(1_000)]).sum(axis=(0, 1))
    assert hands.sum() == 60_000
    assert (abs(hands - 10_000) < 4 * (60_000 * 5 / 36) ** 0.5).all()


# Bad input --------------------------------------------------------------------------------------------------------------


def test_what_is_not_allowed_is_one_line():
    state = begin("bluff").deal("1 2")
    with pytest.raises(IllegalAction, match=r"action 12 is not allowed here in bluff; allowed: 1x1, 1x2"):
        state.apply(12)
    with pytest.raises(IllegalAction, match="no dice are to be rolled"):
        state.deal("1 2")
    with pytest.raises(NotationError, match="players have 1, 1"):
        begin("bluff").deal("11 2")
    with pytest.raises(NotationError, match="no hand of dice with 6 faces"):
        begin("bluff").deal("7 2")
    with pytest.raises(UnsupportedGame, match="rps is no game of dice"):
        begin("rps")
    with pytest.raises(IllegalAction, match="no dice are to be rolled"):
        begin("thesis-die").deal("3").roll(np.random.default_rng(0))
    with pytest.raises(NotationError, match="cannot be thrown here in thesis-die; hands: 1, 2, 3"):
        begin("thesis-die").deal("7")
    with pytest.raises(UnsupportedGame, match="3 players, not 2"):
        play("perudo:dice=1v1v1", [make_agent("random")] * 2, np.random.default_rng(0))


def test_all_nodes_of_a_round_are_views():
    """Perft: the public nodes that play can reach are those of the arrays."""
    game = compile_game("bluff:faces=2,exact=yes")
    found, frontier = set(), [begin("bluff:faces=2,exact=yes").deal("1 2")]
    for state in frontier:
        found.add(state.view(state.mover).node)
        frontier.extend(state.apply(action) for action in state.legal if action < game.num_rungs)
    assert found == set(nodes_of(game))
