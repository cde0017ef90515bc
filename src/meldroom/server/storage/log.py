"""The log: append-only, rows chained by hashes, on disk before anything is sent."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache, partial
from itertools import chain as joined
from queue import SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from meldroom.room.log_rows import LogRow, row_hash, verified
from meldroom.room.services import StorageError
from meldroom.room.summaries import Score, Summary
from meldroom.server.histogram import Histogram
from meldroom.server.storage.last_commits import CommittedEntry
from meldroom.server.storage.leases import (
    Lease,
    NotOwner,
    OutcomeUnknown,
    append_leased,
    check_leases,
)
from meldroom.server.storage.store import EVENTS, Store, storage_error
from meldroom.server.storage.summaries import write_summaries

logger = logging.getLogger("meldroom")
INSERT = f"INSERT INTO {EVENTS.name} ({', '.join(LogRow._fields)}) VALUES "
MAX_ROWS_PER_STATEMENT = 1_000  # databases take some ten thousand values at most


def read_rows(connection: sa.Connection, table_id: str) -> list[LogRow]:
    """Read a table's rows in order; BrokenChain if the chain does not hold."""
    query = sa.select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
    rows = [LogRow(*row) for row in connection.execute(query)]
    return list(verified(iter(rows)))


def lost_entry(store: Store) -> CommittedEntry | None:
    """Find an entry that was committed and is not in the database as it was; None if all are."""
    for entry in [] if store.last_commits is None else store.last_commits.read():
        query = sa.select(EVENTS).where(
            EVENTS.c.table_id == entry.table_id, EVENTS.c.seq == entry.seq
        )
        with store.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None or row_hash(LogRow(*row)) != entry.row_hash:
            return entry
    return None


Done = Callable[[StorageError | None], None]
Work = Callable[[sa.Connection], bool | None]


class _Append:
    """Rows to append; told once what became of them."""

    __slots__ = ("done", "lease", "rows", "score", "summary")

    def __init__(
        self,
        rows: list[LogRow],
        summary: Summary | None,
        score: Score | None,
        lease: Lease | None,
        done: Done,
    ) -> None:
        self.rows, self.summary, self.score, self.lease = rows, summary, score, lease
        self.done: Done | None = done

    def finish(self, outcome: StorageError | None) -> None:
        """Tell who waits, unless they were told already."""
        done, self.done = self.done, None
        if done is not None:
            done(outcome)


class _Change(NamedTuple):
    work: Work
    lease: Lease | None
    erases: bool
    finish: Done


