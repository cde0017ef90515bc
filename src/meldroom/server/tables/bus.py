"""The bus for news: which table's log has grown, to whom it concerns; in one process a call."""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[str, int], None]


class Bus:
    """Passes on that a table's log now ends with this entry.

    Bus may be lost or late: whoever hears of an entry reads the log from where it stood.
    """

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Call this with every table's key and last seq."""
        self._listeners.append(listener)

    def tell(self, key: str, seq: int) -> None:
        """Say that the table's log has grown."""
        for listener in self._listeners:
            listener(key, seq)
