"""Agents in rounds and matches: (s, t), honest, belief, equilibrium, best responses; their text forms and laws."""

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mendax.agents.agent import profile_of
from mendax.agents.belief import BeliefAgent, believed, posterior
from mendax.agents.laws import check_agent
from mendax.agents.match import play, series
from mendax.agents.named import AGENTS, FORMS, make_agent
from mendax.agents.odds import binomial
from mendax.agents.plain import HonestAgent, RandomAgent
from mendax.agents.st import StAgent, challenged, was_caught, weigh
from mendax.agents.written import EquilibriumAgent
from mendax.errors import GameLawError, NotationError, StoreError, UnsupportedGame
from mendax.games.compile import compile_game
from mendax.games.cup import ACCEPT, DOUBT
from mendax.games.state import begin
from mendax.rules.dice import hands
from mendax.rules.ladder import Bid
from mendax.solve import cfr
from mendax.solve.game import solve_game
from mendax.solve.response import best_response, exploitability
from mendax.store import save_solution


def at(game, dice, bids="", *, past=()):
    """The mover's view after some bids on given dice; past: finished rounds before, as (dice, bids ending in a call)."""
    state = begin(game)
    for rolled, said in [*past, (dice, bids)]:
        state = state.deal(rolled)
        for word in said.split():
            state = state.apply(next(a for a in state.legal if state.told(a) == word))
    return state.view(state.mover)


def said(agent, view, seed=0):
    return view.told(agent.act(view, np.random.default_rng(seed)))


def at_least(k, n, p):
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(max(k, 0), n + 1))


# (s, t) ---------------------------------------------------------------------------------------------------------------


class TestBurcsiNagy2014:
    """Section 3: raise if p2 - p1 + c_s - c_t > 0."""

    game = "burcsi-nagy:dice=5v5"

    def test_chances_are_binomial_given_the_own_hand(self):
        """Five dice unseen: a face and the joker match with 2/6, sixes with 1/6."""
        view = at(self.game, "22236 11111", "1x1 2x1")
        chance = dict(zip(map(str, view.ladder), binomial(view)[0], strict=True))
        for bid, own, p in (
            ("4x2", 4, 1 / 3),
            ("6x2", 4, 1 / 3),
            ("3x5", 1, 1 / 3),
            ("2x6", 1, 1 / 6),
            ("9x3", 2, 1 / 3),
        ):
            assert chance[bid] == pytest.approx(at_least(int(bid[0]) - own, 5, p))

    def test_it_raises_to_the_likeliest(self):
        """The paper's example: eight twos rather than seven fours, with twos in the hand and no fours."""
        view = at("burcsi-nagy:dice=6v6", "122222 222235", "7x3")
        assert view.told(weigh(view).rung) == "8x2"
        assert said(StAgent(), at("burcsi-nagy:dice=6v6", "122222 222236", "3x3")) == "4x2"

    @pytest.mark.parametrize(("bid", "does"), [("2x4", "2x5"), ("6x4", "call")])
    def test_it_calls_what_is_likelier_a_lie_than_the_best_raise_is_true(self, bid, does):
        view = at(self.game, "11111 11235", bid)
        weighed = weigh(view)
        count = int(bid[0])
        assert weighed.lie == pytest.approx(1 - at_least(count, 5, 1 / 3))
        raised = {"2x5": at_least(1, 5, 1 / 3), "call": at_least(5, 5, 1 / 3)}[does]
        assert weighed.best == pytest.approx(raised)
        assert (weighed.best > weighed.lie) == (does != "call")
        assert said(StAgent(), view) == does

    # Alice (0) opens with a lie, and Bob's challenge is right; then Bob opens, Alice bids what is there, and he is wrong.
    matches = "burcsi-nagy:dice=5v5,loss=one"
    caught, failed = ("22222 22222", "9x3 call"), ("2222 33333", "1x3 2x2 call")

    @pytest.mark.parametrize(
        ("past", "bids", "player", "is_caught", "has_failed"),
        [
            ((), "1x2", 1, False, False),
            ((caught,), "1x2", 0, False, False),
            ((caught,), "1x2 1x3", 1, True, False),
            ((caught, failed), "1x2", 1, False, False),
            ((caught, failed), "1x2 1x3", 0, False, True),
        ],
    )
    def test_who_is_before_and_after(self, past, bids, player, is_caught, has_failed):
        """Only the last challenge counts, against the player before, and by the player after."""
        view = at(
            self.matches, " ".join("22222"[: 5 - lost] for lost in ((0, 0), (1, 0), (1, 1))[len(past)]), bids, past=past
        )
        assert (view.player, was_caught(view), challenged(view, rightly=False)) == (player, is_caught, has_failed)

    @pytest.mark.parametrize("inequality", ["printed", "intuition"])
    @pytest.mark.parametrize("most", [0.3, 1.0])
    @pytest.mark.parametrize("last", ["3x4", "4x4", "5x4"])
    @pytest.mark.parametrize("which", ["s", "t"])
    def test_how_often_it_raises(self, which, last, most, inequality):
        """c is uniform on [0, s] or [0, t]; as printed c_s is added to p2 - p1, c_t taken away; by the intuition the reverse."""
        if which == "s":
            view = at(self.matches, "2222 23456", f"1x2 {last}", past=[self.caught])
        else:
            view = at(self.matches, "2345 2222", f"1x2 {last}", past=[self.caught, self.failed])
        assert (was_caught(view), challenged(view, rightly=False)) == (which == "s", which == "t")
        weighed = weigh(view)
        gap = weighed.best - weighed.lie
        added = (which == "s") == (inequality == "printed")
        raises = np.clip((most + gap) / most if added else gap / most, 0, 1)
        agent, rng = StAgent(**{which: most, "inequality": inequality}), np.random.default_rng(4)
        share = np.mean([agent.act(view, rng) != view.call for _ in range(1_000)])
        assert share == pytest.approx(raises, abs=4 * 0.5 / 1_000**0.5)

    def test_it_never_calls_exactly_and_always_opens(self):
        view = at("bluff:dice=2v2,exact=yes,loss=one", "11 11", "4x6")
        assert said(StAgent(), view) == "call"
        assert said(StAgent(), at(self.game, "12345 22222")) != "call"


