"""Histograms of durations, as Prometheus counts them."""

from __future__ import annotations

from bisect import bisect_left

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Histogram:
    """Counts durations by their upper bounds; one thread observes, any may read."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)  # the last is of those beyond every bound
        self.seconds = 0.0  # of all together

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds

    @property
    def count(self) -> int:
        """How many durations were counted."""
        return sum(self.counts)
