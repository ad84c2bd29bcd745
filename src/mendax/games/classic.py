"""Small explicit games with known answers."""

from collections.abc import Callable
from fractions import Fraction

from mendax.games.tree import Chance, Decision, Leaf, Node, Tree, flatten

HALF = Fraction(1, 2)


def bimatrix(game: str, rows: dict[str, dict[str, tuple[int, int]]]) -> Tree:
    """A simultaneous game: payoffs of both players by row and column; the column player does not see the row."""
    choices = tuple(
        (row, Decision(1, "column", tuple((column, Leaf(payoff)) for column, payoff in columns.items())))
        for row, columns in rows.items()
    )
    return flatten(game, 2, Decision(0, "row", choices))


def rock_paper_scissors() -> Tree:
    moves = ("rock", "paper", "scissors")
    won = (0, 1, -1)  # by how far the row's move is ahead in the cycle
    return bimatrix(
        "rps",
        {
            row: {column: (won[(i - j) % 3], -won[(i - j) % 3]) for j, column in enumerate(moves)}
            for i, row in enumerate(moves)
        },
    )


def prisoners_dilemma() -> Tree:
    """Axelrod's payoffs: temptation 5, reward 3, punishment 1, sucker 0. Not zero-sum."""
    return bimatrix(
        "prisoners-dilemma",
        {
            "cooperate": {"cooperate": (3, 3), "defect": (0, 5)},
            "defect": {"cooperate": (5, 0), "defect": (1, 1)},
        },
    )


def koller() -> Tree:
    """The example of Koller, Megiddo and von Stengel (1994), with the payoffs of Table 1 of `lanctot-long`.

    The table splits into two independent parts, one of (l/r, p/q, L/R) and one of (c/d, s/t): a coin decides which is
    played. It fixes the sum of the two parts only; here each leaf of the second part is what makes l worth 5 of the 9.
    """

    def leaf(value: int) -> Leaf:
        return Leaf((value, -value))

    def blind(left: int, right: int) -> Node:
        return Decision(0, "LR", (("L", leaf(left)), ("R", leaf(right))))

    first = Decision(
        0,
        "lr",
        (
            ("l", leaf(10)),
            ("r", Decision(1, "pq", (("p", blind(12, 14)), ("q", blind(16, 6))))),
        ),
    )
    second = Decision(
        0,
        "cd",
        (
            ("c", Decision(1, "st", (("s", leaf(8)), ("t", leaf(20))))),
            ("d", Decision(1, "st", (("s", leaf(16)), ("t", leaf(10))))),
        ),
    )
    return flatten("koller", 2, Chance(((HALF, "first", first), (HALF, "second", second))))


def kuhn() -> Tree:
    """Kuhn's three-card poker: ante 1, one bet of 1. Value -1/18 to the first player (Kuhn 1950)."""
    cards = "JQK"

    def showdown(mine: str, yours: str, stake: int) -> Leaf:
        won = stake if cards.index(mine) > cards.index(yours) else -stake
        return Leaf((won, -won))

    def play(first: str, second: str) -> Node:
        def face_bet(player: int, card: str, history: str) -> Decision:
            folded = 1 if player == 1 else -1
            return Decision(
                player, card + history, (("fold", Leaf((folded, -folded))), ("call", showdown(first, second, 2)))
            )

        after_check = Decision(
            1, second + "c", (("check", showdown(first, second, 1)), ("bet", face_bet(0, first, "cb")))
        )
        return Decision(0, first, (("check", after_check), ("bet", face_bet(1, second, "b"))))

    deals = tuple((Fraction(1, 6), a + b, play(a, b)) for a in cards for b in cards if a != b)
    return flatten("kuhn", 2, Chance(deals))


CLASSICS: dict[str, Callable[[], Tree]] = {
    "rps": rock_paper_scissors,
    "prisoners-dilemma": prisoners_dilemma,
    "koller": koller,
    "kuhn": kuhn,
}
