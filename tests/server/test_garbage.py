"""Cycles are collected when enough of them have been left behind, and not while people play."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
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


@pytest.mark.usefixtures("full_collections")
def test_cycles_stay_until_enough_of_them_are_left_behind() -> None:
    left, cycle = Garbage(), weakref.ref(Cycle())
    left.leave(COLLECT_AFTER - 1)
    assert cycle() is not None
    left.leave(1)
    assert cycle() is None
    assert left.kilobytes == 0


async def test_websockets_that_have_ended_are_collected_together(
    tmp_path: Path, full_collections: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "COLLECT_AFTER", 3 * WEBSOCKET)
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
