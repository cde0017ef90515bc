"""Records of finished games, written anew from the log whenever somebody asks for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.server.storage import log_entries
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.log_entries import NEW_GAMES, Opened
from meldroom.server.tables.table import Table


def replayed(key: str, rows: Sequence[LogRow]) -> Table:
    """Set a table up from its log; the moves of games before the last are passed over."""
    opened = log_entries.read(rows[0].body)
    if not isinstance(opened, Opened):
        raise ValueError(f"table {key} was never opened")
    table = Table(key, opened)
    last = max((row.seq for row in rows if row.kind in NEW_GAMES), default=0)
    for row in rows[1:]:
        if row.seq < last and row.kind in ("began", "moved", "undone"):
            table.seq += 1
            continue
        table.evolve(log_entries.read(row.body), row.at)
    return table


def record_of(key: str, rows: Sequence[LogRow], number: int) -> dict[str, Any] | None:
    """Write the record of a table's game by its number from 1 on; None if it is not finished."""
    dealt = [at for at, row in enumerate(rows) if row.kind in NEW_GAMES]
    if not 1 <= number <= len(dealt):
        return None
    end = dealt[number] if number < len(dealt) else len(rows)
    return record_at(replayed(key, rows[:end]))


def record_at(table: Table) -> dict[str, Any] | None:
    """Write the record of the game that is over at this table; None if none is."""
    if table.phase != "over" or table.match is None:
        return None
    return table.match.record(table.players)
