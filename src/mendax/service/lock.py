"""Strategies locked at chosen places: what the best response gains then, and the game as it is played against them.

A lock is text, so that a link can hold it: `AT|HAND|ACTION:P,ACTION:P`. AT is a position as the explorer has it, HAND a hand
there or `*` for all, P a decimal or a fraction. Where a cup passes, `?CLAIM` in place of the hand is the answer to a claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from mendax.errors import IllegalAction, NotationError, UnsupportedGame
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.cup_notation import parse_position
from mendax.games.match import Match
from mendax.games.notation import parse_action
from mendax.games.strategy import Strategy, make_strategy
from mendax.games.tree import Tree
from mendax.rules.dice import format_hand
from mendax.service.explore import Place, place_in, where
from mendax.service.solved import Library, Opened
from mendax.service.told import Number, number
from mendax.solve.average import WHOLE, Average, best_against
from mendax.solve.response import best_response
from mendax.store import load_solution

MAX_LOCKS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What the best response to the locked player gets, against the solution and after the locks.

    In rounds a payoff, 1 for a win and -1 for a loss; where a cup passes the chance to win.
    """

    locked: int
    before: Number
    after: Number
    gain: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """The place as it is after the locks: values are those of who goes on as well as he can against them."""

    place: Place
    gains: tuple[Gain, ...]
    note: str


@dataclass(frozen=True, slots=True)
class _Lock:
    """A row of information sets: what is done at `node` with any of `hands`."""

    player: int
    state: int
    node: int
    hands: tuple[int, ...]
    chances: dict[int, Fraction]


def lock(library: Library, game: str, at: str, texts: Sequence[str]) -> Locked:
    """The place after the locks, and what they cost."""
    opened = library.open(game)
    if not 1 <= len(texts) <= MAX_LOCKS:
        raise NotationError(f"{len(texts)} locks; give 1 to {MAX_LOCKS}")
    locks = [_parse(opened, text) for text in texts]
    if len({one.state for one in locks}) > 1:
        raise NotationError("the locks are in rounds of different standings; lock one round at a time")
    state = locks[0].state
    changed = _changed(library, opened, state, locks)
    gains = tuple(_gain(opened, changed, state, player) for player in sorted({one.player for one in locks}))
    note = ""
    if isinstance(opened.game, Cup):
        note = "Locked are the claims of player 0, who begins, where he has the cup, and the answers of player 1."
    elif not _whole(opened, state):
        note = "Where a lock leads a player to nodes that his solution never plays to, he calls there: the file says no more."
    return Locked(place=place_in(changed, at), gains=gains, note=note)


def _parse(opened: Opened, text: str) -> _Lock:
    parts = text.split("|")
    if len(parts) != 3:
        raise NotationError(f"{text[:80]!r} is no lock; write AT|HAND|ACTION:P,ACTION:P, as in 1x3|*|call:1")
    at, hand, told = parts
    if isinstance(opened.game, Cup):
        return _parse_cup(opened.game, at, hand, told)
    if isinstance(opened.game, Tree):
        raise UnsupportedGame(f"{opened.entry.game} is an explicit game; locks are for rounds and passing cups")
    state, node = where(opened, at)
    game = opened.round(state)
    player = node.bit_count() % 2
    names = [format_hand(counts) for counts in game.hands[player]]
    if hand != "*" and hand not in names:
        raise NotationError(f"{hand[:40]!r} is no hand of player {player}; hands: {', '.join(names[:8])}")
    chances = _chances(told, lambda word: parse_action(game, word), game.legal(node), text)
    hands = tuple(range(len(names))) if hand == "*" else (names.index(hand),)
    return _Lock(player, state, node, hands, chances)


