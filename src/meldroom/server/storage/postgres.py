"""How PostgreSQL is connected to and set up for several processes at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

SCHEMA_LOCK = 0x6D656C64  # of the advisory lock; each database has its own
CONNECT_TIMEOUT = 5  # seconds
# A process that is paused or cut off in mid-transaction must not keep others from its tables.
MAX_IDLE_IN_TRANSACTION = 2_000  # milliseconds
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
TCP_TIMEOUT = {"tcp_user_timeout": 10_000}  # milliseconds
SESSION = {
    "idle_in_transaction_session_timeout": MAX_IDLE_IN_TRANSACTION,
    **{f"tcp_{name}": value for name, value in KEEPALIVES.items()},
    **TCP_TIMEOUT,
}
READ_ONLY = {"default_transaction_read_only": "on"}
# Nothing here outlives the processes, so migrations and backups leave it out.
TABLES = ("listed_tables", "leases", "processes")
CREATE_TABLES = """
    CREATE TABLE IF NOT EXISTS processes (
        id varchar(32) PRIMARY KEY,
        address varchar(128) NOT NULL,
        expires_at timestamptz NOT NULL
    );
    CREATE SEQUENCE IF NOT EXISTS fences;
    CREATE TABLE IF NOT EXISTS leases (
        table_id varchar(32) PRIMARY KEY,
        process_id varchar(32) NOT NULL REFERENCES processes ON DELETE CASCADE,
        fence bigint NOT NULL
    );
    CREATE INDEX IF NOT EXISTS leases_of_process ON leases (process_id);
    CREATE TABLE IF NOT EXISTS listed_tables (
        table_id varchar(32) PRIMARY KEY REFERENCES leases ON DELETE CASCADE,
        fence bigint NOT NULL,
        facts text NOT NULL
    );
"""


def make_engine(url: sa.URL, connections: int, read_only: bool = False) -> sa.Engine:
    """Connect to a database; a lost connection is noticed and replaced."""
    session = READ_ONLY if read_only else SESSION
    options = " ".join(f"-c {name}={value}" for name, value in session.items())
    arguments: dict[str, Any] = {"connect_timeout": CONNECT_TIMEOUT, "options": options}
    return sa.create_engine(
        url,
        pool_pre_ping=True,
        hide_parameters=True,
        pool_size=connections,
        max_overflow=0,
        connect_args={**arguments, **KEEPALIVES, **TCP_TIMEOUT},
    )


@contextmanager
def setting_up(connection: sa.Connection) -> Iterator[None]:
    """Let one process at a time migrate the database, however long it takes."""
    with without_idle_limit(connection):
        connection.exec_driver_sql("SELECT pg_advisory_lock(%s)", (SCHEMA_LOCK,))
        connection.commit()
        try:
            yield
            connection.exec_driver_sql(CREATE_TABLES)
            connection.commit()
        finally:
            connection.rollback()
            connection.exec_driver_sql("SELECT pg_advisory_unlock(%s)", (SCHEMA_LOCK,))
            connection.commit()


@contextmanager
def without_idle_limit(connection: sa.Connection) -> Iterator[None]:
    """Let a transaction take its time; no table that it writes to may be in use."""
    connection.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
    connection.commit()
    try:
        yield
    finally:
        connection.rollback()
        connection.exec_driver_sql("RESET idle_in_transaction_session_timeout")
        connection.commit()
