"""Coming back: from home, from sleep, from an icon; and a score pad to take away on paper."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable

from meldroom.games import GAMES
from tests.web.guest import Guest

ANY = next(iter(GAMES))
QUICKEST = "victor-or-victim"
Guests = Callable[..., Guest]


def test_home_lists_open_tables_running_games_and_finished_ones(guests: Guests) -> None:
    ada, bruno = guests("Ada"), guests("Bruno")
    ada.open_table(QUICKEST)
    ada.play_to_the_end("mouse")
    first = ada.open_table(ANY, seats=3, listed=True)
    bruno.visit("/")
    bruno.page.locator(f".lists a[href='{first.split('#')[0]}']").click()
    bruno.page.wait_for_selector("form.sit")
    second = ada.open_table(ANY)
    ada.visit("/")
    page = ada.page
    page.wait_for_selector(".lists a[href^='/replay/']")
    assert page.locator(".resume").get_attribute("href") == second
    assert page.locator(f".lists a[href='{first}']").inner_text() == "Go on"


def test_the_room_can_be_installed(room: str, guest: Guest) -> None:
    guest.visit("/")
    links = guest.page.locator("link[rel=manifest], link[rel=apple-touch-icon]").evaluate_all(
        "(links) => links.map((link) => link.href)"
    )
    assert len(links) == 2
    told = json.load(urllib.request.urlopen(f"{room}/manifest.webmanifest"))
    assert told["display"] == "standalone"
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for path in (*(icon["src"] for icon in told["icons"]), "/style/icon-180.png"):
        with urllib.request.urlopen(room + path) as answer:
            assert answer.headers["Content-Type"].startswith("image/"), path


def test_a_page_that_slept_takes_its_place_again_without_a_reload(guest: Guest) -> None:
    guest.page.clock.install()
    guest.open_table(ANY)
    guest.wait_for_turn()
    guest.page.evaluate("() => { window.kept = true; window.lost = 0; }")
    guest.page.evaluate(
        """() => new MutationObserver(() => {
          if (document.querySelector(".strip")) window.lost += 1;
        }).observe(document.body, {subtree: true, childList: true})"""
    )
    guest.page.clock.fast_forward("05:00")
    guest.page.wait_for_function("() => window.lost > 0")
    guest.page.wait_for_selector(".strip", state="detached")
    ply = guest.look()["ply"]
    guest.step("mouse")
    guest.wait_for_turn(ply)
    assert guest.page.evaluate("() => window.kept")


def test_every_score_pad_goes_on_paper_and_nothing_else_does(guests: Guests) -> None:
    for size in ("desk", "phone"):
        guest = guests(size=size)
        for key in GAMES:
            guest.open_table(key)
            guest.wait_for_turn()
            if size == "phone":
                guest.page.click(".bar [data-do=pad]")
                assert guest.page.locator("dialog .btn:has-text('Print')").is_visible()
            guest.page.emulate_media(media="print")
            pads = guest.page.locator(".pad").evaluate_all(
                "(pads) => pads.filter((pad) => pad.checkVisibility()).length"
            )
            assert pads == 1, (key, size)
            for what in (".felt", ".bar", ".log"):
                assert not guest.page.locator(what).first.is_visible(), (key, what)
            guest.page.emulate_media(media="screen")
