"""A table with several people: reconnecting, reloading, refusals, dragging, a silent race."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser, take_seat
from tests.web.positions import opening, thumb_rises, with_choice
from tests.web.still_table import StillTable

ANY = next(iter(GAMES))


@pytest.mark.long
def test_two_play_at_one_table_and_a_third_takes_over_a_bot(new_user: NewUser) -> None:
    ada, bruno, chen = new_user("Ada"), new_user("Bruno"), new_user("Chen", size="phone")
    address = ada.open_table(ANY, seats=3)
    take_seat(bruno, address, ada)
    take_seat(chen, address, ada, bruno)
    for user in (ada, bruno, chen):
        names = user.page.locator(".seat .name-plate b").all_inner_texts()
        assert sorted(names) == sorted({"Ada", "Bruno", "Chen"} - {user.name})
    for _ in range(6):
        for user in (ada, bruno, chen):
            if user.observe()["turn"]:
                ply = user.observe()["ply"]
                user.act("mouse")
                user.wait_for_ply(ply + 1)
    for user in (ada, bruno, chen):
        user.wait_for_ply(4)


@pytest.mark.long
def test_a_reload_in_the_middle_of_a_turn_changes_nothing(user: BrowserUser) -> None:
    user.open_table(ANY)
    user.wait_for_turn()
    user.act("mouse")
    user.wait_for_turn()
    before = user.observe()["ply"], user.page.locator(".hand .card").count()
    log = user.page.locator(".log li").all_inner_texts()
    user.page.reload()
    user.page.wait_for_selector(".own-side .hand .card")
    assert (user.observe()["ply"], user.page.locator(".hand .card").count()) == before
    assert user.page.locator(".log li").all_inner_texts() == log


@pytest.mark.long
def test_a_lost_connection_is_reported_and_restored_without_a_reload(user: BrowserUser) -> None:
    user.page.add_init_script(
        """const Real = WebSocket; window.sockets = [];
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); window.sockets.push(this); }
        };
        for (const k of ["OPEN", "CLOSED"]) window.WebSocket[k] = Real[k];"""
    )
    user.open_table(ANY)
    user.wait_for_turn()
    user.expects_errors = True
    user.page.context.set_offline(True)
    user.page.evaluate("() => window.sockets.at(-1).close()")
    user.page.wait_for_selector(".notice")
    ply = user.observe()["ply"]
    assert "saved" in user.page.inner_text(".notice")
    assert user.page.locator(".acts [data-act]:not(:disabled)").count() == 0
    user.page.context.set_offline(False)
    user.page.evaluate("() => dispatchEvent(new Event('online'))")
    user.page.wait_for_selector(".notice", state="detached")
    user.act("mouse")
    user.wait_for_turn(ply)


@pytest.mark.long
def test_an_act_that_was_not_acknowledged_is_sent_again_and_done_once(user: BrowserUser) -> None:
    user.page.add_init_script(
        """const Real = WebSocket; window.sockets = []; window.swallow = false;
        window.WebSocket = class extends Real {
          constructor(...all) { super(...all); window.sockets.push(this); }
          send(text) {
            if (window.swallow && text.includes('"act"')) this.close();
            else super.send(text);
          }
        };"""
    )
    user.open_table(ANY)
    user.wait_for_turn()
    ply = user.observe()["ply"]
    user.expects_errors = True
    user.page.evaluate("() => { window.swallow = true; }")
    user.page.locator(".acts [data-act]").first.click()
    user.page.evaluate("() => { window.swallow = false; }")
    user.wait_for_turn(ply)
    assert user.observe()["ply"] == ply + 1


@pytest.mark.long
def test_a_refusal_names_its_rule_and_links_to_it(user: BrowserUser) -> None:
    StillTable(opening("thumbs-up")).show(user)
    user.page.evaluate(
        """() => { const b = document.querySelector('.acts [data-act]');
        b.dataset.act = 'thumb'; b.click(); }"""
    )
    link = user.page.locator(".refusal a.rule-link")
    link.wait_for()
    assert link.get_attribute("href") == f"/rules/thumbs-up#{link.inner_text()}"
    link.click()
    user.page.wait_for_selector(".rule-text.target")


@pytest.mark.long
def test_the_order_of_a_dragged_hand_is_kept(user: BrowserUser) -> None:
    StillTable(opening(ANY)).show(user)
    cards = user.page.locator(".hand [data-hand]")
    first, last = cards.first.bounding_box(), cards.last.bounding_box()
    assert first
    assert last
    moved = cards.last.get_attribute("data-code")
    user.drag(
        (last["x"] + 20, last["y"] + 30),
        (first["x"] + 40, first["y"] + 30),
        (first["x"] + 4, first["y"] + 30),
    )
    assert user.page.locator(".hand [data-hand]").first.get_attribute("data-code") == moved
    assert "Manual" in user.page.inner_text("[data-command=sort]")
    user.act("mouse")
    user.wait_for_ply(1)
    assert user.page.locator(".hand [data-hand]").first.get_attribute("data-code") == moved


def test_a_card_is_discarded_by_dragging_it_to_the_table(user: BrowserUser) -> None:
    table = StillTable(with_choice(ANY))
    table.show(user)
    card = user.page.locator(".hand [data-hand]").last.bounding_box()
    centre = user.page.locator(".centre").bounding_box()
    user.drag(
        (card["x"] + 20, card["y"] + 30), (centre["x"] + centre["width"] / 2, centre["y"] + 60)
    )
    user.wait_for_ply(1)
    assert table.acts[0].startswith("discard")


KEEP_THE_THUMB = """
  window.thumb = null;
  const light = (colour) => {
    const [r, g, b] = colour.match(/\\d+/g).map((one) => (one / 255) ** 2.2);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  new MutationObserver(() => {
    const mark = document.querySelector(".tu-raised-thumb");
    if (!mark || window.thumb) return;
    const { color, backgroundColor, animationDuration } = getComputedStyle(mark);
    const { width, height } = mark.getBoundingClientRect();
    window.thumb = {
      width, height, contrast: light(backgroundColor) / light(color),
      onPlate: mark.parentElement.matches(".name-plate"),
      fade: parseFloat(animationDuration) * 1000,
    };
  }).observe(document.body, {subtree: true, childList: true});
"""
WATCH_FOR_CHANGES = """() => {
  const parts = [".prompt", ".sidebar", ".hand-footer", ".hand", ".is-turn b", "#announcer"];
  const look = () => parts
    .map((selector) => document.querySelector(selector)?.textContent.trim().replace(/\\s+/g, " "))
    .join("|") + document.activeElement.tagName;
  window.seen = null;
  window.before = look();
  new MutationObserver(() => {
    if (!document.querySelector(".tu-raised-thumb")) window.before = look();
    else window.seen ??= [window.before, look()];
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


@pytest.mark.long
def test_tu_5_the_thumb_rises_and_nothing_else_on_the_page_moves(user: BrowserUser) -> None:
    table = StillTable(thumb_rises())
    table.show(user)
    user.page.evaluate(WATCH_FOR_CHANGES)
    table.play("thumb")
    before, after = user.page.wait_for_function("() => window.seen").json_value()
    assert before == after


@pytest.mark.long
@pytest.mark.parametrize("size", few(["desk", "phone"], keep=1))
def test_a_raised_thumb_is_dark_on_a_light_disc_beside_the_name(
    size: str, new_user: NewUser
) -> None:
    user = new_user(size=size)
    table = StillTable(thumb_rises())
    table.show(user)
    user.page.evaluate("() => { " + KEEP_THE_THUMB + " }")
    table.play("thumb")
    thumb = user.page.wait_for_function("() => window.thumb").json_value()
    assert (thumb["width"], thumb["height"]) == (40, 40)
    assert thumb["contrast"] >= 7
    assert thumb["onPlate"] is True
    assert thumb["fade"] <= 300
