"""Two rooms on one database: each table is in one of them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from meldroom.room.services import StorageError
from meldroom.server.administration import Administration, CloseTable, DeleteTable
from meldroom.server.cluster.shared_room import SharedRoom
from meldroom.server.storage.leases import OwnedElsewhere
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.local_room import (
    join,
    open_room,
    table_in_play,
    table_with_people,
    wait_until,
)
from tests.server.people.test_daily import attempt_of
from tests.server.played_games import NEVER
from tests.server.postgres import ONLY_POSTGRES, connect

pytestmark = pytest.mark.usefixtures("quick")


@ONLY_POSTGRES
async def test_a_table_is_in_one_room_until_that_one_closes(url: str) -> None:
    async with open_room(url, address="host:2") as second:
        async with open_room(url, address="host:1") as first:
            live, clients, tokens = await table_in_play(first, 2)
            key = live.table.key
            with pytest.raises(OwnedElsewhere) as elsewhere:
                await second.find(key)
            assert elsewhere.value.owner.address == "host:1"
            assert await second.owned_elsewhere(key)
            seat = live.table.current_match.to_act[0]
            assert (await clients[seat].act("draw"))["is"] == "ack"
        assert clients[0].closed_with is not None
        assert clients[0].closed_with[0] == 1012
        again = await second.find(key)
        assert again is not None
        client = await join(second, again, tokens[seat])
        assert client.position["ply"] == 1
        assert (await client.act(client.legal[0]))["is"] == "ack"


@ONLY_POSTGRES
async def test_46_two_processes_open_one_table_for_two_requests_at_once(url: str) -> None:
    pairs = 12
    async with open_room(url, NEVER, "host:1") as first, open_room(url, NEVER, "host:2") as second:
        for number in range(pairs):
            both = await asyncio.gather(
                *(attempt_of(one, "Ada", f"session {number}") for one in (first, second)),
                return_exceptions=True,
            )
            assert {type(one) for one in both} == {LiveTable, OwnedElsewhere}, both
        assert not first.tables.keys() & second.tables.keys()
        assert len(first.tables) + len(second.tables) == pairs


async def lose_table(first: Room, second: Room, key: str) -> None:
    """Let the second room have a table of the first one, which does not know it yet."""
    await second.claim(key, force=True)
    assert key in first.tables


@ONLY_POSTGRES
async def test_a_room_that_lost_a_table_writes_nothing_and_sends_its_people_away(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        live, clients, _ = await table_in_play(first, 2)
        rows = first.log.read(live.table.key)
        await lose_table(first, second, live.table.key)
        seat = live.table.current_match.to_act[0]
        assert (await clients[seat].act("draw"))["rule"] == "P-8"
        assert first.log.read(live.table.key) == rows
        assert [client.closed_with[0] for client in clients if client.closed_with] == [1012] * 2
        assert live.table.key not in first.tables


@ONLY_POSTGRES
async def test_who_joins_is_never_shown_a_table_that_has_moved(url: str) -> None:
    async with open_room(url) as first, open_room(url, address="host:2") as second:
        live, clients, _ = await table_with_people(first, 2)
        await lose_table(first, second, live.table.key)
        with pytest.raises(OwnedElsewhere, match="host:2"):
            await first.find(live.table.key)
        assert clients[0].closed_with is not None


@ONLY_POSTGRES
async def test_a_room_notices_by_itself_that_a_table_was_taken(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        live, clients, _ = await table_with_people(first, 1, seats=2, fill="people")
        await lose_table(first, second, live.table.key)
        await wait_until(lambda: clients[0].closed_with is not None)
        assert live.table.key not in first.tables


def cannot_renew() -> tuple[int, int]:
    """Fail as the renewal of leases does without a network."""
    raise StorageError("the network is cut")


@ONLY_POSTGRES
async def test_a_room_without_its_database_sends_its_people_to_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(url) as room:
        live, clients, tokens = await table_with_people(room, 1, seats=2, fill="people")
        leases = cast(SharedRoom, room).ownership.leases
        with monkeypatch.context() as cut:
            cut.setattr(leases, "renew", cannot_renew)
            cut.setattr(leases, "seconds", 0.1)
            await wait_until(lambda: clients[0].closed_with is not None)
            assert clients[0].closed_with is not None
            assert clients[0].closed_with[0] == 1012
            assert live.table.key not in room.tables
            with pytest.raises(StorageError, match="away"):
                await room.find(live.table.key)
            assert (await join(room, live, tokens[0])).received[0]["rule"] == "P-8"
        await wait_until(lambda: not room.cut_off)
        again = await room.find(live.table.key)
        assert again is not None
        assert (await join(room, again, tokens[0])).received[0]["is"] == "welcome"


@ONLY_POSTGRES
async def test_who_joins_while_the_database_falls_silent_does_not_wait_for_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    silence = threading.Event()

    def fall_silent(*_: object) -> None:
        silence.wait(30)
        raise StorageError("the connection timed out")

    async with open_room(url) as first, open_room(url) as room:
        live, _, tokens = await table_with_people(first, 2)
        leases = cast(SharedRoom, room).ownership.leases
        with monkeypatch.context() as cut:
            for name in ("claim", "renew"):
                cut.setattr(leases, name, fall_silent)
            joining = asyncio.create_task(join(room, live, tokens[0]))
            cut.setattr(leases, "seconds", 0.1)
            assert (await joining).received[0]["rule"] == "P-8"
            assert not silence.is_set()
            silence.set()


@ONLY_POSTGRES
async def test_nobody_waits_for_a_move_that_the_database_does_not_answer(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(url) as room:
        live, clients, _ = await table_in_play(room, 2)
        seat = live.table.current_match.to_act[0]
        leases = cast(SharedRoom, room).ownership.leases
        with connect(url) as silent, monkeypatch.context() as cut:
            silent.execute("LOCK TABLE events")
            moving = asyncio.create_task(clients[seat].act("draw"))
            cut.setattr(leases, "renew", cannot_renew)
            cut.setattr(leases, "seconds", 0.1)
            await moving
            assert all(client.closed_with for client in clients)
            assert live.mailbox.closed


@ONLY_POSTGRES
async def test_an_administrator_closes_and_deletes_tables_of_another_room(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        lives = [(await table_with_people(first, 2))[0] for _ in range(2)]
        closed, deleted = (live.table.key for live in lives)
        administration = Administration(second)
        await administration.perform(CloseTable(closed))
        await administration.perform(DeleteTable(deleted))
        summary = await second.summary(closed)
        assert summary is not None
        assert summary.phase == "closed"
        assert await second.summary(deleted) is None
        assert await first.find(deleted) is None


@ONLY_POSTGRES
async def test_a_clock_that_runs_for_days_goes_on_in_another_room(url: str) -> None:
    async with open_room(url) as second:
        await second.restore_tables()
        async with open_room(url) as first:
            live, _, _ = await table_in_play(first, 2, clock="1d")
            key = live.table.key
            assert key not in second.tables
        await wait_until(lambda: key in second.tables)
        assert second.tables[key].turns.timer is not None


@ONLY_POSTGRES
async def test_a_table_that_nobody_uses_is_left_to_any_room(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        live, _, _ = await table_with_people(first, 1, seats=2, fill="people")
        del first.tables[live.table.key]
        await first.release([live.table.key])
        assert await second.find(live.table.key) is not None
        assert live.table.key not in cast(SharedRoom, first).ownership.held
        assert await second.find("a" * 14) is None, "a guess claims nothing"
        assert list(cast(SharedRoom, second).ownership.held) == [live.table.key]


async def wait_for(found: Callable[[], Awaitable[object]], wanted: object) -> None:
    """Wait until what is read from the database is what is wanted."""
    async with asyncio.timeout(PATIENCE):
        while await found() != wanted:
            await asyncio.sleep(0.01)


@ONLY_POSTGRES
async def test_the_lobby_shows_the_tables_of_every_room(url: str) -> None:
    async with open_room(url) as second:

        async def shown() -> list[str]:
            await second.read_lobby()
            return [one["key"] for one in json.loads(second.lobby.page())["tables"]]

        async with open_room(url) as first:
            here, _, _ = await table_with_people(second, 1, seats=2, listed=True)
            there, clients, _ = await table_with_people(first, 1, seats=2, listed=True)
            await table_with_people(first, 1, seats=2)
            own, other = here.table.key, there.table.key
            await wait_for(shown, sorted([own, other]))
            clients[0].disconnect()
            await wait_for(shown, [own])
            clients[0] = await join(first, there, "", code=there.table.opened.code)
        await wait_for(shown, [own])
