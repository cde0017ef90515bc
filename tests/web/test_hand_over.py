"""Several people at one device: the page is covered until the next one takes it up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.levels import only
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.test_pages import accessibility_faults

COVER = ".hand-over h2"
CONTINUE = ".showdown [data-command=continue]:not(:disabled)"
GOES_ON = """(ply) => {
  const exists = (selector) => Boolean(document.querySelector(selector));
  if (exists(".hand-over, .game-over")) return true;
  if (exists(".showdown [data-command=continue]:not(:disabled)")) return true;
  const { dataset } = document.querySelector(".board");
  return exists(".own-side.on-turn") && dataset.busy === "no" && Number(dataset.ply) > ply;
}"""


def open_device(user: BrowserUser, game: str, seats: int = 2, **fields: Any) -> None:
    """Open a table for Ada and Bruno at one device."""
    user.open_table(game, seats, local=["Bruno"], **fields)
    user.page.wait_for_selector(COVER)


def take_device(user: BrowserUser, by: str) -> str:
    """Take the device up; gives the name of who did."""
    name: str = user.page.locator(COVER).inner_text().removeprefix("Hand it over to ")
    button = user.page.locator("[data-command=take-device]")
    if by == "keys":
        user.page.keyboard.press("Enter")
    else:
        (button.tap if by == "touch" else button.click)()
    user.page.wait_for_selector(".own-side .hand .card, .game-over")
    return name


def wait_for_person(user: BrowserUser, after: int = -1) -> None:
    """Wait until somebody at the device can do something after a ply, or the game is over."""
    user.page.wait_for_function(GOES_ON, arg=after)


def act(user: BrowserUser, by: str) -> None:
    """Let who holds the device do one plausible action."""
    ply = user.observe()["ply"]
    user.act(by)
    wait_for_person(user, ply)


def cards_on_page(user: BrowserUser) -> int:
    """Count the cards with a face in the document."""
    count: int = user.page.locator("[data-code]").count()
    return count


@pytest.mark.parametrize(
    ("size", "by"),
    only([("desk", "mouse"), ("desk", "keys"), ("phone", "touch")], [("desk", "keys")]),
)
def test_two_people_take_turns_at_one_device(new_user: NewUser, size: str, by: str) -> None:
    device = new_user("Ada", size)
    open_device(device, "scorzo")
    turns = []
    for _ in range(3):
        device.page.wait_for_selector(COVER)
        assert cards_on_page(device) == 0
        turns.append(take_device(device, by))
        wait_for_person(device)
        while not device.page.locator(COVER).count():
            act(device, by)
    assert turns in (["Ada", "Bruno", "Ada"], ["Bruno", "Ada", "Bruno"])


@pytest.mark.long
@pytest.mark.parametrize("size", only(["desk", "phone"], ["phone"]))
def test_the_cover_has_the_focus_and_is_accessible(new_user: NewUser, size: str) -> None:
    device = new_user("Ada", size)
    open_device(device, "victory-rummy", 3)
    page = device.page
    focused = page.evaluate("document.activeElement.textContent")
    assert focused in ("Hand it over to Ada", "Hand it over to Bruno")
    assert accessibility_faults(device) == []
    page.set_viewport_size({"width": 320, "height": 560})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    take_device(device, "keys")
    assert page.evaluate("Boolean(document.activeElement.closest('.hand'))")


def test_nobody_sees_a_card_after_a_reload_before_the_device_is_taken_up(user: BrowserUser) -> None:
    open_device(user, "scorzo")
    frames: list[str] = []
    user.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    take_device(user, "mouse")
    user.page.reload()
    user.page.wait_for_selector(COVER)
    assert cards_on_page(user) == 0
    assert frames
    assert not any('"sight":"owner"' in frame for frame in frames)
    take_device(user, "mouse")
    assert user.page.locator(".hand .card").count()


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), [("desk", "mouse"), ("phone", "touch")])
def test_a_whole_game_is_played_at_one_device(new_user: NewUser, size: str, by: str) -> None:
    device = new_user("Ada", size)
    open_device(device, "victor-or-victim", 3)
    for _ in range(900):
        wait_for_person(device)
        if device.observe()["over"]:
            break
        if device.page.locator(COVER).count():
            assert cards_on_page(device) == 0
            take_device(device, by)
        elif device.page.locator(CONTINUE).count():
            device.continue_after_hand(by)
        else:
            act(device, by)
    title = device.page.locator(".game-over .prompt").inner_text()
    assert "You won" not in title
    device.page.click("[data-command=rematch]")
    device.page.wait_for_selector(COVER)
