"""Email by SMTP: the server that sends it, and what is sent."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from meldroom.server.mail_addresses import is_address

TIMEOUT = 10.0  # seconds for each step of a conversation with the SMTP server
LOOPBACK = ("localhost", "127.0.0.1", "::1")


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
