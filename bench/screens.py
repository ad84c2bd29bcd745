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
LONG = "bluff:dice=2v1"


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
        "explore": ("/explore/bluff?at=1x3", ".explore-node"),
        "lock": ("/explore/bluff?at=1x1&lock=|*|1x1:1", ".explore-locked"),
        "train": ("/train/bluff", ".train-options"),
        "papers": ("/papers/lanctot-long", ".papers-erratum"),
        "jobs": (f"/jobs?game={LONG}", ".jobs-chart canvas"),
        "interval": ("/lab/interval", "canvas"),
    }


def work(page) -> None:
    """What the pictures of papers and jobs show: most of a paper, and a run by regrets that goes on."""
    paper = page.request.post("/api/papers/lanctot-long").json()
    while len(page.request.get(f"/api/jobs/{paper['id']}").json()["points"]) < 20:
        page.wait_for_timeout(500)
    page.request.post(f"/api/jobs/{paper['id']}/cancel")
    run = page.request.post("/api/jobs", data={"game": LONG, "method": "dcfr", "target": 1e-7}).json()
    while len(page.request.get(f"/api/jobs/{run['id']}").json()["points"]) < 16:
        page.wait_for_timeout(500)


def population(page, path: Path) -> None:
    """A run of the paper's figure 1, as it ends."""
    page.goto("/lab")
    page.get_by_label("Run of the paper").select_option("1")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_text("Remake:").wait_for(timeout=120_000)
    page.screenshot(path=path)


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
                work(page)
                for name, (path, ready) in scenes(page).items():
                    page.goto(path)
                    page.locator(ready).first.wait_for()
                    page.screenshot(path=OUT / f"{name}-{size}.png")
                for job in page.request.get("/api/jobs").json()["jobs"]:
                    page.request.post(f"/api/jobs/{job['id']}/cancel")
                population(page, OUT / f"lab-{size}.png")
                context.close()


if __name__ == "__main__":
    main()
