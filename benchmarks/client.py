"""A WebSocket client for benchmarks, so light that the server is measured and not the client.

It reads unfragmented text messages and answers pings.
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


class BenchClient(asyncio.Protocol):
    """One WebSocket; every message goes to `on_message`."""

    def __init__(self, origin: str, on_message: Callable[[BenchClient, bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.origin, self.on_message = origin, on_message
        self.unread = b""
        self.accepted: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()
        self.transport: asyncio.Transport

    @classmethod
    async def connect(
        cls, origin: str, on_message: Callable[[BenchClient, bytes], None]
    ) -> BenchClient:
        """Connect; messages are read from `listen` on."""
        parts = urlsplit(origin)
        loop = asyncio.get_running_loop()
        _, client = await loop.create_connection(
            lambda: cls(origin, on_message), parts.hostname or "", parts.port or 80
        )
        await client.accepted
        return client

    async def listen(self) -> None:
        """Read messages until the connection is lost or the task is cancelled."""
        self.transport.resume_reading()
        self._read_frames(b"")
        try:
            await self.closed
        finally:
            self.transport.abort()

    def send(self, text: bytes) -> None:
        """Send a text message."""
        size = len(text)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([TEXT]) + head + bytes(4) + text)  # masked with zeros

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the opening handshake."""
        self.transport = cast("asyncio.Transport", transport)
        host = urlsplit(self.origin).netloc
        self.transport.write(HANDSHAKE.format(host=host, origin=self.origin).encode())

    def data_received(self, data: bytes) -> None:
        """Read the handshake's answer, then frames."""
        if self.accepted.done():
            self._read_frames(data)
            return
        head, end, self.unread = (self.unread + data).partition(b"\r\n\r\n")
        if not end:
            self.unread = head
        elif head.startswith(b"HTTP/1.1 101"):
            self.transport.pause_reading()
            self.accepted.set_result(None)
        else:
            self.accepted.set_exception(ConnectionError(head.decode()))

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail what waits for the connection."""
        for waiting in (self.accepted, self.closed):
            if not waiting.done():
                waiting.set_exception(exc or ConnectionError("the connection was closed"))
                waiting.exception()  # read, for perhaps nobody waits

    def _read_frames(self, data: bytes) -> None:
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
                self.on_message(self, data[start:at_next])
            elif kind == PING:
                self.transport.write(bytes([PONG, 0x80 | size]) + bytes(4) + data[start:at_next])
            elif kind == CLOSE:
                self.transport.close()
            at = at_next
        self.unread = data[at:]
