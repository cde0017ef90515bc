"""The protocols of a connection before its first request: admission and time-outs."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from meldroom.server.http.admission import Admission, Rejection
from meldroom.server.http.problems import problem
from meldroom.server.ws.protocol import WebSocketProtocol

REQUEST_TIMEOUT = 10.0  # seconds in which a whole request must arrive
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
            self.timer = self.loop.call_later(REQUEST_TIMEOUT, self.check_request)
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
            """Abort a connection that has sent no whole request since the last check."""
            request = self.cycle
            if request is self.last_request and (request is None or request.response_complete):
                self.transport.abort()
            else:
                self.last_request = request
                self.timer = self.loop.call_later(REQUEST_TIMEOUT, self.check_request)

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self.timer.cancel()
            super().handle_websocket_upgrade(*event)

        def connection_lost(self, exc: Exception | None) -> None:
            nonlocal rejections
            self.timer.cancel()
            admission.leave(self.address)
            rejections -= self.rejection is not None
            super().connection_lost(exc)

    class CountedWebSocket(WebSocketProtocol):
        """A websocket; its connection was counted as HTTP."""

        def connection_lost(self, exc: Exception | None) -> None:
            admission.leave(admission.client_address(self.client[0] if self.client else ""))
            super().connection_lost(exc)

    return AdmittingHttp, CountedWebSocket


def _response(rejection: Rejection) -> bytes:
    response = problem(rejection.status, "rejected", rejection.why, "P-11")
    response.headers.update({"Connection": "close", "Retry-After": "60"})
    lines = [f"HTTP/1.1 {rejection.status} {HTTPStatus(rejection.status).phrase}"]
    lines += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
    return "\r\n".join([*lines, "", ""]).encode() + bytes(response.body)
