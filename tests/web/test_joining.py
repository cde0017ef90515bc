"""Joining a running game, and what the host does with the people at the table."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.web.browser_user import NewUser, ask_for_seat, take_seat

ANY = next(iter(GAMES))
PROMPT = ".seat-request"


@pytest.mark.parametrize("size", few(["phone", "desk"], keep=1))
def test_a_newcomer_asks_for_a_seat_and_a_player_lets_them_in(size: str, new_user: NewUser) -> None:
    ada, bruno = new_user("Ada", size=size), new_user("Bruno", size=size)
    path = ada.open_table(ANY)
    ada.page.wait_for_selector(".own-side .hand .card")
    ask_for_seat(bruno, path)
    bruno.page.wait_for_selector("[data-command=stop-waiting]")
    waiting = "You get Wren’s seat at the next deal. The others can let you in now."
    assert waiting in bruno.page.inner_text(".prompt")
    assert bruno.page.locator(".hand .card").count() == 0
    question = "Bruno would like to take Wren’s seat now. This game will then not be rated."
    assert question in ada.page.inner_text(PROMPT)
    ada.page.wait_for_function(
        "(text) => document.querySelector('#announcer').textContent.includes(text)", arg=question
    )
    prompt, hand = (ada.page.locator(one).bounding_box() for one in (PROMPT, ".hand"))
    assert prompt["y"] + prompt["height"] <= hand["y"]
    assert hand["y"] < ada.page.viewport_size["height"], "the hand can still be seen"
    bruno.page.evaluate("() => { window.notReloaded = true; }")
    ada.page.focus("[data-command=allow]")
    ada.page.keyboard.press("Enter")
    bruno.page.wait_for_selector(".own-side .hand .card")
    assert bruno.page.evaluate("() => window.notReloaded")
    ada.page.wait_for_selector(PROMPT, state="detached")


@pytest.mark.long
def test_a_newcomer_who_is_not_let_in_waits_or_stops_waiting(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    path = ada.open_table(ANY)
    ask_for_seat(bruno, path)
    ada.page.click("[data-command=not-now]")
    ada.page.wait_for_selector(PROMPT, state="detached")
    bruno.visit(path)
    bruno.page.click("[data-command=stop-waiting]")
    bruno.page.wait_for_selector("form.sit-form")


@pytest.mark.long
def test_who_gave_the_seat_up_can_return_to_it(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno")
    path = ada.open_table(ANY)
    take_seat(bruno, path, ada)
    bruno.page.keyboard.press("Escape")
    bruno.page.click(".top-bar [data-command=menu]")
    bruno.page.click("dialog [data-command=leave]")
    bruno.page.click("dialog [data-command=give-up]")
    bruno.page.wait_for_selector(".home")
    bruno.visit(path)
    bruno.page.click("form.sit-form button:has-text('Return to your seat')")
    bruno.page.wait_for_selector(".own-side .hand .card")


@pytest.mark.long
def test_the_host_mutes_and_removes_a_player_who_cannot_come_back(new_user: NewUser) -> None:
    ada, bruno = new_user("Ada"), new_user("Bruno", size="phone")
    path = ada.open_table(ANY)
    take_seat(bruno, path, ada)
    ada.page.click("[data-command=people]")
    ada.page.click("[aria-label='Options for Bruno']")
    ada.page.click(".people-menu button:text-is('Mute for me')")
    ada.page.wait_for_selector(".people-list li:has-text('muted by you')")
    bruno.page.click("[data-command=people]")
    bruno.page.click("[aria-label='Options for Ada']")
    assert bruno.page.locator(".people-menu .people-remove").count() == 0
    bruno.page.click("[role=tab]:has-text('Chat')")
    bruno.page.click(".chat-phrases .btn:text-is('Hello!')")
    bruno.page.wait_for_selector(".chat-lines .own")
    assert ada.page.locator(".people-unread").count() == 0
    ada.page.click(".people-menu .people-remove")
    assert "Bruno cannot come back to this table." in ada.page.inner_text("dialog.confirm")
    ada.page.click("dialog [data-command=kick]")
    assert "The host removed you." in bruno.page.inner_text(".notice")
    bruno.visit(path)
    bruno.page.wait_for_selector(".notice:has-text('The host removed you from this table.')")


def refuse_first(page: Any, do: str, rule: str, close: int | None = None) -> None:
    """Answer the first message of a kind with a refusal in place of the server."""
    refused: list[str] = []

    def connect(socket: Any) -> None:
        server = socket.connect_to_server()

        def send(message: str) -> None:
            if refused or f'"do":"{do}"' not in message:
                server.send(message)
                return
            refused.append(message)
            act_id = message.split('"id":"')[1].split('"')[0] if '"id":"' in message else ""
            socket.send(f'{{"is":"refusal","id":"{act_id}","rule":"{rule}","why":"not now"}}')
            if close is not None:
                socket.close(code=close, reason="not now")

        socket.on_message(send)

    page.route_web_socket("**/socket", connect)


@pytest.mark.long
def test_an_act_that_could_not_be_saved_is_sent_again(new_user: NewUser) -> None:
    ada = new_user("Ada")
    refuse_first(ada.page, "act", "P-8")
    ada.open_table(ANY)
    ada.wait_for_turn()
    ply = ada.observe()["ply"]
    ada.act("mouse")
    ada.page.wait_for_selector(".refusal:has-text('Your move is not saved yet; trying again.')")
    ada.wait_for_turn(ply)
    assert ada.page.locator(".refusal").count() == 0


@pytest.mark.long
@pytest.mark.parametrize("do", ["commit", "give"])
def test_a_share_that_could_not_be_saved_is_given_again(do: str, new_user: NewUser) -> None:
    ada = new_user("Ada")
    refuse_first(ada.page, do, "P-8")
    ada.open_table(ANY)
    ada.wait_for_turn()


@pytest.mark.long
def test_a_page_that_is_refused_for_a_while_says_so_and_tries_again(new_user: NewUser) -> None:
    ada = new_user("Ada", shared=False)
    refuse_first(ada.page, "hello", "P-11", close=4003)
    ada.page.clock.install()
    ada.visit("/settings")
    created = ada.page.evaluate(
        """async (fields) => (await fetch("/api/tables", {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify(fields)})).json()""",
        {"game": ANY, "seats": 2, "name": "Ada"},
    )
    ada.visit(f"/t/{created['table']}#{created['code']}")
    ada.page.wait_for_selector(".notice:has-text('Trying again in a few seconds')")
    ada.page.clock.fast_forward("00:06")
    ada.page.wait_for_selector(".own-side")
    assert ada.page.locator(".notice").count() == 0
