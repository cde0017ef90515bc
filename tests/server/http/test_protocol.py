"""Connections that nobody answers or reads: each is closed, and counted until then."""

from __future__ import annotations

import asyncio
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.server import ServerState

from meldroom.server.addresses import local_origins
from meldroom.server.admission import Admission
from meldroom.server.app import Config, make_app
from meldroom.server.http import protocol as http_protocol
from meldroom.server.http.protocol import admitting_protocols
from meldroom.server.run import make_server
from meldroom.server.storage.store import Store
from meldroom.server.ws import protocol as ws_protocol
from tests.conftest import Figure
from tests.server.conftest import Advance
from tests.server.local_room import monitored_server, wait_until
from tests.server.socket_client import (
    ONCE,
    http_client,
    raw_connection,
    read_metrics,
    read_to_end,
    upgrade_request,
)

UNREADABLE_UPGRADES = {
    "a header over 8 kB": "Cookie: " + "x" * 8_300 + "\r\n",
    "140 headers": "".join(f"X-{number}: 1\r\n" for number in range(140)),
    "a body": "Content-Length: 10\r\n",
    "a body in chunks": "Transfer-Encoding: chunked\r\n",
}
BIG_PAGE = "/api/games"  # over 20 kB: a few hundred of them fill every buffer


def pipelined(origin: str, requests: int) -> bytes:
    """Ask for a page many times, without waiting for the responses."""
    host = origin.removeprefix("http://")
    return f"GET {BIG_PAGE} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * requests


@pytest.mark.parametrize("headers", UNREADABLE_UPGRADES.values(), ids=UNREADABLE_UPGRADES)
async def test_30_an_upgrade_that_cannot_be_parsed_is_closed_at_once(
    origin: str, headers: str
) -> None:
    reader, writer = await raw_connection(origin, upgrade_request(origin, headers))
    answer = await read_to_end(reader)
    if "Length" not in headers and "Encoding" not in headers:
        assert answer.startswith(b"HTTP/1.1 431 ")
    writer.close()


async def test_30_responses_that_nobody_reads_end_the_connection(
    tmp_path: Path, advance: Advance
) -> None:
    async with (
        monitored_server(tmp_path / "db") as (origin, monitor),
        http_client(monitor, **ONCE) as http,
    ):
        _, writer = await raw_connection(origin, pipelined(origin, 200), buffer=4096)
        while (await read_metrics(http))["meldroom_tcp_connections"] < 1:
            await asyncio.sleep(0)
        while (await read_metrics(http))["meldroom_tcp_connections"] > 0:
            advance(http_protocol.UNREAD_TIMEOUT)
        writer.transport.abort()


async def test_a_slow_reader_gets_every_response(origin: str, advance: Advance) -> None:
    request = pipelined(origin, 20).removesuffix(b"\r\n") + b"Connection: close\r\n\r\n"
    reader, writer = await raw_connection(origin, request, buffer=4096)
    received = b""
    while data := await reader.read(http_protocol.MIN_BYTES_READ):
        received += data
        advance(http_protocol.UNREAD_TIMEOUT / 8)
    assert received.count(b"HTTP/1.1 200 OK") == 20
    writer.close()


async def test_30_a_handshake_that_the_app_does_not_answer_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ws_protocol, "HANDSHAKE_TIMEOUT", 0.1)

    async def never_accept(_: WebSocket) -> None:
        await asyncio.Event().wait()

    async with serving(Starlette(routes=[WebSocketRoute("/socket", never_accept)])) as origin:
        reader, writer = await raw_connection(origin, upgrade_request(origin))
        assert await read_to_end(reader) == b""
        writer.close()


@asynccontextmanager
async def serving(app: Starlette) -> AsyncIterator[str]:
    """Run any app on loopback; its tasks are cancelled at the end."""
    with sockets.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = make_server(app)
        server.config.timeout_graceful_shutdown = 0
        task = asyncio.create_task(server.serve(sockets=[listening]))
        await wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest.mark.parametrize("connections", [20, pytest.param(400, marks=pytest.mark.slow)])
async def test_30_connections_that_nobody_answers_or_reads_are_all_closed_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, connections: int, figure: Figure
) -> None:
    if connections < 100:  # the real deadlines only where there is time for them
        monkeypatch.setattr(http_protocol, "UNREAD_TIMEOUT", 0.1)
    async with (
        monitored_server(tmp_path / "db") as (origin, monitor),
        http_client(monitor) as http,
    ):
        requests = [upgrade_request(origin, each) for each in UNREADABLE_UPGRADES.values()]
        requests.append(pipelined(origin, 200))
        opened = [
            await raw_connection(origin, requests[number % len(requests)], buffer=4096)
            for number in range(connections)
        ]
        began = asyncio.get_running_loop().time()
        while (await read_metrics(http))["meldroom_tcp_connections"] > 0:
            await asyncio.sleep(0.05)
        seconds = asyncio.get_running_loop().time() - began
        figure(f"30: {connections} unreadable upgrades and unread GETs: closed in {seconds:.1f} s")
        for _, writer in opened:
            writer.transport.abort()


async def test_a_response_does_not_wait_until_the_client_acknowledges_its_first_piece(
    tmp_path: Path,
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    config = make_server(make_app(Config(local_origins(8000)), store)).config
    http: Any = admitting_protocols(Admission())[0]
    no_delay: list[int] = []

    class Observed(http):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            accepted = transport.get_extra_info("socket")
            no_delay.append(accepted.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY))

    config.load()
    loop = asyncio.get_running_loop()
    with sockets.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = await loop.create_server(
            lambda: Observed(config=config, server_state=ServerState(), app_state={}),
            sock=listening,
        )
        _, writer = await asyncio.open_connection(*listening.getsockname())
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()
    assert no_delay == [1]
