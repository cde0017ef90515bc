"""Abuse of connections: clients that do not read, flood, or send what is too large."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from meldroom.room.limits import Limits
from meldroom.server.http.request_bodies import MAX_BODY
from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server import flood_client
from tests.server.local_room import GAME
from tests.server.random_players import RandomPlayer, open_tables
from tests.server.server_process import ServerProcess
from tests.server.socket_client import (
    closed,
    connected,
    http_client,
    open_table,
    ping,
    read_metrics,
    receive,
    watcher_that_never_reads,
)

FEW_OR_ALL = pytest.mark.parametrize
# Each of four people acts up to 90 times: fewer than the hundred messages allowed in 20 seconds.
MANY_ROUNDS = pytest.param(10, 90, marks=pytest.mark.slow)
MIB = 2**20
TCP_CONNECTIONS = "meldroom_tcp_connections"

Disturbance = Callable[[dict[str, Any], list[RandomPlayer]], Coroutine[Any, Any, None]]


@pytest.fixture
def server(tmp_path: Path) -> Any:
    """Run a server in a process of its own, so that its memory can be measured."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("the memory of a process is read from /proc")
    server = ServerProcess(tmp_path / "db")
    yield server
    assert server.stop() == 0


@asynccontextmanager
async def four_players(
    origin: str, acts: int
) -> AsyncIterator[tuple[list[RandomPlayer], list[asyncio.Task[None]]]]:
    """Let four people play at a table that may be watched."""
    players = await open_tables(origin, 1, people=4, watchers="delayed")
    for player in players:
        player.max_acts = acts
    tasks = [asyncio.create_task(player.play(origin)) for player in players]
    try:
        yield players, tasks
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError | WebSocketException), outcome


async def ack_seconds(origin: str, acts: int, disturb: Disturbance | None = None) -> list[float]:
    """Let four people play, perhaps disturbed, and give the times until their acts were acked."""
    async with four_players(origin, acts) as (players, tasks):
        disturbing: asyncio.Task[None] | None = None
        if disturb is not None:
            disturbing = asyncio.create_task(disturb(players[0].place, players))
        while not all_acts_made(players):
            await asyncio.sleep(0.01)
            assert not all(task.done() for task in tasks), "everybody was disconnected"
        if disturbing is not None:
            await disturbing
        return [seconds for player in players for seconds in player.ack_seconds]


async def compared(
    origin: str, rounds: int, acts: int, disturb: Disturbance
) -> tuple[list[float], list[float]]:
    """Let people play undisturbed and disturbed by turns, and give the times of both.

    A single round is only played disturbed: it is too short to compare.
    """
    if rounds == 1:
        return [], await ack_seconds(origin, acts, disturb)
    await ack_seconds(origin, acts)
    undisturbed: list[float] = []
    disturbed: list[float] = []
    for _ in range(rounds):
        undisturbed += await ack_seconds(origin, acts)
        disturbed += await ack_seconds(origin, acts, disturb)
    return undisturbed, disturbed


def all_acts_made(players: list[RandomPlayer]) -> bool:
    """Say whether somebody has made the last act allowed, so that nobody can go on."""
    return any(player.acts == player.max_acts and player.pending is None for player in players)


def p99(seconds: list[float]) -> float:
    """Give the 99th percentile in milliseconds."""
    return 1000 * sorted(seconds)[int(len(seconds) * 0.99)]


def comparison(disturbed: list[float], undisturbed: list[float]) -> str:
    """Say how long people waited beside a disturbance, and without it."""
    beside = f"p99 of four players {p99(disturbed):.1f} ms beside them"
    if not undisturbed:
        return beside
    without = p99(undisturbed)
    return f"{beside}, {without:.1f} ms without (x {p99(disturbed) / without:.2f})"


