"""The command that plays in the terminal, over the same service as the web app: games are kept, and can be reviewed there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from mendax.service.rooms import Room, Rooms

ME = "terminal"
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
FEW = 12  # choices that are numbered and listed


@click.command()
@click.argument("game")
@click.option(
    "--against",
    multiple=True,
    metavar="AGENT",
    help="Who sits in the other seats; one for all, or one each. By default the strongest at hand.",
)
@click.option("--second", is_flag=True, help="You come second; by default you begin.")
@click.option(
    "--hints", type=click.Choice(["none", "chances", "solved"]), default="none", show_default=True, help="Help level."
)
@click.option(
    "--seed", type=click.IntRange(0), help="Of all dice and of the agents' draws; by default nobody can guess it."
)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of data, as of mendax serve.")
@click.option("--database", metavar="URL", help="Database, as of mendax serve.")
def play(
    game: str,
    against: tuple[str, ...],
    second: bool,
    hints: str,
    seed: int | None,
    data: Path | None,
    database: str | None,
) -> None:
    """Play GAME in the terminal: a round of bids, a whole match, or a passing cup.

    \b
    2x5      bid two fives; of a passing cup the claim
    call     doubt the bid; exact, where there is that call
    ?        what may be done here
    q        leave the table (so does the end of the input)
    """
    try:
        from mendax.service.services import services
    except ModuleNotFoundError as error:
        raise click.ClickException(f"play needs {error.name}; install mendax[web].") from None
    from mendax.cli import render
    from mendax.service.config import Config, data_home

    config = Config(data=data or data_home(), database=database, prepare=False)
    with services(config) as served:
        rooms = served.rooms
        console = render.console()
        others = _others(game, against, served.library)
        seats = [*others[:1], "", *others[1:]] if second else ["", *others]
        room = rooms.create(ME, game, seats, help=hints, name="You", seed=seed)
        console.print(f"[bold]{room.table.game}[/bold] against {', '.join(others)}; table {room.id}", soft_wrap=True)
        if not _Game(rooms, room, console).run():
            console.print("You left the table.")
            sys.exit(1)


def _others(game: str, against: tuple[str, ...], library: Any) -> list[str]:
    """An agent for each other seat; one that is named for all."""
    from mendax.games.state import begin
    from mendax.service.opponents import opponents
    from mendax.service.table import playable

    text = playable(game)
    state = begin(text)
    ready = {one.agent for one in opponents(text, state, library) if one.ready}
    best = next(name for name in ("equilibrium", "belief", "honest") if name in ready)
    seats = state.num_players - 1
    if not against:
        return [best] * seats
    return list(against) * seats if len(against) == 1 else list(against)


class _Game:
    """told: how many moves, throws and rounds have been shown."""

    def __init__(self, rooms: Rooms, room: Room, console: Console) -> None:
        self.rooms, self.room, self.console = rooms, room, console
        self.moves = self.rounds = self.said = 0

    def run(self) -> bool:
        """To the end of the game; False if he left before."""
        while True:
            snapshot = self.rooms.snapshot(self.room.id, ME)
            self.news(snapshot)
            if snapshot["over"]:
                self.end(snapshot)
                return True
            self.situation(snapshot)
            action = self.ask(snapshot)
            if action is None:
                return False
            self.rooms.act(self.room.id, ME, snapshot["seq"], action)

    def ask(self, snapshot: dict[str, Any]) -> str | None:
        """One of the legal actions; None where the input ends."""
        legal = snapshot["legal"]
        while True:
            try:
                answer = input("> ").strip().lower()
            except EOFError:
                return None
            if not sys.stdin.isatty():
                print(answer)
            if answer in ("q", "quit"):
                return None
            named = {text.lower(): text for text in legal}
            if len(legal) <= FEW:
                named |= {str(i): text for i, text in enumerate(legal, 1) if str(i) not in named}
            fits = [text for text in legal if answer and text.lower().startswith(answer)]
            if answer in named:
                return str(named[answer])
            if len(fits) == 1:
                return str(fits[0])
            if answer != "?":
                self.console.print(f"[red]{answer or 'nothing'}[/red] is not allowed here.", soft_wrap=True)
            self.console.print("Allowed: " + ", ".join(legal), soft_wrap=True)

    def name(self, seat: int) -> str:
        return self.room.table.seats[seat].name

    def news(self, snapshot: dict[str, Any]) -> None:
        """What has happened since he was last asked, all of it public."""
        if snapshot["kind"] == "cup":
            for said in snapshot["said"][self.said :]:
                verb = {
                    "claim": f"claim{self._s(said['seat'])} [bold]{said['text']}[/bold]",
                    "keep": said["text"] or "throws",
                }
                self.console.print(
                    f"  {self.name(said['seat'])} {verb.get(said['kind'], said['kind'] + self._s(said['seat']))}"
                )
            self.said = len(snapshot["said"])
            return
        from mendax.service.telling import reveal

        past = self.room.table.state.past  # type: ignore[attr-defined]
        dice = [one.standing.dice for one in past[1:]] + [snapshot["standing"]["dice"]]
        for one, after in zip(past[self.rounds :], dice[self.rounds :], strict=False):
            self.reveal(reveal(one, after if snapshot["match"] else None))
            self.moves = 0
        self.rounds = len(past)
        for bid in snapshot["bids"][self.moves :]:
            if bid["seat"] != snapshot["you"]:
                self.console.print(f"  {self.name(bid['seat'])} bids [bold]{bid['count']} × {bid['face']}[/bold]")
        self.moves = len(snapshot["bids"])

    def _s(self, seat: int) -> str:
        return "" if self.room.table.seats[seat].player == ME else "s"

    def reveal(self, told: dict[str, Any]) -> None:
        for bid in told["bids"][self.moves :]:
            if not self._s(bid["seat"]):
                continue
            self.console.print(f"  {self.name(bid['seat'])} bids [bold]{bid['text'].replace('x', ' × ')}[/bold]")
        bid = told["bid"]
        call = "call exactly" if told["exact"] else "call"
        self.console.print(
            f"\n  [bold]{self.name(told['caller'])} {call}{self._s(told['caller'])} {bid['count']} × {bid['face']}[/bold]"
            f" by {self.name(told['bidder'])}"
        )
        width = max(len(self.name(i)) for i in range(len(told["hands"])))
        for i, hand in enumerate(told["hands"]):
            if not told["dice"][i]:
                continue
            shown = " ".join(
                f"[bold green]{face}[/bold green]" if face in (bid["face"], told["wild"]) else f"[dim]{face}[/dim]"
                for face in hand
            )
            lost = (told["lost"] or [0] * len(told["hands"]))[i]
            cost = f"   [red]−{lost}[/red]" if lost > 0 else f"   [green]+{-lost}[/green]" if lost < 0 else ""
            self.console.print(f"    {self.name(i):<{width}}  {shown}{cost}")
        self.console.print(f"  [bold]{told['count']}[/bold] count; {told['rule']}\n")

    def situation(self, snapshot: dict[str, Any]) -> None:
        if snapshot["kind"] == "cup":
            beat = f"to beat: [bold]{snapshot['beat']}[/bold]" if snapshot["beat"] else "no claim yet"
            if snapshot["stage"] == "answer":
                beat = f"claimed: [bold]{snapshot['beat']}[/bold]"
            hand = snapshot["hand"] or snapshot["held"]
            self.console.print(f"{beat}" + (f"; under the cup: [bold]{hand}[/bold]" if hand else ""))
            if snapshot["hand"]:
                self.console.print(drawn(snapshot["dice"]))
            self.console.print(f"[dim]{', '.join(snapshot['legal'][:FEW])}[/dim]", soft_wrap=True)
        else:
            dice = snapshot["standing"]["dice"]
            if snapshot["match"]:
                left = ", ".join(f"{self.name(i)} {had}" for i, had in enumerate(dice) if had)
                opener = self.name(snapshot["standing"]["opener"])
                palifico = "; palifico" if snapshot["standing"]["palifico"] else ""
                self.console.print(f"[dim]round {snapshot['round']}; dice: {left}; starter: {opener}{palifico}[/dim]")
            self.console.print(drawn(snapshot["hand"], snapshot["wild"]))
            last = snapshot["bids"][-1] if snapshot["bids"] else None
            to_beat = f"to beat: [bold]{last['count']} × {last['face']}[/bold]" if last else "no bid yet; you open"
            wild = f"; {snapshot['wild']}s are wild" if snapshot["wild"] else "; no face is wild"
            self.console.print(f"{to_beat}[dim]{wild}[/dim]")
        self.hints(snapshot["help"])

    def hints(self, hints: dict[str, Any] | None) -> None:
        if hints is None:
            return
        if hints["said"]:
            self.console.print(f"[yellow]{hints['said']}[/yellow]", soft_wrap=True)
        if hints["solved"]:
            best = max(row["worth"] for row in hints["solved"].values())
            rows = sorted(hints["solved"].items(), key=lambda item: -item[1]["worth"])[:8]
            told = (f"{text} {row['worth']:.1%}{'*' if row['plays'] else ''}" for text, row in rows)
            self.console.print(
                f"[dim]chance to win: {', '.join(told)}  (* what the solution does; best {best:.1%})[/dim]",
                soft_wrap=True,
            )
        else:
            calls = ("call", "exact")
            rows_ = sorted(hints["chances"].items(), key=lambda item: (item[0] not in calls, -item[1]))[:8]
            self.console.print(
                "[dim]chance to be right: " + ", ".join(f"{text} {p:.0%}" for text, p in rows_) + "[/dim]",
                soft_wrap=True,
            )

    def end(self, snapshot: dict[str, Any]) -> None:
        if snapshot["kind"] == "cup" and snapshot["reveal"]["doubted"]:
            told = snapshot["reveal"]
            truth = "true" if told["held"] else "a lie"
            self.console.print(f"\n  under the cup: [bold]{told['hand']}[/bold]; the claim {told['claim']} is {truth}")
        won = snapshot["seats"][snapshot["you"]]["won"]
        result = {1.0: "[bold green]You win.[/bold green]", 0.0: "[bold red]You lose.[/bold red]"}.get(
            won, f"You get {won:.2f}."
        )
        self.console.print(f"\n{result}")
        self.console.print(
            f"[dim]Review it in the web app: mendax serve, then /review/{self.room.id}[/dim]", soft_wrap=True
        )


def drawn(faces: list[Any], wild: int | None = None) -> str:
    """Dice side by side, four lines high; what has no pips by its name."""
    rows = ["", "", "", "", ""]
    for face in faces:
        pips = PIPS.get(face) or ("     ", f"{face!s:^5}", "     ")
        lines = ("┌───────┐", *(f"│ {line} │" for line in pips), "└───────┘")
        colour = "green" if face == wild else "bold"
        rows = [f"{row}[{colour}]{line}[/{colour}] " for row, line in zip(rows, lines, strict=True)]
    return "\n".join(rows)
