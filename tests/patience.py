"""How long a test waits before it takes what it waits for to hang: far beyond what load can do."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300  # seconds


def wait_until(holds: Callable[[], object], pause: float = 0.005) -> None:
    """Return once something holds that another process or thread brings about."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"it did not happen within {PATIENCE} s"
        time.sleep(pause)
