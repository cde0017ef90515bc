"""A websocket as the wire has it: read in small pieces, written at once, and not to be flooded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from meldroom.server.rate_limit import TokenBucket

AT_ONCE = "meldroom.at_once"  # under this name a websocket's scope tells how to send so
SEND_BUFFER = 16_384
PIECE = 1_024  # bytes that are parsed in one go, and nobody else is heard then
LAST_WORDS = 16_384  # bytes that may come from a client after it was told to go
SIDE_FRAMES, SIDE_SECONDS = 60, 20.0  # so many frames that are no whole message in so many seconds


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that was let in, from the handshake on."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.unread = b""  # what came and waits until the app has heard what came before
        self.after_all = 0  # bytes that came after the close
        self.side = TokenBucket(SIDE_FRAMES, SIDE_SECONDS, time.monotonic())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what lies in buffers small: it counts for nobody's outbox."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=SEND_BUFFER)
        socket = transport.get_extra_info("socket")
        socket.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)

    def handle_connect(self, event: Request) -> None:
        """Begin, and tell the app how to send at once."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[AT_ONCE] = self.at_once

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what would keep the line in memory until the collector comes round."""
        super().connection_lost(exc)
        self.unread = b""
        if hasattr(self, "scope"):
            self.scope["extensions"].clear()

    def at_once(self, texts: Iterable[bytes]) -> bool:
        """Send messages now, without a task to wait for; False if the line is not free."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def data_received(self, data: bytes) -> None:
        """Parse what came if it is little, else a piece of it after the other."""
        if self.close_sent:
            self._came_after_all(data)
        elif not self.handshake_initiated or (not self.unread and len(data) <= PIECE):
            super().data_received(data)
        elif self.unread:
            self.unread += data
        else:
            self.unread = data
            self._parse_a_piece()

    def _parse_a_piece(self) -> None:
        """Look at the next piece; when that brought no message, at another after the others."""
        if self.close_sent or not self.unread:
            return
        piece, self.unread = self.unread[:PIECE], self.unread[PIECE:]
        super().data_received(piece)
        if self.unread:
            self._leave_for_later()
        elif not self.read_paused:
            self.transport.resume_reading()

    def _leave_for_later(self) -> None:
        self.transport.pause_reading()
        if self.queue.empty():
            self.loop.call_soon(self._parse_a_piece)

    def _came_after_all(self, data: bytes) -> None:
        """Look for the answer to the close, but not among all that a flood still brings."""
        self.after_all += len(data)
        if self.after_all > LAST_WORDS:
            self.transport.pause_reading()
            return
        data, self.unread = self.unread + data, b""
        super().data_received(data)

    async def receive(self) -> Any:
        """Give the next message; when all were heard, the next piece is looked at."""
        message = await super().receive()
        if self.unread:
            self._leave_for_later()
        return message

    def handle_ping(self) -> None:
        """Answer a sign of life."""
        if self._bears_it():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note an answer to a sign of life."""
        if self._bears_it():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Put the parts of a message together."""
        if self._bears_it():
            super().handle_cont(event)

    def _bears_it(self) -> bool:
        """Cut off one who floods with what is no message, since no app would ever hear of it."""
        if not self.close_sent and not self.side.take(time.monotonic()):
            self.conn.fail(1008, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return not self.close_sent