def test_honest_says_what_it_believes():
    """With a four it believes one four; two fours after that with 1/3 only, so it calls."""
    honest = HonestAgent()
    assert said(honest, at("bluff", "4 1")) == "1x4"
    assert said(honest, at("bluff", "1 4", "1x3")) == "1x4"
    assert said(honest, at("bluff", "1 4", "1x5")) == "call"
    game = compile_game("thesis-die")
    view = begin(game).deal("4").view(0)
    assert game.claims[honest.act(view, np.random.default_rng(0))] == "4"
    heard = begin(game).deal("4").apply(3).view(1)
    assert honest.act(heard, np.random.default_rng(0)) == ACCEPT
    assert honest.act(begin(game).deal("4").apply(5).view(1), np.random.default_rng(0)) == DOUBT


# Belief ---------------------------------------------------------------------------------------------------------------


def naive_chances(view, hidden, model):
    """Every roll of the other's dice, weighed by what the model makes of each of his bids; asked of agent `st` itself."""
    total, true = 0.0, np.zeros(len(view.ladder))
    other = 1 - view.player
    faces = view.rules.faces
    for dice in product(range(1, faces + 1), repeat=hidden):
        counts = tuple(dice.count(face) for face in range(1, faces + 1))
        weight = 1.0
        for turn, rung in enumerate(view.bids):
            if view.standing.seats[turn % 2] != other:
                continue
            heard = view.bids[:turn]
            state = replace(begin(view.variant), hands=(counts, counts), bids=heard)
            seen = state.view(other)
            if model.model == "st":
                made = StAgent().act(seen, np.random.default_rng(0)) == rung
                weight *= (1 - model.noise) * made + model.noise / len(seen.legal)
            else:
                chance, _ = binomial(seen)
                right = {a: chance[a] if a < len(chance) else 1 - chance[heard[-1]] for a in seen.legal}
                if seen.legal[-1] > seen.call:
                    more = Bid(seen.last.count + 1, seen.last.face)
                    higher = chance[seen.ladder.index(more)] if more in seen.ladder else 0
                    right[seen.legal[-1]] = chance[heard[-1]] - higher
                odds = {a: np.exp(r / model.heat) for a, r in right.items()}
                weight *= odds[rung] / sum(odds.values())
        total += weight
        for rung, bid in enumerate(view.ladder):
            both = [a + b for a, b in zip(counts, view.dice, strict=True)]
            wild = view.rules.wild_face
            match = both[bid.face - 1] + (both[wild - 1] if wild not in (None, bid.face) else 0)
            true[rung] += weight * (match >= bid.count)
    return true / total


