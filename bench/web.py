"""How fast is the web app with many tables, and with many games kept?

    python bench/web.py [--tables 200] [--seconds 60] [--games 50000]            compute and print
    python bench/web.py --write                                                  also keep it in bench/results/web.json

Everything runs on this machine over loopback: the server in a process of its own, all clients in this one.

start   seconds from the command to the first answer; in Chromium, from asking for the page to play until it can be used
tables  every table plays a match against `equilibrium`, a move a second each; the time from sending a move over the socket
        until the answer has come back, with the agent's reply written to the database. Some clients drop their connection and
        come back; a table that is over is followed by another
kept    the time of each page's questions with so many finished games in the database
"""

import argparse
import asyncio
import json
import os
import platform
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from urllib.request import urlopen

from pages import rewrite

RESULTS = Path(__file__).resolve().parents[1] / "bench" / "results" / "web.json"
GAME, AGENT = "dudo:dice=2v2,faces=3", "equilibrium"
RAMP = 3.0  # seconds in which the tables are set
THINKING = 1.0  # seconds a person takes, on average
DROPS = 0.02  # chance of a client to drop its connection before a move


@contextmanager
def serving(folder: Path):
    """The server; its address, and the seconds until it answered."""
    command = [sys.executable, "-m", "mendax", "serve", "--port", "0", "--data", str(folder), "--no-prepare"]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].rstrip("/")
        with urlopen(address + "/") as answer:
            assert answer.status == 200
        yield address, time.perf_counter() - started
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)


def first_page(address: str) -> float | None:
    """Seconds until the page to play can be used, in Chromium; None without one."""
    path = shutil.which("chromium")
    if path is None:
        return None
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page()
        started = time.perf_counter()
        page.goto(address + "/play")
        page.locator("button.main:not(:disabled)").wait_for()
        seconds = time.perf_counter() - started
        browser.close()
    return seconds


async def client(address: str, http, number: int, until: float, took: list[float], wrong: list[str]) -> int:
    """One person at one table after another; the number of games finished."""
    from websockets.asyncio.client import connect

    rng, finished, started = random.Random(number), 0, time.perf_counter()
    await asyncio.sleep(rng.random() * RAMP)
    first = await http.get("/api/about")
    headers = {"Cookie": first.headers["set-cookie"].split(";")[0]}
    while time.perf_counter() < until:
        seats = ["", AGENT] if rng.random() < 0.5 else [AGENT, ""]
        made = (await http.post("/api/play/tables", json={"game": GAME, "seats": seats}, headers=headers)).json()
        url = f"{address.replace('http', 'ws')}/api/play/tables/{made['room']}/socket"
        told = made
        while not told["over"] and time.perf_counter() < until:
            async with connect(url, additional_headers=headers, compression=None) as socket:
                told = json.loads(await socket.recv())
                while not told["over"] and time.perf_counter() < until and rng.random() > DROPS:
                    await asyncio.sleep(rng.expovariate(1 / THINKING))
                    action = rng.choice(told["legal"][:2])
                    sent, before = time.perf_counter(), told["seq"]
                    await socket.send(json.dumps({"type": "act", "seq": before, "action": action}))
                    while told.get("type") != "error" and told["seq"] <= before:
                        told = json.loads(await socket.recv())
                    if sent > started + RAMP:
                        took.append(time.perf_counter() - sent)
                    if told["type"] == "error":
                        wrong.append(told["error"])
                        return finished
        finished += bool(told["over"])
    return finished


async def load(address: str, tables: int, seconds: float) -> dict:
    import httpx2

    took: list[float] = []
    wrong: list[str] = []
    until = time.perf_counter() + seconds
    async with httpx2.AsyncClient(base_url=address, timeout=30, verify=False) as http:
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each client sends its own
        clients = (client(address, http, number, until, took, wrong) for number in range(tables))
        finished = await asyncio.gather(*clients)
    cuts = statistics.quantiles(took, n=1000)
    return {
        "tables": tables,
        "seconds": seconds,
        "moves": len(took),
        "games": sum(finished),
        "errors": wrong[:5],
        "median_ms": round(1000 * cuts[499], 2),
        "p99_ms": round(1000 * cuts[989], 2),
        "worst_ms": round(1000 * max(took), 2),
    }


