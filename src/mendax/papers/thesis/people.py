"""Sections 5.2 to 5.5, Tables 2 to 4: games with people, and what so few of them show."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from mendax.papers.report import Finding, Item
from mendax.papers.thesis.finding import item, judge, percent, short
from mendax.papers.thesis.readings import TREE, best_against, game
from mendax.papers.thesis.statistics import LEVEL, between, binomial, fisher, games_needed, holm, interval
from mendax.solve.game import solve_game


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Two players; wins of each when the first of them begins, and when the second does."""

    number: int
    players: tuple[str, str]
    first_begins: tuple[int, int]
    second_begins: tuple[int, int]
    totals: tuple[int, int]
    games: str = ""  # that the text says were played

    def won(self, player: int) -> tuple[int, int]:
        """By who begins."""
        return self.first_begins[player], self.second_begins[player]

    @property
    def by_seat(self) -> tuple[int, int]:
        """Games that each of them begins."""
        return sum(self.first_begins), sum(self.second_begins)


# The page. The scan scatters the cells of Table 3; their totals leave one place for each. ----------------------------------

TABLE_2 = Table(
    number=2,
    players=("player one", "player two"),
    first_begins=(35, 25),
    second_begins=(29, 31),
    totals=(64, 56),
)
TABLE_3 = Table(
    number=3,
    players=("Matrix", "human"),
    first_begins=(36, 24),
    second_begins=(28, 32),
    totals=(64, 56),
    games="60, each begins 30",
)
TABLE_4 = Table(
    number=4,
    players=("Tree", "human"),
    first_begins=(33, 27),
    second_begins=(18, 42),
    totals=(51, 69),
    games="60, each begins 30",
)
TABLES = (TABLE_2, TABLE_3, TABLE_4)
SEVENTY = "about 70 percent"

# Figures of chapter 5: Tables 1, 3 and 4 as charts, as the text refers to them and as they are numbered.
FIGURES_REFERRED = (9, 10, 11)
FIGURES_CAPTIONED = (10, 11, 12)
LAST_FIGURE_BEFORE = 9  # the UML diagram of chapter 4


def totals(table: Table) -> Finding:
    ours = tuple(sum(table.won(player)) for player in (0, 1))
    return judge(
        f"{table.totals[0]} and {table.totals[1]}",
        f"{ours[0]} and {ours[1]}",
        agrees=ours == table.totals,
        note=f"{table.by_seat[0]} games in one column and {table.by_seat[1]} in the other",
    )


def games(table: Table) -> Finding:
    """The games of the cells against those of the text."""
    ours = f"{sum(table.by_seat)}, each begins {table.by_seat[0]}"
    return judge(
        table.games,
        ours,
        agrees=ours == table.games,
        proven=sum(table.by_seat) == sum(table.totals) and table.by_seat[0] == table.by_seat[1],
        note="the columns and the printed totals add up to twice the games of the text",
    )


def cells(table: Table) -> Finding:
    """Every cell with its interval; is anything shown?"""
    counts = [(who, seat, table.won(player)[seat]) for player, who in enumerate(table.players) for seat in (0, 1)]
    return judge(
        ", ".join(str(won) for _, _, won in counts),
        "; ".join(
            f"{who} {'begins' if seat == player else 'second'} {between(interval(won, table.by_seat[seat]))}"
            for (who, seat, won), player in zip(counts, (0, 0, 1, 1), strict=True)
        ),
        agrees=all(interval(won, table.by_seat[seat])[0] < won / table.by_seat[seat] for _, seat, won in counts),
        note=f"95% intervals (Wilson) of the chances behind {table.by_seat[0]} games each: about 12 points either way",
    )


def advantage(table: Table) -> Finding:
    """Who begins wins more than half: by both columns together."""
    won, played = table.first_begins[0] + table.second_begins[1], sum(table.by_seat)
    p = binomial(won, played)
    return judge(
        "who begins has an advantage",
        f"{won} of {played} won by who begins: {between(interval(won, played))}; p = {p:.2g} against a half",
        agrees=p < LEVEL and won > played / 2,
        open_=won > played / 2,
        note=f"the rules give who begins {solve_game(game()).value} under optimal play; the games alone"
        f" {'show' if p < LEVEL else 'do not show'} an advantage",
    )


def begins(table: Table, seat: int) -> Finding:
    """One column: does who begins win more than half? Over all six columns of the three tables."""
    columns = [(t, s) for t in TABLES for s in (0, 1)]
    found = [binomial(t.won(s)[s], t.by_seat[s]) for t, s in columns]
    place = columns.index((table, seat))
    won, played = table.won(seat)[seat], table.by_seat[seat]
    shown = holm(found)[place]
    return judge(
        f"{table.players[seat]} wins more often when beginning",
        f"{won} of {played}: {between(interval(won, played))}; p = {found[place]:.2g} against a half",
        agrees=shown,
        open_=won > played / 2,
        note=f"{'shown' if shown else 'more in these games, but not shown of the chance'}, by Holm over the six"
        " columns of the tables",
    )


