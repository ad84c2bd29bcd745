"""Passing cups solved: against the rules played out by the oracle, against their unfolded trees, and with honest proofs."""

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mendax
import naive
from mendax.errors import UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import DOUBT, Cup
from mendax.games.cup_notation import parse_position
from mendax.games.strategy import make_strategy
from mendax.games.unfold import unfold
from mendax.rules.variant import parse
from mendax.solve.cup import solve_cup
from mendax.solve.cup_response import cup_response, cup_worth
from mendax.solve.exact import solve_lp
from mendax.solve.proof import prove
from mendax.solve.solution import Status

naive_cup = cache(naive.cup_game)
seeds = st.integers(0, 10**6)

SMALL = (
    "liars-die:faces=1",
    "liars-die:faces=2",
    "liars-die:faces=3",
    "liars-die:faces=2,truth=equal",
    "liars-die:faces=3,below=no",
    "thesis-die:faces=3",
    "thesis-die:faces=3,truth=least,below=yes",
    "thesis-die:dice=2,faces=2",
    "thesis-die:dice=2,faces=2,keep=hidden,below=yes,truth=least",
    "thesis-die:dice=2,faces=2,keep=none",
    "coins:n=1",
    "coins:n=2",
    "coins:n=2,keep=shown",
    "coins:n=2,truth=equal,below=yes",
    "coins:n=3,keep=none",
    "seven-category:dice=2,faces=2",
    "seven-category:dice=2,faces=2,keep=hidden",
    "seven-category:dice=2,faces=3",
    "seven-category:dice=3,faces=2",
)
THREE = (
    "liars-die:players=3,faces=2",
    "thesis-die:players=3,faces=3,prize=winner",
    "coins:n=2,players=3,keep=shown",
    "thesis-die:players=4,faces=2",
)


def cup(text: str) -> Cup:
    game = compile_game(text)
    assert isinstance(game, Cup)
    return game


class TestValues:
    # Chances to win of the player who begins.
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("liars-die", "41/60"),  # Ferguson and Ferguson 1991, theorem 1
            ("coins:n=3", "269/448"),  # the same, section 6: 807/1344
        ],
    )
    def test_printed_ones(self, text: str, value: str) -> None:
        solution = mendax.solve_game(text)
        assert solution.status is Status.EXACT
        assert solution.value == Fraction(value)
        assert solution.win_probability == float(Fraction(value))

    def test_seven_categories(self) -> None:
        """Theorem 3 prints .55919..."""
        value = mendax.solve_game("seven-category").value
        assert isinstance(value, Fraction)
        assert int(value * 10**5) == 55919

    @pytest.mark.parametrize("text", SMALL)
    def test_by_the_oracle(self, text: str) -> None:
        """Rolled die by die, played out round by round, solved by the naive sequence form."""
        assert 2 * solve_cup(cup(text)).value - 1 == naive.value_by_sequences(naive_cup(text))

    @pytest.mark.parametrize("family", ["liars-die", "thesis-die"])
    @pytest.mark.parametrize("faces", range(2, 7))
    def test_by_the_whole_tree(self, family: str, faces: int) -> None:
        """Induction equals one sequence-form LP of every round at once."""
        game = cup(f"{family}:faces={faces}")
        whole = solve_lp(unfold(game))
        assert whole.status is Status.EXACT
        assert 2 * solve_cup(game).value - 1 == whole.value

    @pytest.mark.parametrize("text", ["coins:n=2", "seven-category:dice=3,faces=3", "improvable:cells=3"])
    def test_by_the_whole_tree_where_dice_are_kept(self, text: str) -> None:
        game = cup(text)
        assert 2 * solve_cup(game).value - 1 == solve_lp(unfold(game)).value

    @pytest.mark.parametrize("faces", [2, 5, 9])
    def test_cells_of_the_interval_are_faces_of_a_die(self, faces: int) -> None:
        die = mendax.solve_game(f"liars-die:faces={faces}").value
        assert mendax.solve_game(f"continuous:cells={faces}").value == die

    @pytest.mark.parametrize("text", ["liars-die:faces=12", "coins:n=6", "seven-category", "improvable:cells=6"])
    def test_floats_are_near_and_do_not_call_themselves_exact(self, text: str) -> None:
        exact, floats = mendax.solve_game(text), mendax.solve_game(text, "lp")
        assert floats.status is Status.CONVERGED
        assert isinstance(floats.value, float)
        assert floats.value == pytest.approx(float(exact.value), abs=1e-9)
        assert floats.bounds[0] - 1e-12 <= exact.value <= floats.bounds[1] + 1e-12

    def test_fractions_that_grow_too_long_give_way_to_floats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("mendax.solve.cup.MAX_BITS", 30)
        exact = mendax.solve_game("coins:n=5", "exact")
        assert exact.status is Status.EXACT
        auto = mendax.solve_game("coins:n=6")
        assert auto.status is Status.CONVERGED

    def test_three_players_have_no_value(self) -> None:
        with pytest.raises(UnsupportedGame, match="3 players"):
            mendax.solve_game("liars-die:players=3")


