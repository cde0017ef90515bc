"""The crier: tells those who only wait of what happened, after those who acted had their answer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

AT_ONCE = 32  # tables told in one go: an answer that came due meanwhile waits for no more

Tell = Callable[[], None]


class Broadcaster:
    """What is still to be told at tables, at most one thing each, the oldest first.

    `soon` calls what it is given after all that is due already.
    """

    def __init__(self, soon: Callable[[Tell], object]) -> None:
        self._soon = soon
        self._owed: dict[str, Tell] = {}
        self._called = False

    def owe(self, table: str, tell: Tell) -> None:
        """Tell something at a table by and by."""
        self._owed[table] = tell
        if not self._called:
            self._called = True
            self._soon(self._cry)

    def settle(self, table: str) -> None:
        """Tell now what is owed to a table, since more happens there."""
        tell = self._owed.pop(table, None)
        if tell is not None:
            tell()

    def _cry(self) -> None:
        try:
            for table in list(islice(self._owed, AT_ONCE)):
                self.settle(table)
        finally:
            self._called = bool(self._owed)
            if self._called:
                self._soon(self._cry)
