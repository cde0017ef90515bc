"""When a game is interrupted: a pause, a turn that timed out, people away, a lost connection."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser, take_seat
from tests.web.test_people import ANY, press, seat_two


def pause(host: BrowserUser, by: str) -> None:
    """Pause the game by the menu."""
    press(host, ".top-bar [data-command=menu]", by)
    press(host, "dialog [data-command=pause]", by)
    host.page.wait_for_selector(".pause-sign")


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("phone", "touch"), ("desk", "keys")], keep=1))
def test_a_paused_game_has_no_dead_button_and_guests_can_ask_to_continue(
    size: str, by: str, new_user: NewUser
) -> None:
    ada, bruno = seat_two(new_user, size)
    pause(ada, by)
    bruno.page.wait_for_selector(".own-side:has-text('Ada can continue it.')")
    for user in (ada, bruno):
        assert user.page.locator(".acts .btn").count() == 1
        assert user.page.locator(".acts .btn:disabled").count() == 0
        assert user.page.locator(".hand [data-hand]").count() > 0
    press(bruno, ".acts [data-command=ask-continue]", "keys")
    bruno.page.wait_for_selector(".acts [data-command=ask-continue][aria-disabled=true]")
    ada.page.wait_for_selector(".prompt:has-text('Bruno asks to continue.')")
    press(ada, ".acts .primary:text-is('Continue')", by)
    for user in (ada, bruno):
        user.page.wait_for_selector(".pause-sign", state="detached")


@pytest.mark.long
def test_with_a_clock_a_pause_covers_the_hand(user: BrowserUser) -> None:
    user.open_table(ANY, clock="60s")
    user.wait_for_turn()
    pause(user, "mouse")
    assert user.page.locator(".hand [data-hand]").count() == 0
    assert "covered" in user.page.get_attribute(".hand", "aria-label")
    user.page.click(".acts .primary")
    user.page.wait_for_selector(".hand [data-hand]")


class ClockThatActs:
    """The page's websocket, on which the player's own moves arrive as made by the clock."""

    def __init__(self, page: Any) -> None:
        self.route: Any = None
        self.sent: list[str] = []
        self.on = False
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: Any) -> None:
        self.route, server = route, route.connect_to_server()
        server.on_message(self._pass_on)

        def send(text: str) -> None:
            self.sent.append(text)
            server.send(text)

        route.on_message(send)

    def _pass_on(self, text: str) -> None:
        message = json.loads(text)
        if self.on and message["is"] == "play" and message["by"] == "person":
            message["by"] = "clock"
        self.route.send(json.dumps(message))


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("desk", "mouse"), ("phone", "touch")], keep=1))
def test_who_ran_out_of_time_is_told_what_was_done_and_says_that_they_are_here(
    size: str, by: str, new_user: NewUser
) -> None:
    user, bruno = new_user("Ada", size=size), new_user("Bruno")
    socket = ClockThatActs(user.page)
    take_seat(bruno, user.open_table("thumbs-up", seats=2, clock="60s"), user)
    user.wait_for_turn()
    user.act_and_wait(by)
    socket.on = True
    ply = user.observe()["ply"]
    user.act(by)
    user.page.wait_for_function(
        "(ply) => Number(document.querySelector('.board').dataset.ply) > ply", arg=ply
    )
    told = user.page.locator(".time-out")
    told.wait_for()
    assert "Your time ran out." in told.inner_text()
    assert "discarded the" in told.inner_text()
    assert "After 3 more, a bot plays" in told.inner_text()
    assert user.page.inner_text(".pile-mark") == "discarded for you"
    press(user, ".time-out [data-command=here]", by)
    told.wait_for(state="detached")
    assert '{"do":"back"}' in socket.sent


@pytest.mark.long
@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_everybody_sees_who_is_away_and_when_a_bot_plays(size: str, new_user: NewUser) -> None:
    ada, bruno = seat_two(new_user, size)
    bruno.visit("/settings")
    counting = ".name-plate:has-text('bot in')"
    ada.page.wait_for_selector(counting)
    first = ada.page.inner_text(counting)
    ada.page.wait_for_function(
        "(first) => document.querySelector('.name-plate').innerText !== first", arg=first
    )
    ada.page.click("[data-command=people]")
    ada.page.click("[aria-label='Options for Bruno']")
    ada.page.click(".people-menu button:has-text('Let a bot play until they are back')")
    ada.page.wait_for_selector(".people-list li:has-text('Bruno'):has-text('bot playing')")
    assert "Bruno is away: a bot plays for them." in ada.page.inner_text("#announcer")


@pytest.mark.long
@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_without_a_connection_cards_can_be_chosen_and_the_button_waits(
    size: str, new_user: NewUser
) -> None:
    user = new_user("Ada", size=size, shared=False)
    servers: list[Any] = []
    online = True

    def connect(route: Any) -> None:
        if not online:
            route.close(code=1001)
            return
        servers.append(route)
        route.connect_to_server()

    user.page.route_web_socket("**/socket", connect)
    user.page.clock.install()
    user.open_table("thumbs-up", seats=2)
    user.wait_for_turn()
    user.act_and_wait()
    user.expects_errors = True
    online = False
    servers[-1].close(code=1001)
    strip = user.page.locator(".connection-strip")
    strip.wait_for()
    assert "Your last move was saved." in strip.inner_text()
    waiting = user.page.locator(".acts .btn")
    assert waiting.get_attribute("aria-disabled") == "true"
    card = user.page.locator(".hand [data-hand]:not(.picked)").first
    card.click()
    assert user.page.locator(".hand .picked").count() > 0
    user.page.clock.run_for(61_000)
    user.page.wait_for_selector(
        ".connection-strip:has-text('A bot plays for you until you are back.')"
    )
    online = True
    user.page.clock.run_for(10_000)
    strip.wait_for(state="detached")
    user.wait_for_turn()
