"""Servers beside each other on one database, where leases say which of them writes to a table.

The leases are those of PostgreSQL as `storage/leases.py` asks for them, kept beside the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from meldroom.room.log_rows import LogRow
from meldroom.room.services import StorageError
from meldroom.server.cluster import ownership, shared_room
from meldroom.server.storage import log
from meldroom.server.storage.leases import (
    LEASE_SECONDS,
    TAKEN,
    Lease,
    NotOwner,
    OwnedElsewhere,
    Owner,
)
from meldroom.server.tables.live_table import now
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.process import Process, current_process

DRIVE = 2  # of the disk that they share
CUT_OFF = "the database is away"


class SharedDatabase:
    """A disk with leases, from which single servers can be cut off."""

    def __init__(self) -> None:
        self.disk = Disk(DRIVE)
        self.alive_until: dict[str, float] = {}  # by process
        self.leases: dict[str, tuple[str, int]] = {}  # process and fence, by table
        self.fences = count(1)
        self.cut_off: set[Process | None] = set()

    def ask(self) -> None:
        """Answer, or raise StorageError in a process that is cut off."""
        if current_process.get() in self.cut_off:
            self.disk.fail()
            raise StorageError(CUT_OFF)

    def holder(self, table_id: str) -> str | None:
        """Return the process that has a table, if it lives."""
        process_id, _ = self.leases.get(table_id, ("", 0))
        return process_id if self.alive_until.get(process_id, 0.0) > now() else None


class SharedStore(SimulatedStore):
    """The database of one server among others."""

    def __init__(self, database: SharedDatabase) -> None:
        super().__init__(database.disk)
        self.database, self.sqlite = database, False

    @contextmanager
    def writing(self, slowly: bool = False) -> Iterator[sa.Connection]:
        """Open the connection that writes."""
        self.database.ask()
        with super().writing() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection to read with."""
        self.database.ask()
        with super().reading() as connection:
            yield connection


class SimulatedLeases:
    """The leases of one process."""

    def __init__(self, store: SharedStore, address: str, seconds: float = LEASE_SECONDS) -> None:
        self.database, self.address, self.seconds = store.database, address, seconds
        self.process_id = address

    def renew(self) -> tuple[int, int]:
        """Prove that this process is alive; return how many leases it has, and their sum."""
        self.database.ask()
        self.database.alive_until[self.process_id] = now() + self.seconds
        held = [fence for owner, fence in self.database.leases.values() if owner == self.process_id]
        return len(held), sum(held)

    def claim(self, table_id: str, force: bool = False) -> Lease:
        """Get the lease of a table; OwnedElsewhere if another process lives and has it."""
        self.database.ask()
        holder = self.database.holder(table_id)
        if holder not in (None, self.process_id) and not force:
            raise OwnedElsewhere(Owner(str(holder), str(holder)))
        lease = Lease(table_id, next(self.database.fences))
        self.database.leases[table_id] = self.process_id, lease.fence
        return lease

    def owner(self, table_id: str) -> Owner | None:
        """Return the process that owns a table; None if none does."""
        self.database.ask()
        holder = self.database.holder(table_id)
        return None if holder is None else Owner(holder, holder)

    def still_held(self, leases: Sequence[Lease]) -> set[Lease]:
        """Return those of the leases that no other process has taken."""
        self.database.ask()
        return {one for one in leases if _is_held(self.database, one)}

    def unowned_tables(self) -> list[str]:
        """Name the tables that go on by themselves and that no process owns."""
        self.database.ask()
        rows = self.database.disk.database.execute("SELECT table_id FROM summaries WHERE restored")
        return [key for (key,) in rows if self.database.holder(key) is None]

    def release(self, leases: Collection[Lease]) -> None:
        """Let others have tables at once."""
        for lease in self.still_held([*leases]):
            del self.database.leases[lease.table_id]

    def release_all(self) -> None:
        """Let others have all tables at once; this process is gone."""
        self.database.ask()
        self.database.alive_until.pop(self.process_id, None)

    def close(self) -> None:
        """Do nothing: there are no connections."""


def _is_held(database: SharedDatabase, lease: Lease) -> bool:
    return database.leases.get(lease.table_id, ("", 0))[1] == lease.fence


class _Threads:
    """A pool of threads of the simulated loop."""

    def __init__(self, size: int, _: str) -> None:
        self._max_workers = size

    def submit(self, work: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Run a function in one of them."""
        return asyncio.get_running_loop().run_in_executor(self, work, *args)  # type: ignore[arg-type]

    def shutdown(self) -> None:
        """Do nothing: what is under way ends with its process."""


@contextmanager
def leases_of(database: SharedDatabase) -> Iterator[None]:
    """Let the servers of this database own tables by its leases; no other server has any."""

    def check(_: sa.Connection, leases: Collection[Lease]) -> None:
        database.ask()
        if not all(_is_held(database, lease) for lease in leases):
            raise NotOwner(TAKEN)

    def append(connection: sa.Connection, rows: Sequence[LogRow], leases: Sequence[Lease]) -> None:
        check(connection, leases)
        for row in rows:
            connection.exec_driver_sql(log._insert_statement(1, "?"), tuple(row))

    with ExitStack() as patches:
        for module, name, fake in (
            (ownership, "Leases", SimulatedLeases),
            (ownership, "ThreadPoolExecutor", _Threads),
            (log, "check_leases", check),
            (log, "append_leased", append),
        ):
            patches.enter_context(patch.object(module, name, fake))
        yield


class Neighbour:
    """One of the servers, which is killed, stopped and started again."""

    def __init__(self, database: SharedDatabase, number: int) -> None:
        self.database, self.number, self.starts = database, number, 0
        self.process = Process("none")
        self.room: shared_room.SharedRoom | None = None

    async def start(self) -> None:
        """Start a server; it is another process each time."""
        self.starts += 1
        self.process = Process(f"neighbour {self.number}.{self.starts}")
        await self.process.spawn(self._open())

    async def _open(self) -> None:
        room = shared_room.SharedRoom(
            SharedStore(self.database), 0.0, lambda _: None, 1.0, self.process.name
        )
        await room.restore_tables()
        self.room = room

    async def stop(self) -> None:
        """Stop it, so that another can have its tables at once."""
        room, self.room = self.room, None
        if room is not None:
            await self.process.spawn(room.close())
        self.process.kill()

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self.room = None
        self.process.kill()
