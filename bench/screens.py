"""Pictures of the pages, as in docs/screens: `python bench/screens.py`. Needs chromium; moves are drawn with a seed."""

import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "screens"
sys.path.insert(0, str(ROOT / "tests"))

from browser import SIZES, chromium, served  # noqa: E402

SOLVED = ("thesis-die", "bluff", "dudo:dice=2v2,faces=3")


def table(page, game: str, seats: list[str], help: str = "none") -> dict:
    body = {"game": game, "seats": seats, "help": help, "name": "Ann"}
    return page.request.post("/api/play/tables", data=body).json()


def finish(page, game: str, seats: list[str], seed: int) -> str:
    rng, told = random.Random(seed), table(page, game, seats)
    while not told["over"]:
        body = {"seq": told["seq"], "action": rng.choice(told["legal"])}
        told = page.request.post(f"/api/play/tables/{told['room']}/act", data=body).json()
    return told["room"]


def scenes(page) -> dict[str, tuple[str, str]]:
    """Name: (address, what must be there)."""
    for seed in range(24):
        finish(page, "thesis-die", [["", "tree"], ["tree", ""], ["", "matrix"], ["matrix", ""]][seed % 4], seed)
    return {
        "home": ("/", ".tile"),
        "play": ("/play", "button.main:not(:disabled)"),
        "table": (
            f"/play/{table(page, 'perudo:dice=5v5v5v5', ['', 'belief', 'st', 'honest'], 'chances')['room']}",
            ".play-grid",
        ),
        "table-solved": (f"/play/{table(page, 'bluff', ['', 'equilibrium'], 'solved')['room']}", ".play-grid"),
        "reveal": (f"/play/{finish(page, 'perudo:dice=3v3v3', ['', 'belief', 'st'], 1)}", ".play-reveal"),
        "review": (f"/review/{finish(page, 'dudo:dice=2v2,faces=3', ['', 'equilibrium'], 2)}", ".review-split"),
        "people": ("/people", ".people-table"),
    }


def main() -> None:
    from mendax.service.library import Library
    from mendax.service.prepare import prepare

    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        prepare(Library(Path(folder) / "solutions"), SOLVED)
        with served(Path(folder), "--no-prepare") as address, chromium() as browser:
            if browser is None:
                sys.exit("no chromium on this machine")
            for size, scheme in (("desktop", "light"), ("phone", "dark")):
                width, height = SIZES[size]
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    base_url=address,
                    color_scheme=scheme,
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.goto("/")
                for name, (path, ready) in scenes(page).items():
                    page.goto(path)
                    page.locator(ready).first.wait_for()
                    page.screenshot(path=OUT / f"{name}-{size}.png")
                context.close()


if __name__ == "__main__":
    main()
