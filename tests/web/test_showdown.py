"""The end of a hand: a held scene with the open hands, by mouse, by keys and by touch."""

from __future__ import annotations

import json

import pytest

from meldroom.games import GAMES
from meldroom.room.log_entries import Settings
from tests.levels import as_long, few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.positions import hand_ends
from tests.web.still_table import StillTable

WAYS = [("mouse", "desk"), ("keys", "desk"), ("touch", "phone")]


def end_of_a_hand(user: BrowserUser, game: str) -> StillTable:
    """Show a table, and let its hand end."""
    shown, last = hand_ends(game)
    table = StillTable(shown)
    table.show(user)
    table.play(last)
    user.page.wait_for_selector(".showdown")
    return table


@pytest.mark.parametrize(
    ("game", "by", "size"),
    [
        ("scorzo", "keys", "desk"),
        as_long(("scorzo", "mouse", "desk")),
        as_long(("scorzo", "touch", "phone")),
        *(as_long((game, *WAYS[at % 3])) for at, game in enumerate(GAMES) if game != "scorzo"),
    ],
)
def test_a_hand_ends_with_a_scene_that_waits(
    game: str, by: str, size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    end_of_a_hand(user, game)
    heading = user.page.locator(".showdown h2")
    assert heading.inner_text()
    assert heading.evaluate("(e) => e === document.activeElement")
    assert user.page.locator(".own-side").count() == 0
    turning = user.page.locator(".sd-turning").count()  # else the last moves stand there
    assert user.page.locator(".sd-turning .card" if turning else ".sd-last li").count()
    button = user.page.locator("[data-command=continue]")
    assert button.is_visible()
    box = button.bounding_box()
    assert box["height"] >= 44
    overflow = "document.documentElement.scrollWidth - innerWidth"
    assert user.page.evaluate(overflow) <= 0
    user.continue_after_hand(by)
    user.page.wait_for_selector(".own-side .hand .card")


@pytest.mark.long
def test_the_scene_says_who_pays_what_by_which_rule_and_marks_the_pad(user: BrowserUser) -> None:
    end_of_a_hand(user, "thumbs-up")
    spoken = user.page.locator(".sd-pays > li > .visually-hidden").all_inner_texts()
    assert len(spoken) == 3
    assert "collect" in spoken[0]
    assert all("pay" in sentence for sentence in spoken[1:])
    assert user.page.locator(".sd-bills .rule-link", has_text="R12").count() == 1
    assert user.page.locator(".sd-standing li").count() == 3
    assert user.page.locator(".score-pad tr.new-row").count() == 1
    log = user.page.locator(".sidebar .log li").all_inner_texts()
    user.continue_after_hand()
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
    user.page.wait_for_selector(".own-side .hand .card")


@pytest.mark.long
def test_two_people_see_who_is_ready_and_go_on_together(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno", size="phone")
    shown, last = hand_ends("scorzo")
    table = StillTable(shown, "Ada", "Bruno")
    table.show(ada)
    table.show(bruno, seat=1)
    table.play(last)
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
    end_of_a_hand(user, game)
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
    mika = new_user("Mika", size=size)
    table, sentence = watched_end_of_a_hand(mika)
    heading = mika.page.locator(".showdown h2")
    assert heading.inner_text() == sentence
    assert heading.evaluate("(e) => e === document.activeElement")
    table.play_turn()
    mika.page.wait_for_function("() => document.querySelector('.board').dataset.ply > 2")
    assert heading.is_visible(), "the next hand is played meanwhile"
    mika.page.click("[data-command=continue]")
    mika.page.wait_for_selector(".own-side.watching")


def watched_end_of_a_hand(watcher: BrowserUser) -> tuple[StillTable, str]:
    """Let a hand end that somebody watches, a turn behind; gives the sentence to be read."""
    shown, last = hand_ends("scorzo")
    table = StillTable(shown, settings=Settings(watchers="delayed"))
    table.show(watcher, seat=None)
    watcher.page.click(".arriving-option:has-text('Just watch')")
    watcher.page.click(".arriving .btn.primary")
    watcher.page.wait_for_selector(".own-side.watching")
    table.play(last)
    watcher.page.wait_for_selector(".showdown", state="detached")
    table.play_turn()
    watcher.page.wait_for_selector(".showdown")
    return table, f"{table.table.names[1]} called. Nothing left over."
