"""What agents got of each other, as a figure."""

from __future__ import annotations

from mendax.arena.tournament import Tournament
from mendax.figure import Cells, Figure, Series


def payoffs(found: Tournament, command: str) -> Figure:
    """Of two players a heat map of all pairs; of more what each agent got in each line-up, with its interval."""
    if all(len(line_up.agents) == 2 for line_up in found.line_ups):
        return _pairs(found, command)
    line_ups = found.line_ups
    return Figure(
        work="arena",
        name="shares",
        title=f"Share of a game, {found.game}",
        x="line-up",
        y="share of a game, 95% interval" if not found.until_decided else "share of a game, interval for all looks",
        series=tuple(_bars(found, agent) for agent in found.agents),
        ticks=tuple(" ".join(line_up.agents) for line_up in line_ups),
        note=f"{found.games:,} games, seed {found.seed}; every agent in every seat on the same dice.",
        command=command,
    )


def _pairs(found: Tournament, command: str) -> Figure:
    names = found.agents
    value: dict[tuple[str, str], float] = {}
    said: dict[tuple[str, str], str] = {}
    for line_up in found.line_ups:
        for share, other in zip(line_up.shares, line_up.shares[::-1], strict=True):
            if share.agent != other.agent:
                value[share.agent, other.agent] = share.mean
                said[share.agent, other.agent] = f"{share.mean:.1%}\n{100 * share.low:.0f}–{100 * share.high:.0f}%"
    return Figure(
        work="arena",
        name="payoffs",
        title=f"What the row got of the column, {found.game}",
        x="against",
        y="agent",
        cells=Cells(
            rows=names,
            columns=names,
            values=tuple(tuple(value.get((row, column)) for column in names) for row in names),
            said=tuple(tuple(said.get((row, column), "") for column in names) for row in names),
            label="share of a game",
            middle=0.5,
        ),
        note=f"{found.games:,} games, seed {found.seed}; both seats on the same dice.",
        command=command,
    )


def _bars(found: Tournament, agent: str) -> Series:
    here = [
        (float(place), share)
        for place, line_up in enumerate(found.line_ups)
        for share in line_up.shares
        if share.agent == agent
    ]
    return Series(
        label=agent,
        x=tuple(place for place, _ in here),
        y=tuple(share.mean for _, share in here),
        style="bars",
        low=tuple(share.low for _, share in here),
        high=tuple(share.high for _, share in here),
    )
