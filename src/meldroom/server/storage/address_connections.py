"""How many connections each address has at each process, told to the others for their limits."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa

# Only what differs is written. All is compared, because a crash of PostgreSQL empties the table.
TELL = """
    INSERT INTO address_connections
    SELECT %s, address, connections
    FROM unnest(%s::varchar[], %s::integer[]) AS new (address, connections)
    EXCEPT SELECT * FROM address_connections
    ON CONFLICT (process_id, address) DO UPDATE SET connections = excluded.connections
"""
WITHDRAW = """
    DELETE FROM address_connections WHERE process_id = %s AND address <> ALL (%s::varchar[])
"""
READ = """
    SELECT counted.address, sum(counted.connections)
    FROM address_connections AS counted JOIN processes ON processes.id = counted.process_id
    WHERE processes.id <> %s AND processes.expires_at > clock_timestamp()
    GROUP BY counted.address
"""


def exchange_connections(
    connection: sa.Connection, process_id: str, own: Mapping[str, int]
) -> dict[str, int]:
    """Tell the others how many connections there are here, by address; gives those there.

    Those of a process that was killed count until its lease ends, when its tables go on elsewhere.
    """
    connection.exec_driver_sql(TELL, (process_id, list(own), list(own.values())))
    connection.exec_driver_sql(WITHDRAW, (process_id, list(own)))
    rows = connection.exec_driver_sql(READ, (process_id,))
    return {str(address): int(connections) for address, connections in rows}
