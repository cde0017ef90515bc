"""Changes apart from the log's appends: tables deleted, names replaced; and who is known at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from meldroom.room import log_entries
from meldroom.room.log_entries import KINDS_WITH_NAMES, SeatRequested, SeatTaken
from meldroom.room.log_rows import LogRow
from meldroom.room.summaries import Score, Summary
from meldroom.server.storage.daily_deals import DAILY_ATTEMPTS
from meldroom.server.storage.mails import TURN_MAILS
from meldroom.server.storage.results import (
    ALIASES,
    RATINGS,
    SEAT_RESULTS,
    keys_of,
    person_of,
    rename_players,
)
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import REVIEWS, SCORES, SUMMARIES, write_summaries

PERSON = {  # of an entry, as the index has it, which a damaged body must not stop
    "sqlite": "CASE WHEN json_valid(body) THEN json_extract(body, '$.person') END",
    "postgresql": """substring(body, '"person":"([0-9a-f]*)"')""",
}
TRACES = (
    SEAT_RESULTS.c.player, ALIASES.c.person, ALIASES.c.player, DAILY_ATTEMPTS.c.person,
    RATINGS.c.person, TURN_MAILS.c.player,
)  # fmt: skip


def delete_table(connection: sa.Connection, key: str) -> None:
    """Delete everything that is stored of a table."""
    for table in (EVENTS, SUMMARIES, SCORES, REVIEWS, SEAT_RESULTS, TURN_MAILS):
        connection.execute(sa.delete(table).where(table.c.table_id == key))


def replace_table(
    connection: sa.Connection,
    rows: Sequence[LogRow],
    summary: Summary,
    scores: Sequence[Score],
    names: Mapping[str, str],
) -> None:
    """Replace these rows of a table's log, its summary and its scores, and names in its results."""
    key = (EVENTS.c.table_id == sa.bindparam("key"), EVENTS.c.seq == sa.bindparam("number"))
    values: dict[str, Any] = {"prev": sa.bindparam("new_prev"), "body": sa.bindparam("new_body")}
    parameters = [
        {"key": row.table_id, "number": row.seq, "new_prev": row.prev, "new_body": row.body}
        for row in rows
    ]
    connection.execute(sa.update(EVENTS).where(*key).values(values), parameters)
    write_summaries(connection, [summary], scores)
    rename_players(connection, summary.table_id, names)


def seat_entries(
    store: Store, *wanted: sa.ColumnElement[bool]
) -> Iterator[tuple[str, SeatTaken | SeatRequested]]:
    """Return the entries by which people took seats, or asked for them, each with its table."""
    # Literals, since an index has these alone; SQLite has to be told of it.
    seated = sa.text(f"kind IN {KINDS_WITH_NAMES}")
    query = sa.select(EVENTS.c.table_id, EVENTS.c.body).where(seated, *wanted)
    query = query.with_hint(EVENTS, "INDEXED BY events_people", "sqlite")
    with store.reading() as connection:
        for table_id, body in connection.execute(query):
            entry: Any = log_entries.decode(body)
            yield table_id, entry


def names_by_table(store: Store, key: str = "") -> dict[str, set[str]]:
    """Return every name that the log holds, by table; of all tables, or of one."""
    names: dict[str, set[str]] = {}
    for table_id, entry in seat_entries(store, *([EVENTS.c.table_id == key] if key else [])):
        names.setdefault(table_id, set()).add(entry.name)
    return names


def tables_of(connection: sa.Connection, persons: Collection[str]) -> list[str]:
    """Return the tables where these people took seats or asked for them, found by an index."""
    seated = sa.text(f"kind IN {KINDS_WITH_NAMES}")
    person: sa.ColumnElement[str] = sa.literal_column(PERSON[connection.dialect.name])
    query = sa.select(EVENTS.c.table_id).where(seated, person.in_(persons)).distinct()
    query = query.with_hint(EVENTS, "INDEXED BY events_person", "sqlite")
    return list(connection.execute(query).scalars())


def last_change(store: Store, key: str) -> int:
    """Return when the last entry of a table was written, in milliseconds; 0 if there is none."""
    query = sa.select(sa.func.max(EVENTS.c.at)).where(EVENTS.c.table_id == key)
    with store.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


# -- people


def is_known(connection: sa.Connection, keys: Collection[str]) -> bool:
    """Return whether a person with these keys has ever sat or played anywhere."""
    for column in TRACES:
        found = sa.select(column).where(column.in_(keys)).limit(1)
        if connection.execute(found).first() is not None:
            return True
    return bool(tables_of(connection, keys))


def known_keys(store: Store, key: str) -> list[str]:
    """Return every key of the person who plays under one, first their own; [] of nobody."""
    with store.reading() as connection:
        keys = keys_of(connection, person_of(connection, key))
        return keys if is_known(connection, keys) else []


def persons_met(connection: sa.Connection, keys: Collection[str]) -> dict[str, str]:
    """Return who stands behind the aliases that a person has met, by alias."""
    mine, theirs = SEAT_RESULTS.alias(), SEAT_RESULTS.alias()
    same = sa.and_(mine.c.table_id == theirs.c.table_id, mine.c.number == theirs.c.number)
    met = sa.select(theirs.c.player).select_from(mine.join(theirs, same))
    met = met.where(mine.c.player.in_(keys))
    query = sa.select(ALIASES.c.player, ALIASES.c.person).where(ALIASES.c.player.in_(met))
    return {row.player: row.person for row in connection.execute(query)}
