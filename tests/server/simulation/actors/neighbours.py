"""People at a table whose two servers are cut off, killed and stopped, or take it by force."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from typing import Any

from meldroom.room import log_entries
from meldroom.room.actor import Retired
from meldroom.room.log_entries import MoveMade, Settings
from meldroom.room.log_rows import verified
from meldroom.room.services import StorageError
from meldroom.room.table import Table
from meldroom.server.storage.leases import OwnedElsewhere
from tests.server.local_room import NAMES, FakeConnection, join
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.neighbours import Neighbour, SharedDatabase, leases_of

GAMES = ("scorzo", "thumbs-up", "victory-rummy")
ACTS = 12  # of each person
TROUBLES = 6
LOST = 20.0  # seconds after which an act without an answer is sent again


async def play(world: Scene) -> None:
    """Play at two servers while they are in trouble, then compare the log with the answers."""
    random = Random(world.random.getrandbits(64))
    database = SharedDatabase()
    servers = [Neighbour(database, number) for number in range(2)]
    with leases_of(database):
        for server in servers:
            await server.start()
        key, tokens = await _inside(servers[0], _open_table(servers[0], random))
        players = [_Player(servers, key, token, random) for token in tokens]
        playing = [asyncio.create_task(player.play()) for player in players]
        for _ in range(TROUBLES):
            await asyncio.sleep(random.uniform(0, 3))
            await _trouble(world, database, servers, key, random)
        await asyncio.wait(playing)
        for task in playing:
            task.result()
        for server in servers:
            await server.stop()
    _check(world, database, key, players)


async def _inside(server: Neighbour, work: Coroutine[Any, Any, Any]) -> Any:
    """Do something in a server's process; None if it dies first."""
    task = server.process.spawn(work)
    await asyncio.wait([task])
    return None if task.cancelled() else task.result()


async def _open_table(server: Neighbour, random: Random) -> tuple[str, list[str]]:
    room = server.room
    assert room is not None
    live, token = await room.open(random.choice(GAMES), 2, {}, Settings(fill="people"), NAMES[0])
    _, other = await room.take_seat(live, NAMES[1], None, live.table.opened.code)
    return live.table.key, [token, other]


async def _trouble(
    world: Scene, database: SharedDatabase, servers: list[Neighbour], key: str, random: Random
) -> None:
    kind = random.choice(("force", "cut off", "cut off in a commit", "kill", "stop", "lost answer"))
    server = random.choice(servers)
    world.counts[f"neighbours {kind}"] += 1
    if kind == "force" and server.room is not None:
        with suppress(StorageError, Retired):
            await _inside(server, server.room.take_over(key))
    elif kind.startswith("cut off"):
        if kind == "cut off in a commit":
            await _commit_without_answer(database)
        cut_off = {server.process} if kind == "cut off" else {each.process for each in servers}
        database.cut_off |= cut_off
        await asyncio.sleep(random.choice((0.5, 4.0, 12.0)))
        database.cut_off -= cut_off
    elif kind == "lost answer":
        database.disk.failing = "lost answer"
    elif kind in ("kill", "stop"):
        if kind == "kill":
            server.kill()
        else:
            await server.stop()
        await asyncio.sleep(random.uniform(0, 8))
        await server.start()


async def _commit_without_answer(database: SharedDatabase) -> None:
    """Wait until something was committed and nobody knows whether it was."""
    failures, database.disk.failing = database.disk.failures, "lost answer"
    for _ in range(5_000):
        await asyncio.sleep(0.001)
        if database.disk.failures > failures:
            break


class _Player:
    """A person who looks for the server that has the table, and sends again what got no answer."""

    def __init__(self, servers: list[Neighbour], key: str, token: str, random: Random) -> None:
        self.servers, self.key, self.token, self.random = servers, key, token, random
        self.acked: dict[str, int] = {}  # entries, by the id of the act
        self.refused: list[str] = []
        self.pending: tuple[str, str] | None = None  # id and text

    async def play(self) -> None:
        """Make all acts, at whichever server has the table."""
        while len(self.acked) < ACTS:
            server = self.random.choice(self.servers)
            if server.room is not None:
                await _inside(server, self._visit(server))
            await asyncio.sleep(0.3)

    async def _visit(self, server: Neighbour) -> None:
        """Play at a server until the table is elsewhere or the connection ends."""
        room = server.room
        assert room is not None
        try:
            live = await room.find(self.key)
        except (OwnedElsewhere, StorageError, Retired):
            return
        if live is None:
            return
        client = await join(room, live, self.token)
        with suppress(TimeoutError):
            while client.closed_with is None and len(self.acked) < ACTS:
                async with asyncio.timeout(LOST):
                    await self._act(client)
                await asyncio.sleep(self.random.uniform(0.05, 0.5))
        client.disconnect()

    async def _act(self, client: FakeConnection) -> None:
        if any(message["is"] in ("table", "welcome") for message in client.received):
            await client.give_share()
        if self.pending is None:
            if not client.legal:
                return
            self.pending = self.random.randbytes(8).hex(), self.random.choice(client.legal)
        act_id, text = self.pending
        answer = await client.act(text, act_id=act_id)
        if answer.get("id") != act_id:
            return  # the connection ended before the answer
        if answer["is"] == "ack":
            self.acked[act_id] = answer["seq"]
        else:
            self.refused.append(act_id)
        self.pending = None


def _check(world: Scene, database: SharedDatabase, key: str, players: list[_Player]) -> None:
    """Compare what was answered with the log, which must be one chain that replays."""
    rows = list(verified(iter(database.disk.rows(key))))
    entries = [log_entries.decode(row.body) for row in rows]
    table = Table(key, entries[0])  # type: ignore[arg-type]
    for row, entry in zip(rows[1:], entries[1:], strict=True):
        table.apply(entry, row.at)
    acts = [entry.id if isinstance(entry, MoveMade) else "" for entry in entries]
    for player in players:
        for act_id, seq in player.acked.items():
            if acts.count(act_id) != 1 or acts[seq - 1] != act_id:
                world.violation(f"{key}: {act_id} was acknowledged as {seq}", "two owners")
        for act_id in player.refused:
            if act_id in acts:
                world.violation(f"{key}: {act_id} was refused, but is there", "two owners")
    world.counts["neighbours acked"] += sum(len(player.acked) for player in players)
