"""What each process tells the others of its tables: what the lobby shows, and who opened them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.server.storage.leases import LIVE, Lease

ELSEWHERE = f"""
    FROM open_tables JOIN leases USING (table_id, fence) WHERE leases.process_id <> %s AND {LIVE}
"""
PUBLISH = """
    INSERT INTO open_tables (table_id, fence, opened_by, standing, facts)
    SELECT table_id, fence, opened_by, standing, facts
    FROM unnest(%s::varchar[], %s::bigint[], %s::varchar[], %s::boolean[], %s::text[])
    AS new (table_id, fence, opened_by, standing, facts) JOIN leases USING (table_id, fence)
    ON CONFLICT (table_id) DO UPDATE SET fence = excluded.fence, facts = excluded.facts,
    opened_by = excluded.opened_by, standing = excluded.standing
"""
WITHDRAW = """
    DELETE FROM open_tables USING unnest(%s::varchar[], %s::bigint[]) AS gone (table_id, fence)
    WHERE open_tables.table_id = gone.table_id AND open_tables.fence = gone.fence
"""
COUNT = f"""
    SELECT count(*) FILTER (WHERE opened_by = %s), count(*) FILTER (WHERE standing),
    count(*) FILTER (WHERE standing AND opened_by = %s) {ELSEWHERE}
"""


class OpenTable(NamedTuple):
    """A table in a process's memory; without `facts` the lobby does not show it."""

    lease: Lease
    opened_by: str
    standing: bool
    facts: str | None


class TableCounts(NamedTuple):
    """How many tables there are in other processes."""

    own: int = 0  # opened from the same address
    standing: int = 0
    own_standing: int = 0


def publish(
    connection: sa.Connection, changed: Sequence[OpenTable], gone: Collection[Lease]
) -> None:
    """Tell other processes of tables, as long as this one owns them."""
    if changed:
        leases, *columns = zip(*changed, strict=True)
        values = [*map(list, zip(*leases, strict=True)), *map(list, columns)]
        connection.exec_driver_sql(PUBLISH, tuple(values))
    if gone:
        connection.exec_driver_sql(WITHDRAW, tuple(map(list, zip(*gone, strict=True))))


def listed_elsewhere(connection: sa.Connection, process_id: str) -> dict[str, bytes]:
    """Give what the lobby shows of the tables of other processes, by their keys."""
    query = f"SELECT table_id, facts {ELSEWHERE} AND facts IS NOT NULL"
    rows = connection.exec_driver_sql(query, (process_id,))
    return {str(key): str(facts).encode() for key, facts in rows}


def count_elsewhere(connection: sa.Connection, process_id: str, address: str) -> TableCounts:
    """Count the tables of other processes, and those that this address opened there."""
    row = connection.exec_driver_sql(COUNT, (address, address, process_id)).one()
    return TableCounts(*map(int, row))
