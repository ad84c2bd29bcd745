"""What reaches the app, and what does not."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from mendax.service.config import Config
from mendax.web.app import create_app
from mendax.web.guard import MAX_BODY, read_cookie, write_cookie


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(Config(data=tmp_path, prepare=False)), base_url="http://localhost") as client:
        yield client


def test_every_answer_has_the_policy_and_a_signed_cookie_is_set_once(client):
    first = client.get("/")
    assert "default-src 'none'" in first.headers["content-security-policy"]
    assert "unsafe" not in first.headers["content-security-policy"]
    assert "SameSite=Lax" in first.headers["set-cookie"]
    assert "HttpOnly" in first.headers["set-cookie"]
    assert "set-cookie" not in client.get("/api/about").headers


def test_another_name_of_the_host_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403


def test_writes_come_from_our_own_pages(client):
    assert client.post("/api/nothing", headers={"origin": "http://evil.example"}).status_code == 403
    assert client.post("/api/nothing", headers={"origin": "http://localhost"}).status_code in (404, 405)


def test_large_bodies_are_refused(client):
    assert client.post("/api/nothing", content=b"x" * (MAX_BODY + 1)).status_code == 413


def test_a_cookie_is_read_back_only_with_the_secret():
    text = write_cookie("a" * 16, b"secret", secure=False).split(";")[0]
    assert read_cookie(text, b"secret") == "a" * 16
    assert read_cookie(text, b"other") is None
    assert read_cookie(text.replace("aaaa", "bbbb"), b"secret") is None
    assert read_cookie("mendax=; x", b"secret") is None


@pytest.mark.parametrize("path", ["/ui/../guard.py", "/ui/%2e%2e/guard.py", "/ui/..%2fguard.py", "/ui//etc/passwd"])
def test_no_file_outside_of_the_pages_is_served(client, path):
    answer = client.get(path)
    assert "class Guard" not in answer.text
    assert "root:" not in answer.text


def test_what_is_not_there_is_said_in_one_line(client):
    answer = client.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json() == {"error": "there is no /api/nothing"}
