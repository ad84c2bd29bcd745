"""Games played by agents: the referee, its records, and what they must agree with."""

from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from mendax.agents.agent import profile_of
from mendax.agents.laws import check_agent
from mendax.agents.match import Move, Score, play, series
from mendax.agents.matrix import MatrixAgent, MatrixReading, matrix_tables
from mendax.agents.plain import RandomAgent
from mendax.agents.tree import TreeAgent, TreeReading, tree_tables
from mendax.agents.written import OptimalAgent, ProfileAgent
from mendax.errors import GameLawError, IllegalAction, UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import ACCEPT, DOUBT
from mendax.games.strategy import make_strategy
from mendax.games.view import CupView
from mendax.solve.cup_response import cup_response, cup_worth

GAME = compile_game("thesis-die")
GAME_OF_THREE, RANDOM = "bluff:dice=1v1v1", RandomAgent()  # a round: who has no part in the call gets a half
TREE, MATRIX, OPTIMAL = TreeAgent(), MatrixAgent(), OptimalAgent()


# Exact chances, again without engine and strategies -------------------------------------------------------------------


def tree_calls(beat, roll):
    return {tree_tables(6, TreeReading()).calls[beat, roll]: Fraction(1)}


def tree_accepts(beat, call):
    return Fraction(tree_tables(6, TreeReading()).accepts(call))


def matrix_calls(beat, roll):
    """Every kept call strategy, one after another."""
    found = {}
    plans = matrix_tables(6, MatrixReading())[beat].calls
    for plan in plans.tolist():
        found[plan[roll - 1]] = found.get(plan[roll - 1], 0) + Fraction(1, len(plans))
    return found


@cache
def matrix_accepts(beat, call):
    """Every kept call strategy, and every answer strategy in proportion to how often it wins against it."""
    table = matrix_tables(6, MatrixReading())[beat]
    total = Fraction(0)
    for row in table.wins.tolist():
        lost = [1 - chance for chance in row]
        accepted = sum((x for x, plan in zip(lost, table.accepts, strict=True) if plan[call]), Fraction(0))
        total += accepted / sum(lost)
    return total / len(table.wins)


def chance_of_first(first, second, beat=0):
    """first, second: (calls, accepts). The chance of who rolls now."""
    total = Fraction(0)
    for roll in range(1, 7):
        for call, made in first[0](beat, roll).items():
            accepted = second[1](beat, call)
            if accepted:
                left = 1 - chance_of_first(second, first, call) if call < 6 else 1
                total += Fraction(1, 6) * made * accepted * left
            if call == roll:
                total += Fraction(1, 6) * made * (1 - accepted)
    return total


TREE_TOLD, MATRIX_TOLD = (tree_calls, tree_accepts), (matrix_calls, matrix_accepts)


@pytest.mark.parametrize(
    ("agents", "told"),
    [
        ((TREE, TREE), (TREE_TOLD, TREE_TOLD)),
        ((TREE, MATRIX), (TREE_TOLD, MATRIX_TOLD)),
        ((MATRIX, TREE), (MATRIX_TOLD, TREE_TOLD)),
        ((MATRIX, MATRIX), (MATRIX_TOLD, MATRIX_TOLD)),
    ],
)
def test_exact_chances_and_played_games(agents, told):
    """The engine, the recursion above, and 2,000 games within four standard deviations. The seats tell apart."""
    exact = cup_worth(GAME, profile_of(GAME, agents))
    assert exact == (chance_of_first(*told), 1 - chance_of_first(*told))
    score = series(GAME, agents, 2000, np.random.default_rng(3))
    assert sum(score.won) == 2000
    for player in (0, 1):
        p = float(exact[player])
        assert abs(float(score.won[player]) / 2000 - p) < 4 * (p * (1 - p) / 2000) ** 0.5


def test_optimal_play_is_sure_of_its_value():
    for other in (TREE, MATRIX):
        assert cup_worth(GAME, profile_of(GAME, (OPTIMAL, other)))[0] >= Fraction(41, 60)
        assert cup_worth(GAME, profile_of(GAME, (other, OPTIMAL)))[1] >= Fraction(19, 60)
    assert cup_worth(GAME, profile_of(GAME, (OPTIMAL, OPTIMAL)))[0] == Fraction(41, 60)


