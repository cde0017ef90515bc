"""Cycles are collected when enough of them have been left behind, and not while people play."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meldroom.server import garbage as collecting
from meldroom.server.garbage import COLLECT_AFTER, TABLE, WEBSOCKET, Garbage, garbage
from tests.server.local_room import (
    GAME,
    local_server,
    open_room,
    table_with_people,
    wait_until,
)
from tests.server.simulation.loop import VirtualLoop
from tests.server.socket_client import connected, http_client, receive

FULL = 2  # Python's name for a collection of everything


class Cycle:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def full_collections() -> Iterator[list[str]]:
    """List the full collections, and let no others happen."""
    found: list[str] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if info["generation"] == FULL:
            found.append(phase)

    gc.disable()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)
    gc.enable()


def in_virtual_time(scenario: Coroutine[Any, Any, None]) -> None:
    """Run a scenario whose seconds take no time."""
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(Random(1))) as runner:
        runner.run(scenario)


@pytest.mark.usefixtures("full_collections")
def test_cycles_stay_until_enough_of_them_are_left_behind() -> None:
    async def scenario() -> None:
        left, cycle = Garbage(), weakref.ref(Cycle())
        left.leave(COLLECT_AFTER - 1)
        await asyncio.sleep(100)
        assert cycle() is not None
        left.leave(1)
        assert cycle() is not None, "not at the moment that a client has chosen"
        await asyncio.sleep(100)
        assert cycle() is None
        assert left.kilobytes == 0

    in_virtual_time(scenario())


def test_49_collecting_takes_a_hundredth_of_the_time_however_much_is_left_behind() -> None:
    spent, took = 0.0, 0.07

    def collect() -> None:
        nonlocal spent
        spent += took

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        left = Garbage(collect, lambda: loop.time() + spent)
        for _ in range(10_000):  # as fast as an address may connect, a hundred times over
            left.leave(COLLECT_AFTER)
            await asyncio.sleep(0.02)

    in_virtual_time(scenario())
    assert 1.0 <= spent <= 200 / 100 + took


async def test_websockets_that_have_ended_are_collected_together(
    tmp_path: Path, full_collections: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "COLLECT_AFTER", 3 * WEBSOCKET)
    monkeypatch.setattr(collecting, "DELAY", 0.0)
    monkeypatch.setattr(garbage, "_next", 0.0)
    monkeypatch.setattr(garbage, "kilobytes", 0)
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        body = {"game": GAME, "seats": 2, "name": "Ada", "keep": "token"}
        place = (await http.post("/api/tables", json=body)).json()
        for ended in (1, 2, 3):
            assert not full_collections
            async with connected(origin, place) as socket:
                await receive(socket, "table")
            left = ended % 3 * WEBSOCKET
            await wait_until(lambda left=left: garbage.kilobytes == left)
        assert full_collections == ["start", "stop"]


async def test_a_table_that_is_dropped_from_memory_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "kilobytes", 0)
    async with open_room(tmp_path / "db") as room:
        live, *_ = await table_with_people(room)
        assert room.drop_from_memory(live.table.key) is live
        assert room.drop_from_memory(live.table.key) is None
        assert garbage.kilobytes == TABLE
