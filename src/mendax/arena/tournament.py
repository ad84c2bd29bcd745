"""Round robins in blocks: the games of a block have the same dice, and every agent sits in every seat once.

With as many agents as players there is one line-up, in which an agent may be named more than once; with more, every choice of so
many of them is one. The blocks of a line-up are independent; what is compared is the mean of a block.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from mendax.agents.agent import Agent, Deputed
from mendax.agents.match import Move, Played, finish
from mendax.arena.intervals import anytime, favoured, fixed
from mendax.arena.ratings import Rating, Shares, ratings
from mendax.arena.records import stream
from mendax.errors import MendaxError
from mendax.games.state import Playable, State, begin
from mendax.solve.proof import Progress, silent

LEVEL = 0.95

Sink = Callable[[Played, tuple[int, ...]], None]  # is told of every game played, with its seed


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What an agent got of a game on average, from 0 to 1, and an interval for it."""

    agent: str
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Does `first` get more than `second`? difference: of their shares of a game, block by block; low, high: of its mean.

    answer  the name of who gets more, if the interval tells; else None
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """agents: by place, each in every seat equally often; shares: of the different agents.

    seats    [P][P] what place p got in seat s, mean of all blocks
    deputed  {agent: {deputy: decisions}} of agents that did not know every position
    """

    agents: tuple[str, ...]
    games: int
    shares: tuple[Share, ...]
    seats: tuple[tuple[float, ...], ...]
    questions: tuple[Question, ...]
    deputed: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """until_decided: intervals hold at every number of games at once, and for all questions together; else each for itself."""

    game: str
    agents: tuple[str, ...]
    seed: int
    level: float
    until_decided: bool
    line_ups: tuple[LineUp, ...]
    ratings: tuple[Rating, ...]
    seconds: float

    @property
    def games(self) -> int:
        return sum(line_up.games for line_up in self.line_ups)

    @property
    def decided(self) -> bool:
        """Has every question an answer?"""
        return all(question.answer is not None for line_up in self.line_ups for question in line_up.questions)


