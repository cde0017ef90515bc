"""As few steps as possible: labelled melds by one click, no discard by accident, quick bots."""

from __future__ import annotations

import pytest

from meldroom.games import find
from tests.conftest import Figure
from tests.games.rummy_battle_positions import position
from tests.levels import few
from tests.scenario import deal
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.still_table import StillTable

COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", ({ isTrusted }) => { window.clicks += isTrusted; }, { capture: true });
}"""


def open_with_meld(user: BrowserUser) -> StillTable:
    """Show a table at which the hand labels a meld."""
    table = StillTable(position("hand0: 9c 9d 9h 2s 7d 10c Jh", drawn=True, players=4))
    table.show(user)
    return table


WAYS = [("desk", "mouse"), ("desk", "keys"), ("phone", "touch")]


@pytest.mark.parametrize(("size", "by"), few(WAYS, keep=1))
def test_one_click_or_enter_lays_a_meld_that_the_hand_labels(
    size: str, by: str, new_user: NewUser, figure: Figure
) -> None:
    user = new_user(size=size)
    open_with_meld(user)
    user.page.evaluate(COUNT_CLICKS)
    label = user.page.locator("button.group-label")
    main = user.page.locator(".acts [data-act^=meld]")
    assert label.first.get_attribute("data-act") == main.first.get_attribute("data-act")
    if by == "keys":
        label.first.focus()
        user.page.keyboard.press("Enter")
    else:
        (main.first.tap if by == "touch" else label.first.click)()
    user.page.wait_for_selector(".own-melds .meld")
    clicks = user.page.evaluate("() => window.clicks")
    figure(f"clicks to lay a labelled meld, by {by} at a {size}: {clicks}")
    assert clicks == 1


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), [("desk", "keys"), ("phone", "touch")])
def test_a_player_who_is_out_is_told_so_and_skips_to_the_end(
    size: str, by: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    game = find("victor-or-victim")
    zones = ("letters0: YI YV YI YT YC BO", "letters1: RV", "letters2: YM YC")
    table = StillTable(deal(game, *zones, turn=2, drawn=game.deck.cards("YM")))
    table.show(user)
    table.play("pass YM")
    user.continue_after_hand(by)
    user.page.wait_for_selector(".own-side .prompt:has-text('You are out.')")
    press_skip(user, by, "Skip to the end")
    assert table.sent[-1] == {"do": "skip"}


def press_skip(user: BrowserUser, by: str, label: str) -> None:
    """Skip the moves of bots, and wait until the page says so."""
    skip = user.page.locator(":enabled[data-command=skip]")
    assert skip.inner_text().startswith(label)
    if by == "keys":
        user.page.keyboard.press("s")
    else:
        skip.tap()
    user.page.wait_for_function("() => !document.querySelector('[data-command=skip]:enabled')")


WAYS_IN = few([("desk", "mouse"), ("phone", "touch")], keep=1)


@pytest.mark.parametrize(("size", "by"), WAYS_IN)
def test_one_click_leads_from_home_to_the_first_move(
    size: str, by: str, new_user: NewUser, figure: Figure
) -> None:
    user = new_user(size=size)
    user.visit("/")
    play_now = user.page.locator(".game[data-game=scorzo] button:has-text('Play now')")
    play_now.wait_for()
    user.page.evaluate(COUNT_CLICKS)
    (play_now.tap if by == "touch" else play_now.click)()
    user.wait_for_turn()
    assert user.observe()["acts"]
    clicks = user.page.evaluate("() => window.clicks")
    figure(f"clicks from home to the first move, by {by} at a {size}: {clicks}")
    assert clicks == 1


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), [("desk", "keys"), ("phone", "touch")])
def test_a_player_skips_to_their_turn_and_sets_the_pace_of_bots(
    size: str, by: str, new_user: NewUser
) -> None:
    user = new_user(size=size, pace="slow")
    table = StillTable(deal(find("scorzo"), "stock: H9", turn=1))
    table.show(user)
    press_skip(user, by, "Skip to my turn")
    table.play("draw", "discard H9", "take", "discard H9")
    user.page.wait_for_selector(".own-side.on-turn")
    user.page.click(".top-bar [data-command=menu]")
    user.page.wait_for_selector("dialog[open] input[name=pace][value=slow]:checked")
    pills = user.page.locator("dialog[open] .pace label")
    assert pills.all_inner_texts() == ["Slow", "Normal", "Fast"]
    assert all(pill.bounding_box()["height"] >= 44 for pill in pills.all())
    pills.last.click()
    user.page.reload()
    user.page.wait_for_selector(".own-side .hand .card")
    user.page.click(".top-bar [data-command=menu]")
    user.page.wait_for_selector("dialog[open] input[name=pace][value=fast]:checked")
    assert table.table.pace == "fast"
