"""How many may come, and how often one may be wrong."""

from __future__ import annotations

import asyncio
import json
import resource
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.server import run as server_run
from meldroom.server.http.admission import SPARE, Admission, Crowd, neighbourhood
from tests.server.house import run, served
from tests.server.wire import at, client, closing, hear, opened, say

ELSEWHERE = ("127.0.0.2", 0)


def line(origin: str, **more: Any) -> connect:
    return connect(origin.replace("http", "ws") + "/socket", origin=Origin(origin), **more)


async def turned_away(origin: str, **more: Any) -> tuple[int, dict[str, Any]]:
    """Try to connect; gives the status and the problem."""
    with pytest.raises(InvalidStatus) as refused:
        async with line(origin, **more):
            pass
    response = refused.value.response
    problem: dict[str, Any] = json.loads(response.body)
    return response.status_code, problem


async def pings(socket: ClientConnection) -> None:
    await say(socket, "ping")
    await hear(socket, "pong")


def test_16_a_full_room_says_so_and_lets_the_next_in_when_one_goes(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            served(tmp_path / "db", crowd=Crowd(total=3)) as origin,
            AsyncExitStack() as all_,
        ):
            first = await all_.enter_async_context(line(origin))
            for _ in range(2):
                await all_.enter_async_context(line(origin))
            status, problem = await turned_away(origin)
            assert (status, problem["rule"]) == (503, "P-11")
            async with client(origin) as http:
                answer = await http.get("/api/games")
                assert (answer.status_code, answer.json()["detail"]) == (503, problem["detail"])
                assert answer.headers["retry-after"]
            await pings(first)
            await first.close()
            async with asyncio.timeout(10):
                while True:
                    try:
                        async with line(origin) as next_:
                            await pings(next_)
                        break
                    except InvalidStatus:
                        await asyncio.sleep(0.01)

    run(scene())


def test_16_many_from_one_address_do_not_keep_others_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with (
            served(tmp_path / "db", crowd=Crowd(here=2)) as origin,
            line(origin),
            line(origin),
        ):
            assert (await turned_away(origin))[0] == 429
            async with line(origin, local_addr=ELSEWHERE) as other:
                await pings(other)

    run(scene())


def test_16_a_flood_of_connections_is_cut_off_and_counted_down_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db", crowd=Crowd(here=20)) as origin:
            host, port = origin.removeprefix("http://").split(":")
            flood = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
            async with line(origin, local_addr=ELSEWHERE) as other:
                await pings(other)
            for _, writer in flood:
                writer.close()
            async with asyncio.timeout(10), client(origin) as http:
                while True:
                    try:
                        if (await http.get("/health")).status_code == 200:
                            break
                    except httpx.TransportError:
                        pass
                    await asyncio.sleep(0.01)

    run(scene())


def test_16_one_who_brings_a_request_byte_by_byte_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.http.protocol.PATIENCE", 0.2)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            host, port = origin.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            with pytest.raises(ConnectionError):
                while not reader.at_eof():
                    writer.write(b"G")
                    await writer.drain()
                    await asyncio.sleep(0.02)
                raise ConnectionError
            writer.close()
            async with at(origin, await opened(origin)) as patient:
                for _ in range(3):
                    assert (await http.get("/health")).status_code == 200
                    await asyncio.sleep(0.2)
                await pings(patient)

    run(scene())


def test_a_body_that_does_not_come_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.http.api.SLOW", 0.1)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            host, port = origin.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            head = (
                f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {origin}\r\n"
                "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
            )
            writer.write(head.encode())
            assert (await reader.readline()).startswith(b"HTTP/1.1 422")
            writer.close()

    run(scene())


def test_16_a_silent_peer_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * server_run.PING <= 40
    monkeypatch.setattr(server_run, "PING", 0.1)

    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place = await opened(origin)
            async with at(origin, place) as socket:
                socket.transport.pause_reading()
                async with client(origin) as http, asyncio.timeout(10):
                    while "meldroom_connections 0\n" not in (await http.get("/metrics")).text:
                        await asyncio.sleep(0.02)
                socket.transport.abort()

    run(scene())


