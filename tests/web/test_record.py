"""My record: the page, on a desk and on a phone; two devices joined; everything deleted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.levels import few
from tests.web.browser_user import BrowserUser, NewUser
from tests.web.test_pages import accessibility_faults

PLAY_GAME = """async (fields) => {
  const {awaitedDeal, given, isOf, newShare, NO_SHARE} = await import("/client/deal_share.js");
  const opened = await fetch("/api/tables", {method: "POST",
    headers: {"Content-Type": "application/json"}, body: JSON.stringify(fields)});
  const {table, code} = await opened.json();
  const socket = new WebSocket(`ws://${location.host}/socket`);
  const send = (message) => socket.send(JSON.stringify(message));
  let share = NO_SHARE;
  const give = (table) => {
    const deal = awaitedDeal(table, 0);
    if (!deal) return;
    if (!isOf(share, deal)) share = newShare(deal, "00".repeat(16));
    const answer = given(share, table);
    share = answer.share;
    if (answer.message) send(answer.message);
  };
  await new Promise((open) => { socket.onopen = open; });
  return new Promise((over, fail) => {
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      const facts = message.table ?? message;
      if (facts.phase) give(facts);
      if (message.is === "refusal") fail(new Error(message.why));
      const play = message.is === "welcome" ? message.play : message;
      if (play?.result) { socket.close(); over(table); return; }
      const [act] = play?.legal ?? [];
      if (act) send({do: "act", id: `ply ${play.ply}`, texts: [act.text ?? act]});
    };
    send({do: "hello", table, code});
  });
}"""


def finish_game(user: BrowserUser) -> str:
    """Play a short game to its end without looking; gives the table's key."""
    user.visit("/settings")
    fields: dict[str, Any] = {"game": "victor-or-victim", "seats": 3, "name": user.name}
    table: str = user.page.evaluate(PLAY_GAME, fields)
    return table


def open_record(user: BrowserUser, path: str = "/me") -> str:
    """Open the page and give its text."""
    user.visit(path)
    user.page.wait_for_selector(".rc-card")
    text: str = user.page.locator(".rc").inner_text()
    return text


@pytest.mark.parametrize(("size", "theme"), few([("phone", "light"), ("desk", "dark")], keep=1))
def test_the_record_shows_what_was_played_and_leads_to_the_replay(
    size: str, theme: str, new_user: NewUser
) -> None:
    user = new_user(size=size, theme=theme)
    assert "No finished games yet" in open_record(user)
    assert accessibility_faults(user) == []
    table = finish_game(user)
    text = open_record(user)
    assert "1 game since" in text
    user.page.wait_for_selector(".ld-names span")
    assert "Play 9 more for a rating" in text
    assert user.page.locator(".rc-tally li").count() == 1, "two bots of one level"
    width = user.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    assert accessibility_faults(user) == []
    user.page.click(".rc-recent a")
    user.page.wait_for_selector(".replay")
    assert user.page.url.endswith(f"/replay/{table}/1")


@pytest.mark.long
def test_home_leads_to_the_record(user: BrowserUser) -> None:
    user.visit("/")
    user.page.click(".top-bar a[href='/me']")
    user.page.wait_for_selector(".rc-empty")


def code_of(user: BrowserUser) -> str:
    """Ask for a code that joins another device."""
    user.page.click("text=Get a code")
    code: str = user.page.locator(".rc-code b").inner_text()
    return code


@pytest.mark.long
def test_a_code_joins_two_devices_after_a_question(new_user: NewUser) -> None:
    desk, phone = new_user("Ada"), new_user("Ada", size="phone")
    finish_game(desk)
    finish_game(phone)
    open_record(desk)
    open_record(phone)
    phone.page.fill("input[name=code]", code_of(desk))
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_selector("dialog[open]")
    assert accessibility_faults(phone) == []
    phone.page.click("dialog >> text=Join the two")
    phone.page.wait_for_selector("text=Both devices are one person now.")
    for user in (desk, phone):
        assert "2 games since" in open_record(user)


@pytest.mark.long
def test_a_link_with_a_code_asks_before_it_joins(new_user: NewUser) -> None:
    desk, phone = new_user("Ada"), new_user("Ada", size="phone")
    open_record(desk)
    code = code_of(desk).replace("-", "")
    phone.visit(f"/me#{code}")
    phone.page.wait_for_selector("dialog[open]")
    phone.page.keyboard.press("Escape")
    phone.page.wait_for_selector("dialog", state="detached")
    assert phone.page.input_value("input[name=code]") == code


@pytest.mark.long
def test_a_wrong_code_is_refused_in_words(user: BrowserUser) -> None:
    user.expects_errors = True  # the browser reports the status 403
    open_record(user)
    user.page.fill("input[name=code]", "abcd-efgh")
    user.page.keyboard.press("Enter")
    user.page.click("dialog >> text=Join the two")
    assert "wrong or too old" in user.page.locator(".rc [role=alert]").inner_text()


@pytest.mark.long
def test_who_deletes_everything_starts_anew(user: BrowserUser) -> None:
    finish_game(user)
    open_record(user)
    user.page.click("text=Delete all")
    user.page.wait_for_selector("dialog[open]")
    assert user.page.evaluate("() => document.activeElement.textContent") == "Keep my record"
    user.page.click("dialog >> text=Delete all")
    user.page.wait_for_selector("text=Everything about you is deleted.")
    assert user.page.locator(".rc-empty").count() == 1
    assert user.page.context.cookies() == []


@pytest.mark.long
def test_the_games_can_be_exported(user: BrowserUser) -> None:
    finish_game(user)
    open_record(user)
    with user.page.expect_download() as download:
        user.page.click("text=Export")
    assert download.value.suggested_filename == "meldroom-games.zip"
