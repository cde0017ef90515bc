"""One connection over a real websocket: its limits, its doors, and how it ends."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from meldroom.server.bucket import Bucket
from meldroom.server.socket import Limits
from tests.server.house import GAME, run, served


def client(origin: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=origin, headers={"Origin": origin})


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


def test_a_game_begins_and_is_played_over_the_wire(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            async with at(origin, place) as socket:
                assert (await hear(socket, "table"))["phase"] == "waiting"
                await say(socket, "give", share="00" * 16)
                for mark in range(6):
                    play = await hear(socket, "play")
                    while not play["legal"]:
                        play = await hear(socket, "play")
                    text = play["legal"][0]["text"]
                    await say(socket, "act", id=str(mark), texts=[text], ply=play["ply"])
                ack = await hear(socket, "ack")
                assert ack["done"] == 1
                await say(socket, "ping")
                await hear(socket, "pong")

    run(scene())


def test_a_browser_is_known_by_its_cookie(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            wish = {"game": GAME, "seats": 3, "name": "Ada"}
            answer = await http.post("/api/tables", json=wish)
            place, cookie = answer.json(), answer.headers["set-cookie"].split(";")[0]
            address = origin.replace("http", "ws") + "/socket"
            headers = {"Cookie": cookie}
            async with connect(address, origin=Origin(origin), additional_headers=headers) as own:
                await say(own, "hello", table=place["table"])
                assert (await hear(own, "welcome"))["you"] == 0
            async with at(origin) as other:
                await say(other, "hello", table=place["table"])
                assert (await hear(other, "refusal"))["rule"] == "P-7"
                assert (await closing(other))[0] == 4003

    run(scene())


@pytest.mark.parametrize("foreign", ["https://evil.example", "null", None])
def test_17_a_foreign_page_gets_no_socket(tmp_path: Path, foreign: str | None) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            address = origin.replace("http", "ws") + "/socket"
            with pytest.raises(InvalidStatus) as refused:
                async with connect(address, origin=None if foreign is None else Origin(foreign)):
                    pass
            assert refused.value.response.status_code == 403

    run(scene())


def test_18_a_seat_is_opened_by_its_own_token_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place, other = await opened(origin), await opened(origin)
            address = origin.replace("http", "ws") + "/socket"
            for token in (other["token"], place["code"], place["token"][:-1], "x" * 43, "é"):
                async with at(origin) as thief:
                    await say(thief, "hello", table=place["table"], token=token)
                    assert (await hear(thief, "refusal"))["rule"] == "P-7"
                    assert (await closing(thief))[0] == 4003
            query = f"?token={place['token']}&table={place['table']}"
            async with connect(address + query, origin=Origin(origin)) as thief:
                await say(thief, "act", id="1", texts=["draw"])
                assert (await hear(thief, "refusal"))["rule"] == "P-7"
            async with at(origin, place) as socket:
                await say(socket, "hello", table=other["table"], token=other["token"])
                assert (await hear(socket, "refusal"))["rule"] == "P-7"
                await say(socket, "leave")
                assert (await closing(socket))[0] == 4001
            async with at(origin) as thief:
                await say(thief, "hello", table=place["table"], token=place["token"])
                assert (await hear(thief, "refusal"))["rule"] == "P-7"

    run(scene())


def test_14_a_flood_is_cut_off_and_nobody_else_is_hurt(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            async with at(origin, place) as calm, at(origin) as flood:
                for _ in range(1_000):
                    try:
                        await say(flood, "ping")
                    except ConnectionClosed:
                        break
                heard, closed = 0, (0, "")
                try:
                    while True:
                        heard += json.loads(await flood.recv())["is"] == "pong"
                except ConnectionClosed as error:
                    closed = (error.rcvd.code, error.rcvd.reason) if error.rcvd else closed
                assert closed == (1008, "too many messages")
                assert 100 <= heard <= 110
                await say(calm, "ping")
                await hear(calm, "pong")
                print(f"\n14: flood cut off after {heard} messages")

    run(scene())


def test_15_frames_that_are_too_long_or_no_messages_at_all(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            async with at(origin) as socket:
                await socket.send("x" * 2**20)
                assert (await closing(socket))[0] == 1009
            async with at(origin) as socket:
                for frame in (
                    "[" * 16_000, '{"do":"hello"', '{"do":"hello","table":"x","more":1}', "[]", "",
                    b"\xff\xfe", '{"do":"fly"}', '{"do":"act","id":"","texts":[]}',
                    '{"do":"act","id":"1","texts":["draw"],"ply":' + "9" * 5_000 + "}",
                    '{"do":"say","text":"' + "x" * 10_000 + '"}', '{"do":"kick","seat":1e400}',
                ):  # fmt: skip
                    await socket.send(frame)
                    assert (await hear(socket, "refusal"))["rule"] == "P-1"
                await say(socket, "ping")
                await hear(socket, "pong")

    run(scene())


def test_13_one_who_never_reads_is_dropped_and_the_others_play_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db", Limits(1e9, 1, 10**9, 1)) as origin:
            place = await opened(origin, seats=2, watchers="delayed")
            deaf = await _deaf(origin, place)
            async with at(origin, place) as socket:
                await say(socket, "give", share="00" * 16)
                began = time.monotonic()
                async with client(origin) as http:
                    for number in range(20_000):
                        await say(socket, "say", text="x" * 200)
                        if number % 50 == 0:
                            figures = (await http.get("/metrics")).text
                            if "meldroom_connections 1\n" in figures:
                                break
                print(f"\n13: dropped after {time.monotonic() - began:.1f} s, {number} messages")
                assert "meldroom_connections 1\n" in figures
                await say(socket, "ping")
                await hear(socket, "pong")
            deaf.transport.abort()
            await asyncio.sleep(0)

    run(scene())


async def _deaf(origin: str, place: dict[str, Any]) -> asyncio.StreamWriter:
    """Come as a watcher over a bare socket, and read nothing after the handshake."""
    host, port = origin.removeprefix("http://").split(":")
    bare = sockets.socket()
    bare.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    bare.setblocking(False)
    await asyncio.get_running_loop().sock_connect(bare, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=bare, limit=1024)
    writer.write(
        f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    hello = {"do": "hello", "table": place["table"], "code": place["code"]}
    text = json.dumps(hello).encode()
    writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    await writer.drain()
    return writer


def test_who_says_no_hello_is_asked_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldroom.server.socket.PATIENCE", 0.05)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as socket:
            assert await closing(socket) == (1008, "say hello first")

    run(scene())


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            address = origin.replace("http", "ws") + "/socket"
            socket = await connect(address, origin=Origin(origin))
            await say(socket, "hello", table=place["table"], token=place["token"])
            await hear(socket, "welcome")
        assert (await closing(socket))[0] == 1012

    run(scene())


def test_a_bucket_fills_again_evenly() -> None:
    bucket = Bucket(Limits().messages, Limits().seconds, 0.0)
    assert [bucket.take(0.0) for _ in range(101)] == [True] * 100 + [False]
    assert not bucket.take(0.1)
    assert bucket.take(0.21)
    assert [bucket.take(100.0) for _ in range(101)] == [True] * 100 + [False]
