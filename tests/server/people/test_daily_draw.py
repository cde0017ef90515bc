"""The deals of the day are fixed by the clock, whether or not anybody asks for them."""

from __future__ import annotations

import asyncio
from random import Random

from meldroom.games import GAMES
from meldroom.server.people.daily_draw import todays_secrets
from tests.server.local_room import open_room
from tests.server.postgres import ONLY_POSTGRES
from tests.server.simulation.disk import Disk
from tests.server.simulation.fakes import simulated
from tests.server.simulation.loop import VirtualLoop
from tests.server.simulation.server import SimulatedHost

DAY = 86_400
QUERY = "SELECT day, game, secret FROM daily_deals"


def test_a_server_that_nobody_asks_fixes_the_deals_of_each_day_before_it_begins() -> None:
    random, loop, disk = Random(0), VirtualLoop(Random(0)), Disk()
    drawn: list[dict[tuple[str, str], str]] = []  # at the end of each day

    async def scenario() -> None:
        host = SimulatedHost(disk, pace=0.0)
        await host.start()
        for _ in range(2):
            loop.now += DAY - loop.now % DAY - 150  # the rest of the day, with nothing to do
            await asyncio.sleep(120)  # until 30 seconds before midnight
            drawn.append(
                {(day, game): secret for day, game, secret in disk.database.execute(QUERY)}
            )
            await asyncio.sleep(60)
        host.kill()

    with simulated(loop, random):
        loop.run_until_complete(scenario())
        loop.close()
    first, second = drawn
    assert {day for day, _ in first} == {"2026-01-01", "2026-01-02"}
    assert {day for day, _ in second} == {"2026-01-01", "2026-01-02", "2026-01-03"}
    assert {game for _, game in first} == {*GAMES}
    assert second.items() >= first.items(), "what was fixed stays"
    assert len({*second.values()}) == 3 * len(GAMES)


@ONLY_POSTGRES
async def test_of_servers_that_draw_at_once_one_wins_and_all_have_the_same_deal(url: str) -> None:
    async with open_room(url, address="a:1") as one, open_room(url, address="b:1") as other:
        drawn = await asyncio.gather(
            *[todays_secrets(room.log) for room in (one, other) for _ in range(4)]
        )
        assert all(secrets == drawn[0] for secrets in drawn)
