"""Passes requests and websockets on to the process that owns their table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import h11
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from meldroom.room.services import StorageError
from meldroom.server.admission import PASSED_ON
from meldroom.server.storage.leases import LEASE_SECONDS, OwnedElsewhere, Owner

PASSED_HEADERS = ("host", "origin", "cookie", "content-type", "sec-fetch-site", "user-agent")
# Of a response; the others belong to the connection, or are set by this process as well.
RETURNED_HEADERS = (
    b"content-type",
    b"content-disposition",
    b"set-cookie",
    b"retry-after",
    b"allow",
)
READ_SIZE = 65_536  # bytes
RETRY_DELAY = 0.1  # seconds
CONNECT_TIMEOUT = 2.0  # seconds until a process must accept a connection
ANSWER_TIMEOUT = 10.0  # seconds until a process must have answered a request
MAX_WAIT = LEASE_SECONDS + 5.0  # seconds until a process that was killed has lost its tables
FIRST_REASON = 1008  # close codes below it say nothing about the table
GONE = 1012, "the table's server is gone; reconnect in a moment"
T = TypeVar("T")


class CannotConnect(Exception):
    """A process does not answer at its address, so nothing was asked of it."""


class AnswerLost(StorageError):
    """A process ended while it was asked for something, which may have happened."""

    fatal = True


async def here_or_passed_on(
    request: HTTPConnection,
    here: Callable[[], Awaitable[T]],
    pass_on: Callable[[Owner], Awaitable[T]],
) -> T:
    """Serve a request here, or let the process that owns its table do it.

    While that process does not answer, this waits until its lease has ended.
    """
    deadline = time.monotonic() + MAX_WAIT
    while True:
        try:
            return await here()
        except OwnedElsewhere as elsewhere:
            if PASSED_ON in request.headers:  # the table has moved meanwhile
                raise StorageError("the table has moved; try again") from None
            try:
                return await pass_on(elsewhere.owner)
            except CannotConnect:
                if time.monotonic() > deadline:
                    raise StorageError(f"{elsewhere.owner.address} does not answer") from None
        await asyncio.sleep(RETRY_DELAY)


def passed_headers(request: HTTPConnection, client_address: str, owner: Owner) -> dict[str, str]:
    """Return the headers that a request is passed on with."""
    headers = {name: request.headers[name] for name in PASSED_HEADERS if name in request.headers}
    return {**headers, "x-forwarded-for": client_address, PASSED_ON: owner.process_id}


async def pass_request_on(
    request: Request, body: bytes, client_address: str, owner: Owner
) -> Response:
    """Let another process answer a request."""
    host, _, port = owner.address.rpartition(":")
    try:
        async with asyncio.timeout(CONNECT_TIMEOUT):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotConnect(owner.address) from error
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            connection = h11.Connection(h11.CLIENT)
            writer.write(_encoded_request(connection, request, body, client_address, owner))
            return await _response(connection, reader)
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise AnswerLost(f"{owner.address} did not answer") from error
    finally:
        writer.close()


def _encoded_request(
    connection: h11.Connection, request: Request, body: bytes, client_address: str, owner: Owner
) -> bytes:
    query = request.scope["query_string"]
    headers = passed_headers(request, client_address, owner)
    headers |= {"connection": "close", "content-length": str(len(body))}
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    target = request.scope["raw_path"] + (b"?" + query if query else b"")
    head = h11.Request(method=request.method, target=target, headers=encoded)
    parts = (head, h11.Data(data=body), h11.EndOfMessage())
    return b"".join(connection.send(part) or b"" for part in parts)


async def _response(connection: h11.Connection, reader: asyncio.StreamReader) -> Response:
    """Read a whole response; ProtocolError if the other process ends it early."""
    body, response = bytearray(), Response()
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_SIZE))
        elif isinstance(event, h11.Response):
            response = Response(status_code=event.status_code)
            kept = [(name, value) for name, value in event.headers if name in RETURNED_HEADERS]
            response.raw_headers = kept
        elif isinstance(event, h11.Data):
            body += event.data
    response.body = bytes(body)
    response.headers["content-length"] = str(len(body))
    return response


class Relay:
    """A client's websocket, continued to the process that owns its table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, request: HTTPConnection, client_address: str, owner: Owner) -> Relay:
        """Connect to another process; CannotConnect if it does not answer."""
        headers = passed_headers(request, client_address, owner)
        host, _, port = owner.address.rpartition(":")
        origin = headers.pop("origin", None)
        try:
            socket = await connect(
                f"ws://{headers.pop('host', owner.address)}/socket",
                host=host.strip("[]"),
                port=int(port),
                origin=None if origin is None else Origin(origin),
                additional_headers=headers,
                user_agent_header=None,
                compression=None,
                proxy=None,
                max_size=None,
                open_timeout=CONNECT_TIMEOUT,
                close_timeout=CONNECT_TIMEOUT,
                # A process that is paused loses its tables, so its clients must find the next one.
                ping_interval=1.0,
                ping_timeout=LEASE_SECONDS - 1.0,
            )
        except (OSError, TimeoutError, ValueError, WebSocketException) as error:
            raise CannotConnect(owner.address) from error
        return cls(socket)

    async def send(self, text: str | bytes) -> None:
        """Pass a client's message on."""
        with suppress(ConnectionClosed):  # the reader closes the client's connection
            await self.socket.send(text)

    def start(self, send: Callable[[bytes], None], close: Callable[[int, str], None]) -> None:
        """Begin to pass on what the other process sends, until it closes the connection."""
        self._reader = asyncio.create_task(self._read(send, close))

    async def _read(self, send: Callable[[bytes], None], close: Callable[[int, str], None]) -> None:
        with suppress(ConnectionClosed):
            async for message in self.socket:
                send(message if isinstance(message, bytes) else message.encode())
        closed = self.socket.protocol.close_rcvd
        if closed is None or closed.code < FIRST_REASON:
            close(*GONE)
        else:
            close(closed.code, closed.reason)

    def close(self) -> None:
        """End the connection to the other process."""
        if self._reader is not None:
            self._reader.cancel()
        self.socket.transport.abort()
