"""A fake SMTP endpoint: it delivers, refuses, or says nothing."""

from __future__ import annotations

import smtplib
import time
from email.message import EmailMessage
from types import SimpleNamespace, TracebackType
from typing import Any, Literal, NamedTuple

Mood = Literal["fine", "refuses", "silent"]


class Mail(NamedTuple):
    """A mail that was delivered, and when."""

    at: float
    to: str
    subject: str
    text: str


class PostOffice:
    """Takes mails; it outlives the server."""

    def __init__(self) -> None:
        self.mood: Mood = "fine"
        self.mails: list[Mail] = []
        self.asked = 0  # how often somebody connected

    def smtplib(self) -> Any:
        """Give what stands in for the module `smtplib`."""
        return SimpleNamespace(
            SMTP=lambda *_, timeout, **__: _Conversation(self, timeout),
            SMTPException=smtplib.SMTPException,
        )


class _Conversation:
    def __init__(self, office: PostOffice, timeout: float) -> None:
        self.office = office
        office.asked += 1
        if office.mood == "silent":
            time.sleep(timeout)
            raise TimeoutError("the simulated mail server says nothing")

    def __enter__(self) -> _Conversation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""

    def ehlo(self) -> None:
        """Greet."""

    def has_extn(self, _: str) -> bool:
        """Say that there are no extensions."""
        return False

    def send_message(self, message: EmailMessage) -> None:
        """Deliver a mail."""
        if self.office.mood == "refuses":
            raise smtplib.SMTPRecipientsRefused({})
        to, subject = str(message["To"]), str(message["Subject"])
        mail = Mail(time.monotonic(), to, subject, message.get_content())
        self.office.mails.append(mail)
