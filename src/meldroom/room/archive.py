"""Tables whose game this version cannot play: their people, scores and records stay readable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from meldroom.core.game import AnyGame
from meldroom.room import log_entries, permissions, seats
from meldroom.room.log_entries import MOVE_KINDS, AnyEntry, TableOpened
from meldroom.room.log_rows import LogRow
from meldroom.room.refusals import refused
from meldroom.room.summaries import Score, Summary
from meldroom.room.table import Table


class ArchivedTable(Table):
    """A table without its moves, which nobody can judge any more."""

    @staticmethod
    def find_game(_: TableOpened) -> AnyGame:
        """Return no game: nothing is played here."""
        return cast(AnyGame, None)


def archived_table(summary: Summary, rows: Sequence[LogRow]) -> ArchivedTable:
    """Rebuild who sits at a table and who is its host, without its moves."""
    opened = log_entries.decode(rows[0].body)
    assert isinstance(opened, TableOpened)
    table = ArchivedTable(summary.table_id, opened)
    for row in rows[1:]:
        if row.kind in MOVE_KINDS or row.kind == "branched":
            table.seq += 1
        else:
            table.apply(log_entries.decode(row.body), row.at)
    table.phase, table.games = summary.phase, summary.number
    return table


def end(table: ArchivedTable, token: str, browser_tokens: Sequence[str]) -> AnyEntry:
    """Let the host close the table, also a standing one; its score stays as it stands."""
    seat = seats.join(table, token, table.opened.code, browser_tokens, table.host).seat
    if seat is None:
        raise refused("P-3", "you have no seat at this table")
    return permissions.end(table, seat)[0]


def score_form(summary: Summary, score: Score) -> dict[str, Any]:
    """Return a game without its positions: the score pad, and the result and moves if it ended."""
    record = score.record or {}
    return {
        "game": summary.game,
        "rules": summary.rules,
        "options": summary.options,
        "players": score.players,
        "pad": score.pad,
        "result": score.result,
        "moves": record.get("moves"),
    }