@pytest.mark.parametrize("model", [BeliefAgent(), BeliefAgent(noise=0.5), BeliefAgent(model="soft", heat=0.3)])
@pytest.mark.parametrize(
    ("game", "dice", "bids"),
    [
        ("bluff:dice=2v3,faces=4", "12 344", ""),
        ("bluff:dice=2v3,faces=4", "12 344", "1x1 1x3 2x2"),
        ("joker:dice=3v2,faces=4", "112 34", "1x2 2x3 3x3"),
        ("bluff:dice=2v2,faces=4,wild=none", "22 33", "1x1 2x3"),
        ("bluff:dice=2v3,faces=3,palifico=now,exact=yes", "12 333", "1x2 2x2 3x2"),
    ],
)
def test_belief_is_bayes(model, game, dice, bids):
    view = at(game, dice, bids)
    hidden = view.standing.dice[1 - view.player]
    assert believed(view, model) == pytest.approx(naive_chances(view, hidden, model))


def test_belief_without_bids_is_the_binomial():
    view = at("perudo:dice=3v4v5", "123 1234 12345")
    assert believed(view, BeliefAgent()) == pytest.approx(binomial(view)[0])


def test_belief_of_three_players_convolves_their_tallies():
    """All rolls of both others, each weighed by his own posterior."""
    game = "bluff:dice=1v2v2,faces=3"
    view = at(game, "1 12 23", "1x1 1x2 2x2")
    model = BeliefAgent()
    counts = hands(3, 2)
    weights = [posterior(view.variant, view.standing, view.bids, player, model) for player in (1, 2)]
    true = np.zeros(len(view.ladder))
    for (a, first), (b, second) in product(enumerate(weights[0]), enumerate(weights[1])):
        all_dice = np.array(view.dice) + counts[a] + counts[b]
        for rung, bid in enumerate(view.ladder):
            match = all_dice[bid.face - 1] + (all_dice[2] if bid.face != 3 else 0)
            true[rung] += first * second * (match >= bid.count)
    assert believed(view, model) == pytest.approx(true)


def test_belief_beats_the_plain_binomial():
    """Bids tell: in single rounds of five dice each it wins 78% against st (bench/results/belief.json)."""
    won = [
        series("burcsi-nagy:loss=round", pair, 150, np.random.default_rng(1)).won[seat]
        for seat, pair in enumerate(((BeliefAgent(), StAgent()), (StAgent(), BeliefAgent())))
    ]
    assert sum(won) / 300 > Fraction(2, 3)


# Equilibrium and best responses ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bluff(tmp_path_factory):
    return save_solution(solve_game("bluff"), tmp_path_factory.mktemp("solved") / "bluff.mendax")


@pytest.mark.parametrize("seat", [0, 1])
def test_equilibrium_wins_its_share_against_a_best_response(bluff, seat):
    """-7/258 to who begins (Lanctot and Long, Table 3): shares of 251/516 and 265/516, no more and no less, within four standard
    deviations of 15,000 games; a million are in bench/results/equilibrium.json."""
    agent, best = make_agent(f"equilibrium:{bluff}"), make_agent(f"best-response:equilibrium:{bluff}")
    pair = (agent, best) if seat == 0 else (best, agent)
    share = Fraction(251, 516) if seat == 0 else Fraction(265, 516)
    won = series("bluff", pair, 15_000, np.random.default_rng(seat)).won[seat]
    assert abs(float(won) / 15_000 - share) < 4 * float(share * (1 - share) / 15_000) ** 0.5


def test_what_agents_are_worth_exactly(bluff):
    """Equilibrium loses nothing to anybody; best responses get what solve.response says, and nest."""
    game = compile_game("bluff")
    equilibrium = make_agent(f"equilibrium:{bluff}")
    assert exploitability(game, profile_of(game, (equilibrium,) * 2)) == 0
    honest = make_agent("honest")
    best = make_agent("best-response:honest")
    assert best.strategy(game, 0).at(0, 3) == best_response(game, profile_of(game, (honest,) * 2), 0).strategy.at(0, 3)
    value = best_response(game, profile_of(game, (honest,) * 2), 0).value
    won = series("bluff", (best, honest), 4_000, np.random.default_rng(2)).won[0]
    assert abs(float(won) / 4_000 - float(1 + value) / 2) < 4 * 0.5 / 4_000**0.5
    nested = make_agent("best-response:best-response:honest")
    against = best_response(game, profile_of(game, (best,) * 2), 1).value
    won = series("bluff", (best, nested), 4_000, np.random.default_rng(3)).won[1]
    assert abs(float(won) / 4_000 - float(1 + against) / 2) < 4 * 0.5 / 4_000**0.5


