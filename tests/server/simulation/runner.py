"""Plays many simulations in many processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator

from tests.server.simulation.world import Outcome, simulate

SEEDS_PER_TASK = 10


def outcomes(seeds: Iterable[int], jobs: int | None = None) -> Iterator[Outcome]:
    """Play the seeds in so many processes, on all cores by default; in no particular order."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs) as pool:
        yield from pool.imap_unordered(simulate, seeds, SEEDS_PER_TASK)
