"""Play: over HTTP and sockets without a browser, and in one."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from mendax.service.config import Config
from mendax.web.app import create_app


@pytest.fixture
def app(tmp_path):
    return create_app(Config(data=tmp_path, prepare=False))


@pytest.fixture
def ann(app):
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def another(app):
    """Another browser at the same server."""
    return TestClient(app, base_url="http://localhost")


def test_two_people_play_a_round_over_sockets(app, ann):
    bob = another(app)
    room = ann.post("/api/play/tables", json={"game": "bluff", "seats": ["", ""], "name": "Ann"}).json()["room"]
    assert bob.post(f"/api/play/tables/{room}/sit", json={"name": "Bob"}).json()["you"] == 1
    path = f"ws://localhost/api/play/tables/{room}/socket"
    with ann.websocket_connect(path) as first, bob.websocket_connect(path) as second:
        hers, his = told(first), told(second)
        assert hers["hand"] != []
        assert hers["legal"]
        assert his["legal"] == []
        his_turn = until(first, second, hers["seq"], "2x6")
        assert his_turn["bids"][-1]["text"] == "2x6"
        second.send_json({"type": "act", "seq": his_turn["seq"], "action": "call"})
        while not (end := told(second))["over"]:
            pass
    assert sorted(seat["won"] for seat in end["seats"]) == [0, 1]
    assert end["reveal"]["hands"][1] == his["hand"]
    again = ann.get(f"/api/play/tables/{room}").json()
    assert again["over"]


def told(socket):
    message = socket.receive_json()
    assert message["type"] == "table", message
    return message


def until(first, second, seq, action):
    first.send_json({"type": "act", "seq": seq, "action": action})
    while not (message := told(second))["legal"]:
        pass
    return message


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ('{"type":"act","seq":1,"action":"call"}', "gone on"),
        ("no json", "no message"),
        ("[]", "no message"),
        ('{"type":"act","seq":-1,"action":"1x1"}', "no message"),
        ('{"type":"roll"}', "no message"),
        (json.dumps({"type": "act", "seq": 1, "action": "x" * 1000}), "no message"),
    ],
)
def test_forged_messages_are_answered_and_change_nothing(ann, sent, why):
    made = ann.post("/api/play/tables", json={"game": "bluff", "seats": ["", "st"]}).json()
    with ann.websocket_connect(f"ws://localhost/api/play/tables/{made['room']}/socket") as socket:
        before = told(socket)
        socket.send_text(sent)
        while (message := socket.receive_json())["type"] == "table":
            pass
        assert why in message["error"]
    assert ann.get(f"/api/play/tables/{made['room']}").json()["seq"] == before["seq"]


def test_who_does_not_sit_there_sees_no_dice_and_may_not_move(app, ann):
    eve = another(app)
    made = ann.post("/api/play/tables", json={"game": "bluff", "seats": ["", "st"]}).json()
    seen = eve.get(f"/api/play/tables/{made['room']}").json()
    assert seen["hand"] is None
    assert seen["legal"] == []
    answer = eve.post(f"/api/play/tables/{made['room']}/act", json={"seq": made["seq"], "action": "1x1"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "you do not sit at this table"


def test_a_socket_from_another_page_or_to_no_table_is_closed(ann):
    made = ann.post("/api/play/tables", json={"game": "bluff", "seats": ["", "st"]}).json()
    headers = {"origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        ann.websocket_connect(f"ws://localhost/api/play/tables/{made['room']}/socket", headers=headers),
    ):
        pass
    with ann.websocket_connect("ws://localhost/api/play/tables/nothing/socket") as socket:
        assert "no such table" in socket.receive_json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        {"game": "bluff:dice=99v99", "seats": ["", "st"]},
        {"game": "../../etc/passwd", "seats": ["", "st"]},
        {"game": "bluff", "seats": ["", "equilibrium:../../x"]},
        {"game": "bluff", "seats": [""] * 50},
        {"game": "x" * 10_000, "seats": ["", ""]},
        {"game": "seven-category:dice=1000", "seats": ["", ""]},
        {"game": "bluff", "seats": ["", "st:s=nan"]},
    ],
)
def test_absurd_tables_are_refused_in_one_line(ann, body):
    answer = ann.post("/api/play/tables", json=body)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]
    assert len(answer.json()["error"]) < 400


# In a browser ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_round_is_played_and_revealed(page_at, size):
    page = page_at(size)
    page.goto("/play")
    page.get_by_label("Opponent").select_option("st")
    page.get_by_label("Who begins?").select_option("you")
    page.get_by_role("radio", name="Chances").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="2×6").click()
    page.get_by_role("heading", name="called").wait_for()
    assert page.get_by_role("region", name="Reveal").locator(".play-hands li").count() == 2
    assert page.get_by_role("heading", name="You win").or_(page.get_by_role("heading", name="You lose")).count() == 1
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0


def test_a_match_is_played_by_keyboard_alone(page_at):
    """Tab and Enter set the table; then whatever has the focus first is done, until the match is over."""
    page = page_at("desktop")
    page.goto("/play")
    page.get_by_role("button", name="Little match").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Opponent").select_option("random")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".play-table").wait_for()
    for _ in range(60):
        if page.get_by_role("link", name="Review").count():
            break
        for name in ("Next round", "Call: it is a lie"):
            if page.get_by_role("button", name=name).count():
                page.get_by_role("button", name=name).focus()
                break
        else:
            page.locator(".play-cell:not(:disabled)").first.focus()
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_timeout(120)
    assert page.get_by_role("link", name="Review").count() == 1


def test_two_browsers_play_by_link_and_one_comes_back(page_at):
    ann, bob = page_at("desktop"), page_at("phone")
    ann.goto("/play")
    ann.get_by_label("Opponent").select_option("")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("Who begins?").select_option("you")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_role("heading", name="waits for 1 more").wait_for()
    bob.goto(ann.url)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    bob.get_by_text("Ann is to move").wait_for()
    bob.reload()
    ann.get_by_role("button", name="1×2").click()
    bob.get_by_role("button", name="Call: it is a lie").click()
    ann.get_by_role("heading", name="Bob called").wait_for()
    bob.get_by_role("heading", name="You called").wait_for()


def test_a_passing_cup_is_played(page_at):
    page = page_at("phone")
    page.goto("/play")
    page.get_by_role("button", name="One die, exactly").click()
    page.get_by_label("Opponent").select_option("tree")
    page.get_by_role("button", name="Play", exact=True).click()
    for _ in range(12):
        page.locator(".play-claims button, .play-over").first.wait_for()
        if page.locator(".play-over").count():
            break
        page.locator(".play-claims button").first.click()
        page.wait_for_timeout(150)
    assert page.locator(".play-over").count() == 1
