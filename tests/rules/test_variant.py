"""Game strings: parse and print are inverse, printing is canonical, and whatever is wrong is said in one line."""

from contextlib import suppress

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from mendax.errors import MendaxError, VariantError
from mendax.rules.variant import FAMILIES, RoundVariant, TreeVariant, parse, parse_round

# The table of DESIGN section 3, with the values of the keys it leaves to RoundVariant written out.
KEYS = ("dice", "faces", "wild", "order", "wildbids", "exact", "loss", "next", "palifico")
DEFAULTS = {
    "bluff": ("1v1", "6", "high", "double", "yes", "no", "round", "clockwise", "no"),
    "endgame": ("1v1", "6", "none", "double", "yes", "no", "round", "clockwise", "no"),
    "burcsi-nagy": ("5v5", "6", "high", "double", "yes", "no", "difference", "clockwise", "no"),
    "openspiel": ("1v1", "6", "high", "count", "yes", "no", "round", "clockwise", "no"),
    "dudo": ("5v5", "6", "low", "double", "yes", "no", "difference", "winner", "no"),
    "joker": ("1v1", "6", "low", "double", "no", "no", "round", "clockwise", "no"),
    "perudo": ("5v5", "6", "low", "paco", "yes", "calza", "one", "loser", "yes"),
}
TREES = ("rps", "prisoners-dilemma", "koller", "kuhn")

VALUES = {
    "dice": st.lists(st.integers(1, 100), min_size=2, max_size=12).map(lambda dice: "v".join(map(str, dice))),
    "faces": st.integers(2, 20).map(str),
    "wild": st.sampled_from(["high", "low", "none"]),
    "order": st.sampled_from(["double", "paco", "count"]),
    "wildbids": st.sampled_from(["yes", "no"]),
    "exact": st.sampled_from(["no", "yes", "calza"]),
    "loss": st.sampled_from(["round", "one", "difference", "give"]),
    "next": st.sampled_from(["loser", "winner", "clockwise"]),
    "palifico": st.sampled_from(["no", "yes", "now"]),
}

Given = tuple[str, dict[str, str]]


@st.composite
def givens(draw: st.DrawFn) -> Given:
    """A family and some keys with valid values, in any order."""
    family = draw(st.sampled_from(list(DEFAULTS)))
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True))
    return family, {key: draw(VALUES[key]) for key in keys}


def write(family: str, keys: dict[str, str]) -> str:
    return family + (":" if keys else "") + ",".join(f"{key}={value}" for key, value in keys.items())


def rules_of(family: str, keys: dict[str, str]) -> dict[str, str]:
    return dict(zip(KEYS, DEFAULTS[family], strict=True)) | keys


def is_senseless(family: str, keys: dict[str, str]) -> bool:
    """The combinations that docs/decisions/002 refuses, from that page."""
    rules, default = rules_of(family, keys), rules_of(family, {})
    no_wild_face = rules["wild"] == "none" and (rules["wildbids"] == "no" or rules["order"] == "paco")
    new_dice = rules["loss"] == "give" and rules["exact"] == "calza"
    one_round = rules["loss"] == "round" and (
        rules["next"] != default["next"] or (rules["palifico"] == "yes" and default["palifico"] != "yes")
    )
    return no_wild_face or new_dice or one_round or (rules["palifico"] == "now" and rules["loss"] != "round")


def error_of(text: str) -> str:
    with pytest.raises(VariantError) as raised:
        parse(text)
    return str(raised.value)


