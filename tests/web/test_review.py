"""The review of a finished game in the page: its line, costly decisions, luck and play."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.conftest import QUICKEST
from tests.web.test_layout import RIGHT_TO_LEFT, misplaced
from tests.web.test_pages import accessibility_faults

SIZES = ["desk", "phone"]


def open_review(user: BrowserUser, path: str, selector: str = ".review-panel") -> None:
    """Open the replay of a game that this browser played, with its review."""
    key, number = path.split("/")[2:]
    saved = {"key": key, "number": int(number), "seat": 0, "code": "", "names": [], "at": 0}
    user.page.add_init_script(
        "if (location.protocol === 'http:') localStorage.setItem('meldroom-tables',"
        f" {json.dumps(json.dumps([{**saved, 'game': QUICKEST, 'over': {}}]))});"
    )
    user.visit(f"{path}#review")
    user.page.wait_for_selector(selector)


@pytest.fixture(scope="session")
def form(server_url: str, browser: Any, replay_path: str) -> dict[str, Any]:
    """The review as the server gives it."""
    page = browser.new_page()
    with page.expect_response(lambda one: one.url.endswith("/review") and one.status == 200) as it:
        page.goto(f"{server_url}{replay_path}#review")
    found: dict[str, Any] = it.value.json()
    page.close()
    return found


def costliest(form: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """The decisions that the page lists for a seat."""
    named = [one for one in form["decisions"] if one["seat"] == seat and one["word"]]
    worst: dict[int, dict[str, Any]] = {}
    for one in sorted(named, key=lambda one: -one["loss"]):
        worst.setdefault(one["turn"], one)
    return list(worst.values())[:3]


def answer_with(user: BrowserUser, *answers: dict[str, Any] | int) -> None:
    """Answer requests for the review in turn, the last one from then on; a number is an error."""
    left = list(answers)

    def answer(route: Any) -> None:
        one = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(one, int):
            detail = "that game could not be reviewed; try again later"
            body = json.dumps({"title": "failed", "status": one, "detail": detail})
            route.fulfill(status=one, content_type="application/problem+json", body=body)
        else:
            route.fulfill(status=202 if "progress" in one else 200, json=one)

    user.page.route("**/review", answer)


@pytest.mark.parametrize("size", few(SIZES, keep=1))
def test_a_review_shows_the_line_and_the_costliest_decisions_and_steps_to_them(
    size: str, new_user: NewUser, replay_path: str, form: dict[str, Any]
) -> None:
    user = new_user(size=size)
    open_review(user, replay_path)
    page = user.page
    points = page.get_attribute(".review-path.is-chosen", "points") or ""
    assert len(points.split()) == len(form["line"])
    seat = next(seat for seat in range(2) if costliest(form, seat))
    page.locator(".review-players label").nth(seat).click()
    worst = costliest(form, seat)
    items = page.locator(".review-list > li")
    assert items.count() == page.locator(".review-mark").count() == len(worst)
    first = items.first
    assert worst[0]["word"] in first.inner_text().lower()
    loss, error = (f"{100 * worst[0][name]:.1f}" for name in ("loss", "error"))
    assert f"−{loss} ± {error}" in first.inner_text()
    first.get_by_text("Step there").click()
    page.wait_for_function(f"() => location.hash === '#review-{worst[0]['ply']}'")
    page.wait_for_selector(".review-list > li.is-current:first-child")
    assert page.locator(".viewpoint input").nth(seat + 1).is_checked()
    assert page.locator(".review-choices > li").count() == len(worst[0]["prices"])
    assert page.locator(".review-balance > li").count() == 2


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
def test_a_review_has_no_serious_accessibility_fault(
    size: str, theme: str, new_user: NewUser, replay_path: str
) -> None:
    user = new_user(size=size, theme=theme)
    open_review(user, replay_path)
    user.page.click("[data-command=review-table]")
    user.page.wait_for_selector(".review-table tbody tr")
    assert accessibility_faults(user) == []


@pytest.mark.long
def test_the_line_is_stepped_by_keys_and_read_out(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    open_review(user, replay_path)
    page = user.page
    assert page.evaluate("() => document.activeElement.id") == "review-title"
    plot = page.get_by_role("slider", name="Chances to win, move by move")
    plot.focus()
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", None)):
        page.keyboard.press(key)
        goal = len(form["line"]) - 1 if ply is None else ply
        page.wait_for_function(f"() => location.hash === '#review-{goal}'")
        page.wait_for_selector(f".review-plot[aria-valuenow='{goal}']")
        said = plot.get_attribute("aria-valuetext") or ""
        assert said.startswith(f"Move {goal} of {len(form['line']) - 1}: You ")
        assert f"You {round(100 * form['line'][goal][0])} %" in said
    named = [one["ply"] for one in form["decisions"] if one["seat"] == 0 and one["word"]]
    for ply in reversed(named):
        page.keyboard.press("PageUp")
        page.wait_for_function(f"() => location.hash === '#review-{ply}'")
        page.wait_for_selector(f".review-plot[aria-valuenow='{ply}']")
    page.click("[data-command=review-table]")
    page.wait_for_selector(".review-table tbody tr")
    assert page.locator(".review-table tbody tr").count() == len(form["line"])


@pytest.mark.long
def test_a_click_on_the_line_steps_there(user: BrowserUser, replay_path: str) -> None:
    open_review(user, replay_path)
    box = user.page.locator(".review-plot").bounding_box()
    last = int(user.page.get_attribute(".review-plot", "aria-valuemax") or 0)
    user.page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 3)
    user.page.wait_for_function(
        "(ply) => Math.abs(Number(location.hash.split('-')[1]) - ply) <= 1", arg=last / 2
    )


@pytest.mark.long
def test_a_costly_decision_can_be_tried_again(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    open_review(user, replay_path)
    page = user.page
    seat = next(seat for seat in range(2) if costliest(form, seat))
    page.locator(".review-players label").nth(seat).click()
    page.locator(".review-list").get_by_text("Try again from here").first.click()
    page.wait_for_url("**/t/*")
    user.wait_for_turn()
    assert f"continued from move {costliest(form, seat)[0]['ply']}" in page.inner_text(".top-bar")


@pytest.mark.long
def test_named_decisions_are_marked_in_the_moves_and_on_the_timeline(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    named = [one for one in form["decisions"] if one["word"]]
    open_review(user, replay_path)
    assert user.page.locator(".timeline .review-tick").count() == len(named)
    user.page.fill(".slider", str(named[0]["ply"] + 1))
    mark = user.page.wait_for_selector(".moves .current .review-move-mark")
    assert mark.inner_text().lower().startswith(named[0]["word"])


@pytest.mark.long
def test_while_a_review_is_computed_its_progress_and_a_rough_line_are_shown(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    last = len(form["line"]) - 1
    rough = {"plies": [0, last // 2, last], "line": [form["line"][at] for at in (0, 9, last)]}
    waiting = {"progress": 0.0, "rough": None}
    half = {"progress": 0.5, "rough": rough}
    answer_with(user, waiting, half)
    open_review(user, replay_path, ".review-progress:has-text('about to begin')")
    user.page.wait_for_selector(".review-progress:has-text('50 % done')")
    assert user.page.locator(".review-progress progress").evaluate("(bar) => bar.value") == 0.5
    points = user.page.get_attribute(".is-rough .review-path.is-chosen", "points") or ""
    assert len(points.split()) == last + 1
    assert user.page.locator(".review-panel").count() == 0
    user.page.unroute("**/review")
    user.page.wait_for_selector(".review-panel")
    assert user.page.locator(".is-rough").count() == 0
    user.page.wait_for_selector("#announcer:has-text('The review is ready')", state="attached")


@pytest.mark.long
def test_a_review_that_fails_says_why_and_can_be_asked_for_again(
    user: BrowserUser, replay_path: str
) -> None:
    user.expects_errors = True
    answer_with(user, 503)
    open_review(user, replay_path, ".review-problem:has-text('could not be reviewed')")
    assert user.page.locator(".playback").is_visible(), "the replay still works"
    assert user.page.locator(".away-strip").count() == 0, "the server has answered"
    user.page.unroute("**/review")
    user.page.click(".review-problem .btn")
    user.page.wait_for_selector(".review-panel")
    user.page.wait_for_function("() => document.activeElement.id === 'review-title'")


@pytest.mark.long
def test_a_player_without_mistakes_or_without_a_choice_is_told_so(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    own = [{**one, "word": ""} for one in form["decisions"] if one["seat"] == 0]
    answer_with(user, {**form, "decisions": own, "costliest": [], "mean_loss": [0.001, None]})
    open_review(user, replay_path)
    page = user.page
    page.wait_for_selector(".review-none:has-text('no decision of yours')")
    page.locator(".review-players label").nth(1).click()
    page.wait_for_selector(".review-none:has-text('was forced')")
    page.fill(".slider", page.get_attribute(".slider", "max") or "")
    page.wait_for_selector(".review-none:has-text('The game is over')")


@pytest.mark.long
def test_why_something_was_better_is_said_where_the_review_knows_it(
    user: BrowserUser, replay_path: str, form: dict[str, Any]
) -> None:
    why = {"text": "It leaves {1} one letter short.", "differences": []}
    decisions = [{**one, "why": why} for one in form["decisions"]]
    answer_with(user, {**form, "decisions": decisions})
    open_review(user, replay_path)
    seat = next(seat for seat in range(2) if costliest(form, seat))
    user.page.locator(".review-players label").nth(seat).click()
    user.page.wait_for_selector(".review-why:has-text('It leaves Wren one letter short.')")


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_a_game_that_is_over_offers_its_review(size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    user.open_table(QUICKEST)
    user.play_game("touch" if size == "phone" else "mouse")
    user.page.click("a:has-text('Review this game')")
    user.page.wait_for_selector(".review-panel")
    assert user.page.locator(".review-players label").first.inner_text().startswith("You")


@pytest.mark.long
def test_a_replay_offers_the_review_and_keeps_it_when_it_is_loaded_again(
    user: BrowserUser, replay_path: str
) -> None:
    user.visit(f"{replay_path}#3")
    page = user.page
    page.click("[data-command=review]")
    page.wait_for_selector(".review-panel")
    assert page.evaluate("() => location.hash") == "#review-3"
    page.reload()
    page.wait_for_selector(".review-panel")
    page.wait_for_selector(".review-plot[aria-valuenow='3']")


@pytest.mark.long
@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (720, 2)], ids=["narrow", "zoomed"])
def test_a_review_fits_a_narrow_page(
    width: int, zoom: int, user: BrowserUser, replay_path: str
) -> None:
    user.page.set_viewport_size({"width": width // zoom, "height": 640})
    open_review(user, replay_path)
    assert user.page.evaluate("() => document.documentElement.scrollWidth") <= width // zoom
    small = user.page.locator(
        ".review-panel .btn, .review-players label, .review-mark, .review-summary .link"
    ).evaluate_all("(all) => all.filter((e) => e.getBoundingClientRect().height < 44).length")
    assert small == 0


@pytest.mark.long
def test_the_chosen_line_stands_out_in_forced_colours(user: BrowserUser, replay_path: str) -> None:
    user.page.emulate_media(forced_colors="active")
    open_review(user, replay_path)
    strokes = user.page.locator(".review-plot .review-path").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).stroke)"
    )
    assert len(set(strokes)) == 2


@pytest.mark.long
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_review_on_a_desk_leaves_the_whole_replay_on_the_page(
    direction: str, user: BrowserUser, replay_path: str
) -> None:
    if direction == "rtl":
        user.page.add_init_script(RIGHT_TO_LEFT)
    open_review(user, replay_path)
    assert misplaced(user) == []
    plot = user.page.locator(".review-plot")
    plot.focus()
    user.page.keyboard.press("ArrowLeft" if direction == "rtl" else "ArrowRight")
    user.page.wait_for_selector(".review-plot[aria-valuenow='1']")
