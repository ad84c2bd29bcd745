"""Tournaments: same dice, seats rotated, what is decided, and records that replay."""

import json
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from mendax.agents.agent import profile_of
from mendax.agents.named import make_agent
from mendax.arena.figures import payoffs
from mendax.arena.records import check_record, read_records, record, replay, stream, won_by_rules
from mendax.arena.tournament import tournament
from mendax.cli import main
from mendax.draw import draw
from mendax.errors import MendaxError, StoreError
from mendax.games.compile import compile_game
from mendax.games.state import begin
from mendax.papers.thesis.statistics import binomial
from mendax.papers.thesis.table_1 import BY_SEAT, WON_FIRST
from mendax.solve.cup_response import cup_worth


def agents(*texts):
    return [make_agent(text) for text in texts]


def played(game, *texts, games=40, seed=0, **options):
    """The tournament, and every game of it with its seed."""
    seen = []
    found = tournament(game, agents(*texts), games, seed=seed, sink=lambda p, s: seen.append((p, s)), **options)
    return found, seen


@pytest.mark.parametrize("game", ["bluff:dice=2v2", "perudo:dice=2v2v2", "thesis-die"])
def test_a_block_has_the_same_dice_and_every_seat_once(game):
    texts = ("random", "honest", "st")[: begin(game).num_players] if game != "thesis-die" else ("random", "tree")
    found, seen = played(game, *texts, games=12)
    players = len(texts)
    for block in range(12 // players):
        games = [p for p, seed in seen if seed == (0, 0, block)]
        assert len({p.rolls[0] for p in games}) == 1
        for agent in texts:
            assert sorted(p.agents.index(agent) for p in games) == list(range(players))
    assert len({p.rolls[0] for p, _ in seen}) > 1
    line_up = found.line_ups[0]
    assert sum(share.mean for share in line_up.shares) == pytest.approx(1)
    for place, agent in enumerate(texts):
        for seat in range(players):
            won = [p.won[seat] for p, _ in seen if p.agents[seat] == agent]
            assert line_up.seats[place][seat] == pytest.approx(float(sum(won) / len(won)))


def test_an_agent_against_itself_gets_half_of_every_block():
    found, _ = played("burcsi-nagy:dice=3v3", "st", "st")
    assert [(share.agent, share.mean) for share in found.line_ups[0].shares] == [("st", 0.5)]
    assert found.line_ups[0].questions == ()
    assert found.ratings[0].points == 0


def test_shares_of_a_round_among_three():
    """One die each, one round: who has no part in the call gets a half, so all three get 3/2 together."""
    found, seen = played("bluff:dice=1v1v1", "st", "honest", "random", games=60)
    assert all(sum(p.won) == Fraction(3, 2) for p, _ in seen)
    assert sum(share.mean for share in found.line_ups[0].shares) == pytest.approx(3 / 2)
    assert {row.agent for row in found.ratings} == {"st", "honest", "random"}


def test_a_round_robin_is_every_choice():
    found, _ = played("thesis-die", "tree", "matrix", "random", games=20)
    assert [line_up.agents for line_up in found.line_ups] == [
        ("tree", "matrix"),
        ("tree", "random"),
        ("matrix", "random"),
    ]
    assert found.games == 60
    found, _ = played("bluff:dice=1v1v1,faces=2", "st", "honest", "random", "belief", games=3)
    assert len(found.line_ups) == 4


def test_an_agent_may_have_several_seats():
    found, _ = played("perudo:dice=2v2v2", "belief", "st", "st", games=60)
    shares = {share.agent: share.mean for share in found.line_ups[0].shares}
    assert shares["belief"] + 2 * shares["st"] == pytest.approx(1)


def test_the_same_seed_is_the_same_tournament():
    texts = ("st:s=0.5,t=0.5", "belief", "random")
    (first, games), (again, others) = (played("dudo:dice=2v2", *texts, games=10, seed=4) for _ in range(2))
    assert games == others
    assert first.line_ups == again.line_ups
    assert first.ratings == again.ratings
    assert played("dudo:dice=2v2", *texts, games=10, seed=5)[1] != games


def test_until_decided_stops_and_tells():
    """Belief against st is decided soon; st against itself by another name never is."""
    found, _ = played("burcsi-nagy", "belief", "st", games=2_000, until_decided=True)
    assert found.games < 200
    assert found.decided
    question = found.line_ups[0].questions[0]
    assert (question.answer, question.low > 0) == ("belief", True)
    found, _ = played("bluff", "st", "st:s=0.5", games=40, until_decided=True)
    assert not found.decided
    assert found.games == 40


def test_pairs_on_the_same_dice_are_worth_more_games():
    """In a single round who sits where decides much of it, and the same dice take that out: the interval is shorter than that of
    as many games apart."""
    found, seen = played("burcsi-nagy:loss=round", "st", "honest", games=600)
    question = found.line_ups[0].questions[0]
    won = [float(p.won[p.agents.index("st")]) for p, _ in seen]
    apart = 2 * (2 * 1.96 * np.std(won) / len(won) ** 0.5)  # the difference is twice the share less one
    assert question.high - question.low < 0.95 * apart


# Table 1 of the thesis ------------------------------------------------------------------------------------------------


def test_table_1_of_the_thesis_is_one_command():
    """mendax arena tree matrix --game thesis-die --games 10000 --seed 1: 5,000 games with each beginning. Who begins wins as
    often as the engine says, and as often as printed, both within chance."""
    words = ["arena", "tree", "matrix", "--game", "thesis-die", "--games", "10000", "--seed", "1", "--json"]
    told = json.loads(CliRunner().invoke(main, words).stdout)
    assert told["games"] == 2 * BY_SEAT == 10_000
    begins = [told["line_ups"][0]["seats"][place][0] for place in (0, 1)]
    game, (tree, matrix) = compile_game("thesis-die"), agents("tree", "matrix")
    exact = [cup_worth(game, profile_of(game, pair))[0] for pair in ((tree, matrix), (matrix, tree))]
    for share, chance, printed in zip(begins, exact, WON_FIRST, strict=True):
        assert abs(share - float(chance)) < 4 * float(chance * (1 - chance) / BY_SEAT) ** 0.5
        assert binomial(printed, BY_SEAT, chance) >= 0.05
        assert abs(share - printed / BY_SEAT) < 4 * float(2 * chance * (1 - chance) / BY_SEAT) ** 0.5
    share = told["line_ups"][0]["shares"][0]
    mean = float(exact[0] + 1 - exact[1]) / 2
    assert share["agent"] == "tree"
    assert share["low"] < mean < share["high"]


# Records --------------------------------------------------------------------------------------------------------------

GAMES = {
    "perudo:dice=3v3v3": ("st:s=0.5,t=0.2", "belief", "random"),
    "burcsi-nagy:dice=12v12,faces=12": ("st", "honest"),
    "thesis-die:dice=2,faces=3": ("optimal", "random"),
    "bluff:exact=yes": ("best-response:honest", "optimal"),
}


@pytest.mark.parametrize("game", GAMES)
def test_records_replay_by_the_rules_and_by_the_agents(game):
    _, seen = played(game, *GAMES[game], games=6, seed=9)
    for one, seed in seen:
        told = json.loads(json.dumps(record(one, seed)))
        assert won_by_rules(told) == one.won
        assert check_record(told) == ""


def test_a_changed_record_is_found():
    _, seen = played("bluff", "st", "honest", games=2, seed=3)
    told = record(*seen[0])
    assert check_record(told) == ""
    assert check_record(told | {"won": told["won"][::-1]}) == "by the rules the moves come to another result"
    assert "is not allowed" in check_record(told | {"moves": ["call", *told["moves"]]})
    assert check_record(told | {"moves": told["moves"][:-1]}) == "the moves end before the game"
    assert check_record(told | {"moves": [*told["moves"], "call"]}) == "the game is over before the record"
    assert check_record(told | {"rolls": []}) == "the dice end before the game"
    other = told | {"seed": [4, 0, 0]}
    assert "another game from this seed" in check_record(other)
    assert check_record(other, rules_only=True) == ""
    assert "unknown agent" in check_record(told | {"agents": ["nobody", "st"]})


def test_streams_are_those_of_a_seed():
    first = stream((1, 2, 3)).random(4)
    assert (first == stream((1, 2, 3)).random(4)).all()
    for other in ((2, 2, 3), (1, 3, 3), (1, 2, 4)):
        assert (first != stream(other).random(4)).any()


# The commands ---------------------------------------------------------------------------------------------------------


def mendax(*words, status=0):
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == status, done.output
    return done


def test_arena_writes_records_that_replay(tmp_path):
    file = tmp_path / "games.jsonl"
    told = json.loads(
        mendax("arena", "st", "random", "--game", "dudo:dice=2v2", "--games", 10, "--records", file, "--json").stdout
    )
    assert len(list(read_records(file))) == told["games"] == 10
    assert json.loads(file.read_text().splitlines()[0])["command"] == told["command"]
    assert "10 of 10 games replay" in mendax("replay", file).stdout
    lines = file.read_text().splitlines()
    broken = json.loads(lines[3]) | {"won": ["1/2", "1/2"]}
    file.write_text("\n".join([*lines[:3], json.dumps(broken), *lines[4:]]) + "\n")
    found = json.loads(mendax("replay", file, "--json", status=1).stdout)
    assert (found["games"], found["holds"], [row["line"] for row in found["wrong"]]) == (10, False, [4])
    file.write_text(lines[1] + "\nnonsense\n")
    with pytest.raises(StoreError, match=r"line 2 of .* is not JSON"):
        replay(file)
    whole = json.loads(lines[1])
    for damage in ({"seed": [-1]}, {"seed": ["1"]}, {"seed": []}, {"moves": [1]}, {"won": None}, {"game": 3}):
        file.write_text(json.dumps(whole | damage) + "\n")
        with pytest.raises(StoreError, match=r"line 1 of .* is no record of a game"):
            replay(file)
    file.write_text('{"records": 2}\n')
    with pytest.raises(StoreError, match="schema 2; this version reads 1"):
        replay(file)
    assert "there is no file" in mendax("replay", tmp_path / "none", status=2).output


def test_arena_prints_and_draws(tmp_path):
    text = mendax("arena", "tree", "matrix", "random", "--game", "thesis-die", "--games", 40, "--out", tmp_path).stdout
    assert "tree less matrix" in text
    assert "ratings" in text
    assert {path.name for path in tmp_path.iterdir()} == {
        "arena.json",
        *(f"arena-payoffs.{kind}" for kind in ("json", "svg", "png")),
    }
    cells = json.loads((tmp_path / "arena-payoffs.json").read_text())["cells"]
    assert [cells["values"][i][i] for i in range(3)] == [None] * 3
    assert cells["values"][0][1] + cells["values"][1][0] == pytest.approx(1)
    svg = (tmp_path / "arena-payoffs.svg").read_text()
    assert "mendax arena tree matrix random --game thesis-die --games 40 --seed 0" in svg
    found, _ = played("bluff:dice=1v1v1,faces=2", "st", "honest", "random", games=6)
    figure = payoffs(found, "mendax arena")
    assert [series.label for series in figure.series] == ["st", "honest", "random"]
    assert draw(figure)[0].startswith("<?xml")


def test_fallbacks_are_counted(tmp_path):
    file = tmp_path / "a.mendax"
    mendax("solve", "bluff:faces=2", "--out", file)
    told = mendax("arena", f"equilibrium:{file},else=random", "st", "--game", "bluff", "--games", 4).stdout
    assert "random decided" in told


def test_until_decided_is_the_exit_status():
    mendax("arena", "belief", "st", "--game", "burcsi-nagy", "--games", 400, "--until-decided")
    mendax("arena", "st", "st:s=0.5", "--game", "bluff", "--games", 20, "--until-decided", status=1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("st",), "bluff has 2 players, 1 agent was named; name at least 2"),
        (("st", "nobody"), "unknown agent 'nobody'"),
        (("st", "tree"), "bluff is not a game of one die"),
        (("st", "equilibrium:/no/file"), "there is no file '/no/file'"),
        (("st", "honest", "--games", "0"), "0 games are not allowed; allowed: a multiple of 2"),
        (("st", "honest", "--games", "7"), "7 games are not allowed"),
        (("st", "honest", "--games", "-2"), "-2 games are not allowed"),
        (("st", "honest", "st"), "named twice among 3, for 2 seats"),
        (("st", "honest", "--game", "rps"), "rps is no game of dice"),
        (("st", "honest", "--game", "nogame"), "unknown family 'nogame'"),
        (("st", "honest", "--records", "/"), "is a directory"),
    ],
)
def test_bad_input_is_one_line(words, says):
    words = words if "--game" in words else (*words, "--game", "bluff")
    done = CliRunner().invoke(main, ["arena", *words])
    assert done.exit_code == 2
    told = done.stderr.strip()
    assert says in told
    assert "\n" not in told


def test_no_agents_is_one_line():
    done = CliRunner().invoke(main, ["arena", "--game", "bluff"])
    assert done.exit_code == 2
    assert "Missing argument 'AGENT AGENT ...'" in done.stderr


def test_too_few_and_none():
    with pytest.raises(MendaxError, match="3 players, 2 agents were named; name at least 3"):
        tournament("perudo:dice=1v1v1", agents("st", "st"), 3)