class TestRoundTrip:
    @pytest.mark.parametrize("family", [*DEFAULTS, *TREES])
    def test_family(self, family: str) -> None:
        assert str(parse(family)) == family
        assert parse(family).family == family

    def test_families_are_those_of_the_design(self) -> None:
        assert list(FAMILIES) == list(DEFAULTS)

    @pytest.mark.parametrize("family", DEFAULTS)
    def test_defaults(self, family: str) -> None:
        """Writing out every default names the same game, which prints as the bare family."""
        written = parse(write(family, rules_of(family, {})))
        assert written == parse(family)
        assert str(written) == family

    @given(givens())
    def test_variant(self, drawn: Given) -> None:
        assume(not is_senseless(*drawn))
        variant = parse(write(*drawn))
        assert isinstance(variant, RoundVariant)
        assert parse(str(variant)) == variant
        assert hash(parse(str(variant))) == hash(variant)

    @given(givens())
    def test_what_is_given_is_what_is_played(self, drawn: Given) -> None:
        """Each key reaches its own field: dice as a tuple, faces as a number, the rest as written."""
        assume(not is_senseless(*drawn))
        variant = parse_round(write(*drawn))
        for key, value in rules_of(*drawn).items():
            held = getattr(variant, key)
            assert ("v".join(map(str, held)) if key == "dice" else str(held)) == value
        assert variant.num_players == len(variant.dice)
        assert variant.total_dice == sum(variant.dice)

    @given(givens())
    def test_only_senseless_combinations_are_refused(self, drawn: Given) -> None:
        if is_senseless(*drawn):
            message = error_of(write(*drawn))
            assert message.startswith("these rules make no sense together: ")
            assert len(message.splitlines()) == 1
        else:
            parse(write(*drawn))

    @pytest.mark.parametrize(
        ("text", "face"),
        [
            ("bluff", 6),
            ("bluff:faces=4", 4),
            ("dudo:faces=4", 1),
            ("endgame", None),
            ("perudo:loss=round,palifico=now", None),  # nothing is wild in a palifico
        ],
    )
    def test_wild_face(self, text: str, face: int | None) -> None:
        assert parse_round(text).wild_face == face


class TestCanonicalPrinting:
    @given(givens())
    def test_only_what_differs_in_the_order_of_the_fields(self, drawn: Given) -> None:
        assume(not is_senseless(*drawn))
        family, keys = drawn
        default = rules_of(family, {})
        canonical = {key: keys[key] for key in KEYS if key in keys and keys[key] != default[key]}
        assert str(parse(write(family, keys))) == write(family, canonical)

    @given(givens(), givens())
    def test_same_string_if_and_only_if_same_rules(self, one: Given, other: Given) -> None:
        assume(not is_senseless(*one) and not is_senseless(*other))
        first, second = parse(write(*one)), parse(write(*other))
        assert (str(first) == str(second)) == (first == second)

    def test_example(self) -> None:
        assert str(parse("perudo:next=winner,loss=one,faces=6,dice=2v1v3")) == "perudo:dice=2v1v3,next=winner"

    @pytest.mark.parametrize("text", ["  bluff:faces=4\n", "bluff: faces = 4", "bluff:faces=4 , wild=high"])
    def test_blanks_do_not_matter(self, text: str) -> None:
        assert str(parse(text)) == "bluff:faces=4"


DICE = "like 2v1 or 1v1v1, 2 to 12 players with 1 to 100 dice each"
CUPS = ("liars-die", "thesis-die", "seven-category", "coins")
UNITS = ("continuous", "improvable")
ALL_FAMILIES = "families: " + ", ".join([*DEFAULTS, *CUPS, *UNITS, *TREES])
ALL_KEYS = "keys: " + ", ".join(KEYS)

