"""As few steps as possible: labelled melds by one click, no discard by accident, quick bots."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from meldroom.cli.bench_web import open_room
from tests.conftest import Figure
from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.fixed_deal_server import FIXED_DEAL_SERVER
from tests.web.scripted_player import play_until

COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", ({ isTrusted }) => { window.clicks += isTrusted; }, { capture: true });
}"""
MELD = 'play.legal.some((act) => act.action === "meld")'


def open_with_meld(user: BrowserUser) -> int:
    """Open a table and play until the hand labels a meld; gives the ply."""
    user.fix_share("action cards 3")
    user.open_table("rummy-battle", seats=4)
    ply: int = play_until(user, MELD)["ply"]
    return ply


WAYS = [("desk", "mouse"), ("desk", "keys"), ("phone", "touch")]


@pytest.mark.parametrize(("size", "by"), few(WAYS, keep=1))
def test_one_click_or_enter_lays_a_meld_that_the_hand_labels(
    size: str, by: str, new_user: NewUser, figure: Figure
) -> None:
    user = new_user(size=size)
    ply = open_with_meld(user)
    user.page.evaluate(COUNT_CLICKS)
    label = user.page.locator("button.group-label")
    main = user.page.locator(".acts [data-act^=meld]")
    assert label.first.get_attribute("data-act") == main.first.get_attribute("data-act")
    if by == "keys":
        label.first.focus()
        user.page.keyboard.press("Enter")
    else:
        (main.first.tap if by == "touch" else label.first.click)()
    user.wait_for_turn(ply)
    assert user.page.locator(".own-melds .meld").count() == 1
    clicks = user.page.evaluate("() => window.clicks")
    figure(f"clicks to lay a labelled meld, by {by} at a {size}: {clicks}")
    assert clicks == 1


@pytest.mark.long
def test_enter_does_not_discard_a_card_that_can_be_melded(user: BrowserUser) -> None:
    ply = open_with_meld(user)
    user.pick(user.observe()["legal"][0], "keys")
    acts = user.observe()["acts"]
    assert any(act.startswith("discard") for act in acts)
    assert user.page.locator(".acts .primary[data-act^=discard]").count() == 0
    user.page.keyboard.press("Enter")
    assert user.observe()["picked"]
    assert user.observe()["ply"] == ply


@pytest.fixture(scope="module")
def unhurried_url() -> Iterator[str]:
    """Start a server on which bots take their time; gives its URL."""
    with open_room(FIXED_DEAL_SERVER, hurry=False) as url:
        yield url


def wait_for_bots(user: BrowserUser) -> None:
    """Play until bots are to act."""
    for _ in range(8):
        user.page.wait_for_selector(".own-side.on-turn [data-act], [data-command=skip]")
        if user.page.locator("[data-command=skip]").count():
            return
        ply = user.observe()["ply"]
        user.act("mouse")
        user.page.wait_for_function(
            "(ply) => Number(document.querySelector('.board').dataset.ply) > ply", arg=ply
        )
    raise AssertionError("no bot was to act")


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), [("desk", "keys"), ("phone", "touch")])
def test_a_player_who_is_out_is_told_so_and_skips_to_the_end(
    size: str, by: str, new_user: NewUser, unhurried_url: str
) -> None:
    user = new_user(size=size, pace="fast")
    user.server_url = unhurried_url
    user.fix_share("out 20")
    user.open_table("victor-or-victim", seats=8)
    page = user.page
    out = page.locator(".own-side .prompt", has_text="You are out.")
    while not out.count():
        page.wait_for_selector(
            ".own-side.on-turn [data-act], .own-side.on-turn .legal, :enabled[data-command=skip],"
            " .showdown :enabled[data-command=continue]"
        )
        seen = user.observe()
        if seen["showdown"]:
            user.continue_after_hand(by)
        elif seen["turn"]:
            user.act(by)
            page.wait_for_function(
                "(ply) => Number(document.querySelector('.board').dataset.ply) > ply",
                arg=seen["ply"],
            )
        elif not out.count():
            page.evaluate("() => document.querySelector('[data-command=skip]')?.click()")
    label = page.evaluate("document.querySelector(':enabled[data-command=skip]')?.innerText ?? ''")
    if label:  # else the player was already skipping when they fell
        assert label.startswith("Skip to the end")
        page.keyboard.press("s")
    user.wait_for_turn(by=by)
    assert page.locator(".game-over").count() == 1


WAYS_IN = few([("desk", "mouse"), ("phone", "touch")], keep=1)


@pytest.mark.parametrize(("size", "by"), WAYS_IN)
def test_one_click_leads_from_home_to_the_first_move(
    size: str, by: str, new_user: NewUser, figure: Figure
) -> None:
    user = new_user(size=size)
    user.visit("/")
    play_now = user.page.locator(".game[data-game=scorzo] button:has-text('Play now')")
    play_now.wait_for()
    user.page.evaluate(COUNT_CLICKS)
    (play_now.tap if by == "touch" else play_now.click)()
    user.wait_for_turn()
    assert user.observe()["acts"]
    clicks = user.page.evaluate("() => window.clicks")
    figure(f"clicks from home to the first move, by {by} at a {size}: {clicks}")
    assert clicks == 1


@pytest.mark.long
@pytest.mark.parametrize(("size", "by"), few([("desk", "keys"), ("phone", "touch")], keep=1))
def test_a_player_skips_to_their_turn_and_sets_the_pace_of_bots(
    size: str, by: str, new_user: NewUser, unhurried_url: str
) -> None:
    user = new_user(size=size, pace="slow")
    user.server_url = unhurried_url
    user.open_table("scorzo", seats=4)
    wait_for_bots(user)
    if by == "keys":
        user.page.keyboard.press("s")
    else:
        user.page.locator("[data-command=skip]").tap()
    user.page.wait_for_function("() => !document.querySelector('[data-command=skip]:enabled')")
    user.page.wait_for_selector(".own-side.on-turn")
    user.page.click(".top-bar [data-command=menu]")
    user.page.wait_for_selector("dialog[open] input[name=pace][value=slow]:checked")
    pills = user.page.locator("dialog[open] .pace label")
    assert pills.all_inner_texts() == ["Slow", "Normal", "Fast"]
    assert all(pill.bounding_box()["height"] >= 44 for pill in pills.all())
    pills.last.click()
    user.page.reload()
    user.page.wait_for_selector(".own-side .hand .card")
    user.page.click(".top-bar [data-command=menu]")
    user.page.wait_for_selector("dialog[open] input[name=pace][value=fast]:checked")
