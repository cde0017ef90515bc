"""Abuse of the wire: those who do not read, do not stop, or send what is too large."""

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

from meldroom.server.http.api import BODY
from meldroom.server.ws.connection import Limits
from tests.conftest import Figure
from tests.server.flooder import FLOOD
from tests.server.house import GAME, run
from tests.server.people import Player, sit_down
from tests.server.process import Process
from tests.server.wire import at, client, closing, deaf, hear, say

COUNTS = pytest.mark.parametrize
ACTS = 90  # of each of four people: under the limit of a hundred messages in twenty seconds
MIB = 2**20

Spoiler = Callable[[dict[str, Any], list[Player]], Coroutine[Any, Any, None]]


@pytest.fixture
def server(tmp_path: Path) -> Any:
    """Run a server whose memory can be told from the test's own."""
    if not Path("/proc/self/statm").exists():
        pytest.skip("how much memory a process has is read from /proc")
    server = Process(tmp_path / "db")
    yield server
    assert server.stop() == 0


@asynccontextmanager
async def at_play(origin: str) -> AsyncIterator[tuple[list[Player], list[asyncio.Task[None]]]]:
    """Let four people play at a table that may be watched."""
    players = await sit_down(origin, 1, people=4, watchers="delayed")
    for player in players:
        player.most = ACTS
    tasks = [asyncio.create_task(player.play(origin)) for player in players]
    try:
        yield players, tasks
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError | WebSocketException), outcome


async def waits(origin: str, spoil: Spoiler | None = None) -> list[float]:
    """Let four people play all that they may, beside one who spoils it, and give their waits."""
    async with at_play(origin) as (players, tasks):
        spoiling: asyncio.Task[None] | None = None
        if spoil is not None:
            spoiling = asyncio.create_task(spoil(players[0].place, players))
        while not played_out(players):
            await asyncio.sleep(0.01)
            assert not all(task.done() for task in tasks), "everybody was sent away"
        if spoiling is not None:
            await spoiling
        return [wait for player in players for wait in player.waits]


async def compared(origin: str, rounds: int, spoil: Spoiler) -> tuple[list[float], list[float]]:
    """Let people play in turns without and beside one who spoils it, and give both their waits."""
    await waits(origin)
    calm: list[float] = []
    beside: list[float] = []
    for _ in range(rounds):
        calm += await waits(origin)
        beside += await waits(origin, spoil)
    return calm, beside


def played_out(players: list[Player]) -> bool:
    """Say whether somebody has done all that he may, so that nobody can go on."""
    return any(player.marks == ACTS and player.pending is None for player in players)


def p99(waits: list[float]) -> float:
    """Give what 99 of 100 waits do not exceed, in milliseconds."""
    return 1000 * sorted(waits)[int(len(waits) * 0.99)]


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    """Read what the server says of itself."""
    lines = (await http.get("/metrics")).text.splitlines()
    return {name: float(value) for name, value in (li.split() for li in lines if li[0] != "#")}


