"""Backups: the log as it is at one moment, copied into a fresh SQLite file while play goes on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import sqlalchemy as sa

from meldroom.server.storage.log import LogRow, linked
from meldroom.server.storage.store import EVENTS, Store

BATCH = 5_000


def rows_of(store: Store) -> Iterator[LogRow]:
    """Read every row of the log, table by table, as they are at one moment."""
    query = sa.select(EVENTS).order_by(EVENTS.c.table_id, EVENTS.c.seq)
    with store.reading() as connection:
        if not store.sqlite:
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield from (LogRow(*row) for row in connection.execute(query).yield_per(BATCH))


def sound(rows: Iterator[LogRow]) -> Iterator[LogRow]:
    """Pass the rows on while every table's chain holds; Broken if one does not."""
    for _, table in groupby(rows, attrgetter("table_id")):
        yield from linked(table)


def back_up(store: Store, target: Path) -> int:
    """Copy the log to a new file, all of it or nothing, and say how many entries it has."""
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    unfinished = target.with_name(target.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    copy = Store(f"sqlite:///{unfinished}")
    copy.open()
    many = 0
    try:
        with copy.writing() as connection:
            batch: list[dict[str, object]] = []
            for row in sound(rows_of(store)):
                batch.append(row._asdict())
                many += 1
                if len(batch) == BATCH:
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
    return many