@FEW_OR_ALL(("rounds", "acts"), [(1, 90), MANY_ROUNDS])
def test_13_a_client_that_never_reads_is_dropped_and_the_others_play_on(
    server: ServerProcess, rounds: int, acts: int, figure: Figure
) -> None:
    dropped: list[float] = []
    acts_made: list[int] = []
    growth = [0]

    async def never_read(place: dict[str, Any], players: list[RandomPlayer]) -> None:
        before = server.memory()
        async with http_client(server.monitor) as http:
            while (await read_metrics(http))["meldroom_connections"] < len(players):
                await asyncio.sleep(0.01)
            writer = await watcher_that_never_reads(server.origin, place)
            began = time.monotonic()
            while (await read_metrics(http))["meldroom_connections"] <= len(players):
                await asyncio.sleep(0.01)
            while (await read_metrics(http))["meldroom_connections"] > len(players):
                growth.append(server.memory() - before)
                await asyncio.sleep(0.2)  # asking costs time, too
        dropped.append(time.monotonic() - began)
        acts_made.append(sum(len(player.acked) for player in players))
        writer.transport.abort()

    undisturbed, disturbed = asyncio.run(compared(server.origin, rounds, acts, never_read))
    figure(
        f"13: {rounds} watchers who never read: dropped {max(dropped):.1f} s and"
        f" {max(acts_made)} acts after they came at the latest;"
        f" {comparison(disturbed, undisturbed)}; memory +{max(growth) / MIB:.1f} MB"
    )
    assert max(growth) < 10 * MIB


