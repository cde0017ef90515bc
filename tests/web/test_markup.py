"""Markup in names and chat is shown as it was typed, and runs no script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.conftest import Figure
from tests.web.browser_user import BrowserUser
from tests.web.markup import BODIES, PAYLOADS, payloads

GAME = max(GAMES.values(), key=lambda game: game.players[-1])
OTHERS = GAME.players[-1] - 1  # bots beside the user
CHAT_LINES = 8  # said at a time
WATCH = """
window.executed = []; window.violations = [];
window.ran = window.RAN = (number) => window.executed.push(number);
addEventListener("securitypolicyviolation",
  (event) => window.violations.push(event.violatedDirective + " " + event.sample));
"""
MARKUP_ELEMENTS = (
    "script:not([src^='/']), iframe, object, embed, base, meta[http-equiv], [onerror], [onload],"
    " [href^=javascript], [onfocus], .chat-lines :not(li, small, p, .avatar),"
    " .seats :is(img, video, audio, form, table)"
)


class TamperedSocket:
    """The page's websocket, on which other names and texts arrive than the server sent."""

    def __init__(self, page: Any) -> None:
        self.route: Any = None
        self.table: dict[str, Any] = {}
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: Any) -> None:
        self.route, server = route, route.connect_to_server()
        server.on_message(self._pass_on)

    def _pass_on(self, text: str) -> None:
        message = json.loads(text)
        if message["is"] == "table":
            self.table = message
        self.route.send(text)

    def rename(self, names: list[str]) -> None:
        """Give the others at the table new names."""
        seats = self.table["seats"]
        renamed = [{**seat, "name": name} for seat, name in zip(seats[1:], names, strict=False)]
        self._send({**self.table, "seats": [seats[0], *renamed, *seats[1 + len(names) :]]})

    def say(self, text: str) -> None:
        """Say something, by somebody who is called the same."""
        self._send({"is": "said", "seat": 1, "name": text, "text": text})

    def _send(self, message: dict[str, Any]) -> None:
        self.route.send(json.dumps(message))


def in_groups(texts: list[str], size: int) -> Iterator[list[str]]:
    """Split a list."""
    for start in range(0, len(texts), size):
        yield texts[start : start + size]


@pytest.mark.parametrize(
    "count",
    [len(BODIES), pytest.param(PAYLOADS, marks=pytest.mark.long)],
    ids=["few", "all"],
)
def test_21_markup_in_names_and_chat_is_shown_and_runs_nothing(
    count: int, user: BrowserUser, figure: Figure
) -> None:
    page, texts = user.page, payloads()[:count]
    page.add_init_script(WATCH)
    socket = TamperedSocket(page)
    user.open_table(GAME.key, seats=GAME.players[-1])
    user.wait_for_turn()
    for names in in_groups(texts, OTHERS):
        socket.rename(names)
        page.wait_for_function(
            "(names) => names.every((name) => document.body.textContent.includes(name))", arg=names
        )
    page.keyboard.press("c")
    for said in in_groups(texts, CHAT_LINES):
        for text in said:
            socket.say(text)
        page.wait_for_function(
            """(said) => ["small", "p"].every((part) => JSON.stringify(said) ===
              JSON.stringify([...document.querySelectorAll(`.chat-lines ${part}`)].map((line) =>
                line.textContent).slice(-said.length)))""",
            arg=said,
        )
    page.wait_for_timeout(100)  # what would run later
    assert page.locator(MARKUP_ELEMENTS).count() == 0
    assert page.evaluate("() => [window.executed, window.violations]") == [[], []]
    figure(
        f"21: {count} payloads as names and as chat: all shown as typed, 0 scripts ran,"
        " 0 violations of the content security policy"
    )


@pytest.mark.long
def test_21_the_payloads_run_in_a_page_without_protection(
    user: BrowserUser, figure: Figure
) -> None:
    page = user.page.context.new_page()
    page.evaluate(WATCH)
    page.evaluate(
        """(texts) => { for (const text of texts) {
          const place = document.createElement("div"); document.body.append(place);
          place.innerHTML = "<p title='" + text + "'>" + text + "</p>"; } }""",
        payloads(),
    )
    page.wait_for_timeout(300)
    ran = page.evaluate("() => new Set(window.executed).size")
    figure(f"21: {ran} of the payloads run by themselves in a page that takes them for markup")
    assert ran > 50


def test_21_a_violation_of_the_policy_would_be_noticed(user: BrowserUser) -> None:
    user.page.add_init_script(WATCH)
    user.visit("/settings")
    user.expects_errors = True
    user.page.evaluate(
        "(text) => { try { document.body.innerHTML = text; } catch { /* Trusted Types */ } }",
        payloads()[0],
    )
    user.page.wait_for_function("() => window.violations.length === 1")
    assert user.page.evaluate("() => window.executed") == []