class Log:
    """Writes rows in one thread, all that are waiting in one transaction.

    Where another process has written an entry first, or taken a table over, only what was appended
    with it fails.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.rows = 0
        self.commit_seconds = Histogram()
        self.after_batch: Callable[[], None] = lambda: None  # runs when a batch's writers know
        self.game_ended: Callable[[str], None] = lambda _: None  # runs when its results are stored
        self._waiting: dict[Lease, _Append] = {}  # a table has one append at a time
        self._queue: SimpleQueue[list[_Append] | _Change | None] = SimpleQueue()
        self._collected: list[_Append] = []  # to be handed to the thread together
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._thread.start()

    async def append(
        self,
        rows: list[LogRow],
        summary: Summary | None = None,
        score: Score | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Return when all of it is on disk; StorageError if nothing was written.

        PostgreSQL itself refuses rows whose lease is not the last one of their table (NotOwner).
        """
        outcome: asyncio.Future[None] = self._loop.create_future()
        self.begin(rows, summary, score, lease, partial(_settle, outcome))
        await outcome

    def begin(
        self,
        rows: list[LogRow],
        summary: Summary | None,
        score: Score | None,
        lease: Lease | None,
        done: Done,
    ) -> None:
        """Append as `append` does, but call `done` in the event loop with the error, or None."""
        append = _Append(rows, summary, score, lease, done)
        if not self._collected:
            self._loop.call_soon(self._hand_over)
        self._collected.append(append)
        if lease is not None:
            self._waiting[lease] = append

    def give_up(self, lease: Lease) -> None:
        """Let nobody wait for what is being appended by a lease that was lost: OutcomeUnknown."""
        append = self._waiting.pop(lease, None)
        if append is not None:
            append.finish(OutcomeUnknown("the database did not answer in time"))

    def _hand_over(self) -> None:
        """Wake the thread once for everything that came in the same turn of the loop."""
        collected, self._collected = self._collected, []
        if collected:
            self._queue.put(collected)

    async def change(
        self,
        work: Work,
        lease: Lease | None = None,
        *,
        erases: bool = True,
    ) -> None:
        """Run `work` in a transaction of its own; StorageError as for append.

        What it deletes leaves no bytes behind, unless it deletes nothing, which it tells by False,
        or `erases` is False. Nothing is appended meanwhile. No table whose rows it changes may be
        in memory.
        """
        outcome: asyncio.Future[None] = self._loop.create_future()
        self._hand_over()
        self._queue.put(_Change(work, lease, erases, partial(_settle, outcome)))
        await outcome

    def read(self, table_id: str) -> list[LogRow]:
        """Read a table's rows in order; BrokenChain if the chain does not hold."""
        with self.store.reading() as connection:
            return read_rows(connection, table_id)

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _write_all(self) -> None:
        fatal: StorageError | None = None  # it stays: a later success would prove nothing
        connection: sa.Connection | None = None
        with ExitStack() as opened:
            for batch in self._batches():
                if connection is None:
                    try:
                        connection = opened.enter_context(self.store.writing())
                    except Exception as error:
                        self._refuse(batch, storage_error(error))
                        continue
                if isinstance(batch, _Change):
                    self._run(batch, connection)
                    continue
                if not self.store.sqlite:  # sorted, so two servers cannot deadlock
                    batch.sort(key=lambda append: append.rows[0].table_id)
                outcomes: list[StorageError | None] = [fatal] * len(batch)
                if fatal is None:
                    began = perf_counter()
                    outcomes = self._write_batch(connection, batch)
                    self.commit_seconds.observe(perf_counter() - began)
                fatal = next((one for one in outcomes if one is not None and one.fatal), None)
                self.commits += 1
                self._loop.call_soon_threadsafe(self._finish, batch, outcomes)
                if outcomes[-1] is None:
                    self._note_commit(batch[-1].rows[-1])

    def _refuse(self, batch: list[_Append] | _Change, error: StorageError) -> None:
        """Say that nothing of this was written; the next batch tries to open the database again."""
        if isinstance(batch, _Change):
            self._loop.call_soon_threadsafe(batch.finish, error)
        else:
            outcomes: list[StorageError | None] = [error] * len(batch)
            self._loop.call_soon_threadsafe(self._finish, batch, outcomes)

    def _finish(self, batch: list[_Append], outcomes: list[StorageError | None]) -> None:
        """Tell everybody who waits for a batch what became of it."""
        for append, outcome in zip(batch, outcomes, strict=True):
            if outcome is None:
                self.rows += len(append.rows)
                if append.score is not None and append.score.seats:
                    self.game_ended(append.score.seats[0].game)
            if append.lease is not None and self._waiting.get(append.lease) is append:
                del self._waiting[append.lease]
            try:
                append.finish(outcome)
            except Exception:  # the others must be told all the same
                logger.exception("table %s: an error occurred", append.rows[0].table_id)
        self.after_batch()

    def _note_commit(self, row: LogRow) -> None:
        if self.store.last_commits is not None:
            entry = CommittedEntry(row.table_id, row.seq, row_hash(row))
            self.store.last_commits.note(entry)

    def _batches(self) -> Iterator[list[_Append] | _Change]:
        """Yield all appends that wait together, and each change alone, until the log closes."""
        while (item := self._queue.get()) is not None:
            batch: list[_Append] = []
            while isinstance(item, list):
                batch += item
                if self._queue.empty():
                    break
                item = self._queue.get()
            if batch:
                yield batch
            if item is None:
                return
            if isinstance(item, _Change):
                yield item

    def _run(self, change: _Change, connection: sa.Connection) -> None:
        try:
            with connection.begin():
                if change.lease is not None:
                    check_leases(connection, [change.lease])
                erased = change.work(connection) is not False and change.erases
                if erased and self.store.last_commits is not None:
                    self.store.last_commits.clear()  # before the entries that it names are gone
            if erased:
                self.store.empty_wal(connection)
        except Exception as error:
            self._loop.call_soon_threadsafe(change.finish, storage_error(error))
        else:
            self._loop.call_soon_threadsafe(change.finish, None)

    def _write_batch(
        self, connection: sa.Connection, batch: list[_Append]
    ) -> list[StorageError | None]:
        """Write the whole batch, or all but what another process is ahead of."""
        try:
            if self.store.sqlite and _is_one_statement(batch):
                _insert_at_once(connection, batch)
            else:
                with connection.begin():
                    _insert(connection, batch)
        except (IntegrityError, sqlite3.IntegrityError, NotOwner):
            return self._write_one_by_one(connection, batch)
        except Exception as error:
            return [storage_error(error)] * len(batch)
        return [None] * len(batch)

    def _write_one_by_one(
        self, connection: sa.Connection, batch: list[_Append]
    ) -> list[StorageError | None]:
        outcomes: list[StorageError | None] = []
        try:
            with connection.begin():
                for append in batch:
                    try:
                        with connection.begin_nested():
                            _insert(connection, [append])
                        outcomes.append(None)
                    except (IntegrityError, NotOwner) as error:
                        outcomes.append(storage_error(error))
        except Exception as error:
            return [storage_error(error)] * len(batch)
        return outcomes


