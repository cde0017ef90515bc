"""Every page: accessible, without inline code, small."""

from __future__ import annotations

import urllib.request
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.levels import covering, each_value_once, few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import in_play, opening
from tests.web.still_table import StillTable

axe_package = pytest.importorskip("axe_playwright_python")
AXE = (Path(str(files("axe_playwright_python"))) / "axe.min.js").read_text("utf-8")
KEYS = list(GAMES)
# Axe would see colours in the middle of a transition.
FIND_FAULTS = """async () => {
  const ends = document.getAnimations().filter(({ effect }) => effect.getTiming().iterations < 9);
  await Promise.allSettled(ends.map((animation) => animation.finished));
  return axe.run(document, { resultTypes: ["violations"] });
}"""


def accessibility_faults(user: BrowserUser) -> list[str]:
    """Name what axe finds serious."""
    if not user.page.evaluate("() => 'axe' in window"):
        user.page.evaluate(AXE)
    found: dict[str, Any] = user.page.evaluate(FIND_FAULTS)
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), each_value_once(["desk", "phone"], ["light", "dark"]))
def test_home_and_settings_have_no_serious_accessibility_fault(
    size: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(size=size, theme=theme)
    user.visit("/")
    user.page.wait_for_selector(".game .game-art .card")
    assert accessibility_faults(user) == []
    user.page.locator(".game button:has-text('Set up')").first.click()
    user.page.wait_for_selector("dialog.setup[open]")
    assert accessibility_faults(user) == []
    user.visit("/settings")
    assert accessibility_faults(user) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "size", "theme"), covering(KEYS, ["desk", "phone"], ["light", "dark"])
)
def test_rules_have_no_serious_accessibility_fault(
    key: str, size: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(size=size, theme=theme)
    user.visit(f"/rules/{key}")
    user.page.wait_for_selector(".rule-text")
    assert accessibility_faults(user) == []


@pytest.mark.parametrize(("key", "size"), covering(KEYS, ["phone", "desk"]))
def test_a_table_has_no_serious_accessibility_fault(key: str, size: str, new_user: NewUser) -> None:
    user = new_user(size=size, theme="dark" if size == "phone" else "light")
    StillTable(in_play(key)).show(user)
    assert accessibility_faults(user) == []
    user.act("touch" if size == "phone" else "mouse")
    user.wait_for_ply(1)
    assert accessibility_faults(user) == []
    sheets = ("pad", "people", "menu") if size == "phone" else ("invite", "people", "menu")
    for sheet in sheets:
        user.page.locator(f".top-bar [data-command={sheet}]").click()
        user.page.wait_for_selector("dialog[open]")
        assert accessibility_faults(user) == []
        if size == "phone" and sheet == "menu":
            user.page.locator("dialog [data-command=invite]").click()
            user.page.wait_for_selector("dialog .invite-addresses p")
            assert accessibility_faults(user) == []
        user.page.keyboard.press("Escape")


@pytest.mark.long
@pytest.mark.parametrize("key", few(KEYS, keep=1))
def test_every_card_of_the_hand_is_announced_by_name_and_position(
    key: str, user: BrowserUser
) -> None:
    StillTable(opening(key)).show(user)
    names = user.page.locator(".hand [data-hand]").evaluate_all(
        "(cards) => cards.map((card) => card.getAttribute('aria-label'))"
    )
    for at, name in enumerate(names, 1):
        word, place, *_ = name.split(", ")
        assert word in GAMES[key].deck.words
        assert place == f"{at} of {len(names)}"


def test_the_page_has_no_inline_code_and_loads_nothing_from_elsewhere(server_url: str) -> None:
    with urllib.request.urlopen(server_url) as answer:
        policy, page = answer.headers["Content-Security-Policy"], answer.read().decode()
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" src="/')
    assert "http" not in page


@pytest.mark.long
def test_rules_can_be_linked_to_by_number_and_reconstructed_ones_are_marked(
    user: BrowserUser,
) -> None:
    marked = 0
    for key in KEYS:
        user.visit(f"/rules/{key}#X-3")
        user.page.wait_for_selector("#X-3.target")
        marked += user.page.locator(".reconstructed").count()
    assert marked > len(KEYS)


@pytest.mark.long
def test_settings_are_stored_and_change_the_page(user: BrowserUser) -> None:
    user.visit("/settings")
    user.page.locator("input[name=theme][value=dark]").check(force=True)
    user.page.locator("input[name=cards][value=large]").check(force=True)
    user.visit("/")
    data = user.page.evaluate("() => ({...document.documentElement.dataset})")
    assert (data["theme"], data["cards"]) == ("dark", "large")
