"""A little language for the wire: come to a table over real sockets, good manners or none."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.server.house import GAME


def client(origin: str, **headers: str) -> httpx.AsyncClient:
    """Speak to the server as its own page does."""
    return httpx.AsyncClient(base_url=origin, headers={"Origin": origin, **headers})


async def opened(origin: str, **more: Any) -> dict[str, Any]:
    """Open a table and give the host's place at it."""
    wish = {"game": GAME, "seats": 3, "name": "Ada", "keep": "token", **more}
    async with client(origin) as http:
        place: dict[str, Any] = (await http.post("/api/tables", json=wish)).json()
        return place


@asynccontextmanager
async def at(origin: str, place: dict[str, Any] | None = None) -> AsyncIterator[ClientConnection]:
    """Connect, and say hello with the place's token."""
    address = origin.replace("http", "ws") + "/socket"
    async with connect(address, origin=Origin(origin), compression=None) as socket:
        if place is not None:
            await say(socket, "hello", table=place["table"], token=place["token"])
            assert (await hear(socket, "welcome"))["you"] == place["seat"]
        yield socket


async def say(socket: ClientConnection, do: str, **fields: Any) -> None:
    await socket.send(json.dumps({"do": do, **fields}))


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """Wait for a message of this kind."""
    async with asyncio.timeout(10):
        while True:
            heard: dict[str, Any] = json.loads(await socket.recv())
            if heard["is"] == kind:
                return heard


async def closing(socket: ClientConnection) -> tuple[int, str]:
    """Wait for the end and say how it came."""
    async with asyncio.timeout(10):
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await socket.recv()
    close = closed.value.rcvd
    assert close is not None
    return close.code, close.reason


async def bare(origin: str, buffer: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a websocket without a library, which keeps its manners for us."""
    host, port = origin.removeprefix("http://").split(":")
    line = sockets.socket()
    if buffer:
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=line, limit=1024)
    writer.write(
        f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def framed(**fields: Any) -> bytes:
    """Put a short message into a frame as clients send it."""
    text = json.dumps(fields).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def deaf(origin: str, place: dict[str, Any]) -> asyncio.StreamWriter:
    """Come as a watcher, and read nothing after the handshake."""
    _, writer = await bare(origin, buffer=4096)
    writer.write(framed(do="hello", table=place["table"], code=place["code"]))
    await writer.drain()
    return writer
