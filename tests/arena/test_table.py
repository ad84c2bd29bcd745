"""The compiled game against the plain one, move by move, and against section 1 of the paper."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mendax.agents.st import SIGNS, challenged, decide, was_caught, weigh
from mendax.arena.reading import CHOICES, Reading
from mendax.arena.table import log_tails, play_game
from mendax.errors import UnsupportedGame
from mendax.games.notation import parse_bid
from mendax.games.state import begin
from mendax.rules.ladder import ladder
from mendax.rules.variant import parse_round
from naive_table import JOKER, Game, at_least

PLAYED = [key for key in CHOICES if key not in ("mesh", "choice")]


def plain_replay(strategies, dice, reading, played):
    """The plain game with the dice and numbers of a compiled one; every move and every roll is compared on the way."""
    moves = [(number, move) for number, round in enumerate(played.rounds) for move in round.moves]
    at = 0

    def roll(player, dice):
        hand = played.rounds[moves[at][0]].hands[player]
        assert sum(hand) == dice
        return [face for face, many in enumerate(hand, 1) for _ in range(many)]

    def number(kind):
        return moves[at][1].drawn[("s", "t", "tie").index(kind)]

    def said(player, bid):
        nonlocal at
        move = moves[at][1]
        assert (player, bid or (0, 0)) == (move.player, (move.quantity, move.face))
        at += 1

    choices = {key: getattr(reading, key) for key in PLAYED}
    winner = Game(list(strategies), dice, choices, roll, number, said).play()
    assert at == len(moves)
    return winner


def check(strategies, dice, reading, seed):
    played = play_game(strategies, dice, reading=reading, seed=seed)
    assert plain_replay(strategies, dice, reading, played) == played.winner


EVERY = [Reading(**dict(zip(PLAYED, choice, strict=True))) for choice in product(*(CHOICES[key] for key in PLAYED))]
AXIS = st.sampled_from([0.0, 0.05, 0.1, 0.5, 1.0, 1.7])


@pytest.mark.parametrize("reading", EVERY, ids=str)
@settings(max_examples=6)
@given(data=st.data())
def test_every_reading_move_by_move(reading, data):
    players = data.draw(st.integers(2, 6))
    dice = data.draw(st.integers(1, 12 if players < 4 else 5))
    strategies = tuple(data.draw(st.tuples(AXIS, AXIS)) for _ in range(players))
    check(strategies, dice, reading, data.draw(st.integers(0, 2**63 - 1)))


@pytest.mark.parametrize(("players", "dice"), [(2, 40), (10, 10), (8, 12)])
def test_larger_games_move_by_move(players, dice):
    rng = np.random.default_rng(players)
    for reading in (Reading(), Reading(ties="random", record="pair", starter="position", inequality="printed")):
        check(tuple(map(tuple, rng.random((players, 2)))), dice, reading, 5)


@pytest.mark.parametrize(("players", "dice"), [(2, 1), (2, 10), (2, 40), (3, 5), (8, 12)])
@pytest.mark.parametrize("inequality", CHOICES["inequality"])
def test_the_agent_decides_alike(players, dice, inequality):
    """`st` at the referee's table, with the dice and numbers of compiled games: the same moves, losses and openers."""
    rng, drawn = np.random.default_rng(dice), 0
    sign_s, sign_t, rightly = SIGNS[inequality]
    for game in range(20 if players * dice < 50 else 4):
        strategies = tuple(map(tuple, rng.random((players, 2))))
        played = play_game(strategies, dice, reading=Reading(inequality=inequality), seed=3, game=game)
        state = begin(f"burcsi-nagy:dice={'v'.join([str(dice)] * players)}")
        for told in played.rounds:
            assert state.standing.opener == told.opener
            state = replace(state, hands=told.hands)
            for move in told.moves:
                view = state.view(move.player)
                c_s = sign_s * strategies[move.player][0] if was_caught(view) else 0.0
                c_t = sign_t * strategies[move.player][1] if challenged(view, rightly=rightly) else 0.0
                u, v, _ = move.drawn
                drawn += u is not None
                some = [(u, v)] if u is not None and v is not None else product((0.0, 1.0), repeat=2)
                (action,) = {
                    decide(view, weigh(view), c_s * u + c_t * v) for u, v in some
                }  # undrawn, any does the same
                bid = None if action == view.call else view.ladder[action]
                assert ((bid.count, bid.face) if bid else (0, 0)) == (move.quantity, move.face)
                state = state.apply(action)
        assert state.won[played.winner] == 1
    assert drawn > 0 or dice == 1


