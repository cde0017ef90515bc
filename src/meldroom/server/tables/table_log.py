"""A live table's log: entries are appended to it, with the summary that lists of tables show."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from meldroom.match.match import Play
from meldroom.server.executors import database
from meldroom.server.storage import log_entries
from meldroom.server.storage.leases import NotOwner, OutcomeUnknown
from meldroom.server.storage.log import FIRST_PREV, LogRow, chain, row_hash
from meldroom.server.storage.log_entries import AnyEntry, TableOpened
from meldroom.server.storage.store import Overtaken, StorageError
from meldroom.server.storage.summaries import Score, Summary
from meldroom.server.tables.records import summary_from_log
from meldroom.server.tables.room_services import RoomServices
from meldroom.server.tables.scores import changed_by
from meldroom.server.tables.table import Table

MAX_OUTAGE = 10.0  # seconds that a table waits for PostgreSQL to come back
RETRY_DELAY = 0.2


class PreparedRows(NamedTuple):
    """Rows to append, what changes with them, their time and the hash of the last."""

    rows: list[LogRow]
    summary: Summary | None
    score: Score | None
    at: int
    last_hash: str


class TableLog:
    """The log of one table, from its first entry or from the rows that are stored."""

    def __init__(self, room: RoomServices, table: Table, rows: Sequence[LogRow] = ()) -> None:
        self.room, self.table = room, table
        self.lease = room.lease_of(table.key)
        self.given_up = False
        self.last_hash = row_hash(rows[-1]) if rows else FIRST_PREV
        self.summary: Summary | None = None  # until the table is opened
        if rows:
            self.summary = summary_from_log(table.key, rows, table.phase)

    def prepare(self, entries: Sequence[AnyEntry], play: Play | None) -> PreparedRows:
        """Make the rows that come next in the log, with what they change beside it."""
        at = time.time_ns() // 1_000_000
        first_seq = 1 if isinstance(entries[0], TableOpened) else self.table.seq + 1
        rows, last_hash = chain(self.table.key, first_seq, self.last_hash, at, entries)
        summary, score = changed_by(self.table, self.summary, entries, play, first_seq, at)
        return PreparedRows(rows, summary, score, at, last_hash)

    def stored(self, prepared: PreparedRows) -> None:
        """Go on from rows that are on disk."""
        self.last_hash = prepared.last_hash
        self.summary = prepared.summary or self.summary

    async def recover(
        self, rows: Sequence[LogRow], error: StorageError, apply: Callable[[AnyEntry, int], object]
    ) -> None:
        """Return if rows are stored although their append failed, else raise the error.

        Where another server was quicker, its entries are applied first.
        """
        if isinstance(error, Overtaken):
            await self.catch_up(apply)
            raise error
        if isinstance(error, NotOwner):
            if self.lease is not None:
                self.room.lost(self.lease)
            raise error
        if error.fatal:
            self.room.fail(error)
        if error.fatal or not await self._is_stored(rows):
            raise error

    def give_up(self) -> None:
        """Wait no longer for what is being appended: the database does not answer."""
        self.given_up = True
        if self.lease is not None:
            self.room.log.give_up(self.lease)

    async def _is_stored(self, rows: Sequence[LogRow]) -> bool:
        """Say whether rows are in the log although the answer to their commit was lost.

        While the database is away nobody knows, so this waits for it. Where another process may
        take the table, OutcomeUnknown if that takes too long: whoever loads it then will know.
        """
        deadline = math.inf if self.lease is None else time.monotonic() + MAX_OUTAGE
        while True:
            try:
                stored = await database.run(self.room.log.read, self.table.key)
            except Exception as error:
                if self.given_up or time.monotonic() > deadline:
                    raise OutcomeUnknown("the database is away") from error
                await asyncio.sleep(RETRY_DELAY)
            else:
                return stored[-len(rows) :] == list(rows)

    async def catch_up(self, apply: Callable[[AnyEntry, int], object]) -> None:
        """Read what another server has written, and apply each entry with its time."""
        rows = await database.run(self.room.log.read, self.table.key)
        for row in rows[self.table.seq :]:
            self.last_hash = row_hash(row)
            apply(log_entries.decode(row.body), row.at)
        self.summary = summary_from_log(self.table.key, rows, self.table.phase)
