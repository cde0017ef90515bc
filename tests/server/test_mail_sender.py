"""The queue of emails: one after another, again after a failure, and never in anybody's way."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from meldroom.server.mail import Email, MailServer
from meldroom.server.mail_sender import MAX_HELD, MailSender
from tests.patience import PATIENCE
from tests.server.conftest import Advance
from tests.server.local_room import open_room, table_in_play, wait_until
from tests.server.smtp_server import SmtpServer

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
from meldroom.server.mail import Email, MailServer
from meldroom.server.mail_sender import MailSender

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
