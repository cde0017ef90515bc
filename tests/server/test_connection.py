"""One connection over a real websocket: its limits, its doors, and how it ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from meldroom.server.rate_limit import TokenBucket
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import Connection, Limits
from meldroom.server.ws.protocol import WebSocketProtocol
from tests.server.house import GAME, open_room, run, served, until
from tests.server.wire import at, client, closing, hear, opened, say


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


def test_the_ack_leaves_together_with_what_the_move_led_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[list[str]] = []
    at_once = WebSocketProtocol.at_once

    def noted(line: WebSocketProtocol, texts: Iterable[bytes]) -> bool:
        sent.append([json.loads(text)["is"] for text in texts])
        return at_once(line, texts)

    monkeypatch.setattr(WebSocketProtocol, "at_once", noted)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            async with at(origin, place) as socket:
                await say(socket, "give", share="00" * 16)
                play = await hear(socket, "play")
                while not play["legal"]:
                    play = await hear(socket, "play")
                await say(socket, "act", id="1", texts=[play["legal"][0]["text"]])
                await hear(socket, "ack")
                await say(socket, "ping")
                await hear(socket, "pong")

    run(scene())
    assert ["play", "ack"] in sent
    assert ["pong"] in sent


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


def test_who_says_no_hello_is_asked_to_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldroom.server.ws.connection.PATIENCE", 0.05)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin, at(origin) as socket:
            assert await closing(socket) == (1008, "say hello first")

    run(scene())


def test_who_has_said_hello_may_wait_long_for_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.ws.connection.PATIENCE", 0.05)
    find = Room.find

    async def slowly(room: Room, key: str) -> Any:
        await asyncio.sleep(0.2)
        return await find(room, key)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            monkeypatch.setattr(Room, "find", slowly)
            async with at(origin, place) as socket:
                await say(socket, "ping")
                await hear(socket, "pong")

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
    bucket = TokenBucket(Limits().messages, Limits().seconds, 0.0)
    assert [bucket.take(0.0) for _ in range(101)] == [True] * 100 + [False]
    assert not bucket.take(0.1)
    assert bucket.take(0.21)
    assert [bucket.take(100.0) for _ in range(101)] == [True] * 100 + [False]


def test_13_one_who_takes_nothing_is_dropped_though_only_one_message_is_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.ws.connection.STUCK", 0.05)

    class Stuck:
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

    async def scene() -> None:
        line = Stuck()
        async with open_room(tmp_path / "db") as room:
            connection = Connection(room, line, Limits(), "")  # type: ignore[arg-type]
            connection.tell(b"{}")
            serving = asyncio.create_task(connection.serve())
            await until(lambda: connection.sending is not None)
            connection.tell(b"{}")
            await serving
            assert room.guests == 0
        assert line.closed == (1013, "you do not read what is sent to you")

    run(scene())
