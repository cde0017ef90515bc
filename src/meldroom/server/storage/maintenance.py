"""Changes to what is stored, apart from the log's appends: tables deleted, names replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, get_args

import sqlalchemy as sa

from meldroom.server.storage import log_entries
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.log_entries import AnyEntry, SeatRequested, SeatTaken
from meldroom.server.storage.reviews import REVIEWS
from meldroom.server.storage.seat_results import SEAT_RESULTS, rename_players
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import SCORES, SUMMARIES, Score, Summary, write_summaries
from meldroom.server.storage.turn_mails import TURN_MAILS

PERSON = {  # of an entry, as the index has it, which a damaged body must not stop
    "sqlite": "CASE WHEN json_valid(body) THEN json_extract(body, '$.person') END",
    "postgresql": """substring(body, '"person":"([0-9a-f]*)"')""",
}
KINDS_WITH_NAMES = tuple(
    str(entry.__struct_config__.tag)
    for entry in get_args(AnyEntry)
    if "name" in entry.__struct_fields__
)


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
    """Give the entries by which people took seats, or asked for them, each with its table."""
    # Literals, since an index has these alone; SQLite has to be told of it.
    seated = sa.text(f"kind IN {KINDS_WITH_NAMES}")
    query = sa.select(EVENTS.c.table_id, EVENTS.c.body).where(seated, *wanted)
    query = query.with_hint(EVENTS, "INDEXED BY events_people", "sqlite")
    with store.reading() as connection:
        for table_id, body in connection.execute(query):
            entry: Any = log_entries.decode(body)
            yield table_id, entry


def names_by_table(store: Store, key: str = "") -> dict[str, set[str]]:
    """Give every name that the log holds, by table; of all tables, or of one."""
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
    """Say when the last entry of a table was written, in milliseconds; 0 if there is none."""
    query = sa.select(sa.func.max(EVENTS.c.at)).where(EVENTS.c.table_id == key)
    with store.reading() as connection:
        return int(connection.execute(query).scalar() or 0)
