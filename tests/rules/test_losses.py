"""What a call costs: an example from the literature replayed, the rules one by one, and the laws of them all."""

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from mendax.games.counts import count_by_formula
from mendax.rules.dice import matches
from mendax.rules.ladder import Bid, ladder, successor
from mendax.rules.losses import Standing, call_winner, settle
from mendax.rules.variant import RoundVariant, parse_round

ALICE, BOB = 0, 1


class TestBurcsiNagy2014:
    """Example 1.1: Alice and Bob, two dice each; a successful bid costs the caller, a lie the bidder."""

    variant = parse_round("burcsi-nagy:dice=2v2")

    def play(self, standing: Standing, rolls: dict[int, str], bids: list[str], count: int) -> Standing:
        """Bid from the opener on, each bid legal, the last one called; the dice must match `count` times."""
        table = ladder(self.variant, sum(standing.dice))
        may = successor(self.variant, table)
        row, bidder = 0, standing.opener
        for turn, text in enumerate(bids):
            rung = [str(bid) for bid in table].index(text)
            assert may[row, rung], f"{text} is legal"
            row, bidder = rung + 1, standing.opener if turn == 0 else standing.after(bidder)
        last = table[row - 1]
        faces = "".join(rolls.values())
        assert all(len(rolls[player]) == dice for player, dice in enumerate(standing.dice))
        counts = np.array([faces.count(str(face)) for face in range(1, 7)])
        assert matches(counts, last.face, self.variant.wild_face) == count
        difference = count - last.count
        return settle(self.variant, standing, bidder=bidder, caller=standing.after(bidder), difference=difference)

    def test_example_1_1(self) -> None:
        start = Standing(self.variant.dice, ALICE)
        # Two fives and a joker fulfil Alice's two fives with one to spare: Bob, who doubts, loses one die.
        second = self.play(start, {ALICE: "55", BOB: "36"}, ["1x5", "1x6", "2x5"], count=3)
        assert second == Standing((2, 1), BOB)
        assert second.winner is None
        # It is Bob's turn to open. One two is one short of his two twos: he loses the one die he has.
        end = self.play(second, {ALICE: "34", BOB: "2"}, ["1x2", "1x4", "2x2"], count=1)
        assert end.dice == (2, 0)
        assert end.winner == ALICE

    def test_a_joker_bid_is_fulfilled_by_jokers_alone(self) -> None:
        """Had Alice doubted Bob's one six, it would have stood: there is exactly one, and she alone loses a die."""
        after = self.play(Standing((2, 2), BOB), {ALICE: "55", BOB: "36"}, ["1x6"], count=1)
        assert after == Standing((1, 2), ALICE)

    @pytest.mark.parametrize(
        ("dice", "bidder", "difference", "left"),
        [
            # d > 0: the challenger loses d
            ((5, 5), 0, 1, (5, 4)),
            ((5, 5), 0, 3, (5, 2)),
            ((5, 5), 0, 7, (5, 0)),
            ((5, 5, 5), 2, 2, (3, 5, 5)),
            # d < 0: the challenged player loses |d|
            ((5, 5), 0, -1, (4, 5)),
            ((5, 5), 1, -4, (5, 1)),
            ((2, 5), 0, -4, (0, 5)),
            ((5, 5, 5), 2, -2, (5, 5, 3)),
            # d = 0: all but the challenged player lose one
            ((5, 5), 0, 0, (5, 4)),
            ((5, 5), 1, 0, (4, 5)),
            ((5, 3, 2), 1, 0, (4, 3, 1)),
            ((5, 0, 2), 2, 0, (4, 0, 2)),
            ((4, 3, 2, 1), 2, 0, (3, 2, 2, 0)),
            # ... several of them for the last time
            ((1, 1, 1), 0, 0, (1, 0, 0)),
            ((1, 3, 1, 1), 1, 0, (0, 3, 0, 0)),
            ((1, 3, 1, 2), 1, 0, (0, 3, 0, 1)),
        ],
    )
    def test_dice_lost(self, dice: tuple[int, ...], bidder: int, difference: int, left: tuple[int, ...]) -> None:
        variant = parse_round("burcsi-nagy:dice=" + "v".join("5" * len(dice)))
        standing = Standing(dice)
        after = settle(variant, standing, bidder=bidder, caller=standing.after(bidder), difference=difference)
        assert after.dice == left
        assert after.winner == (left.index(max(left)) if left.count(0) == len(left) - 1 else None)

    def test_neller_and_hnath_lose_the_same_dice(self) -> None:
        """Dudo's losses are these too; only the opener differs: the winner of the challenge."""
        for difference in range(-5, 6):
            losses = {
                settle(
                    parse_round(f"{family}:dice=5v5v5"), Standing((5, 4, 3)), bidder=1, caller=2, difference=difference
                ).dice
                for family in ("burcsi-nagy", "dudo")
            }
            assert len(losses) == 1


