"""Backups: a consistent copy of the log in a new SQLite file, made while people play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import sqlalchemy as sa

from meldroom.server.storage.log import LogRow, verified
from meldroom.server.storage.store import EVENTS, Store

ROWS_PER_INSERT = 5_000


def all_rows(store: Store) -> Iterator[LogRow]:
    """Read every row of the log, table by table, from one snapshot."""
    query = sa.select(EVENTS).order_by(EVENTS.c.table_id, EVENTS.c.seq)
    with store.reading() as connection:
        if not store.sqlite:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield from (LogRow(*row) for row in connection.execute(query).yield_per(ROWS_PER_INSERT))


def verified_rows(store: Store) -> Iterator[LogRow]:
    """Read every row of the log; BrokenChain if a table's chain does not hold."""
    for _, rows in groupby(all_rows(store), attrgetter("table_id")):
        yield from verified(rows)


def back_up(store: Store, target: Path) -> int:
    """Copy the log to a new file, all of it or nothing, and count its entries."""
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    unfinished = target.with_name(target.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    copy = Store(f"sqlite:///{unfinished}")
    copy.open()
    count = 0
    try:
        with copy.writing() as connection:
            batch: list[dict[str, object]] = []
            for row in verified_rows(store):
                batch.append(row._asdict())
                count += 1
                if len(batch) == ROWS_PER_INSERT:
                    connection.execute(sa.insert(EVENTS), batch)
                    batch = []
            if batch:
                connection.execute(sa.insert(EVENTS), batch)
            connection.commit()
    finally:
        copy.close()
        Path(f"{unfinished}.lock").unlink()
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.rename(target)
    return count
