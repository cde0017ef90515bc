"""The database of the log: an SQLite file or PostgreSQL, by one code path."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import chain as joined
from pathlib import Path
from threading import Lock
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import event as sa_event
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    TimeoutError,
)
from sqlalchemy.pool import NullPool

from meldroom.room.services import StorageError
from meldroom.server.storage.file_lock import FileLock
from meldroom.server.storage.last_commits import LastCommits
from meldroom.server.storage.postgres import make_engine, setting_up, without_idle_limit

BUSY_TIMEOUT = 5_000  # milliseconds that SQLite waits for a lock
MAX_READERS = 8  # connections to PostgreSQL that read
MAX_ROWS_PER_STATEMENT = 500  # databases take some ten thousand values at most
METADATA = sa.MetaData()
EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("prev", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_with_rowid=False,  # clustered by table, as rows are read
)


class Fatal(StorageError):
    """The disk failed; a later success would prove nothing, so the server must stop."""

    fatal = True


class Overtaken(StorageError):
    """Another server wrote this entry first."""


class Unreadable(StorageError):
    """What is stored cannot be read: the disk or the file is damaged."""


class CannotOpen(Exception):
    """The database cannot be opened; the message says why, in one line."""


class InUse(CannotOpen):
    """Another server has this database open."""


def storage_error(error: Exception) -> StorageError:
    """Classify a failed statement, as a write."""
    text = str(getattr(error, "orig", None) or error)
    if isinstance(error, StorageError):
        return error
    if isinstance(error, IntegrityError):
        return Overtaken(text)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return StorageError(text)  # the connection was lost
    if (
        isinstance(error, OperationalError | sqlite3.OperationalError | TimeoutError)
        and "disk I/O error" not in text
    ):
        return StorageError(text)  # full, locked, busy or unreachable: it may pass
    return Fatal(text)


@contextmanager
def reading_errors() -> Iterator[None]:
    """Raise StorageError where the database cannot be read, and leave mistakes of ours alone."""
    try:
        yield
    except (IntegrityError, ProgrammingError, DataError, NotSupportedError):
        raise
    except (DBAPIError, TimeoutError) as error:
        failed = storage_error(error)
        raise (Unreadable(str(failed)) if failed.fatal else failed) from error


def write_nothing_new(connection: sa.Connection) -> None:
    """Write a row as it is, which fails wherever any other row could not be written."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def upsert(connection: sa.Connection, table: sa.Table, rows: Mapping[Any, tuple[Any, ...]]) -> None:
    """Insert or replace rows, by their keys."""
    names = table.c.keys()
    key = table.primary_key.columns.keys()
    placeholder = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    values = f"({', '.join([placeholder] * len(names))})"
    update = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
    in_order = list(rows.values())
    for at in range(0, len(in_order), MAX_ROWS_PER_STATEMENT):
        some = in_order[at : at + MAX_ROWS_PER_STATEMENT]
        connection.exec_driver_sql(
            f"INSERT INTO {table.name} ({', '.join(names)}) VALUES"
            f" {', '.join([values] * len(some))}"
            f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {update}",
            tuple(joined.from_iterable(some)),
        )


