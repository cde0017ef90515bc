"""The bus that says which table's log has grown; within one process it is a function call."""

from __future__ import annotations

from collections.abc import Callable

Subscriber = Callable[[str, int], None]


class Bus:
    """Announces the last entry of a table's log.

    An announcement may be lost or late: a subscriber reads the log on from where it stopped.
    """

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call this with the table's key and last seq whenever a log grows."""
        self._subscribers.append(subscriber)

    def publish(self, key: str, seq: int) -> None:
        """Announce that the table's log has grown."""
        for subscriber in self._subscribers:
            subscriber(key, seq)
