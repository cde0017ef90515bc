"""A lock by which one server owns a PostgreSQL database: an advisory lock of the session."""

from __future__ import annotations

import secrets
import time
from typing import Any

KEY = 0x6D656C64  # of the advisory lock; each database has its own
LOCK_TIMEOUT = 5.0  # seconds until an ended session must have given the lock back
RETRY_DELAY = 0.05
# A server that loses its network must not keep the lock for the two hours of the default.
KEEPALIVE = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10"
OWN_SESSION = """
    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND objid = %s AND granted AND application_name = %s
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class SessionLock:
    """The right to write, bound to the connection that writes: it is lost and taken with it."""

    def __init__(self) -> None:
        self.name = f"meldroom-{secrets.token_hex(8)}"

    def acquire(self, connection: Any) -> bool:
        """Take the lock for a new connection, False if another server has it.

        Where an earlier connection of this server was cut but still has the lock, it is ended.
        """
        with connection.cursor() as cursor:
            cursor.execute(KEEPALIVE)
            cursor.execute("SELECT set_config('application_name', %s, false)", [self.name])
            held = _try_lock(cursor)
            if not held and cursor.execute(OWN_SESSION, [KEY, self.name]).fetchone():
                deadline = time.monotonic() + LOCK_TIMEOUT
                while not (held := _try_lock(cursor)) and time.monotonic() < deadline:
                    time.sleep(RETRY_DELAY)
        connection.commit()
        return held


def _try_lock(cursor: Any) -> bool:
    return bool(cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY]).fetchone()[0])