def as_well_as() -> Finding:
    won, played = TABLE_3.totals[0], sum(TABLE_3.totals)
    p = binomial(won, played)
    return judge(
        "the Matrix plays as well as a person",
        f"{won} of {played}: {between(interval(won, played))}; p = {p:.2g} against a half",
        agrees=False,
        open_=p >= LEVEL,
        note="nothing speaks against it; but the interval holds much less and much more than a half, and one person"
        " played",
    )


def fewer_first() -> Finding:
    person, matrix = TABLE_3.second_begins[1], TABLE_3.first_begins[0]
    p = fisher((person, TABLE_3.second_begins[0]), (matrix, TABLE_3.first_begins[1]))
    return judge(
        "the person wins fewer games beginning than the Matrix does",
        f"{person} against {matrix} of {TABLE_3.by_seat[0]}",
        agrees=person < matrix,
        note=f"true of these games, not shown of the chances: p = {p:.2g} (Fisher)",
    )


def seventy() -> Finding:
    won, played = TABLE_4.second_begins[1], TABLE_4.by_seat[1]
    share = Fraction(won, played)
    return judge(
        SEVENTY,
        f"{percent(share, 0)}: {between(interval(won, played))}",
        agrees=abs(share - Fraction(7, 10)) <= Fraction(1, 200),
        note="the share of the games, and the 95% interval (Wilson) of the chance",
    )


def exploited() -> Finding:
    """Does the person do more than who knows nothing of the Tree could?"""
    won, played = TABLE_4.second_begins[1], TABLE_4.by_seat[1]
    value, best = solve_game(game()).value, best_against(TREE, begins=True)
    chances = binomial(won, played, Fraction(value)), binomial(won, played, best)
    return judge(
        "the person exploits the Tree when beginning",
        f"{won} of {played} = {percent(Fraction(won, played), 1)}; optimal play is sure of"
        f" {percent(Fraction(value), 1)} against anybody, the best against the Tree wins {percent(best, 1)}",
        agrees=False,
        open_=min(chances) >= LEVEL,
        note=f"the count fits both: p = {chances[0]:.2g} and {chances[1]:.2g} (binomial). Winning 70 percent as the"
        f" first to roll takes no exploitation. Exact: {value} and {short(best)}, the latter for the default reading"
        " of the Tree",
    )


def better_against_people() -> Finding:
    seats = [fisher(_row(TABLE_3, seat), _row(TABLE_4, seat)) for seat in (0, 1)]
    matrix, tree = TABLE_3.totals, TABLE_4.totals
    p = fisher(matrix, tree)
    shares = [Fraction(matrix[0], sum(matrix)), Fraction(tree[0], sum(tree))]
    return judge(
        "the Matrix does better against people than the Tree",
        f"{matrix[0]} against {tree[0]} of {sum(tree)}; p = {p:.2g} (Fisher)",
        agrees=p < LEVEL and matrix[0] > tree[0],
        open_=matrix[0] > tree[0],
        note=f"true of these games, not shown of the chances. By who begins: the agent p = {seats[0]:.2g}, the person"
        f" p = {seats[1]:.2g}. Chances of {percent(shares[0], 0)} and {percent(shares[1], 0)} take"
        f" {games_needed(*shares)} games of each agent to be told apart four times out of five",
    )


def _row(table: Table, seat: int) -> tuple[int, int]:
    return table.won(0)[seat], table.won(1)[seat]


def figure_numbers() -> Finding:
    after = tuple(range(LAST_FIGURE_BEFORE + 1, LAST_FIGURE_BEFORE + 1 + len(FIGURES_CAPTIONED)))
    return judge(
        "charts of Tables 1, 3, 4 referred to as {}, {}, {}".format(*FIGURES_REFERRED),
        "{}, {}, {}".format(*FIGURES_CAPTIONED),
        agrees=FIGURES_REFERRED == FIGURES_CAPTIONED,
        proven=after == FIGURES_CAPTIONED,
        note=f"by their captions, and by counting on from figure {LAST_FIGURE_BEFORE}, the diagram of chapter 4",
    )


def items() -> tuple[Item, ...]:
    return (
        *(item(f"Table {table.number}, totals", totals, table) for table in TABLES),
        *(item(f"Table {table.number}, games of the text", games, table) for table in TABLES if table.games),
        *(item(f"Table {table.number}, intervals of the cells", cells, table) for table in TABLES),
        *(item(f"Table {table.number}: who begins has an advantage", advantage, table) for table in TABLES),
        *(
            item(f"Table {table.number}: {table.players[seat]} when beginning", begins, table, seat)
            for table in TABLES
            for seat in (0, 1)
        ),
        item("Table 3: as well as a person", as_well_as),
        item("Table 3: the person and the Matrix when beginning", fewer_first),
        item("Table 4: the share of the person when beginning", seventy),
        item("Table 4: the Tree is exploited", exploited),
        item("Tables 3 and 4: which agent does better against people", better_against_people),
        item("Text: numbers of the charts", figure_numbers),
    )
