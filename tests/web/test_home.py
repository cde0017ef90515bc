"""Home: the games to play, games to resume or replay, and what it says when there are none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.scripted_player import finish_game

QUICKEST = "victor-or-victim"
FINISHED = ".lists li:has(a[href^='/replay/'])"


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "ended"), few([("desk", "away"), ("desk", "here"), ("phone", "here")], keep=1)
)
def test_a_finished_game_is_listed_once_however_often_it_is_loaded(
    size: str, ended: str, new_user: NewUser
) -> None:
    ada = new_user(size=size)
    path = ada.open_table(QUICKEST)
    if ended == "here":
        ada.play_game("mouse")
    else:
        finish_game(ada, path)
        ada.visit(path)
    ada.page.wait_for_selector(".standings tbody tr:has-text('You')")
    standings = ada.page.locator(".standings tbody tr").evaluate_all(
        """(rows) => rows.map(({ cells: [place, player, score] }) =>
          [place, player.lastChild, score].map((part) => part.textContent.trim()))"""
    )
    [(place, _, score)] = [row for row in standings if row[1] == "You"]
    opponents = [name for _, name, _ in standings if name != "You"]
    for _ in range(2):
        ada.page.reload()
        ada.page.wait_for_selector(".game-over")
    ada.visit("/")
    ada.page.wait_for_selector(FINISHED)
    assert ada.page.locator(FINISHED).count() == 1
    assert ada.page.locator(f"a[href='{path}']").count() == 0
    entry = ada.page.locator(FINISHED).inner_text()
    assert ("You won" if place == "1" else f"You came {place}") in entry
    assert f"{score} point" in entry
    assert str(ada.page.evaluate("() => new Date().getDate()")) in entry
    assert all(name in entry for name in opponents)


@pytest.mark.long
def test_a_game_that_ended_while_the_browser_was_away_is_finished(user: BrowserUser) -> None:
    path = user.open_table(QUICKEST)
    user.play_game("mouse")
    user.visit("/settings")
    user.page.evaluate(
        """() => {
          const [{ over, ...game }] = JSON.parse(localStorage.getItem("meldroom-tables"));
          localStorage.setItem("meldroom-tables", JSON.stringify([game]));
        }"""
    )
    user.visit("/")
    user.page.wait_for_selector(f"{FINISHED}:has-text('point')")
    assert user.page.locator(f"a[href='{path}']").count() == 0


NEVER_BY_ITSELF = """
const soon = window.setTimeout;
window.setTimeout = (callback, wait, ...rest) => wait >= 1000 ? 0 : soon(callback, wait, ...rest);
"""  # so that only a click tries again


@pytest.mark.parametrize("size", few(["phone", "desk"], keep=1))
def test_home_says_that_the_server_does_not_answer_and_tries_again(
    size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    user.expects_errors = True
    user.page.add_init_script(NEVER_BY_ITSELF)
    user.page.route("**/api/**", lambda route: route.abort())
    user.visit("/")
    user.page.wait_for_selector(".away-strip")
    assert user.page.locator("h1").is_visible()
    user.page.unroute("**/api/**")
    user.page.get_by_role("button", name="Try now").click()
    user.page.wait_for_selector(".game .game-art .card")
    assert user.page.locator(".away-strip").count() == 0


@pytest.mark.long
def test_home_shows_where_the_games_will_be_while_they_load(user: BrowserUser) -> None:
    waiting: list[Any] = []
    user.page.route("**/api/games", lambda route: waiting.append(route))
    user.visit("/")
    user.page.wait_for_selector(".game-list[aria-busy=true] .placeholder")
    height = user.page.locator(".game-list").bounding_box()["height"]
    waiting[0].continue_()
    user.page.wait_for_selector(".game .game-art .card")
    assert user.page.locator(".game.placeholder").count() == 0
    assert abs(user.page.locator(".game-list").bounding_box()["height"] - height) < 40


@pytest.mark.long
def test_a_newcomer_is_told_what_to_do_where_a_list_is_empty(user: BrowserUser) -> None:
    user.visit("/")
    user.page.locator(".lists .empty-note a:has-text('Learn')").click()
    user.page.wait_for_selector(".lesson, .board")
