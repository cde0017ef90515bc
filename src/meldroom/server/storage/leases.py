"""Leases: each table belongs to one process at a time, and PostgreSQL refuses any other writer.

A lease has a fencing number that is never used again. Every append names it and locks its row, so
a process that was paused or cut off cannot write once another one has taken the table over. All
times are those of the database's clock.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import sqlalchemy as sa

from meldroom.room.services import StorageError
from meldroom.server.storage.postgres import make_engine
from meldroom.server.storage.store import Store, storage_error

LEASE_SECONDS = 5.0  # from a process's last heartbeat until others may take its tables
CONNECTIONS = 3  # to PostgreSQL for leases alone: heartbeats must not wait for readers
FORGET_SECONDS = 3_600.0  # until nothing is kept of a process that was killed
RENEW = """
    INSERT INTO processes VALUES (%s, %s, clock_timestamp() + %s * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET expires_at = excluded.expires_at
"""
FORGET = "DELETE FROM processes WHERE expires_at < clock_timestamp() - %s * interval '1 second'"
LIVE = """
    EXISTS (SELECT FROM processes WHERE id = leases.process_id AND expires_at > clock_timestamp())
"""
CLAIM = f"""
    INSERT INTO leases VALUES (%s, %s, nextval('fences'))
    ON CONFLICT (table_id) DO UPDATE SET process_id = excluded.process_id, fence = excluded.fence
    WHERE leases.process_id = excluded.process_id OR %s OR NOT {LIVE}
    RETURNING fence
"""
OWNER = f"""
    SELECT processes.address, processes.id
    FROM leases JOIN processes ON processes.id = leases.process_id
    WHERE table_id = %s AND {LIVE}
"""
OTHERS = "SELECT address, id FROM processes WHERE id <> %s AND expires_at > clock_timestamp()"
HELD = """
    SELECT leases.table_id, leases.fence FROM leases
    JOIN unnest(%s::varchar[], %s::bigint[]) AS wanted (table_id, fence) USING (table_id, fence)
    ORDER BY leases.table_id FOR SHARE OF leases
"""
APPEND = f"""
    WITH held AS ({HELD})
    INSERT INTO events (table_id, seq, at, kind, prev, body)
    SELECT table_id, seq, at, kind, prev, body
    FROM unnest(%s::varchar[], %s::bigint[], %s::bigint[], %s::bigint[], %s::varchar[],
                %s::varchar[], %s::text[])
    AS new (table_id, fence, seq, at, kind, prev, body) JOIN held USING (table_id, fence)
"""
UNOWNED = f"""
    SELECT table_id FROM summaries
    WHERE restored AND NOT EXISTS (SELECT FROM leases WHERE leases.table_id = summaries.table_id
                                   AND {LIVE})
"""


TAKEN = "another process has taken the table over"


class Lease(NamedTuple):
    """The right to write to a table's log, until another process gets a higher number."""

    table_id: str
    fence: int


class Owner(NamedTuple):
    """The process that owns a table; only those on the same database know its id."""

    address: str
    process_id: str


class NotOwner(StorageError):
    """Another process has taken the table over."""


class OutcomeUnknown(NotOwner):
    """The table was lost before the database answered: what was appended may be stored."""

    fatal = True


class OwnedElsewhere(Exception):
    """Another process owns the table."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(f"the table is owned by the server at {owner.address}")
        self.owner = owner


def append_leased(
    connection: sa.Connection, rows: Sequence[Sequence[object]], leases: Sequence[Lease]
) -> None:
    """Insert rows of the log, each by its table's lease; NotOwner if one was taken.

    One statement inserts the rows and locks the leases, which a claim then waits for.
    """
    wanted = sorted(set(leases))
    keys, *columns = zip(*rows, strict=True)
    fences = [lease.fence for lease in leases]
    values = [[one.table_id for one in wanted], [one.fence for one in wanted], list(keys), fences]
    values += map(list, columns)
    if connection.exec_driver_sql(APPEND, tuple(values)).rowcount < len(rows):
        raise NotOwner(TAKEN)


def check_leases(connection: sa.Connection, leases: Collection[Lease]) -> None:
    """Keep leases from being taken until the transaction ends; NotOwner if one already was."""
    ids, fences = [one.table_id for one in leases], [one.fence for one in leases]
    held = connection.exec_driver_sql(HELD, (ids, fences)).all()
    if len(held) < len(set(leases)):
        raise NotOwner(TAKEN)


class Leases:
    """The leases of one process, as PostgreSQL has them."""

    def __init__(self, store: Store, address: str, seconds: float = LEASE_SECONDS) -> None:
        self.address, self.seconds = address, seconds
        self.process_id = secrets.token_hex(8)
        self._engine = make_engine(store.url, CONNECTIONS)

    def renew(self) -> tuple[int, int]:
        """Prove that this process is alive; gives how many leases it has, and their sum."""
        with self.transaction() as connection:
            connection.exec_driver_sql(RENEW, (self.process_id, self.address, self.seconds))
            connection.exec_driver_sql(FORGET, (FORGET_SECONDS,))
            row = connection.exec_driver_sql(
                "SELECT count(*), coalesce(sum(fence), 0) FROM leases WHERE process_id = %s",
                (self.process_id,),
            ).one()
            return int(row[0]), int(row[1])

    def claim(self, table_id: str, force: bool = False) -> Lease:
        """Get the lease of a table; OwnedElsewhere if another process lives and has it.

        By force it is taken from that process, for administration.
        """
        with self.transaction() as connection:
            values = (table_id, self.process_id, force)
            fence = connection.exec_driver_sql(CLAIM, values).scalar()
            if fence is not None:
                return Lease(table_id, int(fence))
        return self._owned_elsewhere(table_id)

    def _owned_elsewhere(self, table_id: str) -> Lease:
        owner = self.owner(table_id)
        if owner is None:  # it ended just now
            return self.claim(table_id)
        raise OwnedElsewhere(owner)

    def owner(self, table_id: str) -> Owner | None:
        """Return the process that owns a table; None if none does."""
        with self.transaction() as connection:
            row = connection.exec_driver_sql(OWNER, (table_id,)).one_or_none()
            return None if row is None else Owner(*row)

    def others(self) -> list[Owner]:
        """Return the other processes that are alive."""
        with self.transaction() as connection:
            return [Owner(*row) for row in connection.exec_driver_sql(OTHERS, (self.process_id,))]

    def still_held(self, leases: Sequence[Lease]) -> set[Lease]:
        """Return those of the leases that no other process has taken."""
        with self.transaction() as connection:
            ids, fences = [one.table_id for one in leases], [one.fence for one in leases]
            return {Lease(*row) for row in connection.exec_driver_sql(HELD, (ids, fences))}

    def unowned_tables(self) -> list[str]:
        """Name the tables that go on by themselves and that no process owns."""
        with self.transaction() as connection:
            return [str(row[0]) for row in connection.exec_driver_sql(UNOWNED)]

    def release(self, leases: Collection[Lease]) -> None:
        """Let others have tables at once."""
        with self.transaction() as connection:
            for lease in leases:
                connection.exec_driver_sql(
                    "DELETE FROM leases WHERE table_id = %s AND fence = %s", tuple(lease)
                )

    def release_all(self) -> None:
        """Let others have all tables at once; this process is gone."""
        with self.transaction() as connection:
            connection.exec_driver_sql("DELETE FROM processes WHERE id = %s", (self.process_id,))

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Run statements in one transaction; StorageError if it fails."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise storage_error(error) from error
