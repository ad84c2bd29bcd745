"""Every page by axe-core, in both widths and both themes: nothing serious."""

from __future__ import annotations

import random

import pytest


def serious(page, axe):
    """What axe finds of serious and critical, in a line each."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def finish(page, game, seats):
    rng = random.Random(1)
    told = page.request.post("/api/play/tables", data={"game": game, "seats": seats}).json()
    while not told["over"]:
        body = {"seq": told["seq"], "action": rng.choice(told["legal"])}
        told = page.request.post(f"/api/play/tables/{told['room']}/act", data=body).json()
    return told["room"]


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_violation(page_at, axe, size, scheme):
    page = page_at(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto("/")
    over = finish(page, "perudo:dice=2v2", ["", "st"])
    table = page.request.post("/api/play/tables", data={"game": "bluff", "seats": ["", "st"], "help": "chances"}).json()
    cup = page.request.post("/api/play/tables", data={"game": "thesis-die", "seats": ["", "tree"]}).json()
    waiting = page.request.post("/api/play/tables", data={"game": "bluff", "seats": ["", ""]}).json()
    wrong = {}
    for path, ready in (
        ("/", "h1"),
        ("/play", "button.main:not(:disabled)"),
        (f"/play/{table['room']}", ".play-actions"),
        (f"/play/{cup['room']}", ".play-actions"),
        (f"/play/{over}", ".play-over"),
        (f"/play/{waiting['room']}", ".play-link"),
        ("/review", "table"),
        (f"/review/{over}", "h2"),
        ("/people", "table"),
        ("/nowhere", "h1"),
    ):
        page.goto(path)
        page.locator(ready).first.wait_for()
        if found := serious(page, axe):
            wrong[path] = found
    assert wrong == {}


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_about_solved_games_has_a_serious_violation(page_at, axe, size, scheme):
    page = page_at(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    wrong = {}
    for path, ready in (
        ("/explore/bluff:faces=3?lock=|*|1x1:1", ".explore-locked"),
        ("/explore/bluff:faces=3?at=1x1&with=liars-die", "#cup-answers"),
        ("/explore/kuhn", "table"),
        ("/explore", "table"),
        ("/train/bluff:faces=3", ".train-options"),
        ("/lab", "form"),
        ("/lab/stages", "#cup-answers"),
        ("/lab/interval", "canvas"),
        ("/papers", "h2"),
        ("/papers/lanctot-long", "h3"),
        ("/jobs", ".jobs-size"),
    ):
        page.goto(path)
        page.locator(ready).first.wait_for(timeout=60_000)
        if found := serious(page, axe):
            wrong[path] = found
    assert wrong == {}
