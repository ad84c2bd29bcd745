"""Every operation of the OpenAPI document with hostile values: refused, in one line, and never by an error of the server."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from mendax.service.config import Config
from mendax.web.app import create_app

TEXTS = [
    "",
    "bluff",
    "bluff:dice=99v99",
    "bluff:dice=1v1,faces=999999999",
    "seven-category:dice=1000,faces=1000",
    "liars-die:players=12",
    "coins:n=1000",
    "continuous:cells=9999",
    "koller",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "equilibrium:/etc/passwd",
    "'; DROP TABLE room; --",
    "\x00\x01\u202e",
    "𝕏" * 50,
    "9" * 4000,
    "<script>alert(1)</script>",
]
VALUES = [*TEXTS, None, True, -1, 0, 10**30, 1.5, float("1e308"), [], {}, [[[[[]]]]], {"a": {"b": None}}]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = create_app(Config(data=tmp_path_factory.mktemp("hostile"), prepare=False))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def operations(document):
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            yield path, method, told


def fields(document, told):
    """The properties of the body that an operation takes."""
    content = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = content.get("$ref", "/").rsplit("/", 1)[-1]
    return document["components"]["schemas"].get(name, {}).get("properties", {})


def test_no_operation_fails_on_hostile_values(client):
    document = client.get("/api/openapi.json").json()
    asked = 0
    for path, method, told in operations(document):
        plain = re.sub(r"{\w+}", "x", path)
        requests = [
            (re.sub(r"{\w+}", text.replace("/", "%2f") or "x", path), {}, None) for text in TEXTS if "{" in path
        ]
        requests += [(plain, {one["name"]: text}, None) for one in told.get("parameters", []) for text in TEXTS]
        if method != "get":
            names = fields(document, told)
            requests += [(plain, {}, body) for body in VALUES]
            requests += [(plain, {}, dict.fromkeys(names, "x") | {name: value}) for name in names for value in VALUES]
        for address, query, body in requests:
            if re.search(r"[\x00-\x1f]", address):
                continue  # no client sends it
            more = {"json": body} if method != "get" else {}
            if body is not None and isinstance(body, float) and body != body:
                continue
            answer = client.request(method, address, params=query, **more)
            assert answer.status_code < 500, (method, address, query, body, answer.text)
            if answer.status_code >= 400 and answer.headers["content-type"].startswith("application/json"):
                assert set(answer.json()) == {"error"}
                assert "\n" not in answer.json()["error"]
                assert "Traceback" not in answer.text
            asked += 1
    assert asked > 300


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"game":"bluff","seats":["",""],"x":' + b"9" * 100_000 + b"}"]
)
def test_no_operation_fails_on_bodies_that_are_no_json(client, body):
    for path, method, _ in operations(client.get("/api/openapi.json").json()):
        if method != "get":
            plain = re.sub(r"{\w+}", "x", path)
            answer = client.request(method, plain, content=body, headers={"content-type": "application/json"})
            assert answer.status_code < 500, (method, path, answer.text)
