"""The protocols of a connection: admission, and time-outs for requests and unread responses."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from meldroom.server.admission import Admission, Rejection
from meldroom.server.garbage import WEBSOCKET, garbage
from meldroom.server.http.responses import problem
from meldroom.server.ws.protocol import WebSocketProtocol

REQUEST_TIMEOUT = 10.0  # seconds in which a whole request must arrive
UNREAD_TIMEOUT = 8.0  # seconds in which a client must read on while a response waits for it
MIN_BYTES_READ = 4_096  # in that time
MAX_REJECTED_BYTES = 16_384  # read of a request before it is rejected
MAX_REJECTIONS_AT_ONCE = 64  # beyond these, connections are aborted without an answer

Protocol = type[asyncio.Protocol]


def admitting_protocols(admission: Admission) -> tuple[Protocol, Protocol]:
    """Make the HTTP and websocket protocols that count their connections."""
    http: Any = AutoHTTPProtocol
    rejections = 0

    class AdmittingHttp(http):  # type: ignore[misc]
        """An HTTP connection, counted from its first byte."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            nonlocal rejections
            super().connection_made(transport)
            # asyncio does this only for sockets that were made with their protocol's number.
            # Without it a response in two pieces waits 40 ms for a delayed acknowledgement.
            transport.get_extra_info("socket").setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
            self.address = admission.client_address(self.client[0] if self.client else "")
            self.rejection = admission.enter(self.address)
            self.rejected_bytes = b""
            self.last_request: Any = None  # at the last time-out check
            self.was_closing = False
            self.timer = self.loop.call_later(REQUEST_TIMEOUT, self.check_request)
            self.unread_timer: asyncio.TimerHandle | None = None
            if self.rejection is not None:
                rejections += 1
                if rejections > MAX_REJECTIONS_AT_ONCE:
                    transport.abort()

        def data_received(self, data: bytes) -> None:
            if self.rejection is None:
                super().data_received(data)
                return
            self.rejected_bytes += data
            complete = b"\r\n\r\n" in self.rejected_bytes
            if complete or len(self.rejected_bytes) > MAX_REJECTED_BYTES:
                self.transport.write(_response(self.rejection))
                self.transport.close()

        def check_request(self) -> None:
            """Abort a connection that has sent no whole request, or not closed, since last time."""
            request = self.cycle
            silent = request is self.last_request and (request is None or request.response_complete)
            if silent or self.was_closing:
                self.transport.abort()
            else:
                self.last_request, self.was_closing = request, self.transport.is_closing()
                self.timer = self.loop.call_later(REQUEST_TIMEOUT, self.check_request)

        def pause_writing(self) -> None:
            super().pause_writing()
            self.watch_unread()

        def resume_writing(self) -> None:
            super().resume_writing()
            self.stop_watching_unread()

        def watch_unread(self) -> None:
            unread = self.transport.get_write_buffer_size()
            self.unread_timer = self.loop.call_later(UNREAD_TIMEOUT, self.check_unread, unread)

        def check_unread(self, unread: int) -> None:
            """Abort a connection whose client does not read its responses, or hardly."""
            if self.transport.get_write_buffer_size() > unread - MIN_BYTES_READ:
                self.transport.abort()
            else:
                self.watch_unread()

        def stop_watching_unread(self) -> None:
            if self.unread_timer is not None:
                self.unread_timer.cancel()
                self.unread_timer = None

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self.timer.cancel()
            self.stop_watching_unread()
            super().handle_websocket_upgrade(*event)

        def connection_lost(self, exc: Exception | None) -> None:
            nonlocal rejections
            self.timer.cancel()
            self.stop_watching_unread()
            admission.leave(self.address)
            rejections -= self.rejection is not None
            super().connection_lost(exc)

    class CountedWebSocket(WebSocketProtocol):
        """A websocket; its connection was counted as HTTP."""

        def connection_lost(self, exc: Exception | None) -> None:
            admission.leave(admission.client_address(self.client[0] if self.client else ""))
            super().connection_lost(exc)
            garbage.leave(WEBSOCKET)

    return AdmittingHttp, CountedWebSocket


def _response(rejection: Rejection) -> bytes:
    response = problem(rejection.status, "rejected", rejection.why, "P-11")
    response.headers.update({"Connection": "close", "Retry-After": "60"})
    lines = [f"HTTP/1.1 {rejection.status} {HTTPStatus(rejection.status).phrase}"]
    lines += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
    return "\r\n".join([*lines, "", ""]).encode() + bytes(response.body)
