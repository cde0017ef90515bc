"""A regular table: its evening score between games and at home, and the next game."""

from __future__ import annotations

import pytest

from tests.levels import only
from tests.web.browser_user import NewUser
from tests.web.test_pages import accessibility_faults
from tests.web.test_returning import QUICKEST


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "by"),
    only([("desk", "mouse"), ("desk", "keys"), ("phone", "touch")], [("desk", "mouse")]),
)
def test_a_regular_table_keeps_its_link_and_the_score_of_the_evening(
    new_user: NewUser, size: str, by: str
) -> None:
    ada = new_user("Ada", size)
    path = ada.open_table(QUICKEST, standing=True)
    ada.play_game(by)
    pad = ada.page.locator(".evening-pad:visible")
    pad.wait_for()
    assert pad.locator("h2").inner_text().split("\n") == ["This evening", "1 game"]
    assert "Ada" in pad.inner_text()
    assert accessibility_faults(ada) == []

    ada.page.locator("[data-command=rematch]", has_text="Next game").click()
    ada.page.wait_for_selector(".own-side .hand .card")
    assert ada.page.url.endswith(path)

    ada.visit("/")
    table = ada.page.locator("li", has=ada.page.locator(f'a[href="{path}"]')).filter(
        has_text="won 1 of 1 game"
    )
    table.wait_for()
    table.get_by_role("link").click()
    ada.page.wait_for_selector(".own-side .hand .card")
