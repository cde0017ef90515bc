"""The deal of the day: played once, the field after it, the result copied without the cards."""

from __future__ import annotations

import struct
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.test_pages import accessibility_faults
from tests.web.test_record import PLAY_GAME

GAME = "victor-or-victim"
PLAY_DEAL = PLAY_GAME.replace('"/api/tables"', f'"/api/daily/{GAME}"')
NOTE_WRITING = """
window.written = [];
const fillText = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  window.written.push(text);
  return fillText.call(this, text, ...place);
};
"""
CAN_SHARE = """
navigator.canShare = () => true;
navigator.share = async ({ files, text }) => {
  window.shared = [files[0].name, files[0].type, text];
};
"""
SWATCH = f".dy-deals li[data-game={GAME}]"


def open_daily(user: BrowserUser) -> str:
    """Open the page and give its text."""
    user.visit("/daily")
    user.page.wait_for_selector(".dy-deals")
    text: str = user.page.locator(".dy").inner_text()
    return text


@pytest.mark.parametrize(("size", "theme"), few([("phone", "light"), ("desk", "dark")], keep=1))
def test_a_deal_is_played_once_and_then_shows_the_field(
    size: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(size=size, theme=theme)
    page = user.page
    text = open_daily(user)
    assert text.count("Not played yet") == 5
    assert "The field" not in text
    assert accessibility_faults(user) == []
    page.evaluate(PLAY_DEAL, {"name": user.name})
    text = open_daily(user)
    assert text.count("Not played yet") == 4
    assert "1 day in a row" in text
    assert page.locator(f"{SWATCH} .btn.primary").count() == 0, "no second try"
    page.wait_for_selector(".dy-field .dy-scores .dy-mine")
    page.wait_for_selector(".dy-master >> text=/points?$/")
    width = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    assert accessibility_faults(user) == []


@pytest.mark.long
def test_my_own_game_can_be_reviewed_at_once_and_is_sealed_for_others(
    new_user: NewUser,
) -> None:
    user, other = new_user(), new_user(name="Elif")
    open_daily(user)
    user.page.evaluate(PLAY_DEAL, {"name": user.name})
    open_daily(user)
    user.page.click(".dy-own a:has-text('Replay')")
    user.page.wait_for_selector(".playback")
    address = urlsplit(user.page.url).path
    other.expects_errors = True  # the browser reports that the answer was 403
    other.visit(address)
    other.page.wait_for_selector("h2:has-text('Sealed until midnight UTC')")
    assert accessibility_faults(other) == []
    assert other.page.locator(".playback, .card").count() == 0
    other.page.click(".page-state a[href='/daily']")
    other.page.wait_for_selector(".dy-deals")


def test_home_tells_how_many_deals_are_played_and_the_streak(user: BrowserUser) -> None:
    page = user.page
    user.visit("/")
    page.wait_for_selector(".daily-card >> text='Not played yet'")
    page.evaluate(PLAY_DEAL, {"name": user.name})
    user.visit("/")
    page.wait_for_selector(".daily-card >> text='1 of 5 played today · 1 day in a row'")
    assert page.locator(".daily-card-played").count() == 1
    page.click(".daily-card")
    page.wait_for_selector(".dy-deals")


def test_the_result_is_saved_as_a_picture_that_tells_no_cards(user: BrowserUser) -> None:
    page = user.page
    page.add_init_script(NOTE_WRITING)
    open_daily(user)
    page.evaluate(PLAY_DEAL, {"name": user.name})
    open_daily(user)
    score = page.locator(f"{SWATCH} small").inner_text()
    with page.expect_download() as download:
        page.click("text=Save picture")
    picture = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename.startswith("meldroom-")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (1080, 444), "one row"
    title, _, game, points, place, streak = page.evaluate("() => window.written")
    assert title == "Meldroom, deal of the day"
    assert game == "Victor or Victim"
    assert f"{place}, {points}" == score
    assert streak == "1 day in a row"


@pytest.mark.long
def test_the_picture_is_shared_where_the_browser_can(user: BrowserUser) -> None:
    page = user.page
    page.add_init_script(CAN_SHARE)
    open_daily(user)
    page.evaluate(PLAY_DEAL, {"name": user.name})
    open_daily(user)
    page.click("text=Share picture")
    page.wait_for_function("() => window.shared")
    name, kind, text = page.evaluate("() => window.shared")
    assert name.endswith(".png")
    assert kind == "image/png"
    assert "Victor or Victim: " in text


@pytest.mark.long
def test_the_next_deals_are_loaded_when_the_day_is_over(new_user: NewUser) -> None:
    user = new_user(shared=False)
    user.page.clock.install()
    open_daily(user)
    with user.page.expect_response("**/api/daily?past=*"):
        user.page.clock.fast_forward("24:00:00")


@pytest.mark.long
def test_a_started_deal_goes_on_at_the_same_table(user: BrowserUser) -> None:
    page = user.page
    user.visit("/")
    page.click("a[href='/daily']")
    page.click(f"{SWATCH} .btn.primary")
    page.wait_for_url("**/t/*")
    table = page.url
    page.wait_for_selector(".own-side")
    assert "Started, not finished" in open_daily(user)
    page.click(f"{SWATCH} .btn.primary")
    page.wait_for_url(table)
