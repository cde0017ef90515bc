"""The end of a hand: a held scene with the open hands, by mouse, by keys and by touch."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.games import GAMES
from meldroom.games.companions import timing_of
from tests.levels import few, only
from tests.web.browser_user import CAN_ACT, BrowserUser, NewUser, take_seat

RACED = next((key for key, game in GAMES.items() if timing_of(game).race.verb), "")
WAYS = [("mouse", "desk"), ("keys", "desk"), ("touch", "phone")]


def play_to_the_end_of_a_hand(user: BrowserUser) -> None:
    """Play until the first hand is over, and leave its end on the page."""
    ply = -1
    for _ in range(600):
        user.page.wait_for_function(CAN_ACT, arg=ply)
        seen = user.observe()
        if seen["showdown"]:
            return
        ply = seen["ply"]
        assert user.act("mouse"), "the game is over"
    raise AssertionError("no hand ended")


def end_of_a_hand(user: BrowserUser, game: str, **fields: Any) -> None:
    user.open_table(game, **fields)
    play_to_the_end_of_a_hand(user)


@pytest.mark.parametrize(
    ("game", "by", "size"),
    only(
        [(game, by, size) for game in GAMES for by, size in WAYS],
        [("scorzo", "keys", "desk")],
    ),
)
def test_a_hand_ends_with_a_scene_that_waits(
    game: str, by: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    end_of_a_hand(user, game, seats=3)
    heading = user.page.locator(".showdown h2")
    assert heading.inner_text()
    assert heading.evaluate("(e) => e === document.activeElement")
    assert user.page.locator(".own-side").count() == 0
    turning = user.page.locator(".sd-turning").count()  # else the last moves stand there
    assert user.page.locator(".sd-turning .card" if turning else ".sd-last li").count()
    ply = user.observe()["ply"]
    button = user.page.locator("[data-command=continue]")
    assert button.is_visible()
    box = button.bounding_box()
    assert box["height"] >= 44
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert user.page.evaluate(overflow) <= 0
    over = "result" in button.inner_text().lower()
    user.continue_after_hand(by)
    if over:
        user.page.wait_for_selector(".game-over")
    else:
        user.wait_for_turn(by=by)
        assert user.observe()["ply"] >= ply


@pytest.mark.long
def test_the_scene_says_who_pays_what_by_which_rule_and_marks_the_pad(user: BrowserUser) -> None:
    if not RACED:
        pytest.skip("no game has a race")
    end_of_a_hand(user, RACED, seats=3)
    spoken = user.page.locator(".sd-pays > li > .visually-hidden").all_inner_texts()
    assert len(spoken) == 3
    assert "collect" in spoken[0]
    assert all("pay" in sentence for sentence in spoken[1:])
    assert user.page.locator(".sd-bills .rule-link", has_text="R12").count() == 1
    assert user.page.locator(".sd-standing li").count() == 3
    assert user.page.locator(".score-pad tr.new-row").count() == 1
    log = user.page.locator(".sidebar .log li").all_inner_texts()
    user.continue_after_hand()
    user.wait_for_turn()
    user.page.click("[data-command=whole-log]")
    whole = user.page.locator(".sidebar .log li").all_inner_texts()
    assert set(log) <= set(whole)
    assert user.page.locator(".log-heading").count() == 1


@pytest.mark.long
def test_a_key_pressed_for_the_hand_does_not_end_the_scene(user: BrowserUser) -> None:
    user.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
          if (window.tooEarly || !document.querySelector(".showdown")) return;
          window.tooEarly = true;
          for (const key of [" ", "Enter"]) document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
        }).observe(document.body, {childList: true, subtree: true}));"""
    )
    end_of_a_hand(user, "scorzo")
    user.page.wait_for_selector(".showdown[data-keys=on]")
    assert user.page.evaluate("() => window.tooEarly")
    user.page.keyboard.press("Space")
    user.page.wait_for_selector(".showdown", state="detached")


