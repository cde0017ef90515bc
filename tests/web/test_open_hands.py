"""Watching with open hands: every hand of a deal that is over, and none of the running one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser_user import CAN_ACT, BrowserUser, NewUser
from tests.web.test_layout import misplaced
from tests.web.test_pages import accessibility_faults
from tests.web.test_waiting_room import fits

MAX_MOVES = 200  # of a deal
CODES = "(cards) => cards.map((card) => card.dataset.code).sort()"


def cards_in_hand(user: BrowserUser) -> Any:
    """Give the codes of the hand on the page."""
    return user.page.locator(".hand .card").evaluate_all(CODES)


def watch(user: BrowserUser, path: str) -> None:
    """Come to a table and watch."""
    user.visit(path)
    user.page.locator(".arriving-option:has-text('Just watch')").click()
    user.page.click(".arriving .btn.primary")
    user.page.wait_for_selector(".own-side.watching")


def play_on_until_watchers_see_the_next_deal(ada: BrowserUser, watcher: BrowserUser) -> None:
    """Play the next hand until watchers, a turn behind, have seen the end of the last one."""
    ada.continue_after_hand()
    for _ in range(20):
        ada.page.wait_for_function(CAN_ACT, arg=-1)
        if watcher.page.locator(".open-hands-choice, [data-command=continue]").count():
            break
        ada.act_and_wait()
    if watcher.page.locator("[data-command=continue]").count():
        watcher.page.click("[data-command=continue]")
    watcher.page.wait_for_selector(".open-hands-choice")


@pytest.mark.long  # a whole deal
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_watcher_looks_at_the_hands_of_the_deal_that_is_over(
    size: str, new_user: NewUser
) -> None:
    ada, mika = new_user("Ada"), new_user("Mika", size=size)
    path = ada.open_table("thumbs-up", watchers="open_hands")
    ada.wait_for_turn()
    watch(mika, path)
    page = mika.page
    assert "the first deal is not over yet" in page.inner_text(".own-side.watching")
    assert page.locator(".hand .card").count() == 0
    ada.play_to_the_end_of_a_hand()
    won = ada.page.inner_text(".showdown h2")
    play_on_until_watchers_see_the_next_deal(ada, mika)
    page.keyboard.press("1")
    page.wait_for_selector(".open-hands .hand .card")
    assert "one deal behind" in page.inner_text(".watching-tag")
    assert "1 of 5" in page.locator(".bar-progress").text_content()
    page.get_by_role("button", name="Pause").click()
    assert fits(mika)
    assert misplaced(mika) == []
    assert accessibility_faults(mika) == []
    first = cards_in_hand(mika)
    page.locator(".open-hands-choice input").nth(0).check()
    page.wait_for_selector(".own-side.watching:not(.open-hands)")
    page.wait_for_function("() => document.activeElement.matches('.open-hands-choice :checked')")
    page.locator(".open-hands-choice label").nth(2).click()
    page.wait_for_selector(".own-side.open-hands:not([aria-label='Ada’s hand']) .hand .card")
    assert cards_in_hand(mika) != first
    page.get_by_role("button", name="Pause").click()
    next_move = page.get_by_role("button", name="Next move")
    for _ in range(MAX_MOVES):
        if next_move.is_disabled():
            break
        next_move.click()
    page.wait_for_selector(".sd-past")
    assert page.inner_text(".sd-past h2") == won.replace("You win", "Ada wins")
    page.locator(".open-hands-choice :checked").press("0")
    page.wait_for_selector(".own-side.watching:not(.open-hands)")
    assert page.locator(".hand .card").count() == 0