@asynccontextmanager
async def flooding_process(origin: str) -> AsyncIterator[Callable[[], Coroutine[Any, Any, Any]]]:
    """Start a flooding process; what is given lets it flood the server once."""
    program = [sys.executable, "-m", "tests.server.flood_client", origin]
    child = await asyncio.create_subprocess_exec(
        *program, stdin=PIPE, stdout=PIPE, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert child.stdin is not None
    assert child.stdout is not None
    requests, answers = child.stdin, child.stdout

    async def flood() -> Any:
        requests.write(b"\n")
        return json.loads(await answers.readline())

    await answers.readline()
    try:
        yield flood
    finally:
        requests.close()
        assert await child.wait() == 0


@FEW_OR_ALL(("rounds", "acts"), [(1, 30), MANY_ROUNDS])
def test_14_a_flood_is_cut_off_and_nobody_else_is_slowed_down(
    server: ServerProcess, rounds: int, acts: int, figure: Figure
) -> None:
    floods: list[list[Any]] = []
    limit = Limits().messages

    async def scenario() -> tuple[list[float], list[float]]:
        async with flooding_process(server.origin) as flood:

            async def keep_flooding(_: dict[str, Any], players: list[RandomPlayer]) -> None:
                while not all_acts_made(players):
                    one = await flood()
                    floods.append(one)
                    await asyncio.sleep(max(0.0, 1.0 - one[2]))  # one flood a second

            return await compared(server.origin, rounds, acts, keep_flooding)

    undisturbed, disturbed = asyncio.run(scenario())
    for answered, code, seconds in floods:
        assert code == 1008
        refilled = seconds * limit.size / limit.seconds
        assert limit.size <= answered <= limit.size + refilled + 1
    figure(
        f"14: {len(floods)} seconds with {flood_client.MESSAGES} messages on one socket:"
        f" each closed 1008 after {min(floods)[0]} to {max(floods)[0]};"
        f" {comparison(disturbed, undisturbed)}"
    )


async def send_byte_by_byte(origin: str) -> None:
    """Send a byte of a handshake each second until the server closes the connection."""
    host, port = origin.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(b"G")
            await writer.drain()
            await asyncio.sleep(1)
    writer.close()


@FEW_OR_ALL(
    "sockets",
    [pytest.param(60, marks=pytest.mark.long), pytest.param(2_000, marks=pytest.mark.slow)],
)
def test_16_idle_slow_and_silent_sockets_are_closed_while_others_play_on(
    server: ServerProcess, sockets: int, figure: Figure
) -> None:
    host, port = server.origin.removeprefix("http://").split(":")

    async def open_sockets(disturbing: list[Any]) -> None:
        waiting = await open_table(server.origin, fill="people", watchers="delayed")
        for number in range(sockets):
            if number % 3 == 0:
                disturbing.append((await asyncio.open_connection(host, int(port)))[1])
            elif number % 3 == 1:
                disturbing.append(asyncio.create_task(send_byte_by_byte(server.origin)))
            else:
                disturbing.append(await watcher_that_never_reads(server.origin, waiting))

    async def scenario() -> tuple[list[float], list[float], float, float]:
        undisturbed = await ack_seconds(server.origin, 90)
        disturbing: list[Any] = []
        async with http_client(server.monitor) as http:
            before = (await read_metrics(http))[TCP_CONNECTIONS]
            began = time.monotonic()
            await open_sockets(disturbing)
            most = (await read_metrics(http))[TCP_CONNECTIONS]
            disturbed = await ack_seconds(server.origin, 90)
            async with asyncio.timeout(PATIENCE):
                while (await read_metrics(http))[TCP_CONNECTIONS] > before:
                    await asyncio.sleep(0.1)
        gone = time.monotonic() - began
        for one in disturbing:
            one.cancel() if isinstance(one, asyncio.Task) else one.transport.abort()
        return undisturbed, disturbed, most, gone

    undisturbed, disturbed, most, gone = asyncio.run(scenario())
    figure(
        f"16: {sockets} idle, slow and silent sockets, {most:.0f} held at a time: all closed"
        f" {gone:.0f} s after the first came; {comparison(disturbed, undisturbed)}"
    )


DEEP = "[" * 100_000
TOO_LONG_FRAMES: list[str | bytes] = [
    "x" * MIB,
    b"\0" * MIB,
    DEEP,
    '{"do":"say","text":"' + "x" * 65_536 + '"}',
]
INVALID_MESSAGES: list[str | bytes] = [
    DEEP[: MAX_BODY - 1], '{"do":"hello"', '{"do":"hello","table":"x","more":1}', "[]", "",
    b"\xff\xfe", '{"do":"fly"}', '{"do":"act","id":"","texts":[]}',
    '{"do":"act","id":"1","texts":["draw"],"ply":' + "9" * 5_000 + "}",
    '{"do":"say","text":"' + "x" * 10_000 + '"}', '{"do":"kick","seat":1e400}',
]  # fmt: skip
NEW_TABLE = {"game": GAME, "seats": 3, "name": "Ada"}
INVALID_BODIES = [
    b" " * MIB,
    DEEP.encode(),
    DEEP[: MAX_BODY - 1].encode(),
    b'{"seats":' + b"9" * 9_999 + b"}",
    json.dumps({**NEW_TABLE, "name": "x" * 65_536}).encode(),
    json.dumps({**NEW_TABLE, "options": {"hands": 10**400}}).encode(),
    b"",
]


async def send_all_invalid(origin: str, http: httpx.AsyncClient) -> int:
    """Send everything that is too large or invalid once, and count it."""
    for frame in TOO_LONG_FRAMES:
        async with connected(origin) as socket:
            with suppress(WebSocketException):  # closed while it is still sending
                await socket.send(frame)
            assert (await closed(socket))[0] == 1009
    async with connected(origin) as socket:
        for text in INVALID_MESSAGES:
            await socket.send(text)
            assert (await receive(socket, "refusal"))["rule"] == "P-1"
        await ping(socket)
    for body in INVALID_BODIES:
        answer = await http.post("/api/tables", content=body)
        assert (answer.status_code, answer.json()["rule"]) == (422, "P-1")
        assert answer.headers["content-type"] == "application/problem+json"
    return len(TOO_LONG_FRAMES) + len(INVALID_MESSAGES) + len(INVALID_BODIES)


@FEW_OR_ALL("times", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_15_what_is_too_large_is_refused_before_it_is_handled(
    server: ServerProcess, times: int, figure: Figure
) -> None:
    async def scenario() -> tuple[int, int]:
        headers = {"Content-Type": "application/json"}
        async with (
            http_client(server.origin, **headers) as http,
            http_client(server.monitor) as monitor,
        ):
            await send_all_invalid(server.origin, http)
            before, memory, sent, growth = await read_metrics(monitor), server.memory(), 0, 0
            for _ in range(times):
                sent += await send_all_invalid(server.origin, http)
                growth = max(growth, server.memory() - memory)
            after = await read_metrics(monitor)
            of_form = 'meldroom_refusals_total{rule="P-1"}'
            handled = times * len((*INVALID_MESSAGES, *INVALID_BODIES))
            assert after[of_form] - before[of_form] == handled, "too long a frame was handled"
            for name in ("log_rows_total", "acts_total", "tables"):
                assert after[f"meldroom_{name}"] == 0
            return sent, growth

    sent, growth = asyncio.run(scenario())
    figure(
        f"15: {sent} messages too large, deep or long: 1009, P-1 or 422,"
        f" memory +{growth // 1024} kB"
    )
    assert growth < 5 * MIB
