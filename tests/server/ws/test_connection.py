"""One connection over a real websocket: how it joins, its limits, and how it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from meldroom.room.limits import Limits, Rate
from meldroom.server.sessions import Sessions
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import HELLO_TIMEOUT, Connection
from meldroom.server.ws.protocol import WebSocketProtocol
from tests.server.conftest import Advance
from tests.server.local_room import GAME, local_server, open_room, wait_until
from tests.server.socket_client import (
    closed,
    connected,
    give_shares,
    open_table,
    ping,
    receive,
    send,
)


async def test_a_game_is_started_and_played_over_a_websocket(origin: str) -> None:
    place = await open_table(origin)
    async with connected(origin, place) as socket:
        assert (await receive(socket, "table"))["phase"] == "waiting"
        await give_shares(socket)
        for number in range(6):
            play = await receive(socket, "play")
            while not play["legal"]:
                play = await receive(socket, "play")
            text = play["legal"][0]["text"]
            await send(socket, "act", id=str(number), texts=[text], ply=play["ply"])
        ack = await receive(socket, "ack")
        assert ack["done"] == 1
        await ping(socket)


async def test_an_ack_is_sent_in_one_packet_with_the_play_it_acknowledges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[list[str]] = []
    send_now = WebSocketProtocol.send_now

    def noted(protocol: WebSocketProtocol, texts: Iterable[bytes]) -> bool:
        sent.append([json.loads(text)["is"] for text in texts])
        return send_now(protocol, texts)

    monkeypatch.setattr(WebSocketProtocol, "send_now", noted)
    async with local_server(tmp_path / "db") as origin:
        place = await open_table(origin)
        async with connected(origin, place) as socket:
            await give_shares(socket)
            play = await receive(socket, "play")
            while not play["legal"]:
                play = await receive(socket, "play")
            await send(socket, "act", id="1", texts=[play["legal"][0]["text"]])
            await receive(socket, "ack")
            await ping(socket)
    assert ["play", "ack"] in sent
    assert ["pong"] in sent


async def test_a_browser_is_recognised_by_its_cookie(origin: str, http: httpx.AsyncClient) -> None:
    body = {"game": GAME, "seats": 3, "name": "Ada"}
    answer = await http.post("/api/tables", json=body)
    place, cookie = answer.json(), answer.headers["set-cookie"].split(";")[0]
    address = origin.replace("http", "ws") + "/socket"
    headers = {"Cookie": cookie}
    async with connect(address, origin=Origin(origin), additional_headers=headers) as own:
        await send(own, "hello", table=place["table"])
        assert (await receive(own, "welcome"))["you"] == 0
    async with connected(origin) as other:
        await send(other, "hello", table=place["table"])
        assert (await receive(other, "refusal"))["rule"] == "P-7"
        assert (await closed(other))[0] == 4003


async def test_a_client_that_says_no_hello_is_disconnected(origin: str, advance: Advance) -> None:
    async with connected(origin) as socket:
        await ping(socket)
        advance(HELLO_TIMEOUT)
        assert await closed(socket) == (1008, "say hello first")


async def test_a_client_that_has_said_hello_may_wait_long_for_its_table(
    origin: str, monkeypatch: pytest.MonkeyPatch, advance: Advance
) -> None:
    find = Room.find

    async def find_slowly(room: Room, key: str) -> Any:
        advance(2 * HELLO_TIMEOUT)
        for _ in range(3):  # what is due happens meanwhile
            await asyncio.sleep(0)
        return await find(room, key)

    place = await open_table(origin)
    monkeypatch.setattr(Room, "find", find_slowly)
    async with connected(origin, place) as socket:
        await ping(socket)


async def test_14_reconnecting_does_not_refill_what_a_seat_may_send(tmp_path: Path) -> None:
    limits = Limits(messages=Rate(10, 1e9), chat_messages=Rate(3, 1e9))
    async with local_server(tmp_path / "db", limits) as origin:
        place = await open_table(origin)
        for _ in range(3):
            async with connected(origin, place) as socket:
                await send(socket, "say", phrase=0)
                await receive(socket, "said")
        async with connected(origin, place) as socket:
            await send(socket, "say", phrase=0)
            assert (await receive(socket, "refusal"))["rule"] == "P-9"
            for _ in range(5):  # and one was the first hello
                await ping(socket)
        async with connected(origin, place) as socket:
            await send(socket, "ping")
            assert (await closed(socket))[0] == 1008
        async with connected(origin, await open_table(origin)) as socket:
            await ping(socket)


async def test_14_clients_without_a_seat_share_the_limit_of_their_address(tmp_path: Path) -> None:
    limits = Limits(seatless_messages=Rate(5, 1e9), this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin:
        place = await open_table(origin)
        async with connected(origin, place) as seated:
            for _ in range(4):
                async with connected(origin) as socket:
                    await ping(socket)
            async with connected(origin) as socket:
                await send(socket, "ping")
                assert (await closed(socket))[0] == 1008
            await ping(seated)


async def test_a_server_that_stops_closes_its_connections_with_1012(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin:
        place = await open_table(origin)
        address = origin.replace("http", "ws") + "/socket"
        socket = await connect(address, origin=Origin(origin))
        await send(socket, "hello", table=place["table"], token=place["token"])
        await receive(socket, "welcome")
    assert (await closed(socket))[0] == 1012


async def test_13_a_client_that_reads_nothing_is_dropped_though_only_one_message_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.ws.outbox.SEND_TIMEOUT", 0.05)

    class StuckSocket:
        cookies: dict[str, str] = {}
        scope: dict[str, Any] = {}
        closed: tuple[int, str] | None = None

        async def accept(self) -> None:
            pass

        async def receive(self) -> dict[str, Any]:
            return {"type": await asyncio.get_running_loop().create_future()}

        async def send(self, message: dict[str, Any]) -> None:
            await asyncio.get_running_loop().create_future()

        async def close(self, code: int, why: str) -> None:
            self.closed = (code, why)

    socket = StuckSocket()
    async with open_room(tmp_path / "db") as room:
        connection = Connection(room, socket, Limits(), Sessions(False))  # type: ignore[arg-type]
        connection.send(b"{}")
        serving = asyncio.create_task(connection.serve())
        await wait_until(lambda: connection.outbox._sending_since is not None)
        connection.send(b"{}")
        await serving
        assert room.connections == 0
    assert socket.closed == (1013, "you do not read what is sent to you")
