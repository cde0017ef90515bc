"""Limits on connections and on wrong guesses."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.core.game import Refusal
from meldroom.room.limits import Limits, Rate
from meldroom.room.refusals import LimitReached, refused
from meldroom.server import admission
from meldroom.server import run as server_run
from meldroom.server.admission import (
    ADDRESS_FULL,
    RESERVED_FILES,
    SERVER_FULL,
    Admission,
    most_connections,
    normalized_address,
)
from meldroom.server.http.protocol import REQUEST_TIMEOUT
from tests.server.conftest import Advance
from tests.server.local_room import local_server, monitored_server
from tests.server.socket_client import (
    ONCE,
    closed,
    connected,
    http_client,
    open_table,
    ping,
    receive,
    send,
)

OTHER_ADDRESS = ("127.0.0.2", 0)


def websocket(origin: str, **more: Any) -> connect:
    """Open a websocket without joining a table."""
    return connect(origin.replace("http", "ws") + "/socket", origin=Origin(origin), **more)


async def rejected(origin: str, **more: Any) -> tuple[int, dict[str, Any]]:
    """Try to connect; gives the status and the problem."""
    with pytest.raises(InvalidStatus) as error:
        async with websocket(origin, **more):
            pass
    response = error.value.response
    problem: dict[str, Any] = json.loads(response.body)
    return response.status_code, problem


async def test_16_a_full_server_says_so_and_admits_the_next_when_one_leaves(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path / "db", limits=Limits(connections=3)) as origin,
        AsyncExitStack() as stack,
    ):
        first = await stack.enter_async_context(websocket(origin))
        for _ in range(2):
            await stack.enter_async_context(websocket(origin))
        status, problem = await rejected(origin)
        assert (status, problem["rule"]) == (503, "P-11")
        async with http_client(origin) as http:
            answer = await http.get("/api/games")
            assert (answer.status_code, answer.json()["detail"]) == (503, problem["detail"])
            assert answer.headers["retry-after"]
        await ping(first)
        await first.close()
        while True:
            try:
                async with websocket(origin) as another:
                    await ping(another)
                break
            except InvalidStatus:
                await asyncio.sleep(0.01)


async def test_16_many_connections_of_one_address_do_not_keep_others_out(tmp_path: Path) -> None:
    async with (
        local_server(
            tmp_path / "db", limits=Limits(this_machine=1, connections_per_address=2)
        ) as origin,
        websocket(origin),
        websocket(origin),
    ):
        assert (await rejected(origin))[0] == 429
        async with websocket(origin, local_addr=OTHER_ADDRESS) as other:
            await ping(other)


async def test_16_a_flood_of_connections_is_cut_off_and_then_forgotten(tmp_path: Path) -> None:
    limits = Limits(this_machine=1, connections_per_address=20)
    async with local_server(tmp_path / "db", limits=limits) as origin:
        host, port = origin.removeprefix("http://").split(":")
        flood = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
        async with websocket(origin, local_addr=OTHER_ADDRESS) as other:
            await ping(other)
        for _, writer in flood:
            writer.close()
        async with http_client(origin) as http:
            while True:
                try:
                    if (await http.get("/api/bots")).status_code == 200:
                        break
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.01)


async def test_16_a_request_that_comes_byte_by_byte_is_cut_off(
    origin: str, http: httpx.AsyncClient, advance: Advance
) -> None:
    host, port = origin.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    with pytest.raises(ConnectionError):
        while not reader.at_eof():
            writer.write(b"G")
            await writer.drain()
            advance(REQUEST_TIMEOUT / 10)
            await asyncio.sleep(0)
        raise ConnectionError
    writer.close()
    async with connected(origin, await open_table(origin)) as waiting:
        for _ in range(3):
            answer = await http.get("/api/bots", headers=ONCE)
            assert answer.status_code == 200
            advance(2 * REQUEST_TIMEOUT)
        await ping(waiting)


async def test_a_body_that_does_not_arrive_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.http.request_bodies.BODY_TIMEOUT", 0.1)
    async with local_server(tmp_path / "db") as origin:
        host, port = origin.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = (
            f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {origin}\r\n"
            "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        writer.write(head.encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 422")
        writer.close()


async def test_16_a_peer_that_answers_no_ping_is_dropped(tmp_path: Path, advance: Advance) -> None:
    assert 2 * server_run.PING_SECONDS <= 40
    async with monitored_server(tmp_path / "db") as (origin, monitor):
        place = await open_table(origin)
        async with connected(origin, place) as socket, http_client(monitor, **ONCE) as http:
            socket.transport.pause_reading()
            advance(server_run.PING_SECONDS)  # it is sent a ping
            await asyncio.sleep(0)
            assert "meldroom_connections 1\n" in (await http.get("/metrics")).text
            while "meldroom_connections 0\n" not in (await http.get("/metrics")).text:
                advance(server_run.PING_SECONDS)
            socket.transport.abort()


@pytest.fixture
def no_refusal_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse at once, to save time."""
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)