class Store:
    """One database: a single connection of the process writes, all others are read-only.

    An SQLite file has one server, a PostgreSQL database any number of them.
    """

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        if self.url.drivername in ("postgres", "postgresql"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._lock = FileLock(self.path) if self.sqlite else None
        self.last_commits: LastCommits | None = None
        if self.sqlite:
            self.last_commits = LastCommits(Path(f"{self.path.resolve()}.last"))
        self._writer = self._engine()
        self._reader = self._engine(read_only=True)
        self._closed = False
        self._closing = Lock()  # no connection goes back to the pool of a closed store

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return Path(self.url.database or "")

    def __str__(self) -> str:
        """Name the file, or the URL without its password."""
        return str(self.path) if self.sqlite else self.url.render_as_string(hide_password=True)

    def _engine(self, read_only: bool = False) -> sa.Engine:
        if self.sqlite:
            return self._sqlite_engine(read_only)
        return make_engine(self.url, MAX_READERS if read_only else 1, read_only)

    def _sqlite_engine(self, read_only: bool) -> sa.Engine:
        url = self.url
        if read_only:
            file = self.path.absolute().as_uri()
            url = sa.URL.create("sqlite", database=file, query={"mode": "ro", "uri": "true"})
        engine = sa.create_engine(url, poolclass=NullPool, hide_parameters=True)

        @sa_event.listens_for(engine, "begin")
        def _begin(connection: sa.Connection) -> None:
            # The driver itself begins a transaction only before some statements, never before DDL.
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

        @sa_event.listens_for(engine, "connect")
        def _pragmas(connection: Any, _: Any) -> None:
            connection.isolation_level = None
            # Two connections that checkpoint at once can corrupt a WAL file before SQLite 3.51.3.
            pragmas = ["wal_autocheckpoint=0"] if read_only else ["journal_mode=WAL"]
            # What is deleted leaves no bytes in the file, such as the name of a person to forget.
            pragmas.append("secure_delete=ON")
            # Keep the rollback journal of a statement with many rows in memory, not in a file.
            pragmas += ["synchronous=FULL", f"busy_timeout={BUSY_TIMEOUT}", "temp_store=MEMORY"]
            if sys.platform == "darwin":
                pragmas.append("fullfsync=1")  # there fsync alone leaves data in the disk's cache
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}")

        return engine

    def open(self) -> None:
        """Migrate the database to this version; InUse if another server has the SQLite file."""
        if self._lock is not None:
            try:
                owned = self._lock.acquire()
            except OSError as error:
                raise CannotOpen(self._why_missing(error)) from None
            if not owned:
                raise InUse(f"{self.path} is in use by another server")
        self._closed = False
        self._migrate()
        if self.last_commits is not None:
            self.last_commits.open()

    def _why_missing(self, error: OSError) -> str:
        folder = self.path.absolute().parent
        if not folder.is_dir():
            return f"the folder {folder} does not exist; create it, or choose another --database"
        return f"{self.path}: {error.strerror}"

    def _migrate(self) -> None:
        """Run the migrations that the database lacks."""
        config = Config()
        config.set_main_option("script_location", "meldroom.server.storage:migrations")
        with self._writer.connect() as connection:
            config.attributes["connection"] = connection
            with nullcontext() if self.sqlite else setting_up(connection):
                command.upgrade(config, "head")
                connection.commit()

    @contextmanager
    def writing(self, slowly: bool = False) -> Iterator[sa.Connection]:
        """Open the connection that writes; `slowly` if a transaction may take its time."""
        with self._writer.connect() as connection, ExitStack() as stack:
            if slowly and not self.sqlite:
                stack.enter_context(without_idle_limit(connection))
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection to read with; StorageError if the database is away or damaged."""
        with reading_errors(), self._reader.connect() as connection:
            try:
                yield connection
            finally:
                with self._closing:
                    if self._closed:
                        connection.invalidate()
                    connection.close()

    def empty_wal(self, connection: sa.Connection) -> None:
        """Leave no bytes of what was deleted in SQLite's WAL file, unless somebody reads it now."""
        if self.sqlite:
            database: Any = connection.connection.driver_connection
            database.execute("PRAGMA busy_timeout=0")  # moves wait meanwhile
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT}")

    def in_use(self) -> bool:
        """Return whether a server has the SQLite file open."""
        return self._lock is not None and self._lock.held_by_any()

    def revision(self) -> str:
        """Name the last migration of the database."""
        with self.reading() as connection:
            return str(
                connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            )

    def ready(self) -> bool:
        """Return whether the database answers."""
        try:
            with self.reading() as connection:
                connection.execute(sa.text("SELECT 1"))
        except StorageError:
            return False
        return True

    def close(self) -> None:
        """Close the connections and unlock the file."""
        self._writer.dispose()
        with self._closing:
            self._closed = True
            self._reader.dispose()
        if self.last_commits is not None:
            self.last_commits.close()
        if self._lock is not None:
            self._lock.release()
