"""Explore, train, lab, papers and jobs in a browser: by mouse and by keyboard, at both widths."""

from __future__ import annotations

import json
import re

import pytest


def fits(page):
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def opened(page, address, heading):
    page.goto(address)
    page.get_by_role("heading", name=heading).first.wait_for(timeout=60_000)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_small_game_is_solved_when_it_is_opened_and_walked(page_at, size):
    page = page_at(size)
    opened(page, "/explore/bluff:faces=3", "What is bid")
    assert page.locator("summary .tag").first.inner_text() == "exact"
    page.get_by_role("link", name=re.compile("^1x1")).click()
    page.get_by_text("Player 1 to move").wait_for()
    assert page.evaluate("location.search") == "?at=1x1"
    fits(page)
    page.reload()
    page.get_by_text("Player 1 to move").wait_for()
    page.get_by_role("link", name="start").click()
    page.get_by_text("Player 0 opens").wait_for()


def test_the_keyboard_walks_the_grid(page_at):
    page = page_at("desktop")
    opened(page, "/explore/bluff:faces=3", "What is bid")
    page.get_by_role("link", name=re.compile("^1x1")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_text("Player 1 to move").wait_for()
    assert page.evaluate("location.search") == "?at=1x2"
    page.keyboard.press("u")
    page.get_by_text("Player 0 opens").wait_for()


def test_a_lock_shows_what_the_best_response_gains_and_is_in_the_address(page_at):
    page = page_at("desktop")
    opened(page, "/explore/bluff:faces=3", "What is bid")
    page.get_by_text("Lock and exploit").click()
    page.get_by_label("always or often").select_option("1x1")
    page.get_by_role("button", name="Lock", exact=True).click()
    page.get_by_role("cell", name="player 0").wait_for()
    assert "lock=" in page.evaluate("location.search")
    page.get_by_role("button", name=re.compile("^Unlock")).click()
    page.get_by_role("cell", name="player 0").wait_for(state="detached")


def test_two_games_side_by_side_and_downloads(page_at):
    page = page_at("desktop")
    opened(page, "/explore/bluff:faces=3", "What is bid")
    page.get_by_label("Compare with the game").fill("joker:faces=3")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("heading", name="joker:faces=3").wait_for()
    page.get_by_role("heading", name="What is bid").nth(1).wait_for(timeout=60_000)
    fits(page)
    with page.expect_download() as found:
        page.get_by_role("link", name="CSV").first.click()
    assert found.value.suggested_filename.endswith(".csv")
    with page.expect_download() as found:
        page.get_by_role("link", name="JSON").first.click()
    with open(found.value.path(), encoding="utf-8") as file:
        assert json.load(file)["certificate"]["status"] == "exact"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_passing_cup(page_at, size):
    page = page_at(size)
    opened(page, "/explore/liars-die", "Answers")
    assert "41/60" in page.locator("summary").first.inner_text()
    fits(page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_spots_are_answered_by_keyboard_only(page_at, size):
    page = page_at(size)
    opened(page, "/explore/bluff:faces=3", "What is bid")
    opened(page, "/train/bluff:faces=3", "Your answers")
    for number in (1, 2):
        page.get_by_role("group", name="What do you do?").wait_for()
        page.locator(".train-options button:focus").wait_for()
        page.keyboard.press("Enter")
        page.get_by_text("It comes again after").wait_for()
        assert page.locator(".train-progress dd").first.inner_text() == str(number)
        page.locator(".train-next:focus").wait_for()
        page.keyboard.press("Enter")
    fits(page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_jobs_say_how_large_a_game_is_and_solve_it(page_at, size):
    page = page_at(size)
    game = f"bluff:faces={4 if size == 'phone' else 5}"
    opened(page, f"/jobs?game={game}", "Jobs")
    page.get_by_text("Information sets").wait_for()
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_role("link", name="Explore it").wait_for(timeout=60_000)
    fits(page)
    page.get_by_label("Game").fill("bluff:dice=99v99")
    page.get_by_label("Game").press("Tab")
    page.get_by_text("Not solved here:").wait_for()
    assert page.get_by_role("button", name="Solve", exact=True).is_disabled()


def test_a_long_job_shows_its_curve_and_is_paused_and_cancelled(page_at):
    page = page_at("desktop")
    opened(page, "/jobs?game=bluff:dice=2v1", "Jobs")
    page.get_by_label("Method").select_option("dcfr")
    page.get_by_label("Exploitability").fill("0.00000001")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator(".jobs-chart canvas").wait_for(timeout=60_000)
    page.get_by_role("button", name="Pause bluff:dice=2v1").click()
    page.get_by_role("button", name="Resume bluff:dice=2v1").click()
    page.get_by_role("button", name="Cancel bluff:dice=2v1").click()
    page.get_by_text("cancelled").first.wait_for()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_population_grows_in_the_lab(page_at, size):
    page = page_at(size)
    opened(page, "/lab", "Lab")
    page.get_by_label("Dice of each D").fill("5")
    page.get_by_label("Games").fill("400")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("img", name=re.compile("^Scores by s and t")).wait_for(timeout=120_000)
    page.get_by_text("Remake:").wait_for(timeout=60_000)
    fits(page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_stage_games_and_the_unit_interval_have_sliders(page_at, size):
    page = page_at(size)
    opened(page, "/lab/interval", "Every number anew (theorem 2)")
    slider = page.get_by_label(re.compile("^Your number")).first
    slider.focus()
    before = page.get_by_role("status").first.inner_text()
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("status").first.inner_text() != before
    fits(page)
    opened(page, "/lab/stages?game=coins", "Answers")
    fits(page)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_papers_are_listed_and_say_what_is_not_computed(page_at, size):
    page = page_at(size)
    opened(page, "/papers", "Papers")
    page.get_by_role("link", name=re.compile("Lanctot and Long")).click()
    page.get_by_text("mendax reproduce lanctot-long", exact=True).wait_for()
    fits(page)
