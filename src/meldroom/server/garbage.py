"""Collects reference cycles only when enough of them have been left behind.

Reference counts free nearly everything that a move leaves behind. A search for cycles stops every
table: with 50 of them for 7 ms, if Python looks at the newer objects, and for 70 ms if at all.
Cycles come from websockets that have ended and from tables that were dropped from memory. When
they are searched for is up to the clock: clients can leave much behind, but stop nobody by it.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from time import monotonic

# Young objects are looked at often, since that is quick and their counter is net of deallocations;
# the others after five million new objects, in case there are cycles that nobody counts.
THRESHOLDS = (1_000, 5_000, 100)
WEBSOCKET, TABLE = 20, 200  # kilobytes in the cycles that one leaves behind
COLLECT_AFTER = 20_000  # kilobytes
DELAY = 1.0  # seconds from then on
REST = 99  # times as long as a collection took: collecting takes a hundredth of the time at most


class Garbage:
    """The cycles that have been left behind since the last collection."""

    def __init__(
        self, collect: Callable[[], object] = gc.collect, clock: Callable[[], float] = monotonic
    ) -> None:
        self.kilobytes = 0
        self._collect, self._clock = collect, clock
        self._next = 0.0  # when everything may be collected again
        self._loop: asyncio.AbstractEventLoop | None = None  # in which a collection is due

    def leave(self, kilobytes: int) -> None:
        """Count what something leaves behind; if it is enough by now, let it be collected soon."""
        self.kilobytes += kilobytes
        loop = asyncio.get_running_loop()
        if self.kilobytes >= COLLECT_AFTER and self._loop is not loop:
            self._loop = loop
            loop.call_later(max(DELAY, self._next - self._clock()), self.collect)

    def collect(self) -> None:
        """Collect everything."""
        began = self._clock()
        self._collect()
        ended = self._clock()
        self.kilobytes, self._loop = 0, None
        self._next = ended + REST * (ended - began)


garbage = Garbage()  # of this process, as is Python's collector


def collect_rarely() -> None:
    """Exempt what there is already from collection, and look at the rest less often than usual."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
