"""Lessons in the browser: by mouse, keys and touch, kind to other moves, and then to a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meldroom.games import GAMES
from meldroom.games.lesson import Lesson, lesson_of
from tests.web.guest import Guest
from tests.web.test_pages import faults

KEYS = list(GAMES)


def begun(guest: Guest, key: str) -> Lesson:
    """Open a game's lesson and wait for its first step."""
    lesson = lesson_of(GAMES[key])
    assert lesson is not None
    guest.visit(f"/learn/{key}")
    at_step(guest, 1, lesson)
    return lesson


def at_step(guest: Guest, number: int, lesson: Lesson) -> None:
    """Wait until a step is asked for, and something is pointed at."""
    guest.page.wait_for_selector(f".count[aria-label='Step {number} of {len(lesson.steps)}']")
    guest.page.wait_for_selector("[data-guide]")


def do_step(guest: Guest, number: int, by: str) -> None:
    """Touch what is pointed at until the step is done."""
    page = guest.page
    for _ in range(12):
        guided = page.locator("[data-guide]")
        if by == "keys":
            press(guest)
        else:
            (guided.first.tap if by == "touch" else guided.first.click)()
        page.wait_for_function("() => document.querySelector('.board')?.dataset.busy === 'no'")
        if not page.locator(f".count[aria-label^='Step {number} of']").count():
            return
    raise AssertionError(f"step {number} was not done")


def press(guest: Guest) -> None:
    """Reach what is pointed at with the keyboard alone."""
    page = guest.page
    slot = page.locator("[data-guide]").first.get_attribute("data-slot")
    if slot is not None:
        guest.pick(slot, "keys")
        return
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.hasAttribute('data-guide')"):
            page.keyboard.press("Enter")
            return
    raise AssertionError("the keyboard does not reach it")


IN_SIGHT = """() => [...document.querySelectorAll("[data-guide], .coach .words")].every((e) => {
  const box = e.getBoundingClientRect();
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.y >= 0 && box.bottom <= innerHeight && (e.contains(on) || on?.contains(e));
})"""


@pytest.mark.parametrize("by", ["mouse", "keys", "touch"])
@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_is_played_to_its_end_with_all_that_is_asked_for_in_sight(
    key: str, by: str, guests: Callable[..., Guest]
) -> None:
    guest = guests(size="phone" if by == "touch" else "desk")
    lesson = begun(guest, key)
    for number in range(1, len(lesson.steps) + 1):
        at_step(guest, number, lesson)
        assert guest.page.evaluate(IN_SIGHT), f"step {number}"
        do_step(guest, number, by)
    guest.page.wait_for_selector(".learned")
    assert guest.page.locator(".glance li").count() == len(lesson.learned)
    assert guest.page.locator(f".learned a[href='/rules/{key}']").is_visible()
    assert faults(guest) == []


@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
@pytest.mark.parametrize("key", KEYS)
def test_a_step_of_a_lesson_has_no_serious_fault(
    key: str, size: str, theme: str, guests: Callable[..., Guest]
) -> None:
    guest = guests(size=size, theme=theme)
    begun(guest, key)
    assert faults(guest) == []


def test_another_legal_move_is_answered_kindly_and_changes_nothing(guest: Guest) -> None:
    lesson = begun(guest, "thumbs-up")
    do_step(guest, 1, "mouse")
    at_step(guest, 2, lesson)
    ply = guest.look()["ply"]
    guest.page.locator(".hand [data-code='B.']").first.click()
    guest.press_button("discard B.", "mouse")
    guest.page.wait_for_selector(".ask:has-text('This time discard the'):has-text('black Liberty')")
    assert "This time" in guest.page.inner_text("#said")
    assert guest.look()["ply"] == ply
    assert guest.page.locator(".hand .card.sel").count() == 0
    assert guest.page.locator(".refused").count() == 0
    do_step(guest, 2, "mouse")
    at_step(guest, 3, lesson)


def test_a_lesson_goes_on_after_a_reload_and_begins_anew_when_it_is_asked_for_again(
    guest: Guest,
) -> None:
    lesson = begun(guest, "scorzo")
    for number in (1, 2):
        do_step(guest, number, "mouse")
        at_step(guest, number + 1, lesson)
    hand = guest.page.locator(".hand [data-hand]").count()
    guest.page.reload()
    at_step(guest, 3, lesson)
    assert guest.page.locator(".hand [data-hand]").count() == hand
    do_step(guest, 3, "mouse")
    at_step(guest, 4, lesson)
    guest.visit("/")
    begun(guest, "scorzo")
    assert "wild" not in guest.page.inner_text(".log")