@COUNTS("rounds", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_13_one_who_never_reads_is_dropped_and_the_others_play_on(
    server: Process, rounds: int, figure: Figure
) -> None:
    dropped: list[float] = []
    acts: list[int] = []
    grown = [0]

    async def never_read(place: dict[str, Any], players: list[Player]) -> None:
        before = server.memory()
        async with client(server.origin) as http:
            while (await figures(http))["meldroom_connections"] < len(players):
                await asyncio.sleep(0.01)
            writer = await deaf(server.origin, place)
            began = time.monotonic()
            while (await figures(http))["meldroom_connections"] <= len(players):
                await asyncio.sleep(0.01)
            while (await figures(http))["meldroom_connections"] > len(players):
                grown.append(server.memory() - before)
                await asyncio.sleep(0.2)  # to look costs time, too
        dropped.append(time.monotonic() - began)
        acts.append(sum(len(player.acked) for player in players))
        writer.transport.abort()

    calm, beside = run(compared(server.origin, rounds, never_read), 600)
    figure(
        f"13: {rounds} watchers who never read: dropped {max(dropped):.1f} s and"
        f" {max(acts)} acts after they came at the latest; p99 of four players {p99(beside):.1f} ms"
        f" beside them, {p99(calm):.1f} ms without (x {p99(beside) / p99(calm):.2f});"
        f" memory +{max(grown) / MIB:.1f} MB"
    )
    assert max(grown) < 10 * MIB


@asynccontextmanager
async def flooder(origin: str) -> AsyncIterator[Callable[[], Coroutine[Any, Any, Any]]]:
    """Give what floods the server once from a process of its own."""
    program = [sys.executable, "-m", "tests.server.flooder", origin]
    child = await asyncio.create_subprocess_exec(
        *program, stdin=PIPE, stdout=PIPE, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert child.stdin is not None
    assert child.stdout is not None
    asked, answers = child.stdin, child.stdout

    async def flood() -> Any:
        asked.write(b"\n")
        return json.loads(await answers.readline())

    await answers.readline()
    try:
        yield flood
    finally:
        asked.close()
        assert await child.wait() == 0


@COUNTS("rounds", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_14_a_flood_is_cut_off_and_nobody_else_is_hurt(
    server: Process, rounds: int, figure: Figure
) -> None:
    floods: list[list[Any]] = []
    limits = Limits()

    async def scene() -> tuple[list[float], list[float]]:
        async with flooder(server.origin) as flood:

            async def pour(_: dict[str, Any], players: list[Player]) -> None:
                while not played_out(players):
                    one = await flood()
                    floods.append(one)
                    await asyncio.sleep(max(0.0, 1.0 - one[2]))  # so many messages a second

            return await compared(server.origin, rounds, pour)

    calm, beside = run(scene(), 600)
    for answered, code, seconds in floods:
        assert code == 1008
        refilled = seconds * limits.messages / limits.seconds
        assert limits.messages <= answered <= limits.messages + refilled + 1
    figure(
        f"14: {len(floods)} seconds with {FLOOD} messages on one socket:"
        f" each closed 1008 after {min(floods)[0]} to {max(floods)[0]}; p99 of four players"
        f" {p99(beside):.1f} ms beside them, {p99(calm):.1f} ms without"
        f" (x {p99(beside) / p99(calm):.2f})"
    )


DEEP = "[" * 100_000
TOO_LONG: list[str | bytes] = [
    "x" * MIB,
    b"\0" * MIB,
    DEEP,
    '{"do":"say","text":"' + "x" * 65_536 + '"}',
]
NO_MESSAGES: list[str | bytes] = [
    DEEP[: BODY - 1], '{"do":"hello"', '{"do":"hello","table":"x","more":1}', "[]", "",
    b"\xff\xfe", '{"do":"fly"}', '{"do":"act","id":"","texts":[]}',
    '{"do":"act","id":"1","texts":["draw"],"ply":' + "9" * 5_000 + "}",
    '{"do":"say","text":"' + "x" * 10_000 + '"}', '{"do":"kick","seat":1e400}',
]  # fmt: skip
NEW = {"game": GAME, "seats": 3, "name": "Ada"}
NO_BODIES = [
    b" " * MIB,
    DEEP.encode(),
    DEEP[: BODY - 1].encode(),
    b'{"seats":' + b"9" * 9_999 + b"}",
    json.dumps({**NEW, "name": "x" * 65_536}).encode(),
    json.dumps({**NEW, "options": {"hands": 10**400}}).encode(),
    b"",
]


async def oversize(origin: str, http: httpx.AsyncClient) -> int:
    """Send everything that is too large once; gives how much it was."""
    for frame in TOO_LONG:
        async with at(origin) as socket:
            with suppress(WebSocketException):  # it is cut off while it still sends
                await socket.send(frame)
            assert (await closing(socket))[0] == 1009
    async with at(origin) as socket:
        for text in NO_MESSAGES:
            await socket.send(text)
            assert (await hear(socket, "refusal"))["rule"] == "P-1"
        await say(socket, "ping")
        await hear(socket, "pong")
    for body in NO_BODIES:
        answer = await http.post("/api/tables", content=body)
        assert (answer.status_code, answer.json()["rule"]) == (422, "P-1")
        assert answer.headers["content-type"] == "application/problem+json"
    return len(TOO_LONG) + len(NO_MESSAGES) + len(NO_BODIES)


@COUNTS("times", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_15_what_is_too_large_is_refused_before_anybody_looks_at_it(
    server: Process, times: int, figure: Figure
) -> None:
    async def scene() -> tuple[int, int]:
        headers = {"Content-Type": "application/json"}
        async with client(server.origin, **headers) as http:
            await oversize(server.origin, http)
            before, memory, sent, grown = await figures(http), server.memory(), 0, 0
            for _ in range(times):
                sent += await oversize(server.origin, http)
                grown = max(grown, server.memory() - memory)
            after = await figures(http)
            read = after["meldroom_refusals_total"] - before["meldroom_refusals_total"]
            assert read == times * len(NO_MESSAGES), "a frame that is too long was read"
            for name in ("log_rows_total", "acts_total", "tables"):
                assert after[f"meldroom_{name}"] == 0
            return sent, grown

    sent, grown = run(scene(), 600)
    figure(
        f"15: {sent} messages too large, deep or long: 1009, P-1 or 422, memory +{grown // 1024} kB"
    )
    assert grown < 5 * MIB
