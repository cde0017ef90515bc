"""Your own melds stay in sight, whatever lies on the table or is opened over it."""

from __future__ import annotations

import pytest

from tests.games.rummy_battle_positions import position
from tests.levels import few
from tests.web.browser_user import NewUser
from tests.web.still_table import StillTable

PANELS = {"rules": ".ru-sheet", "people": ".sheet"}
HIDDEN = """() => {
  const cards = [...document.querySelectorAll(".own-melds .meld:first-of-type .card")];
  return cards.filter((card) => {
    const { left, top, bottom } = card.getBoundingClientRect();
    const isSeen = (y) => card.contains(document.elementFromPoint(left + 4, y));
    return !isSeen(top + 2) || !isSeen(bottom - 2);
  }).map((card) => card.dataset.code);
}"""


@pytest.mark.parametrize("size", few(["phone", "desk", "laptop"], keep=1))
def test_nothing_covers_your_own_melds(size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    page = user.page
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h", "2: Kc Kd Kh"]
    hand = "hand0: THIEF 2s 7d 8d 10c Jk 6h As"
    StillTable(position(hand, "row: 3c 6d", melds=melds, drawn=True, players=4)).show(user)
    assert page.locator(".own-melds .meld .card").count() == 3
    assert page.evaluate(HIDDEN) == []
    thief = page.locator(".hand [data-code=THIEF]").first
    thief.focus()
    page.keyboard.press("?")
    page.wait_for_selector(".card-help h2")
    assert page.evaluate(HIDDEN) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".card-help", state="detached")
    thief.click()
    page.wait_for_selector("[data-target]")
    assert page.evaluate(HIDDEN) == []
    page.keyboard.press("Escape")
    if size == "phone":
        return  # sheets come from below
    for command, panel in PANELS.items():
        page.click(f".top-bar [data-command={command}]")
        page.wait_for_selector(panel)
        assert page.evaluate(HIDDEN) == []
        page.keyboard.press("Escape")
        page.wait_for_selector(panel, state="detached")
