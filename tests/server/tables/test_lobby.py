"""The lobby: pages of public tables, encoded once."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.room import lobby as lobby_module
from meldroom.room.lobby import MAX_TABLES_PER_PAGE
from meldroom.room.log_entries import Settings
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.server.local_room import GAME, FakeConnection, local_server, open_room
from tests.server.socket_client import http_client

STANDING = Settings(listed=True, standing=True)


@pytest.fixture
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """List the tables anew for every page."""
    monkeypatch.setattr(lobby_module, "MAX_AGE", 0.0)


async def open_tables(room: Room, count: int, seats: int = 2) -> list[str]:
    """Open public tables, and give their keys in order."""
    opened = [await room.open(GAME, seats, {}, STANDING, "Ada") for _ in range(count)]
    return sorted(live.table.key for live, _ in opened)


def every_page(room: Room, limit: int = MAX_TABLES_PER_PAGE) -> list[dict[str, Any]]:
    """Follow the pages to the end."""
    pages = [json.loads(room.lobby.page("", limit))]
    while pages[-1]["next"] is not None:
        pages.append(json.loads(room.lobby.page(pages[-1]["next"], limit)))
    return pages


async def test_tables_of_other_processes_are_shown_at_once(room: Room) -> None:
    assert every_page(room)[0]["tables"] == []
    room.lobby.show_others({"other": b'{"key":"other"}'})
    assert every_page(room)[0]["tables"] == [{"key": "other"}]
    room.lobby.show_others({})
    assert every_page(room)[0]["tables"] == []


@pytest.mark.parametrize(("count", "limit", "sizes"), [(0, 5, [0]), (5, 5, [5]), (6, 5, [5, 1])])
async def test_pages_follow_each_other_until_every_table_was_listed_once(
    room: Room, count: int, limit: int, sizes: list[int]
) -> None:
    keys = await open_tables(room, count)
    pages = every_page(room, limit)
    assert [len(page["tables"]) for page in pages] == sizes
    listed = [table for page in pages for table in page["tables"]]
    assert [table["key"] for table in listed] == keys
    assert listed == [json.loads(json.dumps(room.tables[key].table.facts())) for key in keys]


async def test_32_a_page_ends_before_it_is_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_PAGE_BYTES", 5_000)
    async with open_room(tmp_path / "db") as room:
        keys = await open_tables(room, 12, seats=8)
        largest = max(len(json.dumps(room.tables[key].table.facts())) for key in keys)
        assert 5_000 - largest < len(room.lobby.page()) <= 5_000
        listed = [table["key"] for page in every_page(room) for table in page["tables"]]
        assert listed == keys


@pytest.mark.slow
async def test_32_five_thousand_tables_are_listed_in_small_pages(
    room: Room, figure: Figure
) -> None:
    keys = await open_tables(room, 5_000, seats=8)
    room.lobby.page()
    room.lobby.listed_at -= lobby_module.MAX_AGE
    began = time.perf_counter()
    first = room.lobby.page()
    milliseconds = 1000 * (time.perf_counter() - began)
    assert len(first) <= lobby_module.MAX_PAGE_BYTES
    listed = [table["key"] for page in every_page(room) for table in page["tables"]]
    assert listed == keys
    figure(f"32: 5000 tables: {len(first)} bytes a page, listed in {milliseconds:.1f} ms")


async def test_a_page_goes_on_after_a_table_that_was_closed(room: Room, always_fresh: None) -> None:
    keys = await open_tables(room, 4)
    after = json.loads(room.lobby.page("", 2))["next"]
    assert after == keys[1]
    del room.tables[after]
    assert [table["key"] for table in json.loads(room.lobby.page(after))["tables"]] == keys[2:]


async def test_the_lobby_is_encoded_once_a_second_at_most(room: Room) -> None:
    await open_tables(room, 2)
    page = room.lobby.page()
    await open_tables(room, 1)
    assert room.lobby.page() is page
    room.lobby.listed_at -= lobby_module.MAX_AGE
    assert len(json.loads(room.lobby.page())["tables"]) == 3


async def test_the_lobby_shows_who_comes_and_goes(room: Room, always_fresh: None) -> None:
    live, token = await room.open(GAME, 2, {}, Settings(listed=True), "Ada")
    assert every_page(room)[0]["tables"] == [], "nobody is there"
    ada = FakeConnection(room)
    await ada.request("hello", table=live.table.key, token=token)
    [table] = every_page(room)[0]["tables"]
    assert [seat["here"] for seat in table["seats"]] == [True, False]
    code = live.table.opened.code
    await room.take_seat(live, "Elif", None, code)
    [table] = every_page(room)[0]["tables"]
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Elif"]
    ada.disconnect()
    assert every_page(room)[0]["tables"] == []


@pytest.mark.parametrize("limit", ["0", "51", "many", "-1"])
def test_a_page_has_one_to_fifty_tables(tmp_path: Path, limit: str) -> None:
    async def scenario() -> httpx.Response:
        async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
            return await http.get("/api/tables", params={"limit": limit})

    answer = asyncio.run(scenario())
    assert (answer.status_code, answer.json()["rule"]) == (422, "P-1")
