"""The people at a table: the chat, what the host can do, and what is asked before it is done."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser, take_seat

ANY = next(iter(GAMES))
FOCUSED = "() => document.activeElement.textContent.trim()"


def press(user: BrowserUser, selector: str, by: str) -> None:
    """Press a button by mouse, touch or keys."""
    button = user.page.locator(selector)
    if by == "keys":
        button.focus()
        user.page.keyboard.press("Enter")
    else:
        (button.tap if by == "touch" else button.click)()


def seat_two(new_user: NewUser, size: str = "desk") -> tuple[BrowserUser, BrowserUser]:
    """Seat Ada, who is the host, and Bruno at a table."""
    ada, bruno = new_user("Ada", size=size), new_user("Bruno")
    path = ada.open_table(ANY, seats=2)
    take_seat(bruno, path, ada)
    ada.page.wait_for_selector(".name-plate:has-text('Bruno')")
    return ada, bruno


def say(user: BrowserUser, text: str) -> None:
    """Write something in the chat, which is open."""
    user.page.fill(".chat-form input", text)
    user.page.keyboard.press("Enter")


def covers(page: Any, selector: str) -> bool:
    """Say whether something else lies over the middle of an element."""
    return bool(
        page.locator(selector).last.evaluate(
            """(element) => {
              const box = element.getBoundingClientRect();
              const top = document.elementFromPoint(
                box.left + box.width / 2, box.top + box.height / 2);
              return !element.contains(top);
            }"""
        )
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "by"), few([("phone", "touch"), ("desk", "mouse"), ("desk", "keys")], keep=1)
)
def test_what_is_said_is_counted_and_then_read_in_the_sheet(
    size: str, by: str, new_user: NewUser
) -> None:
    ada, bruno = seat_two(new_user, size)
    bruno.page.keyboard.press("c")
    say(bruno, "Who has all the hearts?")
    bruno.page.click(".chat-phrases .btn:text-is('Hello!')")
    ada.page.wait_for_selector(".people-unread:text-is('2')")
    assert "2 new messages" in ada.page.get_attribute("[data-command=people]", "aria-label")
    press(ada, "[data-command=people]", by)
    ada.page.wait_for_selector(".chat-lines p:text-is('Hello!')")
    assert not covers(ada.page, ".chat-lines p")
    assert ada.page.locator(".people-unread").count() == 0
    say(ada, "No comment.")
    ada.page.wait_for_selector(".chat-lines .own p:text-is('No comment.')")
    assert not covers(ada.page, ".chat-lines .own p")
    bruno.page.wait_for_selector(".chat-lines p:text-is('No comment.')")


@pytest.mark.long
def test_beside_the_chat_the_game_goes_on(user: BrowserUser) -> None:
    user.open_table(ANY)
    user.wait_for_turn()
    user.page.keyboard.press("c")
    user.page.wait_for_selector(".people-sheet.chat-shown")
    assert user.page.evaluate(FOCUSED) == "At this table"
    assert user.page.locator(".sidebar").is_hidden()
    assert not covers(user.page, ".hand .card")
    user.act_and_wait()
    user.page.keyboard.press("c")
    user.page.wait_for_selector(".people-sheet", state="detached")
    assert user.page.locator(".sidebar").is_visible()


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("desk", "keys"), ("phone", "touch")], keep=1))
def test_ending_the_table_is_asked_first_and_can_be_taken_back(
    size: str, by: str, new_user: NewUser
) -> None:
    ada, bruno = seat_two(new_user, size)
    press(ada, ".top-bar [data-command=menu]", by)
    press(ada, "dialog [data-command=end]", by)
    dialog = ada.page.get_by_role("alertdialog", name="End the table for everyone?")
    assert "Bruno is still playing." in dialog.inner_text()
    assert ada.page.evaluate(FOCUSED) == "Keep playing"
    ada.page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    assert "Menu" in ada.page.evaluate("() => document.activeElement.ariaLabel")
    press(ada, ".top-bar [data-command=menu]", by)
    press(ada, "dialog [data-command=end]", by)
    press(ada, "dialog [data-command=end-now]", by)
    bruno.page.wait_for_selector(".notice:has-text('This table is closed.')")


@pytest.mark.long
def test_a_host_can_leave_the_table_to_another_instead_of_ending_it(new_user: NewUser) -> None:
    ada, bruno = seat_two(new_user)
    ada.page.click(".top-bar [data-command=menu]")
    ada.page.click("dialog [data-command=end]")
    ada.page.click("dialog .btn:text-is('Leave, and make Bruno the host')")
    ada.page.wait_for_selector(".home")
    bruno.page.click("[data-command=people]")
    bruno.page.wait_for_selector(".people-list li:has-text('You') .people-host")


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_leaving_a_running_game_is_asked_first(size: str, new_user: NewUser) -> None:
    user = new_user(size=size)
    user.open_table(ANY)
    user.wait_for_turn()
    user.page.click(".top-bar [data-command=menu]")
    user.page.click("dialog [data-command=leave]")
    dialog = user.page.get_by_role("alertdialog", name="Leave the game?")
    dialog.wait_for()
    assert user.page.evaluate(FOCUSED) == "Stay"
    user.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    user.wait_for_turn()


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("desk", "mouse"), ("phone", "touch")], keep=1))
def test_whom_the_host_mutes_for_everyone_cannot_speak(
    size: str, by: str, new_user: NewUser
) -> None:
    ada, bruno = seat_two(new_user, size)
    bruno.page.keyboard.press("c")
    press(ada, "[data-command=people]", by)
    press(ada, "[aria-label='Options for Bruno']", by)
    press(ada, ".people-menu button:text-is('Mute for everyone')", by)
    bruno.page.wait_for_selector(".people-sheet footer:has-text('The host has muted you.')")
    ada.page.wait_for_selector(".people-list li:has-text('Bruno'):has-text('muted by the host')")
    press(ada, ".people-menu button:text-is('Unmute for everyone')", by)
    bruno.page.wait_for_selector(".chat-form")


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("phone", "touch"), ("desk", "keys")], keep=1))
def test_the_host_hands_over_and_removes_people_in_the_sheet(
    size: str, by: str, new_user: NewUser
) -> None:
    ada, bruno = seat_two(new_user, size)
    press(ada, "[data-command=people]", by)
    press(ada, "[aria-label='Options for Bruno']", by)
    press(ada, ".people-menu button:has-text('Make Bruno the host')", by)
    ada.page.wait_for_selector(".people-list li:has-text('Bruno') .people-host")
    bruno.page.click("[data-command=people]")
    bruno.page.click("[aria-label='Options for Ada']")
    bruno.page.click(".people-menu button:has-text('Remove from the table')")
    dialog = bruno.page.get_by_role("alertdialog", name="Remove Ada?")
    dialog.wait_for()
    assert bruno.page.evaluate(FOCUSED) == "Keep Ada"
    dialog.get_by_role("button", name="Remove Ada").click()
    ada.page.wait_for_selector(".notice:has-text('The host removed you.')")
    bruno.page.wait_for_selector(".people-list li:has-text('bot')")
