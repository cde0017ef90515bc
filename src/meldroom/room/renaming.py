"""A table's log under other names: every entry chained anew, finished games told anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from meldroom.core.game import Refusal
from meldroom.room import log_entries
from meldroom.room.log_entries import KINDS_WITH_NAMES
from meldroom.room.log_rows import LogRow, row_hash
from meldroom.room.records import record_from_log
from meldroom.room.summaries import Score, Summary


class RenamedTable(NamedTuple):
    """What changes of a table in which names are replaced."""

    rows: list[LogRow]  # from the first that changes to the last
    summary: Summary
    scores: list[Score]
    names: Mapping[str, str]  # by those that they replace


def renamed_table(
    rows: Sequence[LogRow],
    summary: Summary,
    scores: Sequence[Score],
    names: Mapping[str, str],
    erased: Collection[str] = (),
) -> RenamedTable:
    """Replace names by others wherever the table holds them, and erase people's keys."""
    new_rows = renamed_rows(rows, names, erased)
    unchanged = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(rows, new_rows, strict=True))
    )
    people = tuple(names.get(name, name) if name else None for name in summary.people)
    return RenamedTable(
        new_rows[unchanged:],
        msgspec.structs.replace(summary, people=people),
        [_renamed_score(score, new_rows, names) for score in scores],
        names,
    )


def renamed_rows(
    rows: Sequence[LogRow], names: Mapping[str, str], erased: Collection[str] = ()
) -> list[LogRow]:
    """Replace names in a table's log, erase people's keys, and chain its rows anew."""
    renamed: list[LogRow] = []
    for row in rows:
        if row.kind in KINDS_WITH_NAMES:
            entry: Any = log_entries.decode(row.body)
            if entry.name in names or entry.person in erased:
                person = "" if entry.person in erased else entry.person
                name = names.get(entry.name, entry.name)
                entry = msgspec.structs.replace(entry, name=name, person=person)
                row = row._replace(body=log_entries.encode(entry)[1])
        renamed.append(row._replace(prev=row_hash(renamed[-1])) if renamed else row)
    return renamed


def _renamed_score(score: Score, rows: Sequence[LogRow], names: Mapping[str, str]) -> Score:
    players, record = tuple(names.get(name, name) for name in score.players), score.record
    if record is not None and players != score.players:
        record = _renamed_record(score.number, rows, {**record, "players": players})
        players = tuple(record["players"])
    return msgspec.structs.replace(score, players=players, record=record)


def _renamed_record(number: int, rows: Sequence[LogRow], record: dict[str, Any]) -> dict[str, Any]:
    """Make a finished game's record anew, since its digest covers the names of the players."""
    try:
        made = record_from_log(rows[0].table_id, rows, number)
    except Refusal:  # other rules than today's: the digest cannot be computed, and may be absent
        made = None
    return made or {name: value for name, value in record.items() if name != "digest"}
