"""Soak: many tables for a long time, while people come, drop out, return and leave."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest
from websockets.exceptions import WebSocketException

from meldroom.server.garbage import COLLECT_AFTER
from tests.conftest import Figure
from tests.patience import PATIENCE, wait_until
from tests.server.local_room import GAME
from tests.server.random_players import RandomPlayer
from tests.server.server_process import ServerProcess
from tests.server.socket_client import connected, http_client, receive, send

SOAK_SECONDS = float(os.environ.get("MELDROOM_SOAK_SECONDS", "3600"))
HOUR = 3600
MIB = 2**20
SEATS = 3  # one person, the others bots
KEPT_FILES = 5  # that a server opens with its first table: log, readers, bots
CLOSING_SECONDS = 30
RETURNS = 0.7  # how often a person who drops out comes back to the table


class Sample(NamedTuple):
    """What the server uses at a time."""

    seconds: float
    memory: int
    files: int


class Soak:
    """Keeps so many tables going on a server, each visit of a person as long as `visits` say."""

    def __init__(self, server: ServerProcess, visits: tuple[float, float]) -> None:
        self.server, self.visits = server, visits
        self.counts = Counter[str]()
        self.ack_seconds: list[float] = []
        self.samples: list[Sample] = []

    async def run(self, tables: int, seconds: float) -> None:
        """Play and take samples, then let everybody leave."""
        end = time.monotonic() + seconds
        async with http_client(self.server.origin) as http, asyncio.TaskGroup() as keepers:
            for number in range(tables):
                keepers.create_task(self._keep_table(http, number, end))
            while time.monotonic() < end:
                self.sample()
                await asyncio.sleep(max(0.5, seconds / 1000))

    def sample(self) -> Sample:
        """Measure what the server uses now."""
        files = len(list(Path(f"/proc/{self.server.child.pid}/fd").iterdir()))
        sample = Sample(time.monotonic(), self.server.memory(), files)
        self.samples.append(sample)
        return sample

    async def _keep_table(self, http: httpx.AsyncClient, number: int, end: float) -> None:
        random = Random(f"soak {number}")
        body = {"game": GAME, "seats": SEATS, "name": "Ada", "keep": "token"}
        await asyncio.sleep(random.uniform(0, self.visits[0]))  # not all at once
        while time.monotonic() < end:
            answer = await http.post("/api/tables", json=body)
            http.cookies.clear()  # each table is opened by another browser
            player = RandomPlayer(answer.json())
            self.counts["tables"] += 1
            while time.monotonic() < end:
                await self._visit(player, min(random.uniform(*self.visits), end - time.monotonic()))
                if random.random() > RETURNS:
                    break
            self.counts["acts"] += len(player.acked)
            self.ack_seconds += player.ack_seconds
            async with connected(self.server.origin, player.place) as socket:
                await send(socket, "end")
                while (await receive(socket, "table"))["phase"] != "closed":
                    pass

    async def _visit(self, player: RandomPlayer, seconds: float) -> None:
        self.counts["visits"] += 1
        with suppress(TimeoutError, WebSocketException):  # the player drops out
            async with asyncio.timeout(seconds):
                await player.play(self.server.origin)

    def memory_slope(self) -> float:
        """Give by how many MB an hour memory grows, over the second half of the time."""
        half = self.samples[len(self.samples) // 2 :]
        times = [sample.seconds / HOUR for sample in half]
        sizes = [sample.memory / MIB for sample in half]
        mean, size = sum(times) / len(times), sum(sizes) / len(sizes)
        above = sum((t - mean) * (s - size) for t, s in zip(times, sizes, strict=True))
        return above / sum((t - mean) ** 2 for t in times)


@pytest.mark.parametrize(
    ("tables", "seconds", "visits"),
    [
        pytest.param(24, 20.0, (1.0, 4.0), marks=pytest.mark.long),
        pytest.param(200, SOAK_SECONDS, (20.0, 200.0), marks=pytest.mark.slow),
    ],
    ids=["short", "hour"],
)
def test_25_a_server_does_not_grow_while_people_come_and_go(
    tmp_path: Path, tables: int, seconds: float, visits: tuple[float, float], figure: Figure
) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("memory and open files of a process are read from /proc")
    server = ServerProcess(tmp_path / "db")
    soak = Soak(server, visits)
    before = soak.sample()
    asyncio.run(soak.run(tables, seconds))
    slope, end = soak.memory_slope(), time.monotonic() + CLOSING_SECONDS
    while (after := soak.sample()).files > before.files + KEPT_FILES and after.seconds < end:
        time.sleep(0.1)
    assert server.stop() == 0
    late = sorted(soak.ack_seconds)
    figure(
        f"25: {tables} tables for {seconds:.0f} s, {soak.counts['tables']} opened,"
        f" {soak.counts['visits']} visits, {soak.counts['acts']} acts:"
        f" p99 {1000 * late[int(len(late) * 0.99)]:.1f} ms,"
        f" memory {slope:+.1f} MB an hour in the second half"
        f" ({before.memory / MIB:.0f} to {after.memory / MIB:.0f} MB),"
        f" open files {before.files}, at most {max(s.files for s in soak.samples)},"
        f" in the end {after.files}"
    )
    assert soak.counts["visits"] > soak.counts["tables"] > tables
    assert after.files <= before.files + KEPT_FILES, "connections or files were left open"


@pytest.mark.long
def test_25_what_ended_connections_leave_behind_is_collected(
    tmp_path: Path, figure: Figure
) -> None:
    server = ServerProcess(tmp_path / "db")
    start = server.memory()
    for _ in range(4):
        asyncio.run(connect_again_and_again(server, people=20, times=50))
        # The busier the machine, the longer the server rests between two collections.
        wait_until(partial(little_is_left, server), "collection")
    grown = (server.memory() - start) / MIB
    assert server.stop() == 0
    figure(f"25: 4000 connections to 20 tables: {grown:.0f} MB more memory")
    assert grown < 50  # uncollected they are 20 kB each


def little_is_left(server: ServerProcess) -> bool:
    metrics = httpx.get(f"{server.monitor}/metrics", timeout=PATIENCE).text
    left = float(metrics.partition("\nmeldroom_garbage_bytes ")[2].split()[0])
    return left < 1000 * COLLECT_AFTER


async def connect_again_and_again(server: ServerProcess, people: int, times: int) -> None:
    """Let people open a table each, and connect to it many times."""

    async def come_and_go() -> None:
        async with http_client(server.origin) as http:
            body = {"game": GAME, "seats": SEATS, "name": "Ada", "keep": "token"}
            place = (await http.post("/api/tables", json=body)).json()
        for _ in range(times):
            async with connected(server.origin, place) as socket:
                await receive(socket, "table")

    async with asyncio.TaskGroup() as tasks:
        for _ in range(people):
            tasks.create_task(come_and_go())
