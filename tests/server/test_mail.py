"""The SMTP server that a room is given, which addresses are written to, and the queue of emails."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from meldroom.server.mail import (
    MAX_HELD,
    Email,
    MailSender,
    MailServer,
    is_address,
    is_public_address,
    mail_server,
    mailbox_hashes,
    mailbox_of,
)
from tests.patience import PATIENCE
from tests.server.conftest import Advance
from tests.server.local_room import open_room, table_in_play, wait_until
from tests.server.smtp_server import SmtpServer


def test_a_mail_server_is_read_from_its_url() -> None:
    sender = "room@cards.example"
    assert mail_server("smtp://mail.example", sender) == MailServer("mail.example", 587, sender)
    full = mail_server("smtps://room%40x:p%2Fw@mail.example:2465", sender)
    assert full == MailServer("mail.example", 2465, sender, True, "room@x", "p/w")
    for url, address in (("https://mail.example", sender), ("smtp://mail.example", "nobody")):
        with pytest.raises(ValueError, match="--"):
            mail_server(url, address)


# -- addresses


SALT, OTHER_SALT = b"a" * 16, b"b" * 16


@pytest.mark.parametrize(
    "text",
    [
        "", "ada", "ada@", "@x.example", "a b@x.example", "a@x\r\nBcc: b@y", "a@x.example\n",
        "a@x,b@y", "<a@x.example>", ".a@x.example", "a..b@x.example", "a@x..example",
        "a@-x.example", "a@[127.0.0.1]", "b%y.example@x.example", "y.example!b@x.example",
        "a" * 65 + "@x.example", "a@" + "x." * 126 + "example", "ä@x.example",
    ],
)  # fmt: skip
def test_what_is_no_plain_address_is_refused(text: str) -> None:
    assert not is_address(text)
    assert is_address("ada.b+cards@mail.example")


@pytest.mark.parametrize(
    "domain", ["127.0.0.1", "localhost", "Mail", "a.localhost", "localhost.localdomain", "x.LOCAL"]
)
def test_50_nobody_on_this_machine_or_in_its_network_is_written_to(domain: str) -> None:
    assert is_address(f"root@{domain}")
    assert not is_public_address(f"root@{domain}")
    assert is_public_address("root@mail.example")


def test_50_spellings_of_one_mailbox_are_one_hash_and_still_told_apart() -> None:
    first = mailbox_hashes("Ada.B+cards@Mail.Example", SALT)
    second = mailbox_hashes("ada.b@mail.example", SALT)
    assert mailbox_of("Ada.B+cards@Mail.Example") == "ada.b@mail.example"
    assert mailbox_of("+a@mail.example") != mailbox_of("+b@mail.example")
    assert first.mailbox == second.mailbox
    assert first.spelling != second.spelling
    assert second == mailbox_hashes("ada.b@MAIL.example", SALT)
    other = mailbox_hashes("ada.b@mail.example", OTHER_SALT)
    assert not {*other} & {*second}, "no table of hashes fits two rooms"


# -- sending


MORE_THAN_ANY_POOL_HAS_THREADS = 40
WAITS = 2 * PATIENCE  # seconds: longer than any test


async def yes() -> bool:
    """Want an email."""
    return True


async def no() -> bool:
    """Want no email any more."""
    return False


def email(number: int = 0) -> Email:
    """Make an email."""
    return Email(f"ada{number}@mail.example", f"No. {number}", "A text.\n", "https://x.example")


@asynccontextmanager
async def running(server: MailServer) -> AsyncIterator[MailSender]:
    """Run a sender."""
    sender = MailSender(server)
    task = asyncio.create_task(sender.run())
    try:
        yield sender
    finally:
        task.cancel()


def silent(smtp: SmtpServer) -> MailServer:
    """Reach an SMTP server, and wait for its answers for as long as the test lasts."""
    return smtp.settings._replace(timeout=WAITS)


async def test_emails_are_sent_in_their_order_and_none_that_is_not_wanted_any_more() -> None:
    async with SmtpServer().running() as smtp, running(smtp.settings) as sender:
        for number in range(4):
            sender.put(email(number), yes if number != 1 else no)
        await wait_until(lambda: sender.held == 0)
        assert [mail["Subject"] for mail in smtp.mails] == ["No. 0", "No. 2", "No. 3"]


async def test_a_refused_email_is_tried_three_times_at_growing_distance_and_holds_up_no_other(
    advance: Advance, caplog: pytest.LogCaptureFixture
) -> None:
    async with SmtpServer(refuses=True).running() as smtp, running(smtp.settings) as sender:
        sender.put(email(), yes)
        await wait_until(lambda: "an email was not sent" in caplog.text)
        smtp.refuses = False
        sender.put(email(1), yes)
        await wait_until(lambda: smtp.mails)
        smtp.refuses = True
        while sender.held:
            advance(1.0)
            await asyncio.sleep(0.001)
        first, second, third = smtp.refused_at
        assert second - first >= 60
        assert third - second >= 300
        assert [mail["Subject"] for mail in smtp.mails] == ["No. 1"]
        assert caplog.text.count("an email was not sent: SMTPRecipientsRefused") == 3
        assert "mail.example" not in caplog.text


async def test_51_bots_play_while_an_smtp_server_says_nothing(tmp_path: Path) -> None:
    async with SmtpServer(silent=True).running() as smtp, running(silent(smtp)) as sender:
        for number in range(MORE_THAN_ANY_POOL_HAS_THREADS):
            sender.put(email(number), yes)
        await wait_until(lambda: smtp.connections)
        async with open_room(tmp_path / "db") as room:
            live, [ada], _ = await table_in_play(room, 1, seats=3)
            await wait_until(lambda: bool(ada.legal))
            await ada.act("draw")
            await ada.act(ada.legal[0])
            await wait_until(lambda: live.table.current_match.to_act == (0,))
        assert len(smtp.connections) == 1, "the first email is still being sent"
        assert sender.held == MORE_THAN_ANY_POOL_HAS_THREADS


async def test_51_a_silent_smtp_server_fills_a_queue_that_then_takes_no_more() -> None:
    async with SmtpServer(silent=True).running() as smtp, running(silent(smtp)) as sender:
        for number in range(MAX_HELD):
            assert not sender.full
            sender.put(email(number), yes)
        assert sender.full


ENDS = """
import asyncio, sys
from meldroom.server.mail import Email, MailSender, MailServer

async def yes():
    return True

async def main():
    server = MailServer("127.0.0.1", int(sys.argv[1]), "room@cards.example", timeout=WAITS)
    sender = MailSender(server)
    sender.put(Email("ada@mail.example", "", "", ""), yes)
    task = asyncio.create_task(sender.run())
    await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
""".replace("WAITS", str(WAITS))


async def test_51_a_process_ends_while_an_smtp_server_says_nothing() -> None:
    async with SmtpServer(silent=True).running() as smtp:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ENDS, str(smtp.port), stdin=asyncio.subprocess.PIPE
        )
        try:
            await wait_until(lambda: smtp.connections or process.returncode is not None)
            async with asyncio.timeout(PATIENCE):
                await process.communicate(b"\n")
        finally:
            if process.returncode is None:
                process.kill()
        assert process.returncode == 0