@pytest.mark.usefixtures("no_refusal_delay")
@pytest.mark.parametrize("tries", [10, pytest.param(100, marks=pytest.mark.slow)])
async def test_34_a_right_token_opens_after_any_number_of_wrong_ones(
    tmp_path: Path, tries: int
) -> None:
    limits = Limits(wrong_guesses=Rate(5, 1e9), this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin:
        place = await open_table(origin)
        for number in range(tries):
            async with connected(origin) as thief:
                token = f"{number:03}" + "x" * 40
                await send(thief, "hello", table=place["table"], token=token)
                refusal = await receive(thief, "refusal")
                rule, code = ("P-7", 4003) if number < 5 else ("P-11", 1013)
                assert (refusal["rule"], (await closed(thief))[0]) == (rule, code)
        async with connected(origin, place) as ada:
            await ping(ada)


@pytest.mark.usefixtures("no_refusal_delay")
async def test_18_wrong_codes_and_table_keys_count_as_wrong_guesses_too(tmp_path: Path) -> None:
    limits = Limits(wrong_guesses=Rate(4, 600.0), this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin:
        place = await open_table(origin)
        async with http_client(origin) as http:

            async def take_seat(table: str, code: str) -> httpx.Response:
                body = {"name": "Eve", "code": code}
                return await http.post(f"/api/tables/{table}/seats", json=body)

            wrong = [(place["table"], "x" * 22), ("a" * 14, place["code"])]
            statuses = [(await take_seat(*guess)).status_code for guess in wrong * 3]
            assert statuses == [403, 404, 403, 404, 429, 429]
            answer = await take_seat(*wrong[0])
            assert 100 < int(answer.headers["retry-after"]) <= 150
            assert (await take_seat(place["table"], place["code"])).status_code == 201
        async with connected(origin) as watcher:
            await send(watcher, "hello", table=place["table"], code="x" * 22)
            assert (await receive(watcher, "refusal"))["rule"] == "P-11"
        async with connected(origin) as watcher:
            await send(watcher, "hello", table=place["table"], code=place["code"])
            await receive(watcher, "welcome")


def test_a_wrong_guess_beyond_the_limit_waits_for_its_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.05)

    async def scenario() -> float:
        limited = Admission(Limits(wrong_guesses=Rate(1, 60)))
        for _ in range(2):
            began = asyncio.get_running_loop().time()
            with suppress(LookupError, Refusal):
                async with limited.counting_wrong_guesses("203.0.113.5"):
                    raise LookupError
        return asyncio.get_running_loop().time() - began

    assert asyncio.run(scenario()) >= 0.05


def test_clients_behind_a_named_proxy_are_told_apart_and_no_other_header_is_trusted(
    tmp_path: Path,
) -> None:
    def forwarded_for(address: str) -> dict[str, Any]:
        return {"additional_headers": {"X-Forwarded-For": f"198.51.100.1, {address}"}}

    async def scenario(proxies: tuple[str, ...], statuses: list[int]) -> None:
        limits = Limits(connections_per_address=1)
        async with local_server(tmp_path / "db", limits=limits, proxies=proxies) as origin:
            async with websocket(origin, **forwarded_for("203.0.113.5")) as first:
                for address, status in zip(("203.0.113.5", "203.0.113.6"), statuses, strict=True):
                    if status == 101:
                        async with websocket(origin, **forwarded_for(address)) as other:
                            await ping(other)
                    else:
                        assert (await rejected(origin, **forwarded_for(address)))[0] == status
                await ping(first)
            async with http_client(origin) as http:
                assert (await http.get("/api/bots")).status_code == 200

    asyncio.run(scenario(("127.0.0.1",), [429, 101]))
    asyncio.run(scenario((), [101, 101]))


@pytest.mark.parametrize(
    ("address", "normalized"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, normalized: str) -> None:
    assert normalized_address(address) == normalized


def test_a_chain_of_named_proxies_is_trusted_up_to_the_first_other_address() -> None:
    admission = Admission(proxies=("10.0.0.1", "10.0.0.2"))
    assert (
        admission.client_address("10.0.0.1", ["203.0.113.9, 203.0.113.5", "10.0.0.2"])
        == "203.0.113.5"
    )
    assert admission.client_address("10.0.0.1", []) == "10.0.0.1"
    assert admission.client_address("10.0.0.3", ["203.0.113.5"]) == "10.0.0.3"


def test_a_connection_through_a_proxy_counts_for_its_own_address_alone() -> None:
    admission = Admission(Limits(connections=2, connections_per_address=1))
    assert admission.enter("203.0.113.5") is None
    assert admission.enter("203.0.113.6", by_proxy=True) is None
    assert (admission.total, admission.connections.total()) == (1, 2)
    assert admission.enter("203.0.113.6", by_proxy=True) == ADDRESS_FULL
    assert admission.enter("203.0.113.7") is None
    assert admission.enter("203.0.113.8") == SERVER_FULL
    for address in ("203.0.113.5", "203.0.113.7", "203.0.113.8"):
        admission.leave(address)
    for _ in range(2):
        admission.leave("203.0.113.6", by_proxy=True)
    assert (admission.total, admission.connections) == (0, {})


def test_this_machine_and_named_proxies_count_as_many_addresses() -> None:
    admission = Admission(Limits(this_machine=7), proxies=["10.0.0.1"])
    weights = [admission.weight(one) for one in ("127.0.0.9", "::1", "10.0.0.1", "10.0.0.2")]
    assert weights == [7, 7, 7, 1]


def test_requests_that_read_and_requests_that_change_have_limits_of_their_own() -> None:
    limits = Limits(gets=Rate(2, 60.0), posts=Rate(1, 30.0))
    admission = Admission(limits)
    for method in ("GET", "HEAD", "POST"):
        admission.check_request("203.0.113.5", method)
    for method, seconds in (("GET", 30.0), ("PUT", 30.0)):
        with pytest.raises(LimitReached) as limit:
            admission.check_request("203.0.113.5", method)
        assert limit.value.seconds == pytest.approx(seconds, abs=1.0)
        why = "too many requests from your address; try again in a moment"
        assert limit.value.violation == ("P-11", why)
    admission.check_request("203.0.113.6", "GET")


async def test_a_wrong_guess_beyond_the_limit_says_when_to_try_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)
    counting = Admission(Limits(wrong_guesses=Rate(1, 60.0))).counting_wrong_guesses

    async def guess(error: Exception) -> None:
        async with counting("203.0.113.5"):
            raise error

    with pytest.raises(Refusal, match="say hello"):
        await guess(refused("P-7", "say hello first"))
    for error in (refused("P-7", "no"), LookupError("no such table")):
        with pytest.raises(LimitReached) as limit:
            await guess(error)
        why = "too many wrong guesses; try again in a minute"
        assert limit.value.violation == ("P-11", why)
        assert limit.value.seconds == pytest.approx(60.0, abs=5.0)
    with pytest.raises(Refusal, match="closed"):
        await guess(refused("P-5", "the table is closed"))


def test_some_file_descriptors_are_kept_for_the_server_itself() -> None:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert Admission(Limits(connections=10**9)).limits.connections == files - RESERVED_FILES


def test_with_few_file_descriptors_the_server_says_so_or_does_not_start(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert most_connections(8_192, None) == 8_192
    assert most_connections(8_192, 1_024) == 768
    assert caplog.messages == []
    assert most_connections(8_192, RESERVED_FILES + 64) == 64
    assert most_connections(8, RESERVED_FILES + 8) == 8
    assert caplog.messages == [
        "only 320 files may be open: at most 64 connections",
        "only 264 files may be open: at most 8 connections",
    ]
    for wanted, files in ((8_192, 64), (8_192, RESERVED_FILES + 63), (8, RESERVED_FILES + 7)):
        with pytest.raises(ValueError, match=f"only {files} files may be open at once"):
            most_connections(wanted, files)


@pytest.mark.long
def test_serve_with_64_file_descriptors_says_why_it_does_not_start(tmp_path: Path) -> None:
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64));"
        "from meldroom.cli import main; main()"
    )
    command = [sys.executable, "-c", limited, "serve", "--port", "0", "--monitor", "off"]
    done = subprocess.run(
        [*command, "--database", f"sqlite:///{tmp_path / 'db'}"],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "only 64 files may be open at once" in done.stderr


def test_without_a_limit_on_files_the_configured_limit_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert Admission(Limits(connections=10**9)).limits.connections == 10**9
