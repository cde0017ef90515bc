"""Every page: complete for those who listen, strict in what it runs, small."""

from __future__ import annotations

import gzip
import urllib.request
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from meldroom.games import GAMES
from meldroom.server.tables.payload import assets_folder
from tests.web.guest import Guest

axe_package = pytest.importorskip("axe_playwright_python")
AXE = (Path(str(files("axe_playwright_python"))) / "axe.min.js").read_text("utf-8")
WEB = Path(str(files("meldroom"))) / "web"
KEYS = list(GAMES)


def faults(guest: Guest) -> list[str]:
    """Name what axe finds serious."""
    guest.page.wait_for_timeout(200)
    guest.page.evaluate(AXE)
    found: dict[str, Any] = guest.page.evaluate("() => axe.run(document)")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_home_rules_and_settings_have_no_serious_fault(
    size: str, theme: str, guests: Callable[..., Guest]
) -> None:
    guest = guests(size=size, theme=theme)
    guest.visit("/")
    guest.page.wait_for_selector(".game .object .card")
    assert faults(guest) == []
    guest.page.locator(".game .btn[aria-label]").first.click()
    guest.page.wait_for_selector("dialog[open]")
    assert faults(guest) == []
    guest.visit("/settings")
    assert faults(guest) == []
    for key in KEYS:
        guest.visit(f"/rules/{key}")
        guest.page.wait_for_selector(".rule-text")
        assert faults(guest) == []


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("key", KEYS)
def test_a_table_has_no_serious_fault(key: str, size: str, guests: Callable[..., Guest]) -> None:
    guest = guests(size=size, theme="dark" if size == "phone" else "light")
    guest.open_table(key, seats=3)
    guest.wait_for_turn()
    assert faults(guest) == []
    guest.step("touch" if size == "phone" else "mouse")
    guest.wait_for_turn()
    assert faults(guest) == []
    for sheet in ("pad", "log", "menu") if size == "phone" else ("invite", "menu"):
        guest.page.locator(f".bar [data-do={sheet}]").click()
        guest.page.wait_for_selector("dialog[open]")
        assert faults(guest) == []
        if size == "phone" and sheet == "menu":
            guest.page.locator("dialog [data-do=invite]").click()
            guest.page.wait_for_selector("dialog .qr")
            assert faults(guest) == []
        guest.page.keyboard.press("Escape")


def test_every_card_in_hand_has_a_spoken_name_and_its_place(guest: Guest) -> None:
    for key, game in GAMES.items():
        guest.open_table(key)
        guest.wait_for_turn()
        names = guest.page.locator(".hand [data-hand]").evaluate_all(
            "(cards) => cards.map((card) => card.getAttribute('aria-label'))"
        )
        for at, name in enumerate(names, 1):
            word, place, *_ = name.split(", ")
            assert word in game.deck.words
            assert place == f"{at} of {len(names)}"


def test_the_page_runs_nothing_inline_and_asks_nobody_else(room: str) -> None:
    with urllib.request.urlopen(room) as answer:
        policy, page = answer.headers["Content-Security-Policy"], answer.read().decode()
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" src="/')
    assert "http" not in page


def test_rules_are_linked_by_their_numbers_and_reconstructed_matters_marked(
    guest: Guest,
) -> None:
    marked = 0
    for key in KEYS:
        guest.visit(f"/rules/{key}#X-3")
        guest.page.wait_for_selector("#X-3.target")
        marked += guest.page.locator(".reconstructed").count()
    assert marked > len(KEYS)


def test_all_that_is_loaded_first_is_under_150_kilobytes_compressed() -> None:
    dress = [path for game in GAMES.values() for path in assets_folder(game).iterdir()]
    page = [path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".svg", ".html")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in [*page, *dress]) < 150_000


def test_settings_are_kept_and_change_the_page(guest: Guest) -> None:
    guest.visit("/settings")
    guest.page.locator("input[name=theme][value=dark]").check(force=True)
    guest.page.locator("input[name=cards][value=large]").check(force=True)
    guest.visit("/")
    data = guest.page.evaluate("() => ({...document.documentElement.dataset})")
    assert (data["theme"], data["cards"]) == ("dark", "large")