def fill(folder: Path, games: int) -> None:
    """Finished games of one person, as if they had been played here: rooms, records and seats."""
    from sqlalchemy import insert

    import mendax
    from mendax.arena.records import record, stream
    from mendax.service import schema
    from mendax.service.database import open_database, write

    engine = open_database(f"sqlite:///{folder / 'mendax.sqlite3'}")
    names = ["honest", "tree", "matrix"]
    agents = {name: mendax.make_agent(name) for name in names}
    with write(engine) as connection:
        for first in range(0, games, 1000):
            rows, seats, duels = [], [], []
            for i in range(first, min(first + 1000, games)):
                name = names[i % 3]
                played = mendax.play("thesis-die", [mendax.make_agent("honest"), agents[name]], stream((i,)))
                told = record(played, (i,)) | {"agents": ["person", name]}
                rows.append(
                    {
                        "id": f"g{i}",
                        "room": f"r{i}",
                        "game": "thesis-die",
                        "record": json.dumps(told),
                        "owner": "x" * 16,
                    }
                    | {"ended": float(i)}
                )
                seats.append({"game": f"g{i}", "number": 0, "person": "x" * 16, "ended": float(i)})
                duels.append(
                    {"id": f"g{i}", "game": "thesis-die", "agent": name, "help": "none", "seat": 0, "person": "x" * 16}
                    | {"won": int(played.won[0])}
                )
            for table, found in ((schema.game, rows), (schema.seat, seats), (schema.duel, duels)):
                connection.execute(insert(table), found)
    engine.dispose()


def pages(folder: Path, address: str) -> dict:
    """Milliseconds of each question a page asks, the worst of five, as the person whose games they are."""
    import httpx2

    from mendax.service.database import open_database, secret
    from mendax.web.guard import write_cookie

    key = secret(open_database(f"sqlite:///{folder / 'mendax.sqlite3'}"))
    cookie = write_cookie("x" * 16, key, secure=False).split(";")[0]
    asked = {
        "home": "/api/about",
        "play": "/api/play/games",
        "tables": "/api/play/tables",
        "review": "/api/review",
        "a review": "/api/review/g777",
        "people": "/api/people",
        "my people": "/api/people?mine=true",
    }
    found = {}
    with httpx2.Client(base_url=address, headers={"cookie": cookie}) as http:
        for name, path in asked.items():
            took = []
            for _ in range(5):
                started = time.perf_counter()
                http.get(path).raise_for_status()
                took.append(time.perf_counter() - started)
            found[name] = round(1000 * max(took), 1)
    return found


def page(found: dict) -> str:
    """The results as a table."""
    start, tables, kept = found["start"], found["tables"], found["kept"]
    rows = {
        "server answers after": f"{start['answers_s']:.2f} s",
        "the page to play can be used after": f"{start['usable_s']:.2f} s",
        f"a move answered, {tables['tables']} tables, {tables['moves']:,} moves: median": f"{tables['median_ms']} ms",
        "the same, 99th percentile": f"{tables['p99_ms']} ms",
        "the same, worst": f"{tables['worst_ms']} ms",
        f"slowest question of a page with {kept['games']:,} games kept": f"{max(kept['ms'].values())} ms",
    }
    return "\n".join(["| what | measured |", "|---|---:|", *(f"| {what} | {value} |" for what, value in rows.items())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()

    from mendax.service.library import Library
    from mendax.service.prepare import prepare

    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        library = Library(folder / "solutions")
        prepare(library, ("thesis-die", GAME))
        found = {}
        with serving(folder) as (address, seconds):
            found["start"] = {"answers_s": round(seconds, 3), "usable_s": round(first_page(address) or 0, 3) or None}
            print(json.dumps(found["start"]), flush=True)
            found["tables"] = asyncio.run(load(address, options.tables, options.seconds))
            print(json.dumps(found["tables"]), flush=True)
        if options.games:
            fill(folder, options.games)
        with serving(folder) as (address, _):
            found["kept"] = {"games": options.games, "ms": pages(folder, address)}
            print(json.dumps(found["kept"]), flush=True)
    if options.write:
        machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
        command = f"python bench/web.py --tables {options.tables} --seconds {options.seconds:g} --games {options.games}"
        kept = {"date": datetime.now(UTC).date().isoformat(), "machine": machine, "command": command, **found}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        rewrite("docs/web.md", "web.py", page(found))


if __name__ == "__main__":
    main()