# text -> what the message must contain: what was given, then what is allowed
BAD: dict[str, tuple[str, ...]] = {
    "": ("unknown family ''", ALL_FAMILIES),
    ":": ("unknown family ''", ALL_FAMILIES),
    "blufff": ("unknown family 'blufff'", "did you mean 'bluff'?", ALL_FAMILIES),
    "peruda:dice=2v1": ("unknown family 'peruda'", "did you mean 'perudo'?", ALL_FAMILIES),
    "khun": ("unknown family 'khun'", "did you mean 'kuhn'?", ALL_FAMILIES),
    "Bluff": ("unknown family 'Bluff'", ALL_FAMILIES),
    "xyzzy": ("unknown family 'xyzzy'", ALL_FAMILIES),
    "bluff:face=4": ("unknown key 'face' for bluff", "did you mean 'faces'?", ALL_KEYS),
    "bluff:family=dudo": ("unknown key 'family'", ALL_KEYS),
    "bluff:Dice=2v1": ("unknown key 'Dice'", ALL_KEYS),
    "bluff:=4": ("unknown key ''", ALL_KEYS),
    "bluff:faces=4,": ("unknown key ''", ALL_KEYS),
    "bluff:,faces=4": ("unknown key ''", ALL_KEYS),
    "bluff:faces=4:wild=low": ("faces=4:wild=low", "allowed: 2 to 20"),
    "bluff:wild": ("key 'wild' needs a value", "allowed: high, low, none"),
    "bluff:wild=": ("key 'wild' needs a value", "allowed: high, low, none"),
    "bluff:dice=": ("key 'dice' needs a value", DICE),
    "bluff:wild=low,faces=4,wild=low": ("key 'wild' is given twice",),
    "bluff:": ("nothing follows the colon in 'bluff:'", "'bluff'", "'bluff:key=value'"),
    "kuhn:": ("'kuhn' takes no keys",),
    "kuhn:faces=4": ("'kuhn' takes no keys", "'faces=4'"),
    "bluff:dice=0v1": ("dice=0v1", DICE),
    "bluff:dice=1v0": ("dice=1v0", DICE),
    "bluff:dice=1": ("dice=1", DICE),
    "bluff:dice=1v101": ("dice=1v101", DICE),
    "bluff:dice=1v99999": ("dice=1v99999", DICE),
    "bluff:dice=01v1": ("dice=01v1", DICE),
    "bluff:dice=1v": ("dice=1v", DICE),
    "bluff:dice=v1": ("dice=v1", DICE),
    "bluff:dice=-1v1": ("dice=-1v1", DICE),
    "bluff:dice=1x1": ("dice=1x1", DICE),
    "bluff:dice=1v1 v1": ("dice=1v1 v1", DICE),
    "bluff:dice=" + "v".join("1" * 13): ("dice=1v1v1v1v1v1v1v1v1v1v1v1v1", DICE),
    "bluff:faces=1": ("faces=1", "allowed: 2 to 20"),
    "bluff:faces=21": ("faces=21", "allowed: 2 to 20"),
    "bluff:faces=0": ("faces=0", "allowed: 2 to 20"),
    "bluff:faces=06": ("faces=06", "allowed: 2 to 20"),
    "bluff:faces=+6": ("faces=+6", "allowed: 2 to 20"),
    "bluff:faces=6.0": ("faces=6.0", "allowed: 2 to 20"),
    "bluff:faces=6_0": ("faces=6_0", "allowed: 2 to 20"),
    "bluff:faces=٦": ("faces=٦", "allowed: 2 to 20"),
    "bluff:faces=six": ("faces=six", "allowed: 2 to 20"),
    "bluff:wild=top": ("wild=top", "allowed: high, low, none"),
    "bluff:wild=low=high": ("wild=low=high", "allowed: high, low, none"),
    "bluff:order=face": ("order=face", "allowed: double, paco, count"),
    "bluff:wildbids=maybe": ("wildbids=maybe", "allowed: yes, no"),
    "bluff:exact=check": ("exact=check", "allowed: no, yes, calza"),
    "bluff:loss=two": ("loss=two", "allowed: round, one, difference, give"),
    "bluff:next=left": ("next=left", "allowed: loser, winner, clockwise"),
    "bluff:palifico=always": ("palifico=always", "allowed: no, yes, now"),
    "endgame:wildbids=no": ("wildbids=no", "wild=none has no wild face"),
    "endgame:order=paco": ("order=paco", "wild=none has no wild face"),
    "perudo:loss=give": ("exact=calza adds dice", "loss=give keeps their number"),
    "perudo:palifico=now": ("palifico=now describes one round", "loss=one plays a match", "add loss=round"),
    "bluff:next=loser": ("next=loser", "loss=round plays one", "choose loss=one, difference or give"),
    "dudo:loss=round,next=loser": ("next=loser", "loss=round plays one"),
    "bluff:palifico=yes": ("palifico=yes concerns later rounds", "palifico=now makes this round a palifico"),
}


