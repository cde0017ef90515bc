"""The tables that this process owns, by leases that a heartbeat keeps."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import sqlalchemy as sa

from meldroom.room.services import StorageError
from meldroom.server.background import Background
from meldroom.server.executors import database
from meldroom.server.storage.leases import CONNECTIONS, Lease, Leases, Owner
from meldroom.server.storage.store import Store

logger = logging.getLogger("meldroom")
HEARTBEAT_INTERVAL = 1.0  # seconds
P = ParamSpec("P")
T = TypeVar("T")


class Ownership:
    """Claims tables, and says which of them another process has taken over meanwhile."""

    def __init__(
        self,
        store: Store,
        address: str,
        lost: Callable[[Lease], None],
        background: Background,
    ) -> None:
        self.leases = Leases(store, address)
        self.held: dict[str, Lease] = {}
        self.closed = False
        self._lost = lost
        self._threads = ThreadPoolExecutor(CONNECTIONS, "leases")
        self._registered = asyncio.Event()
        self._cut_off = asyncio.Event()
        self._renewed_at = time.monotonic()
        every = background.every
        self._heart = every("heartbeat", self._beat, HEARTBEAT_INTERVAL, at_once=True)
        self._watch = every("leases", self._give_up_expired, HEARTBEAT_INTERVAL)

    async def claim(self, key: str, force: bool = False) -> Lease:
        """Own a table from now on; OwnedElsewhere if another process does, StorageError."""
        await self._registered.wait()
        lease = self.held[key] = await self._call(self.leases.claim, key, force)
        return lease

    @property
    def cut_off(self) -> bool:
        """Whether the database was away for so long that others may have every table."""
        return self._cut_off.is_set()

    async def unless_cut_off(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for something from the database; StorageError as soon as it is away for long."""
        working = asyncio.create_task(work)
        cut_off = asyncio.create_task(self._cut_off.wait())
        try:
            await asyncio.wait([working, cut_off], return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise StorageError("the database is away")
            return await working
        finally:
            working.cancel()
            cut_off.cancel()

    async def confirm(self, key: str) -> bool:
        """Return whether a table still belongs to this process; it is lost if not."""
        if key in self.held:
            await self._check([self.held[key]])
        return key in self.held

    async def owner(self, key: str) -> Owner | None:
        """Return the process that owns a table; None if none does."""
        return await self._call(self.leases.owner, key)

    async def others(self) -> list[Owner]:
        """Return the other processes that are alive."""
        return await self._call(self.leases.others)

    async def release(self, keys: Iterable[str]) -> None:
        """Let others have tables; nothing is written to them here any more."""
        leases = [self.held.pop(key) for key in keys if key in self.held]
        if leases:
            await self._call(self.leases.release, leases)

    async def unowned_tables(self) -> list[str]:
        """Name the tables that go on by themselves and that no process owns."""
        await self._registered.wait()
        return await self._call(self.leases.unowned_tables)

    async def query(self, work: Callable[[sa.Connection], T]) -> T:
        """Do something else in the database that only processes beside each other need."""
        await self._registered.wait()

        def transaction() -> T:
            with self.leases.transaction() as connection:
                return work(connection)

        return await self._call(transaction)

    async def close(self) -> None:
        """Let others have everything; nothing is written here any more."""
        self.closed = True
        self._watch.cancel()
        if self._heart.cancel():
            await asyncio.wait([self._heart])
            self.held.clear()
            try:
                await self._call(self.leases.release_all)
            except StorageError as error:
                logger.warning("leases are not given back, so they expire: %s", error)
            await database.run(self._threads.shutdown)  # after what is under way
            self.leases.close()

    async def _call(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            future = self._threads.submit(work, *args, **kwargs)
        except RuntimeError:
            raise StorageError("the server is stopping") from None
        return await asyncio.wrap_future(future)

    async def _beat(self) -> None:
        before, began = list(self.held.values()), time.monotonic()
        stored = await self._call(self.leases.renew)
        self._renewed_at = began
        self._cut_off.clear()
        self._registered.set()
        if stored != (len(before), sum(lease.fence for lease in before)):
            await self._check(before)

    async def _give_up_expired(self) -> None:
        """Give everything up once others may have taken it, and the database cannot be asked."""
        if time.monotonic() - self._renewed_at > self.leases.seconds:
            if not self.cut_off:
                logger.error("the database is away, so %d tables are given up", len(self.held))
            self._cut_off.set()
            leases = list(self.held.values())
            self.held.clear()
            for lease in leases:
                self._lost(lease)

    async def _check(self, leases: list[Lease]) -> None:
        """Find out which leases another process has taken."""
        held = await self._call(self.leases.still_held, leases)
        for lease in leases:
            if lease not in held and self.held.get(lease.table_id) == lease:
                del self.held[lease.table_id]
                logger.warning("table %s was taken over by another process", lease.table_id)
                self._lost(lease)