def test_a_step_is_taken_back_by_its_button_and_by_a_key(guest: Guest) -> None:
    lesson = begun(guest, "scorzo")
    assert guest.page.locator(".coach [data-do=undo]").is_disabled()
    hand = guest.page.locator(".hand [data-hand]").count()
    do_step(guest, 1, "mouse")
    at_step(guest, 2, lesson)
    guest.page.click(".coach [data-do=undo]")
    at_step(guest, 1, lesson)
    assert guest.page.locator(".hand [data-hand]").count() == hand
    for number in (1, 2, 3):
        at_step(guest, number, lesson)
        do_step(guest, number, "mouse")
    at_step(guest, 4, lesson)
    guest.page.keyboard.press("z")
    at_step(guest, 3, lesson)
    told = guest.page.locator(".log li").last.inner_text()
    assert told.endswith("took the heart 9, threw the heart 2"), "the learner's take is taken back"


def test_a_card_can_be_dragged_as_at_any_table(guest: Guest) -> None:
    lesson = begun(guest, "victory-rummy")
    pile = guest.page.locator(".pile[data-guide]").bounding_box()
    mine = guest.page.locator(".mine").bounding_box()
    assert pile
    assert mine
    guest.drag((pile["x"] + 40, pile["y"] + 40), (mine["x"] + 200, mine["y"] + 150))
    at_step(guest, 2, lesson)
    card = guest.page.locator(".hand [data-guide]").bounding_box()
    assert card
    guest.drag((card["x"] + 20, card["y"] + 20), (pile["x"] + 100, pile["y"] + 100))
    at_step(guest, 3, lesson)


def test_what_is_said_is_a_live_region_and_names_what_to_do(
    guests: Callable[..., Guest],
) -> None:
    guest = guests(size="phone")
    lesson = begun(guest, "scorzo")
    words = guest.page.locator(".coach .words[aria-live=polite]")
    assert lesson.steps[0].ask in words.inner_text()
    do_step(guest, 1, "touch")
    at_step(guest, 2, lesson)
    assert "Discard the" in words.inner_text()
    assert words.locator(".todo .card[data-code=T4]").is_visible(), "the card is drawn, too"


def test_a_rules_number_holds_the_rule_up_without_leaving_the_table(guest: Guest) -> None:
    begun(guest, "thumbs-up")
    guest.page.click(".coach .rule >> nth=0")
    guest.page.wait_for_selector("dialog[open]:has-text('Three dots, one dash and one V')")
    guest.page.keyboard.press("Escape")
    guest.page.wait_for_selector("dialog", state="detached")
    assert guest.page.url.endswith("/learn/thumbs-up")
    assert guest.page.locator(".coach").is_visible()


def test_a_lesson_is_reached_from_home_and_from_the_rules_and_ends_at_a_table(
    guest: Guest,
) -> None:
    guest.visit("/")
    guest.page.click(".game[data-game=scorzo] a:has-text('Learn')")
    guest.page.wait_for_selector(".coach")
    assert guest.page.url.endswith("/learn/scorzo")
    guest.visit("/rules/victor-or-victim")
    guest.page.click(".bar a:has-text('Learn')")
    lesson = lesson_of(GAMES["victor-or-victim"])
    assert lesson is not None
    for number in range(1, len(lesson.steps) + 1):
        at_step(guest, number, lesson)
        do_step(guest, number, "mouse")
    guest.page.click(".learned .btn:has-text('Once more')")
    at_step(guest, 1, lesson)
    for number in range(1, len(lesson.steps) + 1):
        at_step(guest, number, lesson)
        do_step(guest, number, "mouse")
    guest.page.click(".learned .btn.go")
    guest.page.wait_for_url("**/t/*")
    guest.wait_for_turn()
    guest.visit("/")
    guest.page.wait_for_selector(".resume")
    assert guest.page.locator("a[href*='learn-']").count() == 0, "a lesson is not kept as a game"


def test_a_game_without_a_lesson_offers_its_rules_instead(guest: Guest) -> None:
    def untaught(route: object) -> None:
        games = route.fetch().json()  # type: ignore[attr-defined]
        route.fulfill(json=[{**game, "lesson": False} for game in games])  # type: ignore[attr-defined]

    guest.page.route("**/api/games", untaught)
    guest.visit("/")
    guest.page.click(".game[data-game=scorzo] a:has-text('Learn')")
    guest.page.wait_for_selector(".rule-text")
    assert guest.page.locator(".bar a:has-text('Learn')").count() == 0
