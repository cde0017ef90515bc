"""What addresses used up in each process, told to the others for their limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

KEEP_SECONDS = 10.0  # until what nobody has read by then is forgotten
FORGET = "DELETE FROM address_usage WHERE at < clock_timestamp() - %s * interval '1 second'"
TELL = """
    INSERT INTO address_usage (process_id, kind, address, used)
    SELECT %s, kind, address, used
    FROM unnest(%s::varchar[], %s::varchar[], %s::float8[]) AS new (kind, address, used)
"""
READ = """
    SELECT id, kind, address, used FROM address_usage
    WHERE id > %s AND process_id <> %s ORDER BY id
"""


class Usage(NamedTuple):
    """How many tokens of its bucket an address has taken, by the kind of limit."""

    kind: str
    address: str
    used: float


def exchange_usage(
    connection: sa.Connection, process_id: str, own: Sequence[Usage], after: int
) -> tuple[int, list[Usage]]:
    """Tell the others what was used here; gives what was used there, after a number, and the next.

    What is written at the same moment may be missed: limits are not exact to the last request.
    """
    connection.exec_driver_sql(FORGET, (KEEP_SECONDS,))
    if own:
        columns = tuple(map(list, zip(*own, strict=True)))
        connection.exec_driver_sql(TELL, (process_id, *columns))
    rows = connection.exec_driver_sql(READ, (after, process_id)).all()
    last = int(rows[-1][0]) if rows else after
    return last, [Usage(*row[1:]) for row in rows]
