"""The hold after a hand: the next one waits while people look at how the last one ended.

Nothing of it is in the log: after a restart play simply goes on.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from meldroom.core.cards import Seat

HOLD_SECONDS = 12.0  # where several people are at the table


class Hold:
    """Who has looked enough; over when everybody has, or when the time is up."""

    def __init__(self, showdown: dict[str, Any]) -> None:
        self.showdown = showdown
        self.ready: set[Seat] = set()
        self.until: float | None = None  # by the monotonic clock; None is without limit

    def limit(self, people: int, now: float) -> None:
        """Let nobody wait for long for another; one person alone takes their time."""
        if people > 1 and self.until is None:
            self.until = now + HOLD_SECONDS

    def is_over(self, viewers: Set[Seat]) -> bool:
        """Say whether everybody who is shown the end of the hand is ready."""
        return bool(viewers) and viewers <= self.ready

    def progress(self, now: float) -> dict[str, Any]:
        """Say how long it lasts at most, and who is ready."""
        left = None if self.until is None else max(0.0, self.until - now)
        return {"left": left, "ready": sorted(self.ready)}