def test_18_after_some_wrong_tokens_an_address_is_not_looked_at(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db", crowd=Crowd(tries=5, seconds=1e9)) as origin:
            place = await opened(origin)
            for number in range(8):
                async with at(origin) as thief:
                    await say(thief, "hello", table=place["table"], token=f"{number}" * 43)
                    told = await hear(thief, "refusal")
                    assert told["rule"] == ("P-7" if number < 5 else "P-11")
                    assert (await closing(thief))[0] == 4003
            async with at(origin) as thief:
                await say(thief, "hello", table=place["table"], token=place["token"])
                assert (await hear(thief, "refusal"))["rule"] == "P-11"
            async with line(origin, local_addr=ELSEWHERE) as ada:
                await say(ada, "hello", table=place["table"], token=place["token"])
                assert (await hear(ada, "welcome"))["you"] == 0

    run(scene())


def test_18_wrong_codes_and_tables_that_are_not_there_count_as_well(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db", crowd=Crowd(tries=4, seconds=1e9)) as origin:
            place = await opened(origin)
            async with client(origin) as http:

                async def sit(table: str, code: str) -> int:
                    wish = {"name": "Eve", "code": code}
                    answer = await http.post(f"/api/tables/{table}/seats", json=wish)
                    return answer.status_code

                assert [await sit(place["table"], "x" * 22) for _ in range(2)] == [403, 403]
                assert [await sit("a" * 14, place["code"]) for _ in range(2)] == [404, 404]
                assert await sit(place["table"], place["code"]) == 429
            async with at(origin) as looker:
                await say(looker, "hello", table=place["table"], code=place["code"])
                assert (await hear(looker, "refusal"))["rule"] == "P-11"

    run(scene())


def test_those_whom_a_proxy_brings_are_told_apart_and_nobody_else_is_believed(
    tmp_path: Path,
) -> None:
    def named(address: str) -> dict[str, Any]:
        return {"additional_headers": {"X-Forwarded-For": f"198.51.100.1, {address}"}}

    async def scene(proxies: tuple[str, ...], statuses: list[int]) -> None:
        crowd = Crowd(address=1)
        async with served(tmp_path / "db", crowd=crowd, proxies=proxies) as origin:
            async with line(origin, **named("203.0.113.5")) as first:
                for address, status in zip(("203.0.113.5", "203.0.113.6"), statuses, strict=True):
                    if status == 101:
                        async with line(origin, **named(address)) as other:
                            await pings(other)
                    else:
                        assert (await turned_away(origin, **named(address)))[0] == status
                await pings(first)
            async with client(origin) as http:
                assert (await http.get("/health")).status_code == 200

    run(scene(("127.0.0.1",), [429, 101]))
    run(scene((), [101, 101]))


@pytest.mark.parametrize(
    ("address", "whence"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("unknown", "unknown"),
    ],
)
def test_neighbours_of_one_network_are_one_address(address: str, whence: str) -> None:
    assert neighbourhood(address) == whence


def test_a_proxy_is_believed_as_far_as_it_is_named() -> None:
    admission = Admission(proxies=("10.0.0.1", "10.0.0.2"))
    assert admission.whence("10.0.0.1", ["203.0.113.9, 203.0.113.5", "10.0.0.2"]) == "203.0.113.5"
    assert admission.whence("10.0.0.1", []) == "10.0.0.1"
    assert admission.whence("10.0.0.3", ["203.0.113.5"]) == "10.0.0.3"


def test_the_room_keeps_files_for_itself() -> None:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert Admission(Crowd(total=10**9)).crowd.total == files - SPARE


def test_only_so_many_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldroom.server.http.admission.KEPT", 3)
    admission = Admission()
    for number in range(10):
        with pytest.raises(LookupError), admission.knocking(f"203.0.113.{number}"):
            raise LookupError
    assert list(admission.knocks) == [f"203.0.113.{number}" for number in (7, 8, 9)]
