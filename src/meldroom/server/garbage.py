"""Collects reference cycles only when enough of them have been left behind.

Reference counts free what a move leaves behind. To look for cycles stops every table: for 7 ms each
time that Python's collector looked at the newer objects of 50 tables, for 70 ms at all of them.
Cycles come from websockets that have ended and from tables that were dropped from memory.
"""

from __future__ import annotations

import gc

# Young objects are looked at often, since that is quick and their counter is net of deallocations;
# the others after five million new objects, in case there are cycles that nobody counts.
THRESHOLDS = (1_000, 5_000, 100)
WEBSOCKET, TABLE = 20, 200  # kilobytes in the cycles that one leaves behind
COLLECT_AFTER = 20_000  # kilobytes


class Garbage:
    """The cycles that have been left behind since the last collection."""

    def __init__(self) -> None:
        self.kilobytes = 0

    def leave(self, kilobytes: int) -> None:
        """Count what something leaves behind, and collect everything if that is enough by now."""
        self.kilobytes += kilobytes
        if self.kilobytes >= COLLECT_AFTER:
            self.kilobytes = 0
            gc.collect()


garbage = Garbage()  # of this process, as is Python's collector


def collect_rarely() -> None:
    """Exempt what there is already from collection, and look at the rest less often than usual."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
