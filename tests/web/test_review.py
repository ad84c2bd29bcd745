"""Review and people: over HTTP, and in a browser."""

from __future__ import annotations

import json
import random

import pytest
from starlette.testclient import TestClient

from mendax.service.config import Config
from mendax.service.prepare import prepare
from mendax.web.app import create_app


@pytest.fixture
def client(tmp_path):
    app = create_app(Config(data=tmp_path, prepare=False))
    prepare(app.state.services.library, ["bluff:faces=3"])
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def finish(ask, game, seats, seed=1, **more):
    """A game of random moves to its end, by `ask(path, body)`; the room."""
    rng = random.Random(seed)
    told = ask("/api/play/tables", {"game": game, "seats": seats, "name": "Ann", **more})
    while not told["over"]:
        told = ask(f"/api/play/tables/{told['room']}/act", {"seq": told["seq"], "action": rng.choice(told["legal"])})
    return told["room"]


def by_client(client):
    return lambda path, body: client.post(path, json=body).json()


def by_page(page):
    return lambda path, body: page.request.post(path, data=body).json()


def test_a_game_is_reviewed_exported_and_taken_in_by_another(client):
    room = finish(by_client(client), "bluff:faces=3", ["", "equilibrium"])
    listed = client.get("/api/review").json()
    assert [row["id"] for row in listed] == [room]
    found = client.get(f"/api/review/{room}").json()
    split = found["review"]["splits"][found["seat"]]
    assert split["exact"]
    total = split["start"] + split["luck"] - split["own"] + split["others"] + split["ungraded"]
    assert total == pytest.approx(split["result"])
    lines = client.get("/api/review/export").text
    assert json.loads(lines.splitlines()[1])["agents"] == ["person", "equilibrium"]
    client.cookies.clear()
    assert client.get("/api/review").json() == []
    assert client.post("/api/review/import", json={"lines": lines}).json() == {"new": 1, "known": 0}
    assert client.get("/api/review").json()[0]["imported"]
    assert client.get("/api/people").json()["rows"][0]["all"]["games"] == 1


def test_a_game_that_goes_on_has_no_review(client):
    """Its record would show the dice."""
    made = client.post("/api/play/tables", json={"game": "bluff:faces=3", "seats": ["", ""]}).json()
    assert client.get(f"/api/review/{made['room']}").status_code == 422
    assert client.get(f"/api/review/{made['room']}/export").status_code == 422


def test_the_tables_of_the_thesis_are_those_of_the_papers_layer(client):
    first, second = client.get("/api/people").json()["thesis"]
    assert (first["table"], first["row"]["agent"], first["row"]["all"]["won"]) == (3, "matrix", 56)
    assert (second["row"]["agent_began"]["won"], second["row"]["person_began"]["won"]) == (27, 42)


# In a browser ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_review_of_a_game_that_is_not_solved_says_so(page_at, size):
    page = page_at(size)
    page.goto("/")
    room = finish(by_page(page), "perudo:dice=2v2v2", ["", "belief", "st"])
    page.goto("/review")
    page.get_by_role("link", name="perudo:dice=2v2v2").first.click()
    page.get_by_role("heading", name="Not solved").wait_for()
    assert page.evaluate("location.pathname") == f"/review/{room}"
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_review_of_a_solved_game_shows_the_split_and_the_worst_first(page_at, size):
    page = page_at(size)
    page.goto("/play")
    page.wait_for_function(
        "fetch('/api/play/games').then(r => r.json()).then(all => all.find(o => o.id === 'thesis-die').solved)"
    )
    room = finish(by_page(page), "thesis-die", ["", "tree"], seed=3)
    page.goto(f"/review/{room}")
    page.get_by_role("heading", name="How the result came about").wait_for()
    assert page.get_by_text("The parts are fractions and add up exactly.").count() == 1
    losses = [
        float(text.split()[1])
        for text in page.locator(".review-decision .tag").all_inner_texts()
        if text.startswith("loses")
    ]
    assert losses == sorted(losses, reverse=True)
    page.get_by_label("Of").select_option("1")
    assert "seat=1" in page.url
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_people_are_shown_with_intervals_beside_the_thesis(page_at, size):
    page = page_at(size)
    page.goto("/")
    finish(by_page(page), "thesis-die", ["", "honest"], seed=4)
    page.goto("/people")
    page.get_by_role("heading", name="In the thesis").wait_for()
    assert "27 of 60" in page.get_by_role("region", name="Tables of the thesis").inner_text()
    assert "honest" in page.get_by_role("region", name="Games on this server").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_games_are_imported_by_file(page_at, tmp_path):
    page = page_at("desktop")
    page.goto("/review")
    file = tmp_path / "games.jsonl"
    file.write_text("nothing")
    page.get_by_label("Import games").set_input_files(str(file))
    page.get_by_text("line 1 is not JSON").wait_for()
    room = finish(by_page(page), "bluff:faces=3", ["", "random"])
    file.write_text(page.request.get(f"/api/review/{room}/export").text())
    page.get_by_label("Import games").set_input_files(str(file))
    page.get_by_text("1 new game.").wait_for()
    page.get_by_text("imported", exact=True).wait_for()
