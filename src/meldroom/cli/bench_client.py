"""A client for benches that costs next to nothing, so that the server is measured and not its load.

It does what a browser's websocket does, for messages of text that come in one frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
HANDSHAKE = (
    "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Caller(asyncio.Protocol):
    """One websocket; what is said to it goes to `hear`."""

    def __init__(self, origin: str, hear: Callable[[Caller, bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.origin, self.hear = origin, hear
        self.unread = b""
        self.let_in: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()
        self.line: asyncio.Transport

    @classmethod
    async def come(cls, origin: str, hear: Callable[[Caller, bytes], None]) -> Caller:
        """Connect; nothing is heard before `listen`."""
        parts = urlsplit(origin)
        loop = asyncio.get_running_loop()
        _, caller = await loop.create_connection(
            lambda: cls(origin, hear), parts.hostname or "", parts.port or 80
        )
        await caller.let_in
        return caller

    async def listen(self) -> None:
        """Hear what is said from now on, until the line is gone or nobody listens any more."""
        self.line.resume_reading()
        self._frames(b"")
        try:
            await self.gone
        finally:
            self.line.abort()

    def say(self, text: bytes) -> None:
        """Send a message."""
        size = len(text)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.line.write(bytes([TEXT]) + head + bytes(4) + text)  # by a mask of zeros

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        self.line = cast("asyncio.Transport", transport)
        host = urlsplit(self.origin).netloc
        self.line.write(HANDSHAKE.format(host=host, origin=self.origin).encode())

    def data_received(self, data: bytes) -> None:
        """Take in what came."""
        if self.let_in.done():
            self._frames(data)
            return
        head, end, self.unread = (self.unread + data).partition(b"\r\n\r\n")
        if not end:
            self.unread = head
        elif head.startswith(b"HTTP/1.1 101"):
            self.line.pause_reading()
            self.let_in.set_result(None)
        else:
            self.let_in.set_exception(ConnectionError(head.decode()))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        for waiting in (self.let_in, self.gone):
            if not waiting.done():
                waiting.set_exception(exc or ConnectionError("the line was closed"))

    def _frames(self, data: bytes) -> None:
        data = self.unread + data
        at, end = 0, len(data)
        while end - at >= 2:
            start, size = at + 2, data[at + 1]
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if end < start + size:
                break
            kind, at_next = data[at], start + size
            if kind == TEXT:
                self.hear(self, data[start:at_next])
            elif kind == PING:
                self.line.write(bytes([PONG, 0x80 | size]) + bytes(4) + data[start:at_next])
            elif kind == CLOSE:
                self.line.close()
            at = at_next
        self.unread = data[at:]
