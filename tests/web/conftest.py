"""`page_at("phone")`: a page of a fresh browser profile. Questions to other hosts and errors in the console fail the test."""

from __future__ import annotations

import shutil
import subprocess
import tarfile

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
        page.on("console", lambda message: wrong.append(message.text) if _is_wrong(message) else None)
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


def _is_wrong(message) -> bool:
    """An answer 422 is a refusal that the page shows, which the browser also notes."""
    return message.type in ("error", "warning") and "status of 422" not in message.text


@pytest.fixture(scope="session")
def axe(tmp_path_factory):
    """The source of axe-core, from the npm registry; without npm the tests that need it are skipped."""
    if shutil.which("npm") is None:
        pytest.skip("no npm on this machine, from which axe-core comes")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(["npm", "pack", "axe-core@4.14.1"], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("the npm registry is not reached")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        file = archive.extractfile("package/axe.min.js")
        assert file is not None
        return file.read().decode()
