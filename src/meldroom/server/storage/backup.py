"""Backups: a consistent copy of the database in a new SQLite file, and back."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa

from meldroom.room.log_rows import LogRow, verified
from meldroom.server.storage.postgres import TABLES as TABLES_OF_PROCESSES
from meldroom.server.storage.store import EVENTS, Store

ROWS_PER_INSERT = 5_000
NOT_COPIED = {
    "alembic_version": "the copy is migrated when it is opened",
    **dict.fromkeys(TABLES_OF_PROCESSES, "nothing in it outlives the processes"),
}
"""The tables that backups leave out, and why."""


@contextmanager
def snapshot(store: Store) -> Iterator[sa.Connection]:
    """Open a connection whose queries all see the database as it is now."""
    with store.reading() as connection:
        if not store.sqlite:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def verified_rows(store: Store) -> Iterator[LogRow]:
    """Read every row of the log, table by table; BrokenChain if a table's chain does not hold."""
    with snapshot(store) as connection:
        yield from _verified_rows(connection)


def _verified_rows(connection: sa.Connection) -> Iterator[LogRow]:
    query = sa.select(EVENTS).order_by(EVENTS.c.table_id, EVENTS.c.seq)
    rows = (LogRow(*row) for row in connection.execute(query).yield_per(ROWS_PER_INSERT))
    for _, rows_of_table in groupby(rows, attrgetter("table_id")):
        yield from verified(rows_of_table)


def copied_tables(connection: sa.Connection) -> list[sa.Table]:
    """Return the tables that a backup copies: all that the database has but NOT_COPIED.

    They are read from the database, so no module has to be imported for its table to be copied.
    """
    found, known = sa.MetaData(), {*NOT_COPIED, EVENTS.name}
    found.reflect(connection, only=lambda name, _: name not in known)
    return [EVENTS, *found.sorted_tables]  # SQLAlchemy cannot read one of the log's indexes


def copy_rows(source: sa.Connection, target: sa.Connection) -> int:
    """Copy everything that a database stores into an empty one, and count the log's entries."""
    count = 0
    for batch in _batches(row._asdict() for row in _verified_rows(source)):
        target.execute(sa.insert(EVENTS), batch)
        count += len(batch)
    for table in copied_tables(source):
        if table.name != EVENTS.name:
            rows = source.execute(sa.select(table)).yield_per(ROWS_PER_INSERT).mappings()
            for batch in _batches(map(dict, rows)):
                target.execute(sa.insert(table), batch)
    return count


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, ROWS_PER_INSERT)):
        yield batch


def back_up(store: Store, target: Path) -> int:
    """Copy the database to a new file, all of it or nothing, and count the log's entries."""
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    unfinished = target.with_name(target.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    copy = Store(f"sqlite:///{unfinished}")
    copy.open()
    try:
        with snapshot(store) as source, copy.writing() as target_connection:
            count = copy_rows(source, target_connection)
            target_connection.commit()
    finally:
        copy.close()
        for suffix in ("last", "lock"):  # a lock file is not made on Linux
            Path(f"{unfinished}.{suffix}").unlink(missing_ok=True)
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(target)
    return count


def restore(backup: Path, store: Store) -> int:
    """Copy a backup into an empty database, all of it or nothing, and count the log's entries.

    The backup stays as it is, so one of an older version is copied before it is migrated.
    """
    with store.writing(slowly=True) as target, TemporaryDirectory(prefix="meldroom-") as folder:
        for table in copied_tables(target):
            if target.execute(sa.select(table).limit(1)).first() is not None:
                raise FileExistsError(f"{store} is not empty; restore into an empty database")
        copy = Store(f"sqlite:///{shutil.copy(backup, folder)}")
        try:
            copy.open()
            with snapshot(copy) as source:
                count = copy_rows(source, target)
            target.commit()
        finally:
            copy.close()
    return count
