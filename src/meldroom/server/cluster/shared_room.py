"""A room beside others on one PostgreSQL database: each table is in one of them at a time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress

from meldroom.room.actor import RESTARTING, Retired
from meldroom.room.services import StorageError
from meldroom.server.cluster.ownership import Ownership
from meldroom.server.cluster.shared_lobby import SharedLobby
from meldroom.server.executors import database
from meldroom.server.storage.leases import Lease, NotOwner, OwnedElsewhere, Owner
from meldroom.server.storage.store import Store
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import CLOSE_TIMEOUT, MOVED_MESSAGE, RESTART_MESSAGE, Room

logger = logging.getLogger("meldroom")
ADOPT_INTERVAL = 1.0  # seconds between searches for tables that their process left behind


def make_room(
    store: Store,
    pace: float,
    stop: Callable[[StorageError], None],
    review_effort: float = 1.0,
    address: str = "",
) -> Room:
    """Open a room; other processes on the same PostgreSQL database reach it at `address`."""
    if store.sqlite:
        return Room(store, pace, stop, review_effort)
    return SharedRoom(store, pace, stop, review_effort, address)


class SharedRoom(Room):
    """The tables that this process owns; who asks for another gets OwnedElsewhere."""

    def __init__(
        self,
        store: Store,
        pace: float,
        stop: Callable[[StorageError], None],
        review_effort: float,
        address: str,
    ) -> None:
        super().__init__(store, pace, stop, review_effort)
        self.ownership = Ownership(store, address, self.lost, self.background)
        self.shared_lobby = SharedLobby(self.lobby, self.ownership, self.background)
        self._adopter: asyncio.Task[None] | None = None

    async def find(self, key: str) -> LiveTable | None:
        """Find a table here; OwnedElsewhere if another process has it."""
        if self.stopping:
            raise Retired(RESTART_MESSAGE)
        return await self.ownership.unless_cut_off(self._find(key))

    async def _find(self, key: str) -> LiveTable | None:
        if key in self.tables and not await self.ownership.confirm(key) and key in self.tables:
            self.leave_to_log(key, self.tables[key].journal.lease)
        return await super().find(key)

    @property
    def cut_off(self) -> bool:
        """Whether the database is away, so that others may have every table."""
        return self.ownership.cut_off

    async def _load(self, key: str) -> LiveTable | None:
        if await database.run(self.summaries.get, key) is None:
            return None  # a wrong guess leaves no trace
        await self.claim(key)
        return await super()._load(key)

    async def claim(self, key: str, force: bool = False) -> None:
        """Own a table before it is read or written; OwnedElsewhere unless it is taken by force."""
        await self.ownership.claim(key, force)

    async def release(self, keys: Sequence[str]) -> None:
        """Let others have tables that are not in memory any more."""
        try:
            await self.ownership.release(keys)
        except StorageError as error:
            logger.warning("tables stay with this process: %s", error)

    def lease_of(self, key: str) -> Lease:
        """Return the lease to write to a table with; NotOwner if there is none."""
        lease = self.ownership.held.get(key)
        if lease is None:
            raise NotOwner(MOVED_MESSAGE)
        return lease

    def lost(self, lease: Lease) -> None:
        """Leave a table to the process that has taken it over."""
        self.leave_to_log(lease.table_id, lease)

    async def take_over(self, key: str) -> LiveTable | None:
        """Find a table, also if it must be taken from another process, for administration."""
        try:
            return await self.find(key)
        except OwnedElsewhere:
            await self.claim(key, force=True)
            return await super().find(key)

    async def owned_elsewhere(self, key: str) -> bool:
        """Return whether another process has a table."""
        return key not in self.ownership.held and await self.ownership.owner(key) is not None

    async def read_lobby(self) -> None:
        """Read the public tables of other processes, for the lobby."""
        await self.shared_lobby.read()

    async def other_processes(self) -> Sequence[Owner]:
        """Return the processes beside this one that are alive."""
        return await self.ownership.others()

    async def restore_tables(self) -> None:
        """Load tables that go on by themselves and that no process has, now and from now on."""
        adopt = self._adopt_tables
        self._adopter = self.background.every("adoption", adopt, ADOPT_INTERVAL, at_once=True)
        self.integrity.start()

    async def _adopt_tables(self) -> None:
        keys = await self.ownership.unowned_tables()
        random.shuffle(keys)  # other processes look for them too
        for key in keys:
            await self.restore(key)

    async def restore(self, key: str) -> None:
        """Load a table, unless another process was quicker."""
        try:
            await self.claim(key)
        except OwnedElsewhere:
            return
        await super().restore(key)

    async def hand_over(self) -> None:
        """Let other processes have all tables; nothing is written here any more."""
        if self.stopping:
            return
        self.stopping = True
        self.shared_lobby.close()
        if self._adopter is not None:
            self._adopter.cancel()
        retiring = [live.retire(RESTARTING, RESTART_MESSAGE) for live in self.tables.values()]
        with suppress(TimeoutError):  # what is not retired has no lease from now on
            await asyncio.wait_for(asyncio.gather(*retiring), CLOSE_TIMEOUT)
        self.tables.clear()
        await self.ownership.close()
