"""Acts that are carried out by callbacks alone: no task waits while they are written.

Nearly every message is an act at a table where nothing else happens at that moment. All else, and
whatever fails to be written, goes through `LiveTable.submit` and `LiveTable.recover`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from meldroom.match.match import Play
from meldroom.server import messages
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.log_entries import AnyEntry
from meldroom.server.storage.store import StorageError
from meldroom.server.tables import permissions
from meldroom.server.tables.audience import Audience, Listener
from meldroom.server.tables.room_services import RoomServices
from meldroom.server.tables.showdowns import Showdowns
from meldroom.server.tables.table import Table
from meldroom.server.tables.table_lock import TableLock
from meldroom.server.tables.table_log import PreparedRows, TableLog

Finished = Callable[[Exception | None], None]


class WritableTable(Protocol):
    """What direct acts need of the live table."""

    room: RoomServices
    table: Table
    log: TableLog
    audience: Audience
    showdowns: Showdowns
    lock: TableLock
    retired: bool

    async def recover(self, rows: Sequence[LogRow], error: StorageError) -> None:
        """Return if rows are stored although their append failed, else raise the error."""

    def written(
        self, entries: Sequence[AnyEntry], prepared: PreparedRows, play: Play | None
    ) -> None:
        """Apply entries that are on disk."""


class _Written(NamedTuple):
    listener: Listener
    act_id: str
    entries: tuple[AnyEntry, ...]
    prepared: PreparedRows
    play: Play | None
    finished: Finished


class DirectActs:
    """The direct acts of one table."""

    def __init__(self, live: WritableTable) -> None:
        self.live = live

    def may_begin(self, listener: Listener, act: messages.Act) -> bool:
        """Say whether nothing stands in the way: the table is free, and the act is a new one."""
        live, table, seat = self.live, self.live.table, listener.seat
        if seat is None or live.lock.locked() or live.retired or table.settings.local:
            return False
        if (seat, act.id) in table.completed_acts or live.showdowns.holding:
            return False
        return not (table.seats[seat].covered or table.seats[seat].timeouts)

    def begin(self, listener: Listener, act: messages.Act, finished: Finished) -> None:
        """Judge an act that may begin and have it written; Refusal, and nothing happened.

        Once it is applied and acknowledged, or if it failed, `finished` is called.
        """
        live, table, seat = self.live, self.live.table, listener.seat
        assert seat is not None
        decision = permissions.act(table, seat, act.texts, act.id, act.ply, time.monotonic())
        prepared = live.log.prepare(decision.entries, decision.play)
        written = _Written(listener, act.id, decision.entries, prepared, decision.play, finished)
        live.lock.take()
        live.room.log.begin(
            prepared.rows,
            prepared.summary,
            prepared.score,
            live.log.lease,
            partial(self._written, written),
        )

    def _written(self, written: _Written, error: StorageError | None) -> None:
        if error is None:
            self._finish(written)
        else:
            self.live.room.spawn(self._recover(written, error))

    async def _recover(self, written: _Written, error: StorageError) -> None:
        failure: Exception | None = error
        try:
            await self.live.recover(written.prepared.rows, error)
            failure = None
        except Exception as raised:
            failure = raised
        if failure is None:
            self._finish(written)
        else:
            self.live.lock.release()
            written.finished(failure)

    def _finish(self, written: _Written) -> None:
        live, failure = self.live, None
        listener, act_id, entries, prepared, play, finished = written
        try:
            live.written(entries, prepared, play)
            completed = live.table.completed_acts[listener.seat, act_id]
            live.audience.acknowledge(listener, act_id, completed)
            live.room.ack_seconds.observe(time.monotonic() - listener.received_at)
        except Exception as error:
            failure = error
        live.lock.release()
        finished(failure)
