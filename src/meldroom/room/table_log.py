"""What a live table writes: rows that follow each other, with what lists of tables show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from meldroom.match.match import Play
from meldroom.room.log_entries import AnyEntry, TableOpened
from meldroom.room.log_rows import FIRST_PREV, LogRow, chain, row_hash
from meldroom.room.records import summary_from_log
from meldroom.room.scores import changed_by
from meldroom.room.summaries import Score, Summary
from meldroom.room.table import Table


class PreparedRows(NamedTuple):
    """Rows to append, what changes with them, their time and the hash of the last."""

    rows: list[LogRow]
    summary: Summary | None
    score: Score | None
    at: int
    last_hash: str


class TableLog:
    """The end of one table's log, from its first entry or from the rows that are stored."""

    def __init__(self, table: Table, rows: Sequence[LogRow] = ()) -> None:
        self.table = table
        self.last_hash = row_hash(rows[-1]) if rows else FIRST_PREV
        self.summary: Summary | None = None  # until the table is opened
        if rows:
            self.summary = summary_from_log(table.key, rows, table.phase)

    def prepare(self, entries: Sequence[AnyEntry], play: Play | None, at: int) -> PreparedRows:
        """Make the rows that come next in the log, with what they change beside it."""
        first_seq = 1 if isinstance(entries[0], TableOpened) else self.table.seq + 1
        rows, last_hash = chain(self.table.key, first_seq, self.last_hash, at, entries)
        summary, score = changed_by(self.table, self.summary, entries, play, first_seq, at)
        return PreparedRows(rows, summary, score, at, last_hash)

    def stored(self, prepared: PreparedRows) -> None:
        """Continue from rows that are on disk."""
        self.last_hash = prepared.last_hash
        self.summary = prepared.summary or self.summary