class TestNellerAndHnath2011:
    """Dudo, from five dice each; the winner of a challenge opens the next round."""

    variant = parse_round("dudo")

    def rounds(self) -> set[tuple[int, int]]:
        """Dice of the opener and of the other player in every round that can come up."""
        found, todo = {self.variant.dice}, [Standing(self.variant.dice)]
        while todo:
            standing = todo.pop()
            total = sum(standing.dice)
            for bidder, bid, count in product((0, 1), range(1, total + 1), range(total + 1)):
                after = settle(self.variant, standing, bidder=bidder, caller=1 - bidder, difference=count - bid)
                if (
                    after.winner is None
                    and (dice := (after.dice[after.opener], after.dice[1 - after.opener])) not in found
                ):
                    found.add(dice)
                    todo.append(Standing(dice))
        return found

    def test_whoever_has_lost_nothing_opens(self) -> None:
        """He has won every challenge; so five dice never wait for fewer to open."""
        assert self.rounds() == {(own, other) for own, other in product(range(1, 6), repeat=2) if own == 5 or other < 5}

    def test_information_sets(self) -> None:
        """Their count of all possible information sets of two players, to the last digit."""
        total = sum(count_by_formula(parse_round(f"dudo:dice={a}v{b}")).information_sets for a, b in self.rounds())
        assert total == 294_021_177_291_188_232_192


