"""How long a test waits for what must happen: until it has, unless everything hangs."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 300
"""Seconds after which whatever a test waits for is taken to hang; no busy machine is so slow."""


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Ask again and again until it holds, or fail and name what never came."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"in {PATIENCE} s there was no {what}"
        sleep(0.01)  # between two looks at what tells nobody when it changes
