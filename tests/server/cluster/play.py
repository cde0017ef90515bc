"""People who play at any process that answers, and how long they have to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from meldroom.server.storage.leases import LEASE_SECONDS
from tests.server.cluster.processes import Cluster, keep_playing
from tests.server.random_players import RandomPlayer, open_tables

TAKEOVER_LIMIT = LEASE_SECONDS + 2.0  # seconds, as fault 8 has it
GRACE = 15.0  # seconds more that a busy machine may take before a test fails


async def open_all(servers: Cluster, tables: int) -> list[RandomPlayer]:
    """Open tables at every process in turn: with two people, and with a person and two bots."""
    players = []
    for number, origin in enumerate(servers.origins):
        share = len(range(number, tables, len(servers.origins)))
        players += await open_tables(origin, (share + 1) // 2)
        players += await open_tables(origin, share // 2, people=1, seats=3, fill="bots")
    return players


@asynccontextmanager
async def playing(players: Sequence[RandomPlayer], origins: Sequence[str]) -> AsyncIterator[None]:
    """Let everybody play, each at any process that answers, until the block ends."""
    tasks = [
        asyncio.create_task(keep_playing(player, origins, seed))
        for seed, player in enumerate(players)
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome


async def all_go_on(players: Sequence[RandomPlayer]) -> float:
    """Wait until an act of now is acknowledged at every table; gives the seconds."""
    began = time.perf_counter()
    tables = {player.place["table"] for player in players}
    async with asyncio.timeout(TAKEOVER_LIMIT + GRACE):
        while True:
            going_on = {
                player.place["table"]
                for player in players
                for act_id, at in player.acked_at.items()
                if at > began and player.first_sent[act_id] > began
            }
            if going_on == tables:
                return time.perf_counter() - began
            await asyncio.sleep(0.01)
