"""A solved game, one public position at a time: what every hand does there, what each action is worth, what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mendax.analysis.table import own_reach
from mendax.games.cup import Cup
from mendax.games.masks import mask_of, rungs_of
from mendax.games.match import Match, format_standing, parse_standing
from mendax.games.notation import format_action, format_node, parse_node
from mendax.games.tree import Tree
from mendax.rules.dice import format_hand
from mendax.rules.variant import parse_round
from mendax.service.explore_cup import CupPlace, cup_place
from mendax.service.solved import Library, Opened
from mendax.service.told import Certificate, Number, certificate, number
from mendax.solve.response import action_values

MAX_RUNGS_LEFT = 18  # above the last bid, up to which all that may follow is gone through for values


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """An action at a node. to: the address of what follows; played: how often, over the hands that come here.

    value: what it is worth to the mover, over his hands as they come here.
    """

    name: str
    count: int | None
    face: int | None
    to: str | None
    played: Number | None
    value: Number | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a hand does: how often, and what it is worth to the mover."""

    action: str
    played: Number | None
    value: Number | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A hand. reach: how likely the mover's own choices come here with it; cells: in the order of the actions.

    played is null in all cells where the file says nothing: the hand does not come here.
    """

    hand: str
    dice: tuple[int, ...]
    rolls: int
    reach: Number
    best: Number | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A bid made, and the address of the node after it."""

    name: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Of a match."""

    at: str
    name: str
    dice: tuple[int, ...]
    value: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlace:
    """A node of a round. Values are payoffs to the mover, 1 for a win and -1 for a loss, of the match where it is one.

    comes: how likely the node is reached when all play the solution. note: why there are no values.
    """

    standing: str
    standings: tuple[Standing, ...]
    dice: tuple[int, ...]
    faces: int
    wild: int | None
    player: int
    steps: tuple[Step, ...]
    comes: float
    actions: tuple[Action, ...]
    bids: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Infoset:
    player: int
    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One of round, cup and infosets is there."""

    certificate: Certificate
    at: str
    round: RoundPlace | None = None
    cup: CupPlace | None = None
    infosets: tuple[Infoset, ...] = ()
    command: str


def place(library: Library, game: str, at: str) -> Place:
    """A position of a solved game; `at` as in `mendax show --at`, dots or blanks between bids."""
    return place_in(library.open(game), at)


def place_in(opened: Opened, at: str) -> Place:
    """The same, of a solution that is open."""
    told = certificate(opened.solution, opened.entry.file)
    if isinstance(opened.game, Cup):
        cup = cup_place(opened, at)
        return Place(certificate=told, at=cup.at, cup=cup, command=_command(opened, cup.at))
    if isinstance(opened.game, Tree):
        infosets = tuple(_infoset(opened, opened.game, i) for i in range(len(opened.game.infosets)))
        return Place(certificate=told, at="", infosets=infosets, command=_command(opened, ""))
    state, node = where(opened, at)
    address = address_of(opened, state, node)
    return Place(certificate=told, at=address, round=_round(opened, state, node), command=_command(opened, address))


def where(opened: Opened, at: str) -> tuple[int, int]:
    """The number of a standing (0 in a single round) and the node of its round that an address names."""
    state = 0
    if isinstance(opened.game, Match):
        standing, _, at = at.partition("/") if "@" in at else ("", "", at)
        state = parse_standing(opened.game, standing) if standing else 0
    return state, parse_node(opened.round(state), at)


def address_of(opened: Opened, state: int, node: int) -> str:
    bids = format_node(opened.round(state), node).replace(" ", ".")
    return f"{format_standing(opened.game.standings[state])}/{bids}" if isinstance(opened.game, Match) else bids


def _command(opened: Opened, at: str) -> str:
    return f"mendax show solutions/{opened.entry.file}" + (f" --at {at!r}" if at else "")