def test_equilibrium_names_who_plays_off_the_solved_game(tmp_path):
    """A match of two dice against one is solved; of a match of two each its standings are reached after the first loss."""
    game, larger = (f"bluff:dice={dice},faces=3,loss=one,next=winner" for dice in ("2v1", "2v2"))
    solution = solve_game(game)
    known = {stand.standing for stand in solution.states}
    file = save_solution(solution, tmp_path / "match.mendax")
    agent = make_agent(f"equilibrium:{file},else=honest")
    seen = set()
    for seed in range(10):
        played = play(larger, (agent, make_agent("random")), np.random.default_rng(seed))
        state, rolls = begin(larger), list(played.rolls)
        for move in played.moves:
            state = state.deal(rolls.pop(0)) if state.awaits_dice else state
            if move.player == 0 and len(state.legal) > 1:
                assert move.deputy == ("" if state.standing in known else "honest")
                seen.add(move.deputy)
            state = state.apply(move.action)
    assert seen == {"", "honest"}
    assert not any(m.deputy for m in play(game, (agent, make_agent("random")), np.random.default_rng(1)).moves)
    calza = "bluff:dice=2v2,faces=3,loss=one,exact=calza,next=loser"
    assert agent.deputy(begin(calza).roll(np.random.default_rng(0)).view(0)) == HonestAgent()
    assert agent.deputy(begin("bluff").roll(np.random.default_rng(0)).view(0)) == HonestAgent()
    assert EquilibriumAgent(str(file)).fallback == StAgent()


def test_a_match_is_played_by_its_standings(tmp_path):
    """Optimal play of a solved match wins its value, played over all its rounds, against itself."""
    game = "bluff:dice=2v1,faces=3,loss=one"
    solution = solve_game(game)
    agent = make_agent(f"equilibrium:{save_solution(solution, tmp_path / 'm.mendax')}")
    won = series(game, (agent, agent), 6_000, np.random.default_rng(5)).won[0]
    p = solution.win_probability
    assert abs(float(won) / 6_000 - p) < 4 * (p * (1 - p) / 6_000) ** 0.5
    assert make_agent("optimal").act(begin(game).deal("11 2").view(0), np.random.default_rng(0)) in range(12)


def test_large_solutions_are_played_from_the_mapped_file(tmp_path, monkeypatch):
    """Stored whole, in shares: the same game, so the same bounds, and wins within four deviations of them."""
    monkeypatch.setattr(cfr, "MAX_ROWS", 0)
    solution = solve_game("bluff:faces=4", "dcfr", iterations=300)
    assert solution.averages is not None
    agent = make_agent(f"equilibrium:{save_solution(solution, tmp_path / 'large.mendax')}")
    won = series("bluff:faces=4", (agent, make_agent("optimal")), 4_000, np.random.default_rng(1)).won[0]
    low, high = ((1 + bound) / 2 for bound in (solution.bounds[0], 1 / 16))
    assert low - 4 * 0.5 / 4_000**0.5 < won / 4_000 < high + 4 * 0.5 / 4_000**0.5
    with pytest.raises(UnsupportedGame, match="too large to be written out"):
        agent.strategy(compile_game("bluff:faces=4"), 0)


# Laws -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "agent", ["random", "honest", "st", "st:s=0.5,t=0.2", "belief", "belief:model=soft", "optimal"]
)
@pytest.mark.parametrize("game", ["bluff:faces=4,exact=yes", "bluff:dice=1v1v1,faces=2", "endgame:faces=3"])
def test_agents_keep_the_laws_in_rounds(agent, game):
    if agent != "optimal" or "v1v1" not in game:
        check_agent(make_agent(agent), game)


@pytest.mark.parametrize("agent", ["random", "honest", "st:s=0.5,t=0.2,inequality=intuition", "belief"])
@pytest.mark.parametrize("game", ["perudo:dice=3v3v3", "burcsi-nagy", "dudo:dice=2v2"])
def test_agents_keep_the_laws_in_matches(agent, game):
    check_agent(make_agent(agent), game)


@pytest.mark.parametrize("game", ["thesis-die", "coins", "seven-category:dice=3"])
@pytest.mark.parametrize("agent", ["random", "honest", "best-response:honest"])
def test_agents_keep_the_laws_where_a_cup_passes(agent, game):
    check_agent(make_agent(agent), game)