def test_the_best_response_played_as_an_agent():
    """Against the Tree it wins 7/9 when it begins, exactly and in 2,000 games."""
    value, strategy = cup_response(GAME, (TREE.strategy(GAME, 1),), 0)
    best = ProfileAgent("best", "thesis-die", (strategy,))
    assert value == cup_worth(GAME, profile_of(GAME, (best, TREE)))[0] == Fraction(7, 9)
    won = series(GAME, (best, TREE), 2000, np.random.default_rng(8)).won[0]
    assert abs(float(won) / 2000 - 7 / 9) < 4 * (7 / 9 * 2 / 9 / 2000) ** 0.5
    with pytest.raises(UnsupportedGame, match="nothing of player 1"):
        best.strategy(GAME, 1)
    with pytest.raises(UnsupportedGame, match="not of liars-die"):
        best.strategy(compile_game("liars-die"), 0)


# Records --------------------------------------------------------------------------------------------------------------


def moves(seed, agents=(TREE, MATRIX)):
    """(player, sub-game, roll or call heard, call or answer) of a game."""
    played = play(GAME, agents, np.random.default_rng(seed))
    told = []
    for move in played.moves:
        hears = move.hand > 6
        action = {DOUBT: "challenge", ACCEPT: "accept"}[move.action] if hears else move.action + 1
        told.append((move.player, move.node - 7, move.hand - 6 * hears, action))
    return told, played.won


def test_joint_histories_under_a_seed():
    assert {seed: moves(seed) for seed in HISTORIES} == HISTORIES


# {seed: (player, sub-game, roll or call heard, call or answer), ...; what each player won}
HISTORIES = {
    0: ([(0, 0, 6, 6), (1, 0, 6, "challenge")], (1, 0)),
    9: (
        [(0, 0, 2, 2), (1, 0, 2, "accept"), (1, 2, 3, 3), (0, 2, 3, "accept"), (0, 3, 6, 6), (1, 3, 6, "challenge")],
        (1, 0),
    ),
    24: (
        [(0, 0, 2, 2), (1, 0, 2, "accept"), (1, 2, 2, 4), (0, 2, 4, "accept"), (0, 4, 5, 5), (1, 4, 5, "challenge")],
        (1, 0),
    ),
}


def test_the_same_seed_gives_the_same_match():
    for agents in ((TREE, MATRIX), (MATRIX, TREE), (OPTIMAL, MATRIX)):
        first, again = (series(GAME, agents, 50, np.random.default_rng(4)) for _ in range(2))
        assert first == again
    assert play(GAME, (MATRIX, TREE), np.random.default_rng(9)) == play(GAME, (MATRIX, TREE), np.random.default_rng(9))


def test_the_dice_do_not_depend_on_the_agents():
    for seed in range(20):
        opened = [
            play(GAME, agents, np.random.default_rng(seed)).moves[0].hand for agents in ((TREE,) * 2, (MATRIX,) * 2)
        ]
        assert opened[0] == opened[1]


@pytest.mark.parametrize("seed", range(40))
def test_records_follow_the_rules(seed):
    """Players claim and answer in turn, claims rise, and who wins is as the last doubt says."""
    played = play(GAME, (MATRIX, TREE), np.random.default_rng(seed))
    claims, answers = played.moves[::2], played.moves[1::2]
    for turn, (claim, answer) in enumerate(zip(claims, answers, strict=True)):
        assert (claim.player, answer.player) == (turn % 2, 1 - turn % 2)
        assert answer.hand == 1 + 6 + claim.action
        assert (answer.action == ACCEPT) == (turn < len(claims) - 1 or (claim.action == 5 and answer.action == ACCEPT))
    assert all(a.action < b.action for a, b in pairwise(claims))
    last = claims[-1]
    lie = answers[-1].action == DOUBT and last.action != last.hand - 1  # a six that is accepted wins: nobody beats it
    winner = 1 - last.player if lie else last.player
    assert played.won[winner] == 1
    assert sum(played.won) == 1


# What agents see ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spy:
    """Plays the Matrix and keeps what it is shown, outside the agent."""

    seen: list
    name: str = "spy"

    def act(self, view, rng):
        self.seen.append(view)
        return MATRIX.act(view, rng)