@pytest.mark.long
def test_a_reload_shows_the_scene_again(user: BrowserUser) -> None:
    end_of_a_hand(user, "scorzo")
    sentence = user.page.inner_text(".showdown h2")
    user.page.reload()
    user.page.wait_for_selector(".showdown")
    assert user.page.inner_text(".showdown h2") == sentence
    user.continue_after_hand()
    user.wait_for_turn()


@pytest.mark.long
def test_two_people_see_who_is_ready_and_go_on_together(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno", size="phone")
    take_seat(bruno, ada.open_table("scorzo"), ada)
    for _ in range(400):
        for user in (ada, bruno):
            seen = user.observe()
            if seen["turn"] and (seen["acts"] or seen["legal"]):
                user.act("mouse")
                user.page.wait_for_function(
                    "(ply) => Number(document.querySelector('.board').dataset.ply) > ply",
                    arg=seen["ply"],
                )
        if ada.observe()["showdown"]:
            break
    bruno.page.wait_for_selector(".showdown .sd-ring")
    ada.continue_after_hand()
    assert ada.page.locator(".showdown").count() == 1
    assert ada.page.locator("[data-command=continue]").is_disabled()
    bruno.page.wait_for_selector(".sd-ready .avatar")
    bruno.continue_after_hand("touch")
    for user in (ada, bruno):
        user.page.wait_for_selector(".showdown", state="detached")


@pytest.mark.parametrize("game", few(GAMES, 0))
@pytest.mark.parametrize(
    "width", [320, 1024, *(pytest.param(width, marks=pytest.mark.slow) for width in (720, 1440))]
)
def test_the_scene_fits_every_window(game: str, width: int, new_user: NewUser) -> None:
    user = new_user(size="phone" if width <= 720 else "desk")
    end_of_a_hand(user, game, seats=min(6, GAMES[game].players[-1]))
    user.page.set_viewport_size({"width": width, "height": 800})
    user.page.wait_for_function(f"() => innerWidth === {width}")
    outside = user.page.evaluate(
        """() => [...document.querySelectorAll(".showdown, .showdown *")]
        .filter((e) => !e.closest("svg, .visually-hidden, .card"))
        .filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
        .map((e) => e.className)"""
    )
    assert json.dumps(outside) == "[]"
    assert user.page.locator("[data-command=continue]").is_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_watcher_is_shown_the_end_of_a_hand_and_looks_on(size: str, new_user: NewUser) -> None:
    ada, mika = new_user("Ada"), new_user("Mika", size=size)
    mika.visit(ada.open_table("scorzo"))
    mika.page.click(".arriving-option:has-text('Just watch')")
    mika.page.click(".arriving .btn.primary")
    mika.page.wait_for_selector(".own-side.watching")
    play_to_the_end_of_a_hand(ada)
    sentence = ada.page.inner_text(".showdown h2")
    assert mika.page.locator(".showdown").count() == 0, "a watcher is a turn behind"
    ada.continue_after_hand()
    while not mika.page.locator(".showdown").count():
        ada.act_and_wait()
    heading = mika.page.locator(".showdown h2")
    assert heading.inner_text() == sentence
    assert heading.evaluate("(e) => e === document.activeElement")
    ada.act_and_wait()
    assert heading.is_visible(), "the next hand is played meanwhile"
    mika.page.click("[data-command=continue]")
    mika.page.wait_for_selector(".own-side.watching")


@pytest.mark.long
def test_a_watchers_scene_closes_by_itself(new_user: NewUser) -> None:
    ada, mika = new_user("Ada"), new_user("Mika")
    mika.page.clock.install()
    mika.visit(ada.open_table("scorzo"))
    mika.page.wait_for_selector(".arriving")
    play_to_the_end_of_a_hand(ada)
    ada.continue_after_hand()
    while not mika.page.locator(".showdown .sd-ring").count():
        ada.act_and_wait()
    mika.page.clock.fast_forward("00:13")
    mika.page.wait_for_selector(".showdown", state="detached")
