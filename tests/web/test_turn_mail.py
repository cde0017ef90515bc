"""An email address left in the table's menu, its emails, and the page that confirms and stops."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meldroom.games import GAMES
from tests.patience import wait_until
from tests.server.smtp_server import SmtpServer
from tests.web.browser_user import BrowserUser
from tests.web.conftest import SIZES, TIMEOUT_MS
from tests.web.test_pages import accessibility_faults

ANY = next(iter(GAMES))
GIVE_ADDRESS = "dialog input[name=address]"


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    """An SMTP server."""
    with SmtpServer().in_thread() as server:
        yield server


@pytest.fixture
def mailing_room(smtp: SmtpServer, tmp_path: Path) -> Iterator[str]:
    """A server that sends emails without delay; gives its URL."""
    serve = [sys.executable, "-u", "-m", "meldroom.cli", "serve", "--hurry", "--port", "0"]
    serve += ["--smtp", f"smtp://127.0.0.1:{smtp.port}", "--mail-from", "room@cards.example"]
    with subprocess.Popen(
        [*serve, "--database", f"sqlite:///{tmp_path}/db"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url = re.search(r"http://\S+", server.stdout.readline())
        try:
            assert url is not None
            yield url.group()
        finally:
            server.terminate()


def next_email(smtp: SmtpServer, after: int) -> str:
    """Wait for an email beyond these; gives its text."""
    wait_until(lambda: len(smtp.mails) > after, f"email number {after + 1}")
    assert smtp.mails[after]["To"] == "ada@mail.example"
    return smtp.text_of(after)


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_player_confirms_an_address_gets_emails_and_stops_them(
    size: str, browser: Any, mailing_room: str, smtp: SmtpServer
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, service_workers="block"
    )
    context.set_default_timeout(TIMEOUT_MS)
    user = BrowserUser(context.new_page(), mailing_room, "Ada", {"speed": "off"})
    path = user.open_table(ANY, clock="1d").partition("#")[0]
    user.wait_for_turn()
    page = user.page
    page.click(".top-bar [data-command=menu]")
    page.click("dialog [data-command=mail]")
    user.expects_errors = True  # of the address that is none
    page.fill(GIVE_ADDRESS, "ada")
    page.click("dialog button.primary")
    page.wait_for_selector("dialog [role=status]:has-text('That is not an email address')")
    user.expects_errors = False
    page.fill(GIVE_ADDRESS, "ada@mail.example")
    page.click("dialog button.primary")
    page.wait_for_selector("dialog [role=status]:has-text('Check your inbox')")
    assert accessibility_faults(user) == []
    [link] = re.findall(r"http://\S+/mail/\S+", next_email(smtp, 0))
    page.goto(link)
    page.click("main .btn.primary:has-text('Yes, email me')")
    page.wait_for_selector("[role=status]:has-text('You get an email when it is your turn')")
    assert accessibility_faults(user) == []
    table_link, stop_link = re.findall(r"http://\S+", next_email(smtp, 1))
    assert table_link == mailing_room + path
    assert stop_link == link
    page.goto(table_link)
    page.wait_for_selector(".own-side .hand .card")
    page.click(".top-bar [data-command=menu]")
    page.click("dialog [data-command=mail]")
    page.wait_for_selector("dialog [role=status]:has-text('Emails are sent to ada@mail.example')")
    page.goto(stop_link)
    page.click("main .btn.primary:has-text('Stop the emails')")
    page.wait_for_selector("[role=status]:has-text('You get no emails from this room')")
    assert accessibility_faults(user) == []
    page.goto(table_link)
    page.wait_for_selector(".own-side .hand .card")
    page.click(".top-bar [data-command=menu]")
    page.click("dialog [data-command=mail]")
    page.wait_for_selector("dialog [role=status]:has-text('Your emails were stopped')")
    assert page.input_value(GIVE_ADDRESS) == ""
    page.goto(stop_link)
    page.click("main .btn.primary:has-text('Allow emails again')")
    page.wait_for_selector("[role=status]:has-text('You get an email when it is your turn')")
    context.close()
    assert user.errors == []