def information_sets(game: Cup) -> list[tuple[int, int, tuple[int, ...]]]:
    """(node, hand, actions) wherever somebody decides."""
    found = []
    for position in game.positions():
        found.append((position, 0, game.actions(position, 0)))
        for stage in game.options(position):
            node = game.num_positions + stage
            for hand in range(1 + len(game.hands) + game.num_claims):
                found.append((node, hand, game.actions(node, hand)))
    return [known for known in dict.fromkeys(found) if known[2]]


def random_profile(game: Cup, seed: int, *, exact: bool = True):
    """Any behaviour, with the default, pure choices and mixed ones."""
    rng = random.Random(seed)
    profile = []
    for player in range(game.num_players):
        rows = {}
        for node, hand, actions in information_sets(game):
            kind = rng.randrange(8)
            weights = [rng.randint(0, 1) * (kind > 1) * rng.randint(1, 9) for _ in actions]
            weights[rng.randrange(len(actions))] += 1
            if kind:
                rows |= {
                    (node, hand, action): Fraction(weight, sum(weights)) if exact else weight / sum(weights)
                    for action, weight in zip(actions, weights, strict=True)
                }
        profile.append(make_strategy(player, rows, exact=exact))
    return tuple(profile)


def naive_behaviour(text: str, game: Cup, profile) -> dict:
    """The same behaviour by what the oracle says a player knows."""
    rules = parse(text)
    plain = sorted({naive.worth_of(rules.rank, dice) for dice in _rolls(rules)})
    named = {_hand(dice, rules): dice for dice in _rolls(rules)}
    behaviour = {}
    for knows, actions in naive.moves(naive_cup(text)).items():
        mover, kind = knows[0], knows[1]
        if kind == "keep":
            position = _position(game, rules, plain, knows[3], knows[2])
            behaviour[knows] = _keeps(game, rules, profile[mover], position, actions)
        elif kind == "claim":
            _, _, hand, part, beaten, seen, _ = knows
            stage = _stage(game, rules, plain, beaten, seen, part)
            index = 1 + game.hands.index(_hand(hand, rules))
            options = game.actions(game.num_positions + stage, index)
            told = profile[mover].at(game.num_positions + stage, index) or {options[0]: 1}
            behaviour[knows] = {plain[a]: p for a, p in told.items()}
        else:
            _, _, said, part, beaten, seen, _ = knows
            stage = _stage(game, rules, plain, beaten, seen, part)
            index = 1 + len(game.hands) + plain.index(said)
            told = profile[mover].at(game.num_positions + stage, index) or {DOUBT: 1}
            behaviour[knows] = {"doubt" if a == DOUBT else "accept": p for a, p in told.items()}
        assert set(behaviour[knows]) <= set(actions)
    assert len(named) == len(game.hands)
    return behaviour


def _rolls(rules):
    return sorted({tuple(sorted(roll)) for roll in naive.product(range(1, rules.faces + 1), repeat=rules.dice)})


def _hand(dice, rules):
    if rules.rank == "category":
        return "+".join(map(str, sorted((dice.count(face) for face in set(dice)), reverse=True))) or "-"
    if rules.rank == "sum" and rules.faces == 2:
        return "H" * dice.count(2) + "T" * dice.count(1) or "-"
    return "".join(map(str, sorted(dice))) or "-"


def _position(game, rules, plain, beaten, held):
    if held is None:
        return 0
    kind = game.kind[game.hands.index(_hand(held, rules))]
    return game.position(int(kind), plain.index(beaten) + 1)


def _stage(game, rules, plain, beaten, seen, part):
    """The stage a position and what is kept in sight lead to."""
    held = None if beaten is None else next(s for s in reversed(seen[: len(seen)]) if _is_hand(s, rules))
    options = game.options(_position(game, rules, plain, beaten, held))
    if len(options) == 1:
        return options[0]
    return next(s for s in options if game.throws[game.groups[game.beat_and_group(s)[1]][0]] == _hand(part, rules))


def _is_hand(seen, rules):
    return isinstance(seen, tuple) and len(seen) == rules.dice and all(isinstance(die, int) for die in seen)


def _keeps(game, rules, strategy, position, actions):
    """What is kept, `{dice: probability}`, whether the choice is one of groups in sight or of throws unseen."""
    options = game.options(position)
    if len(options) > 1:
        told = strategy.at(position, 0) or {game.beat_and_group(options[0])[1]: 1}
        named = {game.throws[game.groups[g][0]]: p for g, p in told.items()}
    else:
        throws = game.groups[game.beat_and_group(options[0])[1]]
        told = strategy.at(game.num_positions + options[0], 0) or {throws[0]: 1}
        named = {game.throws[r]: p for r, p in told.items()}
    found = {}
    for dice in actions:  # of parts that differ only by the names of their faces the first is kept
        name = _hand(dice, rules)
        if name in named:
            found[dice] = named.pop(name)
    assert not named
    return found


