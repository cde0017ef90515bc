"""The doorway: what happens to a connection before a request of it has been read."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from meldroom.server.http.admission import Admission, Turned
from meldroom.server.http.api import problem
from meldroom.server.ws.protocol import WebSocketProtocol

PATIENCE = 10.0  # seconds in which a whole request must have come
HEAD = 16_384  # bytes of a request that is not answered
POLITE = 64  # who may be told at a time why they are turned away; others are just cut off

Kind = type[asyncio.Protocol]


def doorway(admission: Admission) -> tuple[Kind, Kind]:
    """Make the two protocols of a connection, HTTP and then perhaps websocket, that count it."""
    http: Any = AutoHTTPProtocol
    turning = 0

    class Doorway(http):  # type: ignore[misc]
        """A connection that nobody has let in yet, or a few requests."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            nonlocal turning
            super().connection_made(transport)
            self.whence = admission.whence(self.client[0] if self.client else "")
            self.turned = admission.enter(self.whence)
            self.head = b""
            self.looked: Any = None  # the last request that was there at a look
            self.timer = self.loop.call_later(PATIENCE, self.look)
            if self.turned is not None:
                turning += 1
                if turning > POLITE:
                    transport.abort()

        def data_received(self, data: bytes) -> None:
            if self.turned is None:
                super().data_received(data)
                return
            self.head += data
            if b"\r\n\r\n" in self.head or len(self.head) > HEAD:
                self.transport.write(_answer(self.turned))
                self.transport.close()

        def look(self) -> None:
            """Cut off one who has not brought a whole request since the last look."""
            asked = self.cycle
            if asked is self.looked and (asked is None or asked.response_complete):
                self.transport.abort()
            else:
                self.looked = asked
                self.timer = self.loop.call_later(PATIENCE, self.look)

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self.timer.cancel()
            super().handle_websocket_upgrade(*event)

        def connection_lost(self, exc: Exception | None) -> None:
            nonlocal turning
            self.timer.cancel()
            admission.leave(self.whence)
            turning -= self.turned is not None
            super().connection_lost(exc)

    class Counted(WebSocketProtocol):
        """A websocket, which came in as HTTP."""

        def connection_lost(self, exc: Exception | None) -> None:
            admission.leave(admission.whence(self.client[0] if self.client else ""))
            super().connection_lost(exc)

    return Doorway, Counted


def _answer(turned: Turned) -> bytes:
    told = problem(turned.status, "turned away", turned.why, "P-11")
    told.headers.update({"Connection": "close", "Retry-After": "60"})
    head = [f"HTTP/1.1 {turned.status} {HTTPStatus(turned.status).phrase}"]
    head += [f"{name.decode()}: {value.decode()}" for name, value in told.raw_headers]
    return "\r\n".join([*head, "", ""]).encode() + bytes(told.body)