class TestBadStrings:
    @pytest.mark.parametrize("text", BAD)
    def test_says_what_was_given_and_what_is_allowed(self, text: str) -> None:
        message = error_of(text)
        assert len(message.splitlines()) == 1
        for part in BAD[text]:
            assert part in message

    def test_no_near_match_where_none_is_near(self) -> None:
        assert "did you mean" not in error_of("xyzzy")

    @pytest.mark.parametrize("family", TREES)
    def test_parse_round_refuses_a_tree(self, family: str) -> None:
        with pytest.raises(VariantError, match=f"^'{family}' is not a round of dice; Round families: bluff, .*perudo$"):
            parse_round(family)

    def test_is_a_value_error(self) -> None:
        """Callers may catch the root of errors.py, or ValueError."""
        assert issubclass(VariantError, MendaxError)
        assert issubclass(MendaxError, ValueError)


class TestMadeDirectly:
    """A variant made without a string obeys the same rules."""

    @pytest.mark.parametrize(
        "rules",
        [
            {"dice": (1,)},
            {"dice": (0, 1)},
            {"dice": (1, 101)},
            {"dice": (1,) * 13},
            {"faces": 1},
            {"faces": 21},
            {"wild": "top"},
            {"exact": "check"},
            {"wild": "none", "wildbids": "no"},
            {"palifico": "now", "loss": "one"},
        ],
    )
    def test_bad_rules(self, rules: dict[str, object]) -> None:
        with pytest.raises(VariantError):
            RoundVariant(family="bluff", **rules)  # type: ignore[arg-type]

    def test_bounds_themselves_are_fine(self) -> None:
        RoundVariant(family="bluff", dice=(100,) * 12, faces=20)
        RoundVariant(family="bluff", dice=(1, 1), faces=2)

    @pytest.mark.parametrize("family", ["nonsense", "kuhn"])
    def test_unknown_family(self, family: str) -> None:
        with pytest.raises(VariantError):
            RoundVariant(family=family)

    def test_unknown_tree(self) -> None:
        with pytest.raises(VariantError):
            TreeVariant("nonsense")


# Characters that end a line for str.splitlines, so also for a terminal, a log or a browser.
BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
VOCABULARY = [*DEFAULTS, *TREES, *KEYS, *":,=v", "low", "round", "yes", "now", "2v1", "6", "0", " "]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid string with a few characters replaced, inserted or removed."""
    text = list(write(*draw(givens())))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 3)))
        text[start:stop] = draw(st.text(max_size=2) | st.sampled_from([*VOCABULARY, *BREAKS]))
    return "".join(text)


class TestFuzz:
    """Whatever the text: a variant that prints as itself, or VariantError in one line."""

    @given(st.text() | st.lists(st.sampled_from(VOCABULARY)).map("".join) | mutated())
    @example("bluff:wild=a\nb")
    @example("\0")
    def test_parses_or_raises_variant_error(self, text: str) -> None:
        wrong = None
        try:
            variant = parse(text)
            assert parse(str(variant)) == variant
        except VariantError as error:
            wrong = str(error)
        assert wrong is None or len(wrong.splitlines()) == 1

    @given(st.sampled_from(KEYS), st.sampled_from(BREAKS), st.booleans())
    @example("wild", "\n", True)
    def test_a_line_break_does_not_break_the_message(self, key: str, ends: str, in_value: bool) -> None:
        text = f"bluff:{key}=a{ends}b" if in_value else f"bluff:{key}{ends}b=a"
        assert len(error_of(text).splitlines()) == 1

    @given(st.text())
    def test_parse_round_too(self, text: str) -> None:
        with suppress(VariantError):
            assert isinstance(parse_round(text), RoundVariant)
