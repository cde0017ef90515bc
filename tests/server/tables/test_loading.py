"""Tables that are loaded or opened once, however many ask for them."""

from __future__ import annotations

import asyncio

import pytest

from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.loading import Loading
from meldroom.server.tables.room import Room
from tests.server.local_room import table_with_people

KEY = "a" * 14


async def test_all_who_ask_meanwhile_get_the_same_table_or_error(still_room: Room) -> None:
    live, _, _ = await table_with_people(still_room, 2)
    loading, loaded, may_go_on = Loading(), 0, asyncio.Event()

    async def load() -> LiveTable:
        nonlocal loaded
        loaded += 1
        await may_go_on.wait()
        if loaded > 1:
            raise ValueError("damaged")
        return live

    asking = [asyncio.create_task(loading.once(KEY, load)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()  # the others get it all the same
    may_go_on.set()
    assert await asyncio.gather(*asking[1:]) == [live] * 4
    assert loaded == 1
    both = [loading.once(KEY, load) for _ in range(2)]
    damaged = await asyncio.gather(*both, return_exceptions=True)
    assert [str(error) for error in damaged] == ["damaged"] * 2
    await loading.wait(KEY)
    with pytest.raises(ValueError, match="damaged"):
        await loading.once(KEY, load)


async def test_what_was_not_there_can_be_opened_at_once(still_room: Room) -> None:
    live, _, _ = await table_with_people(still_room, 2)
    loading, looked = Loading(), asyncio.Event()

    async def look() -> None:
        looked.set()  # the other goes on as soon as this one has ended

    async def open_it() -> LiveTable:
        return live

    looking = asyncio.create_task(loading.once(KEY, look))
    await looked.wait()
    assert await loading.once(KEY, open_it) is live
    assert await looking is None
