"""The rules over the table, which stays playable, and the summary above them."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from tests.levels import covering, few, only
from tests.web.browser_user import BrowserUser, NewUser

SIZES = ["desk", "phone"]
MIN_TARGET_PX = 44
IN_VIEW = """(id) => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
SCROLL = """(top) => {
  const sheet = document.querySelector(".ru-sheet .sheet-content");
  if (top) sheet.scrollTop = top;
  return sheet.scrollTop;
}"""


def sit_down(user: BrowserUser, game: str = "thumbs-up") -> None:
    """Take a seat and wait for the turn."""
    user.open_table(game, seats=3)
    user.wait_for_turn()


def open_rules(user: BrowserUser) -> None:
    """Open the rules from the bar."""
    user.page.click("[data-command=rules]")
    user.page.wait_for_selector(".ru-sheet .rule-text")


def test_on_a_desk_the_table_stays_playable_beside_the_rules(user: BrowserUser) -> None:
    sit_down(user)
    open_rules(user)
    assert user.page.evaluate("() => document.activeElement.matches('.ru-sheet header h2')")
    sheet = user.page.locator(".ru-sheet").bounding_box()
    felt = user.page.locator(".felt").bounding_box()
    assert felt["x"] + felt["width"] <= sheet["x"]
    user.act_and_wait("mouse")
    assert user.page.locator(".ru-sheet").is_visible()


@pytest.mark.long
def test_on_a_phone_the_rules_come_from_below_and_escape_closes_them(new_user: NewUser) -> None:
    user = new_user(size="phone")
    sit_down(user)
    open_rules(user)
    assert user.page.evaluate("() => document.activeElement.matches('.ru-sheet header h2')")
    sheet = user.page.locator(".ru-sheet").bounding_box()
    assert sheet["y"] + sheet["height"] == pytest.approx(844, abs=1)
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(".ru-sheet", state="detached")
    assert user.page.evaluate("() => document.activeElement.dataset.command") == "rules"


@pytest.mark.parametrize("way", few(["pull", "cross", "backdrop"], keep=1))
def test_on_a_phone_the_rules_are_pulled_shut_and_the_prompt_is_back(
    way: str, new_user: NewUser
) -> None:
    user = new_user(size="phone")
    sit_down(user)
    open_rules(user)
    head = user.page.locator(".ru-sheet header")
    box = head.bounding_box()
    x, y = box["x"] + 60, box["y"] + 20
    if way == "pull":
        user.drag((x, y), (x, y + 30))
        assert head.bounding_box() == box, "a short pull leaves the sheet where it was"
        user.drag((x, y), (x, y + 200))
    elif way == "cross":
        head.locator("button").tap()
    else:
        user.page.touchscreen.tap(100, 20)
    user.page.wait_for_selector(".ru-sheet", state="detached")
    assert user.page.evaluate("() => document.activeElement.dataset.command") == "rules"
    assert user.page.locator(".own-side .prompt").is_visible()


@pytest.mark.long
def test_on_a_desk_escape_closes_the_topmost_and_the_focus_goes_back(user: BrowserUser) -> None:
    sit_down(user)
    open_rules(user)
    user.page.keyboard.press("k")
    user.page.wait_for_selector(".dialog[open]")
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(".dialog", state="detached")
    assert user.page.evaluate("() => document.activeElement.matches('.ru-sheet header h2')")
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(".ru-sheet", state="detached")
    assert user.page.evaluate("() => document.activeElement.dataset.command") == "rules"


@pytest.mark.long
@pytest.mark.parametrize("size", few(SIZES, keep=1))
def test_a_question_mark_opens_the_rules_where_the_reader_left(
    size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    sit_down(user)
    user.page.keyboard.press("?")
    user.page.wait_for_selector(".ru-sheet .rule-text")
    place = user.page.evaluate(SCROLL, 600)
    user.page.wait_for_function("() => new Promise(requestAnimationFrame)")
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector(".ru-sheet", state="detached")
    user.page.keyboard.press("?")
    user.page.wait_for_selector(".ru-sheet .rule-text")
    assert user.page.evaluate(SCROLL, 0) == pytest.approx(place, abs=2)


@pytest.mark.long
@pytest.mark.parametrize("size", few(SIZES, keep=1))
def test_a_rules_number_anywhere_at_the_table_opens_it_there(size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    sit_down(user, "victory-rummy")
    address = user.page.url
    if size == "phone":
        user.page.click("[data-command=pad]")
    link = user.page.locator(".log .rule-link:visible").first
    number = link.inner_text()
    link.click()
    user.page.wait_for_selector(f"[id='{number}'].target")
    assert user.page.evaluate(IN_VIEW, number)
    assert user.page.url == address


@pytest.mark.long
@pytest.mark.parametrize("size", few(SIZES, keep=1))
def test_a_search_finds_words_and_jumps_to_numbers(size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    sit_down(user)
    open_rules(user)
    address = user.page.url
    user.page.fill(".ru-search input", "torch")
    user.page.wait_for_selector(".ru-summary", state="detached")
    found = user.page.locator(".ru-sheet .rule-text").all_inner_texts()
    assert found
    assert all("torch" in text for text in found)
    user.page.fill(".ru-search input", "r12")
    user.page.wait_for_selector("#R12.target")
    assert user.page.evaluate(IN_VIEW, "R12")
    user.page.click("#R12 .rule-number")  # the address keeps the invite code
    assert user.page.url == address
    user.page.fill(".ru-search input", "zeppelin")
    user.page.wait_for_selector("text=No rule mentions")


@pytest.mark.parametrize(("key", "size"), covering(GAMES, SIZES))
def test_the_rules_begin_with_a_summary_in_the_games_own_cards(
    key: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    user.visit(f"/rules/{key}")
    user.page.wait_for_selector(".ru-summary")
    assert user.page.locator(".ru-turn li .card").count() >= 3
    assert user.page.locator(".ru-summary .default-code").count() == 0
    for link in user.page.locator(".ru-mistakes .rule-link").all():
        assert user.page.locator(f"[id='{link.inner_text()}']").count() == 1
    width = user.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


@pytest.mark.parametrize(("size", "by"), only([("desk", "keys"), ("phone", "touch")], []))
def test_the_lesson_opens_from_the_rules_and_the_table_stays(
    size: str, by: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    sit_down(user)
    open_rules(user)
    link = user.page.get_by_role("link", name="Lesson")
    head = user.page.locator(".ru-sheet header").bounding_box()
    box = link.bounding_box()
    assert box["height"] >= MIN_TARGET_PX
    assert head["y"] <= box["y"] < head["y"] + head["height"]
    with user.page.context.expect_page() as opened:
        if by == "keys":
            link.focus()
            user.page.keyboard.press("Enter")
        else:
            link.tap()
    opened.value.wait_for_selector(".step-count")
    assert opened.value.url.endswith("/learn/thumbs-up")
    assert user.page.locator(".ru-sheet").is_visible()
