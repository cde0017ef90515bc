"""Tables and finished games, rebuilt from the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meldroom.room import log_entries
from meldroom.room.log_entries import MOVE_KINDS, NEW_GAME_KINDS, Phase, TableOpened
from meldroom.room.log_rows import LogRow
from meldroom.room.summaries import Summary, summary_after
from meldroom.room.table import MAX_COMPLETED_ACTS, Table


def rebuild(key: str, rows: Sequence[LogRow]) -> Table:
    """Rebuild a table from its log, skipping the moves of games before the last one.

    The last of them are remembered all the same: they may be sent again.
    """
    opened = log_entries.decode(rows[0].body)
    if not isinstance(opened, TableOpened):
        raise ValueError(f"table {key} was never opened")
    table = Table(key, opened)
    last_game = max((row.seq for row in rows if row.kind in NEW_GAME_KINDS), default=0)
    skipped = [row.seq for row in rows if row.seq < last_game and row.kind in MOVE_KINDS]
    remembered = skipped[-MAX_COMPLETED_ACTS:][0] if skipped else 0
    for row in rows[1:]:
        if row.seq < last_game and row.kind in MOVE_KINDS:
            table.skip(log_entries.decode(row.body) if row.seq >= remembered else None)
            continue
        table.apply(log_entries.decode(row.body), row.at)
    return table


def record_from_log(key: str, rows: Sequence[LogRow], number: int) -> dict[str, Any] | None:
    """Return the record of a table's game by its number from 1 on; None if it is not finished."""
    ends = last_moves(rows)
    if not 1 <= number <= len(ends) or not ends[number - 1]:
        return None
    return current_record(rebuild(key, rows[: ends[number - 1]]))


def last_moves(rows: Sequence[LogRow]) -> list[int]:
    """Count, for each game, the rows up to its last move; 0 if it had none."""
    counts: list[int] = []
    for row in rows:
        if row.kind in NEW_GAME_KINDS:
            counts.append(0)
        elif row.kind in ("moved", "undone"):
            counts[-1] = row.seq
    return counts


def current_record(table: Table) -> dict[str, Any] | None:
    """Return the record of the game that is over at this table; None if none is."""
    if table.phase != "over" or table.match is None:
        return None
    return table.match.record(table.players)


def summary_from_log(key: str, rows: Sequence[LogRow], phase: Phase | None = None) -> Summary:
    """Summarize a table; a `phase` that its moves led to is the caller's knowledge."""
    summary = None
    for row in rows:
        if row.kind not in ("moved", "undone"):
            summary = summary_after(summary, key, row.seq, log_entries.decode(row.body), row.at)
    assert summary is not None
    return summary if phase is None else msgspec.structs.replace(summary, phase=phase)
