"""The rows of a table's log, each holding the hash of the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from meldroom.room import log_entries

FIRST_PREV = "0" * 64  # the `prev` of a table's first row


class LogRow(NamedTuple):
    """An entry as it is stored; `prev` is the hash of the row before it."""

    table_id: str
    seq: int
    at: int  # milliseconds of the wall clock
    kind: str
    prev: str
    body: str


class BrokenChain(Exception):
    """A stored row is not the one whose hash its successor holds."""


def row_hash(row: LogRow) -> str:
    """Hash a row, for the `prev` of the next one."""
    table_id, seq, at, kind, prev, body = row
    return sha256(f"{table_id}\n{seq}\n{at}\n{kind}\n{prev}\n{body}".encode()).hexdigest()


def chain(
    table_id: str, first_seq: int, prev: str, at: int, entries: Sequence[log_entries.AnyEntry]
) -> tuple[list[LogRow], str]:
    """Make rows that follow the one with the hash `prev`, and give the hash of the last."""
    rows = []
    for seq, entry in enumerate(entries, first_seq):
        kind, body = log_entries.encode(entry)
        row = LogRow(table_id, seq, at, kind, prev, body)
        prev = row_hash(row)
        rows.append(row)
    return rows, prev


def verified(rows: Iterator[LogRow]) -> Iterator[LogRow]:
    """Pass the rows of one table on while each follows the one before; else BrokenChain."""
    prev = FIRST_PREV
    for seq, row in enumerate(rows, 1):
        if row.seq != seq or row.prev != prev:
            raise BrokenChain(
                f"table {row.table_id}: entry {row.seq} does not follow entry {seq - 1}"
            )
        prev = row_hash(row)
        yield row