# name: (rules, dice and opener before, bidder, how the player after him calls, true count less the count bid,
#        dice and opener after). All began with five dice each.
Case = tuple[str, tuple[int, ...], int, int, str, int, tuple[int, ...], int]
CASES: dict[str, Case] = {
    # loss=one: whoever loses the round, by however much
    "one, bid far too high": ("loss=one", (5, 5), 0, 0, "call", -4, (4, 5), 1),
    "one, bid just right": ("loss=one", (5, 5), 0, 0, "call", 0, (5, 4), 1),
    "one, others keep theirs": ("loss=one", (5, 5, 5), 0, 0, "call", 0, (5, 4, 5), 1),
    # loss=give: the die goes across
    "give, bid just right": ("loss=give", (5, 5), 0, 0, "call", 0, (6, 4), 1),
    "give, bid too high": ("loss=give", (1, 5), 0, 0, "call", -3, (0, 6), 1),
    "give, exact call right": ("loss=give,exact=yes", (2, 3), 0, 0, "exact", 0, (1, 4), 1),
    # exact=yes: a call that is right only if the bid is exactly right
    "check right, loss=one": ("loss=one,exact=yes", (5, 5), 0, 0, "exact", 0, (4, 5), 1),
    "check wrong, one too many": ("loss=one,exact=yes", (5, 5), 0, 0, "exact", 1, (5, 4), 1),
    "check wrong, one too few": ("loss=one,exact=yes", (5, 5), 0, 0, "exact", -1, (5, 4), 1),
    "check right: one die, of the bidder": ("loss=difference,exact=yes", (5, 5, 5), 0, 0, "exact", 0, (4, 5, 5), 1),
    "check wrong: the difference": ("loss=difference,exact=yes", (5, 5, 5), 0, 0, "exact", -3, (5, 2, 5), 1),
    # exact=calza: gains or costs one die, whatever the loss rule
    "calza right gains a die": ("loss=one,exact=calza", (5, 3), 0, 0, "exact", 0, (5, 4), 1),
    "calza right, none missing": ("loss=one,exact=calza", (4, 5), 0, 0, "exact", 0, (4, 5), 1),
    "calza wrong by more costs one die": ("loss=one,exact=calza", (5, 3), 0, 0, "exact", 3, (5, 2), 1),
    "calza wrong by less costs one die": ("loss=difference,exact=calza", (5, 3), 0, 0, "exact", -3, (5, 2), 1),
    "calza right, others keep theirs": ("loss=difference,exact=calza", (5, 3, 4), 0, 0, "exact", 0, (5, 4, 4), 1),
    "calza not called": ("loss=one,exact=calza", (5, 3), 0, 0, "call", 0, (5, 2), 1),
    # next=loser
    "loser opens: the caller": ("loss=one,next=loser", (5, 5, 5), 0, 1, "call", 0, (5, 5, 4), 2),
    "loser opens: the bidder": ("loss=one,next=loser", (5, 5, 5), 0, 1, "call", -1, (5, 4, 5), 1),
    "loser is out": ("loss=one,next=loser", (5, 1, 5), 0, 1, "call", -1, (5, 0, 5), 2),
    "loser is out, so is the next": ("loss=one,next=loser", (5, 5, 1, 0), 0, 1, "call", 0, (5, 5, 0, 0), 0),
    "loser, right calza": ("loss=one,exact=calza,next=loser", (5, 5, 3), 0, 1, "exact", 0, (5, 5, 4), 2),
    "loser, right calza, no gain": ("loss=one,exact=calza,next=loser", (3, 5, 5), 0, 1, "exact", 0, (3, 5, 5), 2),
    "loser, wrong calza": ("loss=one,exact=calza,next=loser", (5, 5, 3), 0, 1, "exact", 1, (5, 5, 2), 2),
    "loser, wrong calza, out": ("loss=one,exact=calza,next=loser", (5, 5, 1), 0, 1, "exact", 1, (5, 5, 0), 0),
    "loser where all but the bidder lose": ("loss=difference,next=loser", (5, 5, 5), 0, 1, "call", 0, (4, 5, 4), 2),
    # next=winner
    "winner opens: the bidder": ("loss=one,next=winner", (5, 5, 5), 0, 1, "call", 0, (5, 5, 4), 1),
    "winner opens: the caller": ("loss=one,next=winner", (5, 5, 5), 0, 1, "call", -1, (5, 4, 5), 2),
    "winner, right calza": ("loss=one,exact=calza,next=winner", (5, 5, 3), 0, 1, "exact", 0, (5, 5, 4), 2),
    "winner, wrong calza": ("loss=one,exact=calza,next=winner", (5, 5, 3), 0, 1, "exact", 2, (5, 5, 2), 1),
    # next=clockwise: from the opener, whoever won
    "clockwise": ("loss=one", (5, 5, 5), 1, 0, "call", 0, (5, 4, 5), 2),
    "clockwise, round the table": ("loss=one", (5, 5, 5), 2, 0, "call", 0, (5, 4, 5), 0),
    "clockwise, past one who is out": ("loss=one", (5, 0, 5), 0, 2, "call", -1, (5, 0, 4), 2),
    "clockwise, past one just out": ("loss=one", (5, 1, 5), 0, 0, "call", 0, (5, 0, 5), 2),
    "clockwise, opener went out": ("loss=one", (5, 1, 5), 1, 1, "call", -1, (5, 0, 5), 2),
}


@pytest.mark.parametrize("name", CASES)
def test_rule(name: str) -> None:
    rules, dice, opener, bidder, how, difference, left, opens = CASES[name]
    variant = parse_round("bluff:dice=" + "v".join("5" * len(dice)) + "," + rules)
    before = Standing(dice, opener)
    after = settle(
        variant, before, bidder=bidder, caller=before.after(bidder), difference=difference, exact=how == "exact"
    )
    assert after == Standing(left, opens)