# Where a part of the hand is kept in sight, the last full hand seen before it is the one accepted; `seen` must not hold
# a part that is itself a whole hand, so these keep fewer dice than there are or none in sight.
TOLD = (
    "liars-die:faces=3",
    "thesis-die:faces=3",
    "thesis-die:dice=2,faces=2,keep=hidden,below=yes,truth=least",
    "coins:n=2",
    "coins:n=2,truth=equal,below=yes",
    "coins:n=3,keep=none",
    "seven-category:dice=2,faces=2,keep=hidden",
)


class TestBestResponses:
    @pytest.mark.parametrize(
        "text", [*TOLD, "liars-die:players=3,faces=2", "thesis-die:players=3,faces=3,prize=winner"]
    )
    @given(seed=seeds)
    @settings(max_examples=5)
    def test_of_any_profile_by_the_oracle(self, text: str, seed: int) -> None:
        """What a profile is worth to every seat, and what a best response makes of it, rolled die by die."""
        game = cup(text)
        profile = random_profile(game, seed)
        behaviour = naive_behaviour(text, game, profile)
        worth = cup_worth(game, profile)
        for player in range(game.num_players):
            share = game.num_players
            assert share * worth[player] - 1 == naive.expected(naive_cup(text), behaviour, player)
            best, strategy = cup_response(game, profile, player)
            assert share * best - 1 == naive.best_response(naive_cup(text), behaviour, player)
            followed = tuple(strategy if p == player else s for p, s in enumerate(profile))
            assert cup_worth(game, followed)[player] == best

    @pytest.mark.parametrize("text", [*SMALL, *THREE])
    @given(seed=seeds)
    @settings(max_examples=5)
    def test_chances_add_up_and_floats_follow(self, text: str, seed: int) -> None:
        game = cup(text)
        worth = cup_worth(game, random_profile(game, seed))
        assert sum(worth) == 1
        floats = random_profile(game, seed, exact=False)
        assert cup_worth(game, floats) == pytest.approx([float(w) for w in worth])
        for player in range(game.num_players):
            best, _ = cup_response(game, floats, player)
            assert best >= worth[player] - Fraction(1, 10**12)


class TestTheProofIsHonest:
    @pytest.mark.parametrize("text", ["liars-die:faces=4", "coins:n=3", "seven-category:dice=3,faces=3"])
    def test_a_perturbed_profile_is_not_called_exact(self, text: str) -> None:
        """A hundredth of every choice that play reaches, moved to another action: some of it costs something, and where it
        does the proof says so, on the side of who changed."""
        game = cup(text)
        solution = solve_cup(game)
        caught = [0, 0]
        for player in (0, 1):
            rows = {(n, h, a): prob for n, h, a, prob in solution.profile[player].rows()}
            for (node, hand, action), prob in rows.items():
                for other in game.actions(node, hand):
                    if other == action:
                        continue
                    moved = dict(rows)
                    moved[node, hand, action] = prob * Fraction(99, 100)
                    moved[node, hand, other] = rows.get((node, hand, other), Fraction(0)) + prob / 100
                    strategy = make_strategy(player, moved, exact=True)
                    outcome = prove(game, tuple(strategy if p == player else solution.profile[p] for p in (0, 1)))
                    assert outcome.low <= solution.value <= outcome.high
                    assert (outcome.high, outcome.low)[player] == solution.value
                    caught[player] += not outcome.is_exact
        assert min(caught) > 0

    @pytest.mark.parametrize("text", SMALL)
    @given(seed=seeds)
    @settings(max_examples=3)
    def test_bounds_enclose_the_value(self, text: str, seed: int) -> None:
        game = cup(text)
        outcome = prove(game, random_profile(game, seed))
        assert outcome.low <= solve_cup(game).value <= outcome.high

    def test_a_file_proves_itself_again(self, tmp_path) -> None:
        for text in ("liars-die", "coins", "seven-category", "thesis-die:dice=2,faces=3"):
            path = mendax.save_solution(mendax.solve_game(text), tmp_path / "a")
            assert mendax.verify(mendax.load_solution(path)).holds


def test_how_a_position_is_played() -> None:
    """Ferguson and Ferguson 1991, section 6: P(1, 1) = 39/56; improve with 13/14, accept a two with 6/7."""
    from mendax.analysis.cup_table import cup_table

    game = cup("coins")
    solution = solve_cup(game)
    table = cup_table(game, solution.profile, parse_position(game, "1/1"))
    assert table.worth == Fraction(39, 56)
    assert {row.keeps: row.chance for row in table.throws} == {"H": Fraction(13, 14), "TT": Fraction(1, 14)}
    assert sum(row.chance for row in table.hands) == 1
    heard = {row.claim: row for row in table.answers}
    assert heard["2"].doubted == Fraction(1, 7)
    assert heard["2"].heard + heard["3"].heard == 1
    # Two heads or more by improving (3/4) or by destroying (none): the two is then true unless all came up heads.
    assert heard["2"].true == Fraction(13, 14) * Fraction(1, 2) / heard["2"].heard
    start = cup_table(game, solution.profile, 0)
    assert start.worth == Fraction(269, 448)
    assert [row.hand for row in start.hands] == ["TTT", "HTT", "HHT", "HHH"]
    over = cup_table(game, solution.profile, parse_position(game, "3/3"))
    assert (over.worth, over.hands) == (0, ())
