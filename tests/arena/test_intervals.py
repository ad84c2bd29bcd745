"""Intervals hold as often as they say: fixed numbers of scores, and looks after each."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import beta, norm

from mendax.arena.intervals import STAKES, anytime, favoured, fixed
from mendax.arena.ratings import SCALE, Shares, ratings


def agresti_coull(won, games, level=0.95):
    z = norm.ppf((1 + level) / 2)
    n = games + z * z
    p = (won + z * z / 2) / n
    half = z * (p * (1 - p) / n) ** 0.5
    return p - half, p + half


@pytest.mark.parametrize(("won", "games"), [(30, 50), (480, 1000), (5, 9)])
def test_of_wins_and_losses_it_is_agresti_and_coull(won, games):
    assert fixed({1.0: won, 0.0: games - won}) == pytest.approx(agresti_coull(won, games))


def test_equal_scores_leave_a_doubt():
    """All of 100 blocks shared: a chance of up to 3 in 100 that they are not would not have been seen."""
    low, high = fixed({0.5: 100})
    assert 0.45 < low < 0.49
    assert high == pytest.approx(1 - low)
    assert fixed({1.0: 20}) == (pytest.approx(agresti_coull(20, 20)[0]), 1.0)


@pytest.mark.parametrize("mean", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("size", [20, 200])
def test_fixed_covers(mean, size):
    """Blocks of two games, won with a chance and tied with another: at least 93% of 2,000 intervals hold the mean."""
    rng = np.random.default_rng(11)
    split = 0.6 * (1 - mean)  # blocks that are shared
    chances = [1 - mean - split / 2, split, mean - split / 2]
    counts = rng.multinomial(size, chances, size=2_000)
    covered = 0
    for lost, tied, won in counts.tolist():
        low, high = fixed({0.0: lost, 0.5: tied, 1.0: won})
        covered += low <= mean <= high
    assert covered / 2_000 > 0.93


def test_looks_after_every_game_decide_wrongly_no_more_than_said():
    """Ville's inequality, exactly: of fair coins, {wins: chance} of those still open after each of 200 looks. What is decided is
    at most half of the error on either side; and it is no idle bound, so that an error of 20% would be seen."""
    for error in (0.05, 0.2):
        still, wrong = {0: 1.0}, {1: 0.0, -1: 0.0}
        for games in range(1, 201):
            after: dict[int, float] = {}
            for won, chance in still.items():
                for more in (0, 1):
                    after[won + more] = after.get(won + more, 0.0) + chance / 2
            still = {}
            for won, chance in after.items():
                if found := favoured({1.0: won, 0.0: games - won}, error):
                    wrong[found] += chance
                else:
                    still[won] = chance
        assert wrong[1] == pytest.approx(wrong[-1])
        assert error / 20 < wrong[1] <= error / 2


def test_a_growing_look_would_cheat():
    """The interval for a fixed number, looked at after each score, is wrong far more often: what the other is for."""
    rng = np.random.default_rng(5)
    cheated = 0
    for _ in range(100):
        seen = Counter()
        for score in rng.choice((0.0, 1.0), size=400).tolist():
            seen[score] += 1
            low, high = fixed(seen)
            if not low <= 0.5 <= high:
                cheated += 1
                break
    assert cheated / 100 > 0.15


def test_it_decides_what_is_different():
    """A difference of ten points at a spread of 0.35 is found within a few hundred blocks, in the right direction."""
    rng = np.random.default_rng(6)
    for sign in (1, -1):
        seen, number = Counter(), 0
        for score in rng.choice((0.0, 0.5, 1.0), p=(0.2, 0.4, 0.4)[::sign], size=3_000).tolist():
            seen[score] += 1
            number += 1
            if found := favoured(seen, 0.05):
                break
        assert found == sign
        assert number < 800


@pytest.mark.parametrize("seen", [{0.0: 20, 0.5: 30, 1.0: 40}, {1.0: 30}, {0.0: 5}, {0.25: 100, 1.0: 300}])
def test_anytime_is_what_is_not_refuted(seen):
    """Its ends are where the mean capital of all stakes reaches 2/(1-level); the mirror of the scores has the mirror of them."""
    low, high = anytime(seen)
    mirror = anytime({1 - score: times for score, times in seen.items()})
    assert (low, high) == pytest.approx((1 - mirror[1], 1 - mirror[0]))
    if low > 1e-9:
        capital = [np.prod([(1 - x + x * score / low) ** times for score, times in seen.items()]) for x in STAKES]
        assert np.mean(capital) == pytest.approx(40, rel=1e-6)
    mean = sum(score * times for score, times in seen.items()) / sum(seen.values())
    assert low < mean + 1e-12
    assert high > mean - 1e-12
    assert (favoured(seen, 0.05) == 1) == (low > 0.5)
    assert (favoured(seen, 0.05) == -1) == (high < 0.5)


def test_anytime_is_wider_than_fixed_and_not_by_much():
    seen = {0.0: 300, 0.5: 400, 1.0: 300}
    (a, b), (c, d) = fixed(seen), anytime(seen)
    assert c < a < b < d
    assert (d - c) / (b - a) < 2


# Ratings --------------------------------------------------------------------------------------------------------------


def test_two_agents_have_the_odds_of_their_wins():
    """30 of 40 and the added game of each: 31 to 11."""
    shares = Shares(agents=(0, 1), games=1, blocks=(((1.0, 0.0), 30), ((0.0, 1.0), 10)))
    first, second = ratings(("a", "b"), [shares])
    assert (first.agent, second.agent) == ("a", "b")
    assert first.points - second.points == pytest.approx(SCALE * np.log(31 / 11))
    assert first.points + second.points == pytest.approx(0)


def test_intervals_of_ratings_are_those_of_the_chance():
    """Two agents, single games: the interval of the difference is that of the log odds, whose variance is 1/(n p (1-p))."""
    won, games = 3_000, 5_000
    shares = Shares(agents=(0, 1), games=1, blocks=(((1.0, 0.0), won), ((0.0, 1.0), games - won)))
    first, _ = ratings(("a", "b"), [shares])
    p = won / games
    wanted = 2 * norm.ppf(0.975) * SCALE * (1 / (games * p * (1 - p))) ** 0.5 / 2
    assert first.high - first.low == pytest.approx(wanted, rel=0.01)


def test_blocks_that_are_all_shared_are_nearly_certain_and_games_that_are_are_not():
    paired = Shares(agents=(0, 1), games=2, blocks=(((1.0, 1.0), 500),))
    alone = Shares(agents=(0, 1), games=1, blocks=(((1.0, 0.0), 500), ((0.0, 1.0), 500)))
    (a, _), (b, _) = (ratings(("a", "b"), [shares]) for shares in (paired, alone))
    assert a.points == b.points == pytest.approx(0)
    assert 0 < a.high - a.low < (b.high - b.low) / 4


def test_ratings_find_the_strengths_that_made_the_games():
    """Three agents of 100, 0 and -100 points at one table and in pairs: found within their intervals, 95 of 100 or so."""
    rng, strength = np.random.default_rng(2), np.array([100.0, 0.0, -100.0]) / SCALE
    inside = 0
    for _ in range(60):
        found = []
        for agents in ((0, 1, 2), (0, 1), (1, 2), (0, 2)):
            odds = np.exp(strength[list(agents)])
            won = Counter(rng.choice(len(agents), p=odds / odds.sum(), size=300).tolist())
            blocks = tuple(
                (tuple(float(i == place) for i in range(len(agents))), times) for place, times in won.items()
            )
            found.append(Shares(agents=agents, games=1, blocks=blocks))
        for row in ratings(("0", "1", "2"), found):
            inside += row.low <= strength[int(row.agent)] * SCALE <= row.high
    low = beta.ppf(1e-4, 0.95 * 180, 0.05 * 180)
    assert inside / 180 > low
