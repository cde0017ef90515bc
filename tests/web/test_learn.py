"""Lessons in the browser, by mouse, keyboard and touch."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from meldroom.games.lesson import Lesson, lesson_of
from tests.levels import covering
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.test_pages import accessibility_faults

KEYS = list(GAMES)


def open_lesson(user: BrowserUser, key: str) -> Lesson:
    """Open a game's lesson and wait for its first step."""
    lesson = lesson_of(GAMES[key])
    assert lesson is not None
    user.visit(f"/learn/{key}")
    wait_for_step(user, 1, lesson)
    return lesson


def wait_for_step(user: BrowserUser, number: int, lesson: Lesson) -> None:
    """Wait until a step is asked for, and something is pointed at."""
    user.page.wait_for_selector(f".step-count[aria-label='Step {number} of {len(lesson.steps)}']")
    user.page.wait_for_selector("[data-pointer]")


def do_step(user: BrowserUser, number: int, by: str) -> None:
    """Touch what is pointed at until the step is done."""
    page = user.page
    for _ in range(12):
        pointed = page.locator("[data-pointer]")
        if by == "keys":
            press_pointed(user)
        else:
            (pointed.first.tap if by == "touch" else pointed.first.click)()
        page.wait_for_function("() => document.querySelector('.board')?.dataset.busy === 'no'")
        if not page.locator(f".step-count[aria-label^='Step {number} of']").count():
            return
    raise AssertionError(f"step {number} was not done")


def press_pointed(user: BrowserUser) -> None:
    """Reach what is pointed at with the keyboard alone."""
    page = user.page
    slot = page.locator("[data-pointer]").first.get_attribute("data-slot")
    if slot is not None:
        user.pick(slot, "keys")
        return
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.hasAttribute('data-pointer')"):
            page.keyboard.press("Enter")
            return
    raise AssertionError("the keyboard does not reach it")


IN_SIGHT = """() => [...document.querySelectorAll("[data-pointer], .coach-text")].every((e) => {
  const box = e.getBoundingClientRect();
  const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.y >= 0 && box.bottom <= innerHeight && (e.contains(on) || on?.contains(e));
})"""