def test_laws_are_broken_in_matches():
    @dataclass(frozen=True)
    class Caller:
        name: str = "caller"

        def act(self, view, rng):
            return view.call

    @dataclass(frozen=True)
    class Stranger:
        name: str = "stranger"

        def act(self, view, rng):
            return view.legal[0]

        def deputy(self, view):
            return RandomAgent()

    with pytest.raises(GameLawError, match="caller does something legal"):
        check_agent(Caller(), "perudo:dice=2v2")
    with pytest.raises(GameLawError, match="stranger does what its deputy random does"):
        check_agent(Stranger(), "perudo:dice=2v2")


# Text -----------------------------------------------------------------------------------------------------------------

numbers = st.floats(0, 5, allow_nan=False).map(lambda x: round(x, 4))
simple = st.one_of(
    st.sampled_from(
        ["random", "honest", "tree", "matrix", "optimal", "tree:lies=rolls,answer=root", "matrix:lies=all"]
    ),
    st.builds(lambda s, t, p: StAgent(s, t, p).name, numbers, numbers, st.sampled_from(["printed", "prose"])),
    st.builds(lambda m, n, h: BeliefAgent(m, n / 5, h + 1).name, st.sampled_from(["st", "soft"]), numbers, numbers),
)


@given(simple, st.integers(0, 2))
def test_parsing_and_printing_are_inverse(text, nested):
    text = "best-response:" * nested + text
    agent = make_agent(text)
    assert agent.name == text
    assert make_agent(agent.name) == agent
    assert hash(make_agent(agent.name)) == hash(agent)


def test_text_of_equilibrium(bluff):
    assert make_agent("equilibrium").name == "optimal"
    for text in (
        f"equilibrium:{bluff}",
        f"equilibrium:{bluff},else=st:s=0.5,t=0.25",
        f"best-response:equilibrium:{bluff}",
    ):
        assert make_agent(text).name == text
        assert make_agent(text) == make_agent(text)
    assert make_agent("st:s=0,t=0.0").name == "st"
    assert make_agent(" st:s=1 , t=.5 ").name == "st:s=1.0,t=0.5"
    assert set(FORMS) == set(AGENTS)


@given(st.text(max_size=30))
def test_garbage_is_a_notation_error(text):
    with suppress(NotationError, StoreError):
        make_agent(text)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("nobody", NotationError, "unknown agent 'nobody'; agents: random, honest, st, belief, tree, matrix, optimal"),
        ("hones", NotationError, r"did you mean 'honest'\?"),
        ("st:s=-1", NotationError, "'s=-1' of agent st is not allowed; allowed: a number, 0 or more"),
        ("st:s=inf", NotationError, "'s=inf' of agent st is not allowed"),
        ("st:q=1", NotationError, "unknown option 'q' of agent st; options: s, t, inequality"),
        ("st:s=1,s=2", NotationError, "given twice"),
        ("st:", NotationError, "nothing follows the colon"),
        ("random:x=1", NotationError, "it takes none"),
        ("belief:model=psychic", NotationError, "allowed: st, soft"),
        ("belief:noise=2", NotationError, "allowed: noise from 0 to 1, heat above 0"),
        ("belief:heat=0", NotationError, "allowed: noise from 0 to 1, heat above 0"),
        ("best-response", NotationError, "needs an agent to respond to"),
        ("best-response:" * 11 + "st", NotationError, "nested up to 10 deep"),
        ("best-response:nobody", NotationError, "unknown agent 'nobody'"),
        ("equilibrium:/no/such/file", StoreError, "there is no file '/no/such/file'"),
        ("equilibrium:/", StoreError, "is a folder"),
    ],
)
def test_bad_agents_are_one_line(text, error, says):
    with pytest.raises(error, match=says) as found:
        make_agent(text)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("agent", "game", "says"),
    [
        ("tree", "bluff", "bluff is not a game of one die in a passing cup"),
        ("st", "thesis-die", "agent st plays rounds of bids, not thesis-die"),
        ("belief", "thesis-die", "agent belief plays rounds of bids"),
        ("belief", "bluff:dice=30v30", "30 dice have 324,632, allowed are 5,000"),
        ("best-response:honest", "perudo:dice=2v2", "best responses are computed in single rounds"),
        (
            "best-response:honest",
            "bluff:dice=2v2",
            "352,321,536 information sets; agents are asked for each up to 300,000",
        ),
        ("best-response:tree", "bluff", "bluff is not a game of one die"),
        ("optimal", "bluff:dice=5v5", "Solve it first"),
        ("optimal", "perudo", "Solve it first"),
    ],
)
def test_the_wrong_game_is_one_line(agent, game, says):
    with pytest.raises(UnsupportedGame, match=says):
        play(game, [make_agent(agent)] * 2, np.random.default_rng(0))