def test_a_calza_gains_up_to_what_its_caller_began_with() -> None:
    """Not up to what the others began with."""
    variant = parse_round("perudo:dice=5v3")
    gained = [
        settle(variant, Standing((4, dice)), bidder=0, caller=1, difference=0, exact=True).dice[1] for dice in (1, 2, 3)
    ]
    assert gained == [2, 3, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_difference_of_zero_ends_a_match_of_single_dice(players: int) -> None:
    """All but the bidder lose their only die at once."""
    variant = parse_round("burcsi-nagy:dice=" + "v".join("1" * players))
    for bidder in range(players):
        standing = Standing((1,) * players)
        after = settle(variant, standing, bidder=bidder, caller=standing.after(bidder), difference=0)
        assert after.winner == bidder
        assert after.opener == bidder


class TestPalifico:
    """When a player comes down to one die, the next round has no wild face and keeps the face of its first bid."""

    variant = parse_round("perudo:dice=5v5v5")

    @pytest.mark.parametrize(
        ("dice", "difference", "exact", "palifico"),
        [
            ((2, 2, 5), 0, False, True),  # the caller, from two to one
            ((2, 2, 5), -1, False, True),  # the bidder
            ((2, 2, 5), 1, True, True),  # a calza that was wrong
            ((2, 3, 5), 0, False, False),
            ((1, 3, 1), 0, False, False),  # others had one die before
            ((1, 1, 5), 0, False, False),  # out, not down to one
            ((5, 1, 5), 0, True, False),  # up from one
            ((5, 2, 0), 0, False, True),  # two players left or more, and whoever opens
        ],
    )
    def test_down_to_one(self, dice: tuple[int, ...], difference: int, exact: bool, palifico: bool) -> None:
        after = settle(self.variant, Standing(dice), bidder=0, caller=1, difference=difference, exact=exact)
        assert after.palifico == palifico

    def test_several_at_once(self) -> None:
        """And the loser of several dice."""
        variant = parse_round("burcsi-nagy:dice=5v5v5,palifico=yes")
        assert settle(variant, Standing((2, 4, 2)), bidder=1, caller=2, difference=0) == Standing((1, 4, 1), 1, True)
        assert settle(variant, Standing((5, 4, 2)), bidder=1, caller=2, difference=-3) == Standing((5, 1, 2), 1, True)

    def test_it_lasts_one_round(self) -> None:
        before = Standing((1, 5, 5), palifico=True)
        assert not settle(self.variant, before, bidder=1, caller=2, difference=0).palifico

    @pytest.mark.parametrize("rules", ["palifico=no", "loss=difference,palifico=no"])
    def test_only_where_the_match_has_them(self, rules: str) -> None:
        variant = parse_round(f"perudo:dice=5v5v5,{rules}")
        assert not settle(variant, Standing((2, 2, 5)), bidder=0, caller=1, difference=0).palifico

    def test_its_rules_are_those_of_palifico_now(self) -> None:
        assert self.variant.as_palifico == parse_round("perudo:dice=5v5v5,loss=round,palifico=now")


class TestStanding:
    def test_players_in(self) -> None:
        assert Standing((0, 2, 0, 1)).players_in == (1, 3)

    @pytest.mark.parametrize(("dice", "winner"), [((0, 2, 0), 1), ((1, 0), 0), ((1, 1), None), ((0, 3, 1), None)])
    def test_winner(self, dice: tuple[int, ...], winner: int | None) -> None:
        assert Standing(dice).winner == winner

    @pytest.mark.parametrize(("player", "after"), [(0, 1), (1, 3), (2, 3), (3, 0)])
    def test_after(self, player: int, after: int) -> None:
        assert Standing((1, 1, 0, 1)).after(player) == after

    def test_the_only_player_left_follows_himself(self) -> None:
        assert Standing((0, 1, 0)).after(1) == 1


@pytest.mark.parametrize(
    ("difference", "exact", "winner"),
    [
        (-1, False, "caller"),
        (0, False, "bidder"),
        (1, False, "bidder"),
        (-1, True, "bidder"),
        (0, True, "caller"),
        (1, True, "bidder"),
    ],
)
def test_call_winner(difference: int, exact: bool, winner: str) -> None:
    players = {"bidder": 3, "caller": 5}
    assert call_winner(difference, exact=exact, **players) == players[winner]


# Laws ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Call:
    variant: RoundVariant
    standing: Standing
    bidder: int
    difference: int
    exact: bool

    @property
    def caller(self) -> int:
        return self.standing.after(self.bidder)

    @property
    def winner(self) -> int:
        return call_winner(self.difference, exact=self.exact, bidder=self.bidder, caller=self.caller)

    @property
    def is_right_calza(self) -> bool:
        return self.exact and self.variant.exact == "calza" and self.difference == 0

    def settled(self) -> Standing:
        return settle(
            self.variant,
            self.standing,
            bidder=self.bidder,
            caller=self.caller,
            difference=self.difference,
            exact=self.exact,
        )


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Any call in any match of two to five players that is still going on."""
    start = tuple(draw(st.lists(st.integers(1, 5), min_size=2, max_size=5)))
    loss = draw(st.sampled_from(["one", "difference", "give"]))
    variant = RoundVariant(
        family="bluff",
        dice=start,
        loss=loss,
        exact=draw(st.sampled_from(["no", "yes"] + ["calza"] * (loss != "give"))),
        next=draw(st.sampled_from(["loser", "winner", "clockwise"])),
    )
    # Dice only leave the table, unless they change hands.
    dice = tuple(draw(st.integers(0, 8 if loss == "give" else most)) for most in start)
    assume(sum(d > 0 for d in dice) >= 2)
    standing = Standing(dice, draw(st.sampled_from([p for p, d in enumerate(dice) if d])))
    count = draw(st.integers(1, sum(dice)))
    return Call(
        variant=variant,
        standing=standing,
        bidder=draw(st.sampled_from(standing.players_in)),
        difference=draw(st.integers(0, sum(dice))) - count,
        exact=draw(st.booleans()) if variant.exact != "no" else False,
    )


MANY = settings(max_examples=100)


class TestLaws:
    @MANY
    @given(calls())
    def test_dice(self, call: Call) -> None:
        """Never negative; never more than there were, but for a right calza; as many as there were under loss=give."""
        before, after = call.standing.dice, call.settled().dice
        assert len(after) == len(before)
        assert min(after) >= 0
        assert sum(after) <= sum(before) + (1 if call.is_right_calza else 0)
        if call.variant.loss == "give":
            assert sum(after) == sum(before)
        else:
            assert all(dice <= start for dice, start in zip(after, call.variant.dice, strict=True))

    @MANY
    @given(calls())
    def test_nobody_returns(self, call: Call) -> None:
        for before, after in zip(call.standing.dice, call.settled().dice, strict=True):
            assert before > 0 or after == 0

    @MANY
    @given(calls())
    def test_somebody_loses_a_die(self, call: Call) -> None:
        """Unless it was a right calza, which costs nobody anything: matches of other rules end."""
        lost = [after < before for before, after in zip(call.standing.dice, call.settled().dice, strict=True)]
        assert any(lost) != call.is_right_calza

    @MANY
    @given(calls())
    def test_one_winner_of_the_round_who_loses_nothing(self, call: Call) -> None:
        after = call.settled()
        assert call.winner in (call.bidder, call.caller)
        assert after.dice[call.winner] >= call.standing.dice[call.winner] > 0
        loser = call.caller if call.winner == call.bidder else call.bidder
        assert call.is_right_calza or after.dice[loser] < call.standing.dice[loser]

    @MANY
    @given(calls())
    def test_others_lose_only_by_a_difference_of_zero(self, call: Call) -> None:
        after = call.settled()
        all_lose = call.variant.loss == "difference" and call.difference == 0 and not call.exact
        for player in call.standing.players_in:
            if player not in (call.bidder, call.caller):
                assert call.standing.dice[player] - after.dice[player] == (1 if all_lose else 0)

    @MANY
    @given(calls())
    def test_the_loss_is_one_or_the_difference(self, call: Call) -> None:
        """Or all that the loser has left, if that is less."""
        loser = call.caller if call.winner == call.bidder else call.bidder
        had, has = call.standing.dice[loser], call.settled().dice[loser]
        owed = 0 if call.is_right_calza else 1
        if call.variant.loss == "difference" and not (call.exact and call.variant.exact == "calza"):
            owed = max(1, abs(call.difference))
        assert had - has == min(had, owed)

    @MANY
    @given(calls())
    def test_the_opener_has_dice(self, call: Call) -> None:
        after = call.settled()
        assert after.dice[after.opener] > 0
        if after.winner is not None:
            assert after.opener == after.winner

    @MANY
    @given(calls())
    def test_who_opens(self, call: Call) -> None:
        """The player whom `next` names, or the first clockwise from him who has dice."""
        after = call.settled()
        loser = call.caller if call.winner == call.bidder else call.bidder
        first = {
            "winner": call.winner,
            "loser": call.caller if call.is_right_calza else loser,
            "clockwise": (call.standing.opener + 1) % len(after.dice),
        }[call.variant.next]
        passed = [(first + step) % len(after.dice) for step in range(len(after.dice))]
        assert after.opener == next(player for player in passed if after.dice[player])

    @MANY
    @given(calls())
    @example(Call(variant=parse_round("burcsi-nagy"), standing=Standing((1, 1)), bidder=0, difference=0, exact=False))
    def test_the_match_is_won_by_the_last_with_dice(self, call: Call) -> None:
        after = call.settled()
        assert (after.winner is not None) == (sum(dice > 0 for dice in after.dice) == 1)
        if after.winner is not None:
            assert after.winner == call.winner


def test_bids_beyond_the_dice_left_are_off_the_ladder() -> None:
    """With three dice left of four, as in the second round of Example 1.1, nobody can bid four of anything."""
    variant = parse_round("burcsi-nagy:dice=2v2")
    assert Bid(4, 2) in ladder(variant)
    assert Bid(4, 2) not in ladder(variant, 3)
