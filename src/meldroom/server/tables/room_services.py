"""What a table needs of the room that it is in."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from meldroom.core.cards import Seat
from meldroom.server.histogram import Histogram
from meldroom.server.storage.leases import Lease
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.thinker import Thinker


class Timer(Protocol):
    """Something that is to happen later."""

    def cancel(self) -> None:
        """Let it not happen."""


class RoomServices(Protocol):
    """What a table needs of the room that it is in."""

    log: Log
    broadcaster: Broadcaster
    thinker: Thinker
    pace: float
    stopping: bool
    ack_seconds: Histogram

    def now(self) -> float:
        """Read the monotonic clock, which does not jump."""

    def call_at(self, at: float, work: Callable[[], object]) -> Timer:
        """Do something when the monotonic clock has reached a time."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""

    def lease_of(self, key: str) -> Lease | None:
        """Return the lease to write to a table with; None where there is one process only."""

    def leave_to_log(self, key: str, lease: Lease | None) -> None:
        """Leave a table to whoever loads it next, unless that has happened already."""

    def client_is_ahead(self, key: str, seen: int, last: int) -> None:
        """Raise an alarm: a client has seen entries that the log lacks."""

    def fail(self, error: StorageError) -> None:
        """Stop the server: the disk failed."""

    def bot_failed(self, key: str, seat: Seat, error: Exception) -> None:
        """Note that a bot could not choose."""
