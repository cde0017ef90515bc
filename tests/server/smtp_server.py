"""An SMTP server on loopback that keeps the emails it gets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from meldroom.server.mail import MailServer


class SmtpServer:
    """Takes every email, refuses every recipient, or accepts connections and says nothing."""

    def __init__(self, refuses: bool = False, silent: bool = False) -> None:
        self.refuses, self.silent = refuses, silent
        self.mails: list[EmailMessage] = []
        self.came = threading.Event()  # the first email
        self.refused_at: list[float] = []  # by the clock of the event loop
        self.port = 0
        self.connections: set[asyncio.StreamWriter] = set()

    @property
    def settings(self) -> MailServer:
        """How the room reaches it."""
        return MailServer("127.0.0.1", self.port, "room@cards.example")

    @asynccontextmanager
    async def running(self) -> AsyncIterator[SmtpServer]:
        """Serve in this event loop."""
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as server:
            self.port = server.sockets[0].getsockname()[1]
            try:
                yield self
            finally:
                for writer in {*self.connections}:
                    writer.close()

    @contextmanager
    def in_thread(self) -> Iterator[SmtpServer]:
        """Serve in a thread, for tests without an event loop."""
        started = threading.Event()
        loop, done = asyncio.new_event_loop(), asyncio.Event()

        async def serve() -> None:
            async with self.running():
                started.set()
                await done.wait()

        thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            loop.call_soon_threadsafe(done.set)
            thread.join()
            loop.close()

    def text_of(self, number: int) -> str:
        """Return the text of an email."""
        text: str = self.mails[number].get_content()
        return text

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections.add(writer)
        try:
            await (reader.read() if self.silent else self._talk(reader, writer))
        finally:
            self.connections.discard(writer)
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while line := await reader.readline():
            verb = line[:4].upper().strip()
            if verb == b"DATA":
                writer.write(b"354 go on\r\n")
                text = await reader.readuntil(b"\r\n.\r\n")
                self.mails.append(message_from_bytes(text[:-3], policy=policy.default))
                self.came.set()
            if verb == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            refused = verb == b"RCPT" and self.refuses
            if refused:
                self.refused_at.append(asyncio.get_running_loop().time())
            writer.write(b"550 no\r\n" if refused else b"250 ok\r\n")
