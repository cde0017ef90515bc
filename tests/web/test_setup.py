"""Set up: a table for any number of bots and friends, by any house rules, by mouse and by keys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser

GAME = "rummy-battle"
OPEN_SHEET = f".game[data-game={GAME}] button:has-text('Set up')"
PLAY_NOW = f".game[data-game={GAME}] button:has-text('Play now')"


def open_sheet(user: BrowserUser) -> None:
    """Open the sheet from home; its heading has the focus."""
    user.visit("/")
    user.page.locator(OPEN_SHEET).click()
    user.page.wait_for_selector("dialog.setup[open] h2:focus")


def opened_table(user: BrowserUser, press: Any) -> dict[str, Any]:
    """Give the request that opens a table."""
    with user.page.expect_request(lambda request: request.url.endswith("/api/tables")) as sent:
        press()
    user.page.wait_for_selector(".board .own-side")
    request: dict[str, Any] = sent.value.post_data_json
    return request


def summary(user: BrowserUser) -> str:
    """Read the sentence that says the whole set-up."""
    text: str = user.page.locator(".setup-summary").inner_text()
    return text


@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_a_table_is_set_up_by_mouse(size: str, new_user: NewUser) -> None:
    ada = new_user(size=size)
    open_sheet(ada)
    page = ada.page
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_label("Seat 2").select_option("Club player")
    assert page.get_by_role("button", name="Start the game").is_visible()
    page.get_by_label("Seat 3").select_option("A friend, by link")
    page.get_by_role("switch", name="Jokers rule a meld").check()
    page.get_by_role("radiogroup", name="Rounds").get_by_role("radio", name="3").check()
    page.get_by_label("Time for a turn").select_option("1 minute per turn")
    page.get_by_role("radiogroup", name="Watch").get_by_role("radio", name="Open hands").check()
    assert page.get_by_role("button", name="2 changed · reset").is_visible()
    sentence = "You, a bot and a seat for a friend. 2 house rules changed, a minute a turn."
    assert summary(ada) == f"{sentence} Others may watch, with open hands."
    button = page.get_by_role("button", name="Open the table")
    sent = opened_table(ada, button.click)
    assert (sent["seats"], sent["bots"], sent["fill"]) == (3, [None, "house", None], "people")
    assert sent["options"] == {"joker_limit": "any", "rounds": 3}
    assert (sent["clock"], sent["watchers"], sent["listed"]) == ("60s", "open_hands", False)
    page.wait_for_selector("text=One seat is free.")


@pytest.mark.long
@pytest.mark.parametrize("size", few(["phone", "desk"], keep=1))
def test_a_table_is_set_up_by_keys(size: str, new_user: NewUser) -> None:
    ada = new_user(size=size)
    open_sheet(ada)
    keyboard = ada.page.keyboard
    keyboard.press("-")
    keyboard.press("-")
    keyboard.press("-")
    assert summary(ada).startswith("You and a bot.")
    keyboard.press("+")
    assert summary(ada).startswith("You and two bots.")
    order = []
    for _ in range(9):
        keyboard.press("Tab")
        order.append(
            ada.page.evaluate(
                "() => document.activeElement.ariaLabel ?? document.activeElement.name"
            )
        )
    first = ["Close", "One player fewer", "One player more", "name", "Seat 2", "Seat 3"]
    assert order[:6] == first
    keyboard.press("Enter")
    ada.page.wait_for_selector(".board .own-side")


@pytest.mark.long
def test_closing_the_sheet_gives_the_focus_back(user: BrowserUser) -> None:
    open_sheet(user)
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(f"{OPEN_SHEET}:focus")
    assert user.page.locator("dialog").count() == 0
    user.page.locator(OPEN_SHEET).click()
    user.page.get_by_role("button", name="Close").click()
    user.page.wait_for_selector(f"{OPEN_SHEET}:focus")


@pytest.mark.long
def test_the_set_up_is_remembered_and_play_now_uses_it_if_wanted(user: BrowserUser) -> None:
    open_sheet(user)
    page = user.page
    page.get_by_role("switch", name="One action card a turn").check()
    opened_table(user, page.get_by_role("button", name="Start the game").click)
    user.visit("/")
    assert opened_table(user, page.locator(PLAY_NOW).click)["options"] == {}
    open_sheet(user)
    assert page.get_by_role("switch", name="One action card a turn").is_checked()
    page.get_by_label("Play now").check()
    opened_table(user, page.get_by_role("button", name="Start the game").click)
    user.visit("/")
    sent = opened_table(user, page.locator(PLAY_NOW).click)
    assert sent["options"] == {"actions_per_turn": "one"}


@pytest.mark.long
def test_each_level_of_bot_is_described_with_its_measured_strength_at_such_a_table(
    user: BrowserUser,
) -> None:
    measured = {"against": "house", "game": GAME, "games": 800}
    strength = [
        {**measured, "seats": 2, "options": {"rounds": 3}, "wins": 0.88},
        {**measured, "seats": 4, "options": {}, "wins": 0.412},
    ]
    bots: list[dict[str, Any]] = [
        {"name": "house", "label": "Club player", "about": "plays by rules", "strength": []},
        {"name": "master", "label": "Expert", "about": "looks ahead", "strength": strength},
        {"name": "champion", "label": "Champion", "about": "learned", "games": [], "strength": []},
    ]
    user.page.route("**/api/bots", lambda route: route.fulfill(json=bots))
    open_sheet(user)
    seat = user.page.locator(".setup-seats li").nth(1)
    assert seat.locator("option").all_inner_texts()[:2] == ["Club player", "Expert"]
    assert "Champion" not in seat.inner_text()
    seat.locator("select").select_option("Expert")
    said = seat.locator("p")
    said.filter(has_text="Against three of Club player it wins 41 of 100 games.").wait_for()
    while user.page.get_by_role("button", name="One player fewer").is_enabled():
        user.page.get_by_role("button", name="One player fewer").click()
    said.filter(has_text="One on one it beats Club player in 88 of 100 short games.").wait_for()


@pytest.mark.long
def test_a_refused_table_is_explained_in_the_sheet(user: BrowserUser) -> None:
    open_sheet(user)
    user.expects_errors = True
    problem = {"status": 422, "content_type": "application/json", "body": '{"detail": "too many"}'}
    user.page.route("**/api/tables", lambda route: route.fulfill(**problem))
    user.page.get_by_role("button", name="Start the game").click()
    user.page.wait_for_selector(".setup [role=alert]:has-text('Too many.')")
    assert user.page.get_by_role("button", name="Start the game").is_enabled()


@pytest.mark.long
@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_a_regular_table_at_one_device_is_set_up(size: str, new_user: NewUser) -> None:
    ada = new_user(size=size)
    open_sheet(ada)
    page = ada.page
    page.get_by_role("switch", name="Play at one device").check()
    page.get_by_label("Name of player 2").fill("Bruno")
    page.get_by_label("Seat 4").select_option("A friend, here")
    page.get_by_role("switch", name="Regular table").check()
    assert page.get_by_label("Time for a turn").is_disabled()
    assert summary(ada).startswith("You, a bot and two friends at this device. Printed rules")
    assert summary(ada).endswith("A regular table.")
    sent = opened_table(ada, page.get_by_role("button", name="Start the game").click)
    assert (sent["local"], sent["standing"], sent["fill"]) == (["Bruno", "Player 4"], True, "bots")
    assert sent["bots"][:3] == [None, None, None]
    assert sent["bots"][3] is not None
    page.wait_for_selector(".hand-over h2")


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height", "direction"),
    few([(320, 568, "ltr"), (390, 844, "rtl"), (720, 450, "ltr"), (1440, 900, "rtl")], keep=1),
)
def test_the_sheet_fits_every_screen(
    width: int, height: int, direction: str, user: BrowserUser
) -> None:
    user.page.set_viewport_size({"width": width, "height": height})
    open_sheet(user)
    user.page.evaluate("(direction) => { document.dir = direction; }", direction)
    assert (
        user.page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll(".setup, .setup *")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth
            && getComputedStyle(e).display !== "inline" && !e.closest(".setup-art"))
          .map((e) => e.outerHTML.slice(0, 120))"""
        )
        == []
    )
    small = user.page.evaluate(
        """() => [...document.querySelectorAll(".setup :is(button, select, label:has(input))")]
          .filter((e) => e.getBoundingClientRect().height < 44)
          .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert small == []
    button = user.page.get_by_role("button", name="Start the game")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
