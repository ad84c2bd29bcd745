"""`page_at("phone")`: a page of a fresh browser profile. Questions to other hosts and errors in the console fail the test."""

from __future__ import annotations

import pytest

from browser import SIZES, chromium, served


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with chromium() as found:
        if found is None:
            pytest.skip("no chromium on this machine")
        yield found


@pytest.fixture
def page_at(browser, server):
    """Opens a page at the width named; at the end of the test nothing may have gone wrong in any."""
    opened, wrong = [], []

    def make(size: str):
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if _ours(request.url, server) else wrong.append(f"asks {request.url}"))
        opened.append(context)
        return page

    yield make
    for context in opened:
        context.close()
    assert wrong == []


def _ours(url: str, server: str) -> bool:
    return url.startswith((server + "/", server.replace("http", "ws", 1) + "/", "data:", "blob:"))