def _is_one_statement(batch: list[_Append]) -> bool:
    """Return whether a batch is nothing but rows, few enough for one statement."""
    if any(append.summary or append.score for append in batch):
        return False
    return sum(len(append.rows) for append in batch) <= MAX_ROWS_PER_STATEMENT


def _insert_at_once(connection: sa.Connection, batch: list[_Append]) -> None:
    """Insert by one statement that is its own transaction: each extra one costs a GIL hand-over."""
    rows = [row for append in batch for row in append.rows]
    database: Any = connection.connection.driver_connection
    database.execute(_insert_statement(len(rows), "?"), tuple(joined.from_iterable(rows)))


def _insert(connection: sa.Connection, batch: list[_Append]) -> None:
    """Insert everything in the transaction that has begun."""
    leased = [(row, append.lease) for append in batch if append.lease for row in append.rows]
    if leased:
        append_leased(connection, *zip(*leased, strict=True))
    rows = [row for append in batch if append.lease is None for row in append.rows]
    placeholder = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for at in range(0, len(rows), MAX_ROWS_PER_STATEMENT):
        some = rows[at : at + MAX_ROWS_PER_STATEMENT]
        statement = _insert_statement(len(some), placeholder)
        connection.exec_driver_sql(statement, tuple(joined.from_iterable(some)))
    summaries = [append.summary for append in batch if append.summary is not None]
    scores = [append.score for append in batch if append.score is not None]
    if summaries or scores:
        write_summaries(connection, summaries, scores)


@lru_cache(maxsize=128)
def _insert_statement(rows: int, placeholder: str) -> str:
    values = f"({', '.join([placeholder] * len(LogRow._fields))})"
    return INSERT + ", ".join([values] * rows)


def _settle(waiting: asyncio.Future[None], outcome: StorageError | None) -> None:
    if waiting.done():  # cancelled
        return
    if outcome is None:
        waiting.set_result(None)
    else:
        waiting.set_exception(outcome)
