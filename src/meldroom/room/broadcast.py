"""Defers broadcasts until the player who acted has been acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

TABLES_PER_BATCH = 32  # bounds how long an acknowledgement can be delayed

Send = Callable[[], None]


class Broadcaster:
    """Broadcasts that are still to be sent, at most one a table, the oldest first.

    `call_soon` runs a function after all that is due already.
    """

    def __init__(self, call_soon: Callable[[Send], object]) -> None:
        self._call_soon = call_soon
        self._deferred: dict[str, Send] = {}
        self._scheduled = False

    def defer(self, table: str, send: Send) -> None:
        """Send to a table soon."""
        self._deferred[table] = send
        if not self._scheduled:
            self._scheduled = True
            self._call_soon(self._send_batch)

    def flush(self, table: str) -> None:
        """Send what was deferred for a table now, because more is to follow."""
        send = self._deferred.pop(table, None)
        if send is not None:
            send()

    def send_some(self) -> None:
        """Send to a few tables now: all who acted there have been acknowledged."""
        for table in list(islice(self._deferred, TABLES_PER_BATCH)):
            self.flush(table)

    def _send_batch(self) -> None:
        try:
            self.send_some()
        finally:
            self._scheduled = bool(self._deferred)
            if self._scheduled:
                self._call_soon(self._send_batch)