def tournament(
    game: Playable,
    agents: Sequence[Agent],
    games: int,
    *,
    seed: int = 0,
    until_decided: bool = False,
    level: float = LEVEL,
    sink: Sink | None = None,
    progress: Progress = silent,
) -> Tournament:
    """Every line-up plays `games` games, or, if until_decided, at most so many and no more than its questions need."""
    started = time.perf_counter()
    start = begin(game)
    names = tuple(dict.fromkeys(agent.name for agent in agents))
    chosen = _line_ups(start, agents, games)
    asked = sum(len(_pairs([agent.name for agent in line_up])) for line_up in chosen)
    error = (1 - level) / max(asked, 1)
    tables = []
    for number, line_up in enumerate(chosen):
        table = _Table(agents=tuple(agent.name for agent in line_up))
        tables.append(table)
        for block in range(games // len(line_up)):
            _play_block(start, line_up, (seed, number, block), table, sink)
            if until_decided and table.pairs and all(favoured(table.seen(*pair), error) for pair in table.pairs):
                break
            done = (block + 1) * len(line_up)
            progress(f"{number + 1} of {len(chosen)}: {' against '.join(table.agents)}: {done:,} of {games:,} games")
    return Tournament(
        game=start.game,
        agents=names,
        seed=seed,
        level=level,
        until_decided=until_decided,
        line_ups=tuple(table.told(error if until_decided else None, level) for table in tables),
        ratings=ratings(names, [table.for_ratings(names) for table in tables], level),
        seconds=time.perf_counter() - started,
    )


def _line_ups(start: State, agents: Sequence[Agent], games: int) -> list[tuple[Agent, ...]]:
    seats = start.num_players
    if len(agents) < seats:
        raise MendaxError(
            f"{start.game} has {seats} players, {len(agents)} agent{'s were' if len(agents) != 1 else ' was'} named; name at"
            f" least {seats}, and one more than once to seat it more than once"
        )
    if games < 1 or games % seats:
        raise MendaxError(
            f"{games} games are not allowed; allowed: a multiple of {seats}, so that each agent sits in every seat as often"
        )
    if len(agents) == seats:
        return [tuple(agents)]
    if len({agent.name for agent in agents}) < len(agents):
        raise MendaxError(
            f"an agent is named twice among {len(agents)}, for {seats} seats; every line-up would have it"
        )
    return list(combinations(agents, seats))


@dataclass(slots=True, kw_only=True)
class _Table:
    """What a line-up has played. blocks: {shares of each place, summed over the games of the block: how often}."""

    agents: tuple[str, ...]
    blocks: Counter[tuple[Fraction, ...]] = field(default_factory=Counter)
    seats: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    deputed: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.blocks.total() * len(self.agents)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return _pairs(self.agents)

    def mean_of(self, agent: str, shares: tuple[Fraction, ...]) -> Fraction:
        """What the agent got of a game of a block, over its places."""
        own = [share for share, name in zip(shares, self.agents, strict=True) if name == agent]
        return sum(own, Fraction(0)) / (len(own) * len(self.agents))

    def seen(self, first: str, second: str | None = None) -> dict[float, int]:
        """By block: an agent's share, or the difference of two brought from [-1, 1] to [0, 1]."""
        found: Counter[float] = Counter()
        for shares, times in self.blocks.items():
            mean = self.mean_of(first, shares)
            if second is not None:
                mean = (1 + mean - self.mean_of(second, shares)) / 2
            found[float(mean)] += times
        return found

    def told(self, error: float | None, level: float) -> LineUp:
        """error: that of each question where looks decided the number of games."""

        def interval(seen: dict[float, int]) -> tuple[float, float]:
            return fixed(seen, level) if error is None else anytime(seen, 1 - error)

        shares, questions, number = [], [], self.blocks.total()
        for agent in dict.fromkeys(self.agents):
            seen = self.seen(agent)
            low, high = interval(seen)
            shares.append(Share(agent=agent, mean=_mean(seen), low=low, high=high))
        for first, second in self.pairs:
            seen = self.seen(first, second)
            low, high = (2 * end - 1 for end in interval(seen))
            answer = first if low > 0 else second if high < 0 else None
            questions.append(
                Question(first=first, second=second, difference=2 * _mean(seen) - 1, low=low, high=high, answer=answer)
            )
        places = range(len(self.agents))
        deputed: dict[str, dict[str, int]] = {}
        for (agent, deputy), times in self.deputed.items():
            deputed.setdefault(agent, {})[deputy] = times
        return LineUp(
            agents=self.agents,
            games=self.games,
            shares=tuple(shares),
            seats=tuple(tuple(float(self.seats[place, seat] / number) for seat in places) for place in places),
            questions=tuple(questions),
            deputed=deputed,
        )

    def for_ratings(self, names: Sequence[str]) -> Shares:
        """Shares of a game add up to one there."""
        whole = sum(next(iter(self.blocks)), Fraction(0)) / len(self.agents)
        return Shares(
            agents=tuple(names.index(agent) for agent in self.agents),
            games=len(self.agents),
            blocks=tuple(
                (tuple(float(share / whole) for share in shares), times) for shares, times in self.blocks.items()
            ),
        )


def _play_block(
    start: State, line_up: Sequence[Agent], seed: tuple[int, ...], table: _Table, sink: Sink | None
) -> None:
    """As many games as players on the same dice; in game r place p has seat (p - r) mod P."""
    seats = range(len(line_up))
    total = [Fraction(0)] * len(line_up)
    noted = sink is not None or any(isinstance(agent, Deputed) for agent in line_up)
    for turn in seats:
        order = [line_up[(seat + turn) % len(line_up)] for seat in seats]
        state, rolls, moves = finish(start, order, stream(seed), noted=noted)
        assert state.won is not None
        for seat, share in enumerate(state.won):
            place = (seat + turn) % len(line_up)
            total[place] += share
            table.seats[place, seat] = table.seats.get((place, seat), Fraction(0)) + share
        _count_deputies(table, order, moves)
        if sink is not None:
            names = tuple(agent.name for agent in order)
            sink(Played(game=state.game, agents=names, rolls=tuple(rolls), moves=tuple(moves), won=state.won), seed)
    table.blocks[tuple(total)] += 1


def _count_deputies(table: _Table, order: Sequence[Agent], moves: Sequence[Move]) -> None:
    table.deputed.update((order[move.player].name, move.deputy) for move in moves if move.deputy)


def _pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """The different agents by two."""
    return list(combinations(dict.fromkeys(names), 2))


def _mean(seen: dict[float, int]) -> float:
    return sum(score * times for score, times in seen.items()) / sum(seen.values())
