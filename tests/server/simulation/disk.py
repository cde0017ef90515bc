"""A disk under the log: SQLite in memory that outlives its server, and fails on demand."""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from functools import cache, partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy import event as sa_event
from sqlalchemy.pool import NullPool

from meldroom.room import log_entries
from meldroom.room.log_entries import AnyEntry
from meldroom.room.log_rows import LogRow
from meldroom.server.storage.last_commits import SLOTS, CommittedEntry, LastCommits
from meldroom.server.storage.store import Store

Failure = Literal["error", "error but written", "lost answer"]


class Disk:
    """What was committed survives every kill; `full` and `failing` say what a commit meets."""

    def __init__(self, drive: int = 0) -> None:
        self.drive = drive  # servers run at once on disks in different drives
        self.full = False
        self.failing: Failure | None = None  # at the next commit
        self.away = False  # nothing can be read or written
        self.failures = 0
        self.failed_at = -inf  # the last time
        self.last_commits = _LastCommits()
        self.database: _Connection = sqlite3.connect(
            ":memory:", factory=_Connection, isolation_level=None
        )
        self.database.executescript(_schema())
        self.database.disk = self

    def fail(self) -> None:
        """Count a failure."""
        self.failures += 1
        self.failed_at = time.monotonic()

    def rows(self, table: str) -> list[LogRow]:
        """Read what is stored of a table, past the server."""
        query = f"SELECT {', '.join(LogRow._fields)} FROM events WHERE table_id = ? ORDER BY seq"
        return [LogRow(*row) for row in self.database.execute(query, (table,))]

    def last_seq(self, table: str) -> int:
        """Give the number of a table's last entry."""
        query = "SELECT MAX(seq) FROM events WHERE table_id = ?"
        [(seq,)] = self.database.execute(query, (table,))
        return int(seq or 0)

    def entry(self, table: str, seq: int) -> AnyEntry | None:
        """Read one entry of a table."""
        query = "SELECT body FROM events WHERE table_id = ? AND seq = ?"
        row = self.database.execute(query, (table, seq)).fetchone()
        return None if row is None else log_entries.decode(row[0])

    def has_act(self, act_id: str) -> bool:
        """Say whether an act is stored."""
        query = "SELECT COUNT(*) FROM events WHERE body LIKE ?"
        [(count,)] = self.database.execute(query, (f'%"id":"{act_id}"%',))
        return bool(count)

    def tables(self) -> list[str]:
        """Name every table that is stored."""
        query = "SELECT DISTINCT table_id FROM events ORDER BY 1"
        return [key for (key,) in self.database.execute(query)]

    def everything(self) -> list[bytes]:
        """Give every stored row, for the trace."""
        query = f"SELECT {', '.join(LogRow._fields)} FROM events ORDER BY 1, 2"
        return [repr(row).encode() for row in self.database.execute(query)]

    def repair(self) -> None:
        """Make room, or put another disk under the same data."""
        self.full, self.failing, self.away = False, None, False


class _LastCommits(LastCommits):
    """The last commits, in memory: like the database they outlive the server."""

    def __init__(self) -> None:
        super().__init__(Path("simulated.last"))
        self.entries: deque[CommittedEntry] = deque(maxlen=SLOTS)

    def note(self, entry: CommittedEntry) -> None:
        """Remember an entry that was committed."""
        self.entries.append(entry)

    def clear(self) -> None:
        """Forget them."""
        self.entries.clear()

    def read(self) -> list[CommittedEntry]:
        """Give the entries."""
        return list(self.entries)


class _Connection(sqlite3.Connection):
    disk: Disk | None = None

    def cursor(self, *more: Any) -> Any:
        """Begin a statement, unless the disk is away."""
        if self.disk is not None and self.disk.away:
            self.disk.fail()
            raise sqlite3.OperationalError("unable to open database file")
        return super().cursor(*more)

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        """Execute a statement; an insert that is its own transaction is committed as any other."""
        if self.disk is None or self.in_transaction or not sql.startswith("INSERT"):
            return super().execute(sql, *parameters)
        super().execute("BEGIN IMMEDIATE")
        try:
            cursor = super().execute(sql, *parameters)
        except BaseException:
            self.rollback()
            raise
        self.commit()
        return cursor

    def commit(self) -> None:
        """Commit, unless the disk fails; then SQLite rolls the transaction back by itself."""
        disk = self.disk
        if disk is None or not self.in_transaction:
            super().commit()
            return
        failing, disk.failing = disk.failing, None
        if not disk.full and failing is None:
            super().commit()
            return
        disk.fail()
        if not disk.full and failing != "error":
            super().commit()
        else:
            self.rollback()
        if disk.full:
            raise sqlite3.OperationalError("database or disk is full")
        if failing == "lost answer":  # as between a server and PostgreSQL
            raise sqlite3.OperationalError("the connection was lost")
        raise sqlite3.OperationalError("disk I/O error")

    def close(self) -> None:
        """Stay open for the next server: this is the disk."""


@cache
def _schema() -> str:
    """Give the schema as the migrations make it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "db"
        store = Store(f"sqlite:///{path}")
        store.open()
        store.close()
        database = sqlite3.connect(path)
        try:
            return "\n".join(database.iterdump())
        finally:
            database.close()


class SimulatedStore(Store):
    """The database of one simulated server, on a disk that outlives it."""

    def __init__(self, disk: Disk) -> None:
        self.drive = disk.drive
        _mounted[disk.drive] = disk.database
        super().__init__("sqlite:///simulated")
        self.last_commits = disk.last_commits

    def _engine(self, read_only: bool = False) -> sa.Engine:
        return _shared_engine(self.drive, read_only)

    def open(self) -> None:
        """Do nothing: the disk has its schema, and one server at a time."""


_mounted: dict[int, _Connection] = {}  # by drive


def _connect(drive: int) -> _Connection:
    connection = _mounted[drive]
    disk = connection.disk
    if disk is not None and disk.away:
        disk.fail()
        raise sqlite3.OperationalError("unable to open database file")
    return connection


@cache
def _shared_engine(drive: int, read_only: bool) -> sa.Engine:
    """Make an engine that always connects to the disk in a drive, and compiles statements once."""
    engine = sa.create_engine(
        "sqlite://", poolclass=NullPool, creator=partial(_connect, drive), hide_parameters=True
    )

    @sa_event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
