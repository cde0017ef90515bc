"""Limits per address across processes: each tells the others every second what was used."""

from __future__ import annotations

import sqlalchemy as sa

from meldroom.server.admission import Admission
from meldroom.server.cluster.ownership import Ownership
from meldroom.server.cluster.shared_room import SharedRoom
from meldroom.server.storage.address_connections import exchange_connections
from meldroom.server.storage.address_usage import Usage, exchange_usage
from meldroom.server.tables.live_table import now
from meldroom.server.tables.room import Room

EXCHANGE_INTERVAL = 1.0  # seconds


def share_limits(room: Room, admission: Admission) -> None:
    """Share the limits with other processes, if there are any."""
    if isinstance(room, SharedRoom):
        admission.process_id = room.ownership.leases.process_id
        shared = SharedLimits(admission, room.ownership)
        room.background.every("limits", shared.exchange, EXCHANGE_INTERVAL, at_once=True)


class SharedLimits:
    """Takes from the buckets what was taken in other processes, and counts their connections."""

    def __init__(self, admission: Admission, ownership: Ownership) -> None:
        self.admission, self.ownership = admission, ownership
        self.limiters = {
            "gets": admission.gets,
            "posts": admission.posts,
            "wrong_guesses": admission.wrong_guesses,
            "seatless": admission.seatless_messages,
            "emails": admission.confirmation_emails,
        }
        self._told: dict[tuple[str, str], tuple[float, float]] = {}  # a bucket's level, and when
        self._last_read = -1

    async def exchange(self) -> None:
        """Tell the others what was used up and is open here, and learn the same from them."""
        if self.ownership.closed:
            return
        process_id = self.ownership.leases.process_id
        used, after, open_here = self._used(now()), self._last_read, self.admission.by_address()

        def exchange(database: sa.Connection) -> tuple[tuple[int, list[Usage]], dict[str, int]]:
            usage = exchange_usage(database, process_id, used, after)
            return usage, exchange_connections(database, process_id, open_here)

        (self._last_read, elsewhere), connections = await self.ownership.query(exchange)
        self.admission.elsewhere = connections
        for usage in elsewhere:
            self._take(usage, now())

    def _used(self, at: float) -> list[Usage]:
        """Give what was taken from each bucket since it was last told."""
        used, told = [], {}
        for kind, limiter in self.limiters.items():
            for address, bucket in limiter.buckets.items():
                level, since = self._told.get((kind, address), (bucket.size, at))
                expected = min(bucket.size, level + (at - since) * bucket.rate)
                current = min(bucket.size, bucket.level + (at - bucket.updated) * bucket.rate)
                if expected - current >= 1:
                    used.append(Usage(kind, address, expected - current))
                    level, since = current, at
                told[kind, address] = level, since
        self._told = told
        return used

    def _take(self, usage: Usage, at: float) -> None:
        kind, address, used = usage
        weight = self.admission.weight(address)
        bucket = self.limiters[kind].bucket(address, at, weight)
        level, since = self._told.get((kind, address), (bucket.size, at))
        bucket.has_token(at)  # refills it
        bucket.level = max(bucket.level - used, -bucket.size)
        self._told[kind, address] = level - used, since
