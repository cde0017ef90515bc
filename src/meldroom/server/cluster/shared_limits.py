"""Limits per address across processes: each tells the others every second what was used up."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from meldroom.server.cluster.ownership import Ownership
from meldroom.server.cluster.shared_room import SharedRoom
from meldroom.server.http.admission import Admission
from meldroom.server.storage.address_usage import Usage, exchange_usage
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.live_table import now
from meldroom.server.tables.room import Room

logger = logging.getLogger("meldroom")
EXCHANGE_INTERVAL = 1.0  # seconds


def share_limits(room: Room, admission: Admission) -> asyncio.Task[None] | None:
    """Share the limits with other processes until the task is cancelled; None if there are none."""
    if not isinstance(room, SharedRoom):
        return None
    return asyncio.create_task(SharedLimits(admission, room.ownership).run())


class SharedLimits:
    """Takes from the buckets of this process what was taken in others, a second late."""

    def __init__(self, admission: Admission, ownership: Ownership) -> None:
        self.admission, self.ownership = admission, ownership
        self.limiters = {
            "gets": admission.gets,
            "posts": admission.posts,
            "wrong_guesses": admission.wrong_guesses,
            "seatless": admission.seatless_messages,
        }
        self._told: dict[tuple[str, str], tuple[float, float]] = {}  # a bucket's level, and when
        self._last_read = -1

    async def run(self) -> None:
        """Exchange what was used up, again and again."""
        while not self.ownership.closed:
            try:
                await self.exchange()
            except StorageError as error:
                logger.error("limits are not shared: %s", error)
            await asyncio.sleep(EXCHANGE_INTERVAL)

    async def exchange(self) -> None:
        """Tell the others what was used up here, and take what was used up there."""
        exchange = partial(
            exchange_usage,
            process_id=self.ownership.leases.process_id,
            own=self._used(now()),
            after=self._last_read,
        )
        self._last_read, elsewhere = await self.ownership.query(exchange)
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
