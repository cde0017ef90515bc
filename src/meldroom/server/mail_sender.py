"""Sends emails one after another; nothing else waits for the SMTP server."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from meldroom.server.mail import Email, MailServer

logger = logging.getLogger("meldroom")
MAX_HELD = 100  # emails that wait, are being sent or are to be tried again
TRIES = 3
RETRY_FACTOR = 5.0  # each pause is so many times the one before


class _Held(NamedTuple):
    email: Email
    wanted: Callable[[], Awaitable[bool]]
    tries: int = 0


class MailSender:
    """A bounded queue of emails, and one thread at a time that speaks to the SMTP server.

    The thread is a daemon and no pool's: a silent server holds up neither bots nor the end of the
    process.
    """

    def __init__(self, server: MailServer, retry_after: float = 60.0) -> None:
        self.server, self.retry_after = server, retry_after
        self.held = 0
        self._queue: asyncio.Queue[_Held] = asyncio.Queue()

    @property
    def full(self) -> bool:
        """Whether it takes no more emails for now."""
        return self.held >= MAX_HELD

    def put(self, email: Email, wanted: Callable[[], Awaitable[bool]]) -> None:
        """Send an email when its turn comes, if it is wanted then; it may not be `full`."""
        self.held += 1
        self._queue.put_nowait(_Held(email, wanted))

    async def run(self) -> None:
        """Send what comes, until the task is cancelled."""
        while True:
            held = await self._queue.get()
            try:
                if await held.wanted():
                    await in_daemon_thread(partial(self.server.send, held.email))
            except Exception as error:
                # Only its kind: the text may hold the address.
                logger.warning("an email was not sent: %s", type(error).__name__)
                self._try_again(held._replace(tries=held.tries + 1))
            else:
                self.held -= 1

    def _try_again(self, held: _Held) -> None:
        if held.tries == TRIES:
            self.held -= 1
            return
        pause = self.retry_after * RETRY_FACTOR ** (held.tries - 1)
        asyncio.get_running_loop().call_later(pause, self._queue.put_nowait, held)


async def in_daemon_thread(work: Callable[[], None]) -> None:
    """Run `work` in a new thread, which outlives neither the process nor who waits for it."""
    loop = asyncio.get_running_loop()
    outcome: asyncio.Future[None] = loop.create_future()

    def settle(error: Exception | None) -> None:
        if outcome.done():  # cancelled
            return
        if error is None:
            outcome.set_result(None)
        else:
            outcome.set_exception(error)

    def run() -> None:
        error: Exception | None = None
        try:
            work()
        except Exception as caught:
            error = caught
        with suppress(RuntimeError):  # the event loop is closed
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=run, name="mail", daemon=True).start()
    await outcome
