"""A table with several people, a lost line, a reload, a refusal, a silent thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meldroom.games import GAMES
from tests.web.guest import Guest, play_until_told, sit_down

ANY = next(iter(GAMES))
RACED = next((key for key, game in GAMES.items() if game.race.verb), "")
Guests = Callable[..., Guest]


def test_two_play_at_one_table_and_a_third_takes_over_a_bot(guests: Guests) -> None:
    ada, bruno, chen = guests("Ada"), guests("Bruno"), guests("Chen", size="phone")
    address = ada.open_table(ANY, seats=3)
    for guest in (bruno, chen):
        sit_down(guest, address)
    for guest in (ada, bruno, chen):
        names = guest.page.locator(".seat .plate b").all_inner_texts()
        assert sorted(names) == sorted({"Ada", "Bruno", "Chen"} - {guest.name})
    for _ in range(6):
        for guest in (ada, bruno, chen):
            if guest.look()["turn"]:
                ply = guest.look()["ply"]
                guest.step("mouse")
                guest.page.wait_for_function(
                    "(ply) => Number(document.querySelector('.board').dataset.ply) > ply", arg=ply
                )
    plies = [guest.look()["ply"] for guest in (ada, bruno, chen)]
    assert min(plies) > 3


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    guest.step("mouse")
    guest.wait_for_turn()
    before = guest.look()["ply"], guest.page.locator(".hand .card").count()
    told = guest.page.locator(".log li").all_inner_texts()
    guest.page.reload()
    guest.page.wait_for_selector(".mine .hand .card")
    assert (guest.look()["ply"], guest.page.locator(".hand .card").count()) == before
    assert guest.page.locator(".log li").all_inner_texts() == told


def test_a_lost_line_is_told_and_comes_back_without_a_reload(guest: Guest) -> None:
    guest.page.add_init_script(
        """const Real = WebSocket; window.lines = [];
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); window.lines.push(this); }
        };
        for (const k of ["OPEN", "CLOSED"]) window.WebSocket[k] = Real[k];"""
    )
    guest.open_table(ANY)
    guest.wait_for_turn()
    guest.lossy = True
    guest.page.context.set_offline(True)
    guest.page.evaluate("() => window.lines.at(-1).close()")
    guest.page.wait_for_selector(".strip")
    act = guest.look()["ply"]
    assert "safe" in guest.page.inner_text(".strip")
    assert guest.page.locator(".acts [data-act]:not(:disabled)").count() == 0
    guest.page.context.set_offline(False)
    guest.page.evaluate("() => dispatchEvent(new Event('online'))")
    guest.page.wait_for_selector(".strip", state="detached")
    guest.step("mouse")
    guest.wait_for_turn(act)


def test_an_act_that_was_not_acknowledged_is_sent_again_and_done_once(guest: Guest) -> None:
    guest.page.add_init_script(
        """const Real = WebSocket; window.lines = []; window.swallow = false;
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); window.lines.push(this); }
          send(text) {
            if (window.swallow && text.includes('"act"')) this.close();
            else super.send(text);
          }
        };"""
    )
    guest.open_table(ANY)
    guest.wait_for_turn()
    ply = guest.look()["ply"]
    guest.lossy = True
    guest.page.evaluate("() => { window.swallow = true; }")
    guest.page.locator(".acts [data-act]").first.click()
    guest.page.evaluate("() => { window.swallow = false; }")
    guest.wait_for_turn(ply)
    assert guest.look()["ply"] == ply + 1


def test_a_refusal_names_its_rule_and_links_to_it(guest: Guest) -> None:
    if not RACED:
        pytest.skip("no game has a race")
    guest.open_table(RACED, seats=3)
    guest.wait_for_turn()
    guest.page.evaluate(
        """() => { const b = document.querySelector('.acts [data-act]');
        b.dataset.act = 'thumb'; b.click(); }"""
    )
    link = guest.page.locator(".refused a.rule")
    link.wait_for()
    assert link.get_attribute("href") == f"/rules/{RACED}#{link.inner_text()}"
    link.click()
    guest.page.wait_for_selector(".rule-text.target")


def test_the_order_of_the_hand_is_kept(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    cards = guest.page.locator(".hand [data-hand]")
    first, last = cards.first.bounding_box(), cards.last.bounding_box()
    assert first
    assert last
    moved = cards.last.get_attribute("data-code")
    guest.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + 4, first["y"] + 30),
    )
    assert guest.page.locator(".hand [data-hand]").first.get_attribute("data-code") == moved
    assert "Free" in guest.page.inner_text("[data-do=sort]")
    ply = guest.look()["ply"]
    guest.step("mouse")
    guest.wait_for_turn(ply)
    assert guest.page.locator(".hand [data-hand]").first.get_attribute("data-code") == moved


def test_a_card_is_thrown_by_dragging_it_to_the_table(guest: Guest) -> None:
    guest.open_table(ANY)
    guest.wait_for_turn()
    while not guest.look()["lit"]:
        ply = guest.look()["ply"]
        guest.step("mouse")
        guest.wait_for_turn(ply)
    ply = guest.look()["ply"]
    card = guest.page.locator(".hand [data-hand]").last.bounding_box()
    centre = guest.page.locator(".centre").bounding_box()
    guest.drag(
        (card["x"] + 20, card["y"] + 30), (centre["x"] + centre["width"] / 2, centre["y"] + 60)
    )
    guest.wait_for_turn(ply)


STILL = """() => {
  const look = () => [".ask", ".rail", ".under", ".hand", ".is-turn .plate b", "#said"]
    .map((where) => document.querySelector(where)?.textContent.trim().replace(/\\s+/g, " "))
    .join("|") + document.activeElement.tagName;
  window.seen = null;
  new MutationObserver(() => {
    if (!document.querySelector(".raised")) window.before = look();
    else window.seen ??= [window.before, look()];
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def test_tu_5_the_thumb_rises_and_nothing_else_on_the_page_moves(guests: Guests) -> None:
    if not RACED:
        pytest.skip("no game has a race")
    ada, bruno = guests("Ada"), guests("Bruno")
    sit_down(bruno, ada.open_table(RACED, seats=3))
    bruno.page.evaluate(STILL)
    still = play_until_told(ada, bruno, "window.seen")
    assert still[0] == still[1]
