"""Email by SMTP: the server that sends it, the addresses it may go to, and the queue before it."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import smtplib
import ssl
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial
from hashlib import scrypt
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

TIMEOUT = 10.0  # seconds for each step of a conversation with the SMTP server
LOOPBACK = ("localhost", "127.0.0.1", "::1")
MAX_LENGTH = 254
MAX_LOCAL_LENGTH = 64
# Without % and !, by which old mail servers pass an email on to another address.
_ATOM = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
# Last labels of names that lead to this machine or its network, or nowhere (RFC 6761 and others).
LOCAL_LABELS = ("arpa", "internal", "invalid", "lan", "local", "localdomain", "localhost", "onion")
# 16 MiB and some 40 ms for each guess: addresses are few and known, so a quick hash of one, even
# with a key that lies in the same database, is soon guessed by whoever has a copy.
SCRYPT_COST = {"n": 2**14, "r": 8, "p": 1}
logger = logging.getLogger("meldroom")
MAX_HELD = 100  # emails that wait, are being sent or are to be tried again
TRIES = 3
RETRY_FACTOR = 5.0  # each pause is so many times the one before


class Email(NamedTuple):
    """An email to one address, and the page that stops such emails."""

    to: str
    subject: str
    text: str
    stop_url: str


class MailServer(NamedTuple):
    """An SMTP server, and the address that its emails come from."""

    host: str
    port: int
    sender: str
    tls: bool = False  # from the first byte; otherwise as soon as the server offers it
    user: str = ""
    password: str = ""
    timeout: float = TIMEOUT

    def send(self, email: Email) -> None:
        """Send an email; OSError or SMTPException if it cannot be sent."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, email.to, email.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message["List-Unsubscribe"] = f"<{email.stop_url}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(email.text)
        with self._connect() as connection:
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.tls:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=self.timeout, context=context)
        connection = smtplib.SMTP(self.host, self.port, timeout=self.timeout)
        connection.ehlo()
        if connection.has_extn("starttls"):
            connection.starttls(context=context)
        elif self.user and self.host not in LOOPBACK:
            connection.close()
            raise smtplib.SMTPException("no password is sent over a connection that is not secret")
        return connection


def mail_server(url: str, sender: str) -> MailServer:
    """Read `smtp://user:password@host:port`, or `smtps://…`; ValueError if it is another thing."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ValueError("--smtp: give smtp://HOST:PORT or smtps://HOST:PORT")
    if not is_address(sender):
        raise ValueError("--mail-from: give the address that emails come from")
    tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(
        parts.hostname, parts.port or (465 if tls else 587), sender, tls, user, password
    )


# -- addresses


class MailboxHashes(NamedTuple):
    """What is stored of an address: neither can be guessed quickly."""

    mailbox: str  # the same for every spelling of it
    spelling: str  # as it was typed


def is_address(text: str) -> bool:
    """Return whether a text is one plain email address."""
    short = len(text) <= MAX_LENGTH and text.rfind("@") <= MAX_LOCAL_LENGTH
    return short and ADDRESS.fullmatch(text) is not None


def is_public_address(text: str) -> bool:
    """Return whether an address can belong to a mailbox elsewhere, not on this machine."""
    domain = text.rpartition("@")[2].lower()
    _, dot, last = domain.rpartition(".")
    return is_address(text) and bool(dot) and not last.isdigit() and last not in LOCAL_LABELS


def mailbox_of(address: str) -> str:
    """Return the mailbox of an address: in lower case, and without a `+tag`.

    Emails go to the address as it was typed. This form is for limits and stops alone, where two
    people whose provider tells such spellings apart at worst share what is meant for one.
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def mailbox_hashes(address: str, salt: bytes) -> MailboxHashes:
    """Hash an address with the salt of a room, slowly."""
    derived = scrypt(mailbox_of(address).encode(), salt=salt, dklen=64, **SCRYPT_COST)
    local, _, domain = address.rpartition("@")
    spelling = hmac.digest(derived[32:], f"{local}@{domain.lower()}".encode(), "sha256")
    return MailboxHashes(derived[:32].hex(), spelling.hex())


# -- sending


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
