"""What a table needs of the room that it is in."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

from meldroom.server.histogram import Histogram
from meldroom.server.storage.leases import Lease
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.bot_pool import BotPool
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.bus import Bus


class RoomServices(Protocol):
    """What a table needs of the room that it is in."""

    log: Log
    bus: Bus
    broadcaster: Broadcaster
    bot_pool: BotPool
    pace: float
    stopping: bool
    ack_seconds: Histogram

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""

    def lease_of(self, key: str) -> Lease | None:
        """Give the lease to write to a table with; None where there is one process only."""

    def lost(self, lease: Lease) -> None:
        """Leave a table to the process that has taken it over."""

    def client_is_ahead(self, key: str, seen: int, last: int) -> None:
        """Raise an alarm: a client has seen entries that the log lacks."""

    def fail(self, error: StorageError) -> None:
        """Stop the server: the disk failed."""