def _round(opened: Opened, state: int, node: int) -> RoundPlace:
    game, strategies = opened.round(state), opened.strategies(state)
    player = node.bit_count() % 2
    legal = game.legal(node)
    values, note = values_at(opened, state, node)
    hands = range(len(game.weight[player]))
    played = [strategies[player].at(node, hand) for hand in hands]
    reach = [own_reach(game, strategies[player], node, hand) for hand in hands]
    weights = [w * r for w, r in zip(game.weight[player].tolist(), reach, strict=True)]
    total = sum(weights)
    variant = parse_round(opened.entry.game)
    single = opened.game.standings[state].palifico if isinstance(opened.game, Match) else False
    other = sum(
        int(w) * own_reach(game, strategies[1 - player], node, h) for h, w in enumerate(game.weight[1 - player])
    )

    def overall(of: Any) -> Number | None:
        return None if not total else number(sum(w * of(hand) for hand, w in enumerate(weights) if w) / total)

    return RoundPlace(
        standing=format_standing(opened.game.standings[state]) if isinstance(opened.game, Match) else "",
        standings=_standings(opened),
        dice=game.num_dice,
        faces=game.hands[0].shape[1],
        wild=None if single else variant.wild_face,
        player=player,
        steps=tuple(
            Step(name=str(game.bids[rung]), at=address_of(opened, state, mask_of(rungs_of(node)[: i + 1])))
            for i, rung in enumerate(rungs_of(node))
        ),
        comes=float(total / int(game.weight[player].sum())) * float(other / int(game.weight[1 - player].sum())),
        actions=tuple(
            Action(
                name=format_action(game, a),
                count=game.bids[a].count if a < game.call else None,
                face=game.bids[a].face if a < game.call else None,
                to=address_of(opened, state, node | 1 << a) if a < game.call else None,
                played=overall(lambda hand, a=a: played[hand].get(a, 0)),
                value=None if values is None else overall(lambda hand, a=a: values[a][hand]),
            )
            for a in legal
        ),
        bids=tuple(str(bid) for bid in game.bids),
        rows=tuple(
            Row(
                hand=format_hand(game.hands[player][hand]),
                dice=tuple(f + 1 for f, c in enumerate(game.hands[player][hand].tolist()) for _ in range(c)),
                rolls=int(game.weight[player][hand]),
                reach=number(reach[hand]),
                best=None if values is None else number(max(values[a][hand] for a in legal)),
                cells=tuple(
                    Cell(
                        action=format_action(game, a),
                        played=number(played[hand].get(a, 0)) if played[hand] else None,
                        value=None if values is None else number(values[a][hand]),
                    )
                    for a in legal
                ),
            )
            for hand in hands
        ),
        note=note,
    )


def values_at(opened: Opened, state: int, node: int) -> tuple[dict[int, Any] | None, str]:
    """What each action is worth to each hand of the mover, or why that is not known."""
    key = "values", state, node
    if key not in opened.kept:
        opened.kept[key] = _values(opened, state, node)
    found: tuple[dict[int, Any] | None, str] = opened.kept[key]
    return found


def _values(opened: Opened, state: int, node: int) -> tuple[dict[int, Any] | None, str]:
    game = opened.round(state)
    whole = hasattr(opened.strategies(state)[0], "edge")
    left = game.num_rungs - node.bit_length()
    if whole and left > MAX_RUNGS_LEFT:
        return None, f"Values are worked out where at most {MAX_RUNGS_LEFT} higher bids may follow; here {left} may."
    values = action_values(game, [opened.plan(state, 1 - node.bit_count() % 2, node)], node)
    if values is None:
        return None, "Off the tree: the other player's strategy never comes here, so nothing is known of his hand."
    return values, ""


def _standings(opened: Opened) -> tuple[Standing, ...]:
    if not isinstance(opened.game, Match):
        return ()
    return tuple(
        Standing(
            at=f"{format_standing(one.standing)}/",
            name=format_standing(one.standing),
            dice=one.standing.dice,
            value=number(one.value),
        )
        for one in opened.solution.states
    )


def _infoset(opened: Opened, tree: Tree, i: int) -> Infoset:
    infoset = tree.infosets[i]
    found = opened.solution.profile[infoset.player].at(i, 0)
    return Infoset(
        player=infoset.player,
        label=infoset.label,
        cells=tuple(
            Cell(action=name, played=number(found.get(a, 0)) if found else None, value=None)
            for a, name in enumerate(infoset.actions)
        ),
    )


HEAD = ("game", "at", "player", "hand", "rolls", "reach", "action", "played", "played_exact", "value", "value_exact")


def table(found: Place) -> list[list[Any]]:
    """A place as rows of a table, HEAD first: a row an action of a hand."""
    rows: list[list[Any]] = [list(HEAD)]

    def row(player: int, hand: str, rolls: Any, reach: Any, cell: Cell) -> None:
        told = [(n.value, n.exact or "") if n else ("", "") for n in (cell.played, cell.value)]
        rows.append([found.certificate.game, found.at, player, hand, rolls, reach, cell.action, *told[0], *told[1]])

    for one in found.round.rows if found.round else ():
        for cell in one.cells:
            assert found.round is not None
            row(found.round.player, one.hand, one.rolls, one.reach.value, cell)
    for held in found.cup.rows if found.cup else ():
        for made in held.cells:
            row(0, held.hand, "", held.chance.value, Cell(action=made.claim, played=made.played, value=made.value))
    for heard in found.cup.answers if found.cup else ():
        row(1, f"hears {heard.claim}", "", heard.heard.value, Cell(action="doubt", played=heard.doubted, value=None))
    for infoset in found.infosets:
        for cell in infoset.cells:
            row(infoset.player, infoset.label, "", "", cell)
    return rows
