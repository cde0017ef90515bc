"""The way of one table's rows to the disk, which ends only when it is known what became of them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Protocol

from meldroom.room.log_rows import LogRow
from meldroom.room.services import StorageError
from meldroom.room.table_log import PreparedRows
from meldroom.server.executors import database
from meldroom.server.storage.leases import Lease, NotOwner, OutcomeUnknown
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Overtaken

logger = logging.getLogger("meldroom")
MAX_OUTAGE = 10.0  # seconds that a table waits for PostgreSQL to come back
RETRY_DELAY = 0.2

Done = Callable[[StorageError | None], None]


class JournalRoom(Protocol):
    """What a journal needs of the room."""

    log: Log

    def lease_of(self, key: str) -> Lease | None:
        """Return the lease to write to a table with; None where there is one process only."""

    def leave_to_log(self, key: str, lease: Lease | None) -> None:
        """Leave a table to whoever loads it next, unless that has happened already."""

    def fail(self, error: StorageError) -> None:
        """Stop the server: the disk failed."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""


class LogJournal:
    """Appends to the log of one table, one append at a time."""

    def __init__(self, room: JournalRoom, key: str) -> None:
        self.room, self.key = room, key
        self.lease = room.lease_of(key)
        self.given_up = False

    def append(self, prepared: PreparedRows, done: Done) -> None:
        """Call `done` when rows are on disk, or with the error if nothing was written."""
        rows, summary, score = prepared[:3]
        told = partial(self._told, rows, done)
        self.room.log.begin(rows, summary, score, self.lease, told)

    def give_up(self) -> None:
        """Wait no longer for what is being appended: the database does not answer."""
        self.given_up = True
        if self.lease is not None:
            self.room.log.give_up(self.lease)

    def _told(self, rows: Sequence[LogRow], done: Done, error: StorageError | None) -> None:
        if isinstance(error, NotOwner | Overtaken):
            if isinstance(error, Overtaken):
                logger.error("table %s: its log holds what the table in memory lacks", self.key)
            self.room.leave_to_log(self.key, self.lease)
        elif error is not None and error.fatal:
            self.room.fail(error)
        elif error is not None:
            self.room.spawn(self._recover(rows, done, error))
            return
        done(error)

    async def _recover(self, rows: Sequence[LogRow], done: Done, error: StorageError) -> None:
        try:
            outcome = None if await self._is_stored(rows) else error
        except OutcomeUnknown as unknown:
            self.room.leave_to_log(self.key, self.lease)
            outcome = unknown
        done(outcome)

    async def _is_stored(self, rows: Sequence[LogRow]) -> bool:
        """Return whether rows are in the log although the answer to their commit was lost.

        While the database is away nobody knows, so this waits for it. Where another process may
        take the table, OutcomeUnknown if that takes too long: whoever loads it then will know.
        """
        deadline = math.inf if self.lease is None else time.monotonic() + MAX_OUTAGE
        while True:
            try:
                stored = await database.run(self.room.log.read, self.key)
            except Exception as error:
                if self.given_up or time.monotonic() > deadline:
                    raise OutcomeUnknown("the database is away") from error
                await asyncio.sleep(RETRY_DELAY)
            else:
                return stored[-len(rows) :] == list(rows)