@pytest.mark.parametrize(("key", "by"), covering(KEYS, ["mouse", "keys", "touch"], keep=0))
def test_a_lesson_can_be_completed_with_everything_it_points_at_in_sight(
    key: str, by: str, new_user: NewUser
) -> None:
    user = new_user(size="phone" if by == "touch" else "desk")
    lesson = open_lesson(user, key)
    for number in range(1, len(lesson.steps) + 1):
        wait_for_step(user, number, lesson)
        assert user.page.evaluate(IN_SIGHT), f"step {number}"
        do_step(user, number, by)
    user.page.wait_for_selector(".lesson-over")
    assert user.page.locator(".summary li").count() == len(lesson.learned)
    assert user.page.locator(f".lesson-over a[href='/rules/{key}']").is_visible()
    assert accessibility_faults(user) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "size", "theme"), covering(KEYS, ["desk", "phone"], ["light", "dark"])
)
def test_a_step_of_a_lesson_has_no_serious_accessibility_fault(
    key: str, size: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(size=size, theme=theme)
    open_lesson(user, key)
    assert accessibility_faults(user) == []


@pytest.mark.long
def test_another_legal_move_is_answered_and_changes_nothing(user: BrowserUser) -> None:
    lesson = open_lesson(user, "thumbs-up")
    do_step(user, 1, "mouse")
    wait_for_step(user, 2, lesson)
    ply = user.observe()["ply"]
    user.page.locator(".hand [data-code='B.']").first.click()
    user.press_button("discard B.", "mouse")
    answer = lesson.steps[1].otherwise
    assert answer
    user.page.wait_for_function(
        "(answer) => document.querySelector('#announcer').textContent.trim() === answer", arg=answer
    )
    assert user.page.locator(".prompt .named-card").count() == 1
    assert user.observe()["ply"] == ply
    assert user.page.locator(".hand .card.picked").count() == 0
    assert user.page.locator(".refusal").count() == 0
    do_step(user, 2, "mouse")
    wait_for_step(user, 3, lesson)


@pytest.mark.long
def test_a_lesson_survives_a_reload_and_restarts_when_opened_again(
    user: BrowserUser,
) -> None:
    lesson = open_lesson(user, "scorzo")
    for number in (1, 2):
        do_step(user, number, "mouse")
        wait_for_step(user, number + 1, lesson)
    hand = user.page.locator(".hand [data-hand]").count()
    user.page.reload()
    wait_for_step(user, 3, lesson)
    assert user.page.locator(".hand [data-hand]").count() == hand
    do_step(user, 3, "mouse")
    wait_for_step(user, 4, lesson)
    user.visit("/")
    open_lesson(user, "scorzo")
    assert "wild" not in user.page.inner_text(".log")


@pytest.mark.long
def test_a_step_is_undone_by_its_button_and_by_a_key(user: BrowserUser) -> None:
    lesson = open_lesson(user, "scorzo")
    assert user.page.locator(".coach [data-command=undo]").is_disabled()
    hand = user.page.locator(".hand [data-hand]").count()
    do_step(user, 1, "mouse")
    wait_for_step(user, 2, lesson)
    user.page.click(".coach [data-command=undo]")
    wait_for_step(user, 1, lesson)
    assert user.page.locator(".hand [data-hand]").count() == hand
    for number in (1, 2, 3):
        wait_for_step(user, number, lesson)
        do_step(user, number, "mouse")
    wait_for_step(user, 4, lesson)
    user.page.keyboard.press("z")
    wait_for_step(user, 3, lesson)
    line = user.page.locator(".log li").last.inner_text()
    assert line.endswith("took the heart 9, discarded the heart 2"), "the learner's take is undone"


@pytest.mark.long
def test_a_card_can_be_dragged_as_at_any_table(user: BrowserUser) -> None:
    lesson = open_lesson(user, "victory-rummy")
    pile = user.page.locator(".pile[data-pointer]").bounding_box()
    own_side = user.page.locator(".own-side").bounding_box()
    assert pile
    assert own_side
    user.drag((pile["x"] + 40, pile["y"] + 40), (own_side["x"] + 200, own_side["y"] + 150))
    wait_for_step(user, 2, lesson)
    card = user.page.locator(".hand [data-pointer]").bounding_box()
    assert card
    user.drag((card["x"] + 20, card["y"] + 20), (pile["x"] + 100, pile["y"] + 100))
    wait_for_step(user, 3, lesson)


@pytest.mark.long
def test_the_coach_is_a_live_region_and_names_the_task(
    new_user: NewUser,
) -> None:
    user = new_user(size="phone")
    lesson = open_lesson(user, "scorzo")
    text = user.page.locator(".coach .coach-text[aria-live=polite]")
    assert lesson.steps[0].ask in text.inner_text()
    do_step(user, 1, "touch")
    wait_for_step(user, 2, lesson)
    assert text.locator(".task").inner_text().replace("\n", "") == lesson.steps[1].ask
    assert text.locator(".task .card[data-code=T4]").is_visible(), "the card is drawn, too"


@pytest.mark.long
def test_a_rule_number_shows_the_rule_without_leaving_the_table(user: BrowserUser) -> None:
    open_lesson(user, "thumbs-up")
    user.page.click(".coach .rule-link >> nth=0")
    user.page.wait_for_selector("dialog[open]:has-text('Three dots, one dash and one V')")
    user.page.keyboard.press("Escape")
    user.page.wait_for_selector("dialog", state="detached")
    assert user.page.url.endswith("/learn/thumbs-up")
    assert user.page.locator(".coach").is_visible()


@pytest.mark.long
def test_a_lesson_starts_from_home_or_the_rules(user: BrowserUser) -> None:
    user.visit("/")
    user.page.click(".game[data-game=scorzo] a:has-text('Learn')")
    user.page.wait_for_selector(".coach")
    assert user.page.url.endswith("/learn/scorzo")
    user.visit("/rules/victor-or-victim")
    user.page.click(".top-bar a:has-text('Learn')")
    user.page.wait_for_selector(".coach")
    assert user.page.url.endswith("/learn/victor-or-victim")


@pytest.mark.long
def test_a_lesson_can_be_played_again_and_leads_to_a_table(user: BrowserUser) -> None:
    lesson = open_lesson(user, "victor-or-victim")
    for number in range(1, len(lesson.steps) + 1):
        wait_for_step(user, number, lesson)
        do_step(user, number, "mouse")
    user.page.click(".lesson-over .btn:has-text('Play again')")
    wait_for_step(user, 1, lesson)
    for number in range(1, len(lesson.steps) + 1):
        wait_for_step(user, number, lesson)
        do_step(user, number, "mouse")
    user.page.click(".lesson-over .btn.primary")
    user.page.wait_for_url("**/t/*")
    user.page.wait_for_selector(".lesson-over", state="detached")
    user.wait_for_turn()
    user.visit("/")
    user.page.wait_for_selector(".resume")
    assert user.page.locator("a[href*='learn-']").count() == 0, "a lesson is not kept as a game"


@pytest.mark.long
def test_a_game_without_a_lesson_offers_its_rules_instead(user: BrowserUser) -> None:
    def without_lessons(route: object) -> None:
        games = route.fetch().json()  # type: ignore[attr-defined]
        route.fulfill(json=[{**game, "lesson": False} for game in games])  # type: ignore[attr-defined]

    user.page.route("**/api/games", without_lessons)
    user.visit("/")
    user.page.click(".game[data-game=scorzo] a:has-text('Learn')")
    user.page.wait_for_selector(".rule-text")
    assert user.page.locator(".top-bar a:has-text('Learn')").count() == 0