def _parse_cup(game: Cup, at: str, hand: str, told: str) -> _Lock:
    """The mover of a position is player 0 in a strategy, who answers is player 1: locked is one of them."""
    if game.num_players != 2:
        raise UnsupportedGame(f"{game.game} has {game.num_players} players; locks are for two")
    position = parse_position(game, at)
    options = game.options(position)
    if len(options) != 1:
        raise UnsupportedGame(
            f"{game.game} lets the mover choose what to keep at {at or 'the start'!r}; locks are for claims after one throw"
        )
    node = game.num_positions + options[0]
    answers, name = hand.startswith("?"), hand.removeprefix("?")
    names = game.claims if answers else game.hands
    if name != "*" and name not in names:
        raise NotationError(f"{hand[:40]!r} is neither a hand nor ?CLAIM of {game.game}")
    first = 1 + len(game.hands) if answers else 1
    hands = tuple(first + i for i, one in enumerate(names) if name in ("*", one) and game.actions(node, first + i))
    if not hands:
        raise IllegalAction(f"{hand!r} decides nothing at {at or 'the start'!r} of {game.game}")
    known = {"doubt": DOUBT, "accept": ACCEPT} if answers else {claim: i for i, claim in enumerate(game.claims)}

    def action(word: str) -> int:
        if word not in known:
            raise NotationError(f"{word[:40]!r} is not allowed; allowed: {', '.join(known)}")
        return known[word]

    legal = tuple(set.intersection(*(set(game.actions(node, one)) for one in hands)))
    return _Lock(1 if answers else 0, 0, node, hands, _chances(told, action, legal, told))


def _chances(told: str, action: Any, legal: Sequence[int], text: str) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for part in told.split(","):
        word, _, share = part.rpartition(":")
        try:
            chance = Fraction(share) if len(share) <= 20 and "e" not in share.lower() else Fraction(-1)
        except (ValueError, ZeroDivisionError):
            chance = Fraction(-1)
        if not 0 <= chance <= 1:
            raise NotationError(f"{part[:60]!r} in a lock is not ACTION:P with P from 0 to 1")
        number = action(word)
        if number not in legal:
            raise IllegalAction(f"{word} is not allowed where {text[:60]!r} locks it")
        found[number] = found.get(number, Fraction(0)) + chance
    total = sum(found.values())
    if not total:
        raise NotationError(f"the chances of {text[:60]!r} add up to nothing")
    return {number: chance / total for number, chance in found.items() if chance}


def _whole(opened: Opened, state: int) -> bool:
    return isinstance(opened.strategies(state)[0], Average)


def _changed(library: Library, opened: Opened, state: int, locks: Sequence[_Lock]) -> Opened:
    """The same solution but for the locks, nothing of which is written anywhere."""
    if _whole(opened, state):
        again = Opened(opened.entry, load_solution(library.folder / opened.entry.file), opened.game)
        for one in locks:
            _share(again.strategies(state)[one.player], one)
        return again
    profile = list(opened.strategies(state))
    for player in {one.player for one in locks}:
        profile[player] = _override(profile[player], [one for one in locks if one.player == player])
    solution = opened.solution
    if isinstance(opened.game, Match):
        states = list(solution.states)
        states[state] = replace(states[state], profile=tuple(profile))
        return Opened(opened.entry, replace(solution, states=tuple(states)), opened.game)
    return Opened(opened.entry, replace(solution, profile=tuple(profile)), opened.game)


def _override(strategy: Strategy, locks: Sequence[_Lock]) -> Strategy:
    rows = {(node, hand, action): prob for node, hand, action, prob in strategy.rows()}
    taken = {(one.node, hand): one for one in locks for hand in one.hands}
    rows = {key: prob for key, prob in rows.items() if key[:2] not in taken}
    for (node, hand), one in taken.items():
        for action, chance in one.chances.items():
            rows[node, hand, action] = chance if strategy.is_exact else float(chance)
    return make_strategy(strategy.player, rows, exact=strategy.is_exact)


def _share(average: Average, one: _Lock) -> None:
    """In place, in a mapping of its own: pages that are written to are copied, the file stays."""
    game = average.game
    for hand in one.hands:
        for action in game.legal(one.node):
            share = round(WHOLE * one.chances.get(action, Fraction(0)))
            if action < game.num_rungs:
                block, slot = average.layout.place(one.node | 1 << action)
                average.edge[block, hand, slot] = share
            elif action > game.call:
                block, slot = average.layout.place(one.node)
                average.end[action - game.exact, block, hand, slot] = share


def _gain(opened: Opened, changed: Opened, state: int, player: int) -> Gain:
    before, after = (_most(one, state, 1 - player) for one in (opened, changed))
    return Gain(locked=player, before=number(before), after=number(after), gain=number(after - before))


def _most(opened: Opened, state: int, responder: int) -> Any:
    if isinstance(opened.game, Cup):
        return best_response(opened.game, opened.solution.profile, responder).value
    strategies = opened.strategies(state)
    if _whole(opened, state):
        return best_against(opened.round(state), strategies[1 - responder])
    return best_response(opened.round(state), strategies, responder).value
