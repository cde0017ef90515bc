"""The websocket protocol under a connection: parses in pieces, sends at once, limits frames."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from meldroom.room.limits import Rate, TokenBucket
from meldroom.server.ws.frames import FINAL_TEXT, frame_size, text_frame, text_of

SEND_NOW = "meldroom.send_now"  # ASGI extension key of the immediate-send function
TAKE_NOW = "meldroom.take_now"  # and of the function that names who takes texts at once
SEND_BUFFER = 16_384  # bytes
BYTES_PER_PARSE = 1_024  # so that nobody waits long while a large input is parsed
TEXTS_AT_ONCE = 8  # of one input; the others wait until other clients were served
MAX_BYTES_AFTER_CLOSE = 16_384  # from a client that was told to close
END_OF_HEAD = b"\r\n\r\n"
HANDSHAKE_TIMEOUT = 10.0  # seconds until a handshake must be answered and, if refused, closed
CLOSE_TIMEOUT = 5.0  # seconds until a connection that is closing is aborted
CONTROL_FRAMES = Rate(60, 20.0)  # pings, pongs and continuations


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A websocket from the handshake on."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.unparsed = b""  # waits until the app has received the messages before it
        self.takes_texts = False  # as long as every input is small, and begins where a frame does
        self.begun_frame = b""  # the rest has yet to come
        self.taker: Callable[[str], bool] | None = None  # of the app: takes texts at once
        self.bytes_after_close = 0
        self.control_frames = TokenBucket(*CONTROL_FRAMES, time.monotonic())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the buffers small: what is in them does not count for a connection's outbox."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=SEND_BUFFER)
        socket = transport.get_extra_info("socket")
        socket.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
        self.handshake_timer = self.loop.call_later(HANDSHAKE_TIMEOUT, self._check_handshake)

    def _check_handshake(self) -> None:
        """Abort a connection that was not accepted in time; keepalive watches the others."""
        if self.handshake_complete:
            self._abort_if_closing()
        else:
            self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Ping the client, unless the connection should have been closed by now."""
        super().send_keepalive_ping()
        self._abort_if_closing()

    def keepalive_timeout(self) -> None:
        """Close the connection, also if the client reads nothing of it."""
        super().keepalive_timeout()
        self._abort_if_closing()

    def _abort_if_closing(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        """Accept the handshake, and give the app the immediate-send function."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[SEND_NOW], extensions[TAKE_NOW] = self.send_now, self.take_now_by

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the reference cycle that would keep the connection until the next collection."""
        super().connection_lost(exc)
        self.handshake_timer.cancel()
        self.unparsed, self.begun_frame, self.taker = b"", b"", None
        if hasattr(self, "scope"):
            self.scope["extensions"].clear()

    def send_now(self, texts: Iterable[bytes]) -> bool:
        """Send messages at once, without a task to wait for; False if the socket is not free."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self.conn.state is not OPEN:
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    def take_now_by(self, taker: Callable[[str], bool]) -> None:
        """Offer each text to the app before it is queued; it says whether it took it."""
        self.taker = taker

    def data_received(self, data: bytes) -> None:
        """Parse a small input at once, a large one piece by piece."""
        if self.close_sent:
            self._received_after_close(data)
        elif not self.handshake_initiated:
            super().data_received(data)
            self.takes_texts = data.find(END_OF_HEAD) + len(END_OF_HEAD) == len(data)
            if not self.handshake_initiated:
                self._refuse_handshake()
        elif self.takes_texts:
            self._take_texts(self.begun_frame + data)
        elif not self.unparsed and len(data) <= BYTES_PER_PARSE:
            super().data_received(data)
        elif self.unparsed:
            self.unparsed += data
        else:
            self.unparsed = data
            self._parse_next()

    def _take_texts(self, data: bytes) -> None:
        """Take whole text messages from the input, and have all other frames parsed."""
        offered = 0
        while data and not self.close_sent:
            size = frame_size(data)
            begun = size > len(data)
            small = max(size, len(data)) <= BYTES_PER_PARSE and self.handshake_complete
            if not small or (begun and data[0] != FINAL_TEXT):
                # From here on only the parser knows where a frame begins.
                self.takes_texts, self.begun_frame = False, b""
                self.data_received(data)
                return
            if begun:
                break
            frame, data = data[:size], data[size:]
            text = text_of(frame) if self.conn.current_size is None else None
            if text is None:
                super().data_received(frame)
            else:
                offered += 1
                self._give_app(text, at_once=offered <= TEXTS_AT_ONCE)
        self.begun_frame = data

    def _give_app(self, text: str, at_once: bool) -> None:
        """Give the app a message; read no more while it has yet to take the one before."""
        if at_once and self.taker is not None and self.queue.empty() and self.taker(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _refuse_handshake(self) -> None:
        """Send the answer to a handshake that could not be parsed, which uvicorn leaves unsent."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def _parse_next(self) -> None:
        """Parse the next piece; if it completes no message, the next but after other work."""
        if self.close_sent or not self.unparsed:
            return
        piece, self.unparsed = self.unparsed[:BYTES_PER_PARSE], self.unparsed[BYTES_PER_PARSE:]
        super().data_received(piece)
        if self.unparsed:
            self._parse_later()
        elif not self.read_paused:
            self.transport.resume_reading()

    def _parse_later(self) -> None:
        self.transport.pause_reading()
        if self.queue.empty():
            self.loop.call_soon(self._parse_next)

    def _received_after_close(self, data: bytes) -> None:
        """Look for the answer to a close frame, but do not read a flood to its end."""
        self.bytes_after_close += len(data)
        if self.bytes_after_close > MAX_BYTES_AFTER_CLOSE:
            self.transport.pause_reading()
            return
        data, self.unparsed = self.begun_frame + self.unparsed + data, b""
        self.begun_frame = b""
        super().data_received(data)

    async def receive(self) -> Any:
        """Give the app the next message, and parse on once it has taken them all."""
        message = await super().receive()
        if self.unparsed:
            self._parse_later()
        return message

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._control_frame_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note a pong."""
        if self._control_frame_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Join the fragments of a message."""
        if self._control_frame_allowed():
            super().handle_cont(event)

    def _control_frame_allowed(self) -> bool:
        """Close a connection that floods control frames, which ASGI never shows to the app."""
        if not self.close_sent and not self.control_frames.take(time.monotonic()):
            self.conn.fail(1008, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return not self.close_sent
