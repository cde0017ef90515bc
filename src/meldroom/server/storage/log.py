"""The log: append-only, each row bound to the one before, on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from queue import SimpleQueue
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from meldroom.server.storage.store import EVENTS, StorageError, Store, trouble

START = "0" * 64  # what a table's first row is bound to
QUIET = ("moved", "undone")  # entries that a lobby needs not know


class LogRow(NamedTuple):
    """An entry as it is stored; `prev` is the hash of the row before it."""

    table_id: str
    seq: int
    at: int  # milliseconds of the wall clock
    kind: str
    prev: str
    body: str


INSERT = f"INSERT INTO {EVENTS.name} ({', '.join(LogRow._fields)}) VALUES "
MOST = 1_000  # rows of one statement: no database takes more than some ten thousand values


class Broken(Exception):
    """A stored row is not the one that its successor is bound to."""


def link(row: LogRow) -> str:
    """Hash a row, so that the next one can be bound to it."""
    return sha256("\n".join(map(str, row)).encode()).hexdigest()


def linked(rows: Iterator[LogRow]) -> Iterator[LogRow]:
    """Give the rows of one table while each follows the one before; Broken if one does not."""
    prev = START
    for seq, row in enumerate(rows, 1):
        if row.seq != seq or row.prev != prev:
            raise Broken(f"table {row.table_id}: entry {row.seq} does not follow entry {seq - 1}")
        prev = link(row)
        yield row


class _Wish(NamedTuple):
    rows: list[LogRow]
    done: asyncio.Future[None]


class Log:
    """Writes rows in one thread, as many as are waiting in one transaction.

    Where somebody else was quicker with an entry, only what was to be written with it is not.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.commits = 0
        self.rows = 0
        self._wishes: SimpleQueue[_Wish | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    async def append(self, rows: list[LogRow]) -> None:
        """Give back when the rows are on disk; StorageError, and nothing was written, otherwise."""
        wish = _Wish(rows, self._loop.create_future())
        self._wishes.put(wish)
        await wish.done

    def read(self, table_id: str) -> list[LogRow]:
        """Read a table's rows in order; Broken if the chain does not hold."""
        query = sa.select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        with self.store.reading() as connection:
            rows = [LogRow(*row) for row in connection.execute(query)]
        return list(linked(iter(rows)))

    def lobby(self) -> dict[str, list[LogRow]]:
        """Read what tells which tables there are, without their moves."""
        query = (
            sa.select(EVENTS)
            .where(EVENTS.c.kind.not_in(QUIET))
            .order_by(EVENTS.c.table_id, EVENTS.c.seq)
        )
        tables: dict[str, list[LogRow]] = {}
        with self.store.reading() as connection:
            for row in connection.execute(query):
                tables.setdefault(row.table_id, []).append(LogRow(*row))
        return tables

    def close(self) -> None:
        """Write what is waiting and stop."""
        self._wishes.put(None)
        self._thread.join()

    def _write(self) -> None:
        fatal: StorageError | None = None  # it stays: a later success would prove nothing
        with self.store.writing() as connection:
            while (wish := self._wishes.get()) is not None:
                wishes: list[_Wish] = [wish]
                last = False
                while not self._wishes.empty():
                    more = self._wishes.get()
                    if more is None:
                        last = True
                        break
                    wishes.append(more)
                wishes.sort(key=lambda wish: wish.rows[0].table_id)  # servers do not lock crosswise
                outcomes: list[StorageError | None] = [fatal] * len(wishes)
                if fatal is None:
                    outcomes = self._written(connection, wishes)
                fatal = next((one for one in outcomes if one is not None and one.fatal), None)
                self.commits += 1
                self.rows += sum(
                    len(wish.rows)
                    for wish, outcome in zip(wishes, outcomes, strict=True)
                    if outcome is None
                )
                self._loop.call_soon_threadsafe(_settle, wishes, outcomes)
                if last:
                    return

    def _written(self, connection: sa.Connection, wishes: list[_Wish]) -> list[StorageError | None]:
        """Write all wishes, or all but those that somebody else was quicker with."""
        try:
            with connection.begin():
                _insert(connection, wishes)
        except IntegrityError:
            return self._written_apart(connection, wishes)
        except Exception as error:
            return [trouble(error)] * len(wishes)
        return [None] * len(wishes)

    def _written_apart(
        self, connection: sa.Connection, wishes: list[_Wish]
    ) -> list[StorageError | None]:
        outcomes: list[StorageError | None] = []
        try:
            with connection.begin():
                for wish in wishes:
                    try:
                        with connection.begin_nested():
                            _insert(connection, [wish])
                        outcomes.append(None)
                    except IntegrityError as error:
                        outcomes.append(trouble(error))
        except Exception as error:
            return [trouble(error)] * len(wishes)
        return outcomes


def _insert(connection: sa.Connection, wishes: list[_Wish]) -> None:
    """Insert by one statement: after each the thread has to wait until the loop lets it go on."""
    rows = [row for wish in wishes for row in wish.rows]
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    places = f"({', '.join([mark] * len(LogRow._fields))})"
    for at in range(0, len(rows), MOST):
        some = rows[at : at + MOST]
        statement = INSERT + ", ".join([places] * len(some))
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(some)))


def _settle(wishes: list[_Wish], outcomes: list[StorageError | None]) -> None:
    for wish, outcome in zip(wishes, outcomes, strict=True):
        if wish.done.cancelled():
            continue
        if outcome is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(outcome)