def test_an_agent_is_shown_its_own_hand_or_the_claim_and_nothing_else():
    assert {field.name for field in fields(CupView)} == {"cup", "player", "node", "hand", "legal"}
    for seed in range(30):
        seen = []
        played = play(GAME, (Spy(seen), Spy(seen)), np.random.default_rng(seed))
        shown = [(view.player, view.node, view.hand) for view in seen]
        asked = [(m.player, m.node, m.hand) for m in played.moves if len(GAME.actions(m.node, m.hand)) > 1]
        assert shown == asked
        answering = [view for view in seen if view.hand > 6]
        assert all(view.legal == (DOUBT, ACCEPT) for view in answering)


def test_an_illegal_action_is_refused():
    @dataclass(frozen=True)
    class Low:
        name: str = "low"

        def act(self, view, rng):
            return 0

    with pytest.raises(IllegalAction, match="low does 0 where"):
        series(GAME, (Low(), Low()), 20, np.random.default_rng(0))
    with pytest.raises(GameLawError, match="low does something legal"):
        check_agent(Low(), GAME)


def test_history_inside_an_agent_breaks_the_law():
    class Counting:
        name = "counting"

        def __init__(self):
            self.count = 0

        def act(self, view, rng):
            self.count += 1
            return view.legal[self.count // 3 % len(view.legal)]

    with pytest.raises(GameLawError, match="counting does the same with the same seed"):
        check_agent(Counting(), GAME)


def test_acting_otherwise_than_written_breaks_the_law():
    @dataclass(frozen=True)
    class Liar:
        name: str = "liar"

        def act(self, view, rng):
            return view.legal[-1]

        def strategy(self, game, player):
            return make_strategy(player, {}, exact=True)  # the defaults

    with pytest.raises(GameLawError, match="liar does what its strategy says"):
        check_agent(Liar(), GAME)


# Other games, series, names -------------------------------------------------------------------------------------------


def test_a_cup_with_kept_dice():
    """Positions and throws are asked for and recorded, and optimal play wins as often as solved."""
    game = compile_game("thesis-die:dice=2,faces=3")
    check_agent(OPTIMAL, game)
    exact = float(cup_worth(game, profile_of(game, (OPTIMAL, OPTIMAL)))[0])
    won = float(series(game, (OPTIMAL, OPTIMAL), 1500, np.random.default_rng(2)).won[0]) / 1500
    assert abs(won - exact) < 4 * (exact * (1 - exact) / 1500) ** 0.5
    chosen = [
        move
        for seed in range(30)
        for move in play(game, (OPTIMAL, OPTIMAL), np.random.default_rng(seed)).moves
        if move.node < game.num_positions
    ]
    assert chosen
    assert all(isinstance(move, Move) and move.hand == 0 for move in chosen)


def test_three_players_share_what_is_won():
    game = compile_game("thesis-die:players=3")
    played = play(game, (TREE, MATRIX, TREE), np.random.default_rng(1))
    assert sorted(played.won) == [0, Fraction(1, 2), Fraction(1, 2)]
    score = series(game, (TREE, MATRIX, TREE), 400, np.random.default_rng(1))
    exact = cup_worth(game, profile_of(game, (TREE, MATRIX, TREE)))
    for won, p in zip(score.won, exact, strict=True):
        assert abs(float(won) / 400 - float(p)) < 4 * (float(p) * (1 - float(p)) / 400) ** 0.5
    assert score.shared
    with pytest.raises(UnsupportedGame, match="shares its wins"):
        series(GAME_OF_THREE, (RANDOM,) * 3, 2, np.random.default_rng(2)).interval(0)
    with pytest.raises(UnsupportedGame, match="3 players, not 2"):
        play(game, (TREE, TREE), np.random.default_rng(1))


def test_interval_of_a_series():
    """Wilson: for 8 of 10, 0.4902 to 0.9433."""
    score = Score(game="thesis-die", agents=("a", "b"), games=10, won=(Fraction(8), Fraction(2)))
    assert score.interval(0) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    low, high = score.interval(1)
    assert (1 - high, 1 - low) == pytest.approx(score.interval(0))
    with pytest.raises(UnsupportedGame, match="shares its wins"):
        Score(game="x", agents=("a",), games=1, won=(Fraction(1, 2),)).interval(0)
