"""A database that is away for a while: clients are told so, and everything goes on afterwards."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from meldroom.games import GAMES
from meldroom.server.http.openapi import openapi_description
from meldroom.server.storage.daily_deals import today
from tests.patience import PATIENCE
from tests.server.local_room import local_server
from tests.server.postgres import EVERY_STORE, taken_away
from tests.server.simulation.disk import Disk
from tests.server.simulation.fakes import simulated
from tests.server.simulation.loop import VirtualLoop
from tests.server.simulation.server import SimulatedHost
from tests.server.socket_client import closed, connected, http_client, open_table, receive, send

GAME = next(iter(GAMES))


def readable() -> list[str]:
    """Give the address of everything that can be read."""
    paths = openapi_description()["paths"]
    return [path for path, operations in paths.items() if "get" in operations]


def filled_in(path: str, table: str) -> str:
    """Give an address that exists, as far as a new table goes."""
    key = GAME if path.startswith("/api/games") else table
    names = {"key": key, "game": GAME, "day": today(), "number": "1", "step": "1"}
    return path.format_map(names)


@EVERY_STORE
async def test_53_while_the_database_is_away_every_read_says_so(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with local_server(url) as origin, http_client(origin) as http:
        table = (await open_table(origin))["table"]
        not_in_memory = table[:-1] + ("a" if table[-1] != "a" else "b")
        http.cookies.update({"meldroom": "x" * 43})
        with taken_away(url):
            answers = [await http.get(filled_in(path, table)) for path in readable()]
            answers.append(await http.get(f"/api/tables/{not_in_memory}/evening"))
            async with connected(origin) as visitor:
                await send(visitor, "hello", table=not_in_memory)
                assert (await receive(visitor, "refusal"))["rule"] == "P-8"
                assert (await closed(visitor))[0] == 1012, "it connects again, and says hello again"
        failed = [answer for answer in answers if answer.status_code >= 500]
        assert len(failed) > 8, "those that need the database"
        for answer in failed:
            assert answer.status_code == 503
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["rule"] == "P-8"
        async with asyncio.timeout(PATIENCE):
            while (await http.get(f"/api/tables/{table}/evening")).status_code != 200:
                await asyncio.sleep(0.05)
    assert [record for record in caplog.records if record.exc_info] == []


def test_53_what_is_done_in_the_background_goes_on_when_the_database_is_back() -> None:
    random, loop, disk = Random(0), VirtualLoop(Random(0)), Disk()
    day = 86_400
    drawn: list[set[str]] = []

    async def scenario() -> None:
        host = SimulatedHost(disk, pace=0.0)
        await host.start()
        await asyncio.sleep(120)
        for _ in range(2):
            loop.now += day - loop.now % day - 150  # the rest of the day, with nothing to do
            await asyncio.sleep(120)  # until 30 seconds before midnight
            disk.away = True  # over midnight
            await asyncio.sleep(180)
            disk.away = False
            await asyncio.sleep(120)
            rows = disk.database.execute("SELECT DISTINCT day FROM daily_deals")
            drawn.append({day for (day,) in rows})
        await host.stop([], [])

    with simulated(loop, random):
        loop.run_until_complete(scenario())
        loop.close()
    assert [max(days) for days in drawn] == ["2026-01-03", "2026-01-04"]
