"""Returning to a game from home, after sleep or from an app icon; and printing the score pad."""

from __future__ import annotations

import json
import urllib.request

import pytest

from meldroom.games import GAMES
from tests.levels import covering
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import opening
from tests.web.still_table import StillTable

ANY = next(iter(GAMES))
QUICKEST = "victor-or-victim"


@pytest.mark.long
def test_home_lists_open_tables_running_games_and_finished_ones(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    ada.open_table(QUICKEST)
    ada.play_game("mouse")
    first = ada.open_table(ANY, seats=3, listed=True)
    bruno.visit("/")
    bruno.page.locator(f".lists a[href='{first.split('#')[0]}']").click()
    bruno.page.wait_for_selector("form.sit-form")
    second = ada.open_table(ANY)
    ada.visit("/")
    page = ada.page
    page.wait_for_selector(".lists a[href^='/replay/']")
    assert page.locator(".resume").get_attribute("href") == second
    assert page.locator(f".lists a[href='{first}']").inner_text() == "Resume"


def test_the_page_can_be_installed_as_an_app(server_url: str, user: BrowserUser) -> None:
    user.visit("/")
    links = user.page.locator("link[rel=manifest], link[rel=apple-touch-icon]").evaluate_all(
        "(links) => links.map((link) => link.href)"
    )
    assert len(links) == 2
    manifest = json.load(urllib.request.urlopen(f"{server_url}/manifest.webmanifest"))
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for path in (*(icon["src"] for icon in manifest["icons"]), "/style/icon-180.png"):
        with urllib.request.urlopen(server_url + path) as response:
            assert response.headers["Content-Type"].startswith("image/"), path


@pytest.mark.long
def test_a_page_that_slept_reconnects_without_a_reload(new_user: NewUser) -> None:
    user = new_user(shared=False)
    user.page.clock.install()
    user.open_table(ANY)
    user.wait_for_turn()
    user.page.evaluate("() => { window.notReloaded = true; window.noticeCount = 0; }")
    user.page.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector(".notice")) window.noticeCount += 1;
        }).observe(document.body, {subtree: true, childList: true})"""
    )
    user.page.clock.fast_forward("05:00")
    user.page.wait_for_function("() => window.noticeCount > 0")
    user.page.wait_for_selector(".notice", state="detached")
    user.act_and_wait()
    assert user.page.evaluate("() => window.notReloaded")


@pytest.mark.parametrize(("key", "size"), covering(GAMES, ["phone", "desk"]))
def test_printing_a_table_prints_its_score_pad_and_nothing_else(
    key: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    StillTable(opening(key)).show(user)
    if size == "phone":
        user.page.click(".top-bar [data-command=pad]")
        assert user.page.locator("dialog .btn:has-text('Print')").is_visible()
    user.page.emulate_media(media="print")
    pads = user.page.locator(".score-pad").evaluate_all(
        "(pads) => pads.filter((pad) => pad.checkVisibility()).length"
    )
    assert pads == 1
    for selector in (".felt", ".top-bar", ".log"):
        assert not user.page.locator(selector).first.is_visible(), selector