def test_readings_differ():
    """Each choice changes some game, or the tests above compare less than they seem to."""
    rng = np.random.default_rng(2)
    strategies = tuple(map(tuple, rng.random((5, 2))))
    for key in PLAYED:
        games = [
            [play_game(strategies, 8, reading=Reading(**{key: choice}), seed=1, game=g) for g in range(20)]
            for choice in CHOICES[key]
        ]
        assert all(a != b for i, a in enumerate(games) for b in games[:i]), key


def test_the_order_of_bids_is_that_of_the_ladder():
    """With s = t = 0 and no raise that holds, random ties say every bid there is; none out of order."""
    bids = ladder(parse_round("burcsi-nagy:dice=3v3"))
    rung = {(bid.count, bid.face): i for i, bid in enumerate(bids)}
    seen = set()
    for game in range(300):
        first = play_game(((0.0, 1.7),) * 2, 3, reading=Reading(ties="random"), seed=3, game=game).rounds[0]
        rungs = [rung[move.quantity, move.face] for move in first.moves[:-1]]
        assert rungs == sorted(set(rungs))
        seen.update(rungs)
    assert len(seen) > len(bids) // 2
    assert rung[1, JOKER] == bids.index(parse_bid("1x6")) == 5


def test_dice_are_fair():
    """Counts by face of a hand of 30 dice: mean 5, variance 30 * 5/36, over 4,000 hands, by seat, within 5 standard errors."""
    hands = np.array([play_game(((0.0, 0.0),) * 2, 30, seed=11, game=g).rounds[0].hands for g in range(2000)])
    for seat in (0, 1):
        mean, variance = hands[:, seat].mean(axis=0), hands[:, seat].var(axis=0)
        assert np.abs(mean - 5).max() < 5 * np.sqrt(30 * 5 / 36 / 2000)
        assert np.abs(variance - 30 * 5 / 36).max() < 5 * 30 * 5 / 36 * np.sqrt(2 / 2000)
    assert abs(np.corrcoef(hands[:, 0, 0], hands[:, 1, 0])[0, 1]) < 5 / np.sqrt(2000)


@pytest.mark.parametrize("dice", range(1, 17))
def test_every_number_of_dice_is_rolled_alike(dice):
    """Chi-square over all faces of all dice: the sum of 600 hands of each number of dice, 5 degrees of freedom."""
    total = sum(np.array(play_game(((0.0, 0.0),) * 2, dice, seed=dice, game=g).rounds[0].hands) for g in range(300))
    expected = total.sum() / 6
    assert ((total.sum(axis=0) - expected) ** 2 / expected).sum() < 25.7  # 1e-4


def test_odds_order_chances_as_fractions_do():
    """In the tables of up to 60 dice no two different chances are mixed up, nor is p > 1 - p'."""
    from fractions import Fraction

    for n in range(61):
        exact, odds = [], []
        for p, chance in ((1 / 3, Fraction(1, 3)), (1 / 6, Fraction(1, 6))):
            above, below = log_tails(n, p)
            exact += [at_least(k, n, chance) for k in range(n + 2)]
            odds += (above - below).tolist()
        exact += [1 - x for x in exact]
        odds += [-x for x in odds]
        order = sorted(range(len(exact)), key=lambda i: exact[i])
        for i, j in pairwise(order):
            assert (odds[i] < odds[j]) == (exact[i] < exact[j])
            assert (odds[i] == odds[j]) == (exact[i] == exact[j])


def tails(n, others):
    """Sums over j >= k of C(n, j) others^(n-j), for k = n, n-1, ..., 1: chances over (1 + others)^n."""
    total, term = 0, 1
    for j in range(n, 0, -1):
        total += term
        yield total
        term = term * j // (n - j + 1) * others


def test_chances_of_a_plain_face_and_of_sixes_are_never_equal():
    """Nor is one the other's complement, up to the 990 dice that a player of 10 times 100 does not see.

    Over 6^n and 3^n they could be only where 2^n divides the numerator of the first. So raises are tied only where they need
    equally many dice, are certain, or impossible, which is what the compiled game looks at.
    """
    for n in range(1, 991):
        low_bits = (1 << n) - 1
        suspects = {numerator >> n for numerator in tails(n, 5) if not numerator & low_bits}
        if suspects:
            plain = set(tails(n, 2))
            assert not suspects & (plain | {3**n - numerator for numerator in plain})


@pytest.mark.parametrize(
    ("players", "dice", "said"),
    [(1, 5, "1 players"), (11, 5, "11 players"), (2, 0, "0 dice"), (2, 10**9, "1000000000 dice")],
)
def test_what_cannot_be_played_is_one_line(players, dice, said):
    with pytest.raises(UnsupportedGame, match=said):
        play_game(((0.0, 0.0),) * players, dice)
