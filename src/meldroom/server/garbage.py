"""Collects reference cycles only when enough of them have been left behind.

Reference counts free nearly everything that a move leaves behind. A search for cycles stops every
table: with 50 of them for 7 ms, if Python looks at the newer objects, and for 70 ms if at all.
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
