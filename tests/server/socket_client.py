"""Clients of a real server: HTTP requests and websockets, well-behaved or not."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from meldroom.cli.deal_share import DealShare
from tests.patience import PATIENCE
from tests.server.local_room import GAME
from tests.server.wire import check_message, check_response

# A connection is not used again where the server might just be closing it, after five seconds.
LIMITS = httpx.Limits(keepalive_expiry=1.0)
NO_CERTIFICATES = ssl.SSLContext(
    ssl.PROTOCOL_TLS_CLIENT
)  # each client would load those of the system
ONCE = {"Connection": "close"}  # where the clock is set forward, a kept connection is cut off


def http_client(origin: str, **headers: str) -> httpx.AsyncClient:
    """Make requests as the server's own page does; every answer is as its type describes it."""
    origin_headers = {"Origin": origin, **headers}
    return httpx.AsyncClient(
        base_url=origin,
        headers=origin_headers,
        event_hooks={"response": [check_response]},
        timeout=PATIENCE,
        limits=LIMITS,
        verify=NO_CERTIFICATES,
    )


async def open_table(origin: str, **more: Any) -> dict[str, Any]:
    """Open a table and give the host's place: table, seat, code and token."""
    body = {"game": GAME, "seats": 3, "name": "Ada", "keep": "token", **more}
    async with http_client(origin) as http:
        place: dict[str, Any] = (await http.post("/api/tables", json=body)).json()
        return place


class SeatedClient(ClientConnection):
    """A websocket that keeps what its last welcome said; every message is as its type says."""

    welcome: dict[str, Any]

    async def recv(self, decode: bool | None = None) -> Any:
        """Wait for a message."""
        frame = await super().recv(decode)
        check_message(frame)
        return frame


async def give_shares(*sockets: SeatedClient) -> None:
    """Let everybody who is here commit to a share, and reveal it once all have."""
    shares = [DealShare() for _ in sockets]
    for socket, share in zip(sockets, shares, strict=True):
        commitment = share.answer(socket.welcome["table"], socket.welcome["you"])
        await socket.send(json.dumps(commitment))
    for socket, share in zip(sockets, shares, strict=True):
        while (table := await receive(socket, "table"))["commitments"] is None:
            pass
        await socket.send(json.dumps(share.answer(table, socket.welcome["you"])))


@asynccontextmanager
async def connected(
    origin: str, place: dict[str, Any] | None = None, cookie: str = "", forwarded_for: str = ""
) -> AsyncIterator[SeatedClient]:
    """Open a websocket, and join a table with the place's token."""
    address = origin.replace("http", "ws") + "/socket"
    given = {"Cookie": cookie, "X-Forwarded-For": forwarded_for}
    headers = {name: value for name, value in given.items() if value}
    async with connect(
        address,
        create_connection=SeatedClient,
        origin=Origin(origin),
        compression=None,
        additional_headers=headers,
        open_timeout=PATIENCE,
        close_timeout=PATIENCE,
        ping_timeout=PATIENCE,
    ) as socket:
        if place is not None:
            await send(socket, "hello", table=place["table"], token=place["token"])
            assert (await receive(socket, "welcome"))["you"] == place["seat"]
        assert isinstance(socket, SeatedClient)
        yield socket


async def send(socket: ClientConnection, do: str, **fields: Any) -> None:
    """Send a message."""
    await socket.send(json.dumps({"do": do, **fields}))


async def receive(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of this kind."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["is"] == "welcome" and isinstance(socket, SeatedClient):
                socket.welcome = message
            if message["is"] == kind:
                return message


async def ping(socket: ClientConnection) -> None:
    """Check that the server answers."""
    await send(socket, "ping")
    await receive(socket, "pong")


async def closed(socket: ClientConnection) -> tuple[int, str]:
    """Wait until the websocket is closed, and give the code and the reason."""
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(ConnectionClosed) as error:
            while True:
                await socket.recv()
    close = error.value.rcvd
    assert close is not None
    return close.code, close.reason


def upgrade_request(origin: str, headers: str = "") -> bytes:
    """Make the request that opens a websocket, perhaps with more headers."""
    return (
        f"GET /socket HTTP/1.1\r\nHost: {origin.removeprefix('http://')}\r\nOrigin: {origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{headers}\r\n"
    ).encode()


async def raw_connection(
    origin: str, request: bytes, buffer: int = 0
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect without a library, which would not misbehave, and send something."""
    host, port = origin.removeprefix("http://").split(":")
    tcp = sockets.socket()
    if buffer:
        tcp.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    tcp.setblocking(False)
    await asyncio.get_running_loop().sock_connect(tcp, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=tcp, limit=1024)
    writer.write(request)
    return reader, writer


async def read_to_end(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            return await reader.read()
    return b""


async def raw_websocket(
    origin: str, buffer: int = 0
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a websocket without a library."""
    reader, writer = await raw_connection(origin, upgrade_request(origin), buffer)
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def read_metrics(http: httpx.AsyncClient) -> dict[str, float]:
    """Read the server's metrics."""
    lines = (await http.get("/metrics")).text.splitlines()
    samples = (line.rsplit(" ", 1) for line in lines if line[0] != "#")
    return {name: float(value) for name, value in samples}


def frame(**fields: Any) -> bytes:
    """Make the frame of a short message as clients send it."""
    text = json.dumps(fields).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def watcher_that_never_reads(origin: str, place: dict[str, Any]) -> asyncio.StreamWriter:
    """Join as a watcher, and read nothing after the handshake."""
    _, writer = await raw_websocket(origin, buffer=4096)
    writer.write(frame(do="hello", table=place["table"], code=place["code"]))
    await writer.drain()
    return writer
