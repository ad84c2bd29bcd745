"""The shell of the app in a browser: pages, links, colours, widths, the keyboard."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_home_fits_and_leads_on(page_at, size):
    page = page_at(size)
    page.goto("/")
    assert page.get_by_role("heading", level=1).inner_text() == "Liar's Dice, solved."
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0


def test_an_address_that_is_no_page_says_so_and_leads_home(page_at):
    page = page_at("desktop")
    page.goto("/nowhere/at/all")
    assert "no page /nowhere/at/all" in page.get_by_role("alert").inner_text()
    page.get_by_role("link", name="Home", exact=True).click()
    page.get_by_role("heading", name="Liar's Dice, solved.").wait_for()
    assert page.evaluate("location.pathname") == "/"


def test_colours_are_remembered(page_at):
    page = page_at("desktop")
    page.goto("/")
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for _ in range(2):
        page.get_by_role("button", name="Colours").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != back
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
