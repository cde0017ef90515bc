"""A disk that fails on demand: every n-th write or sync of SQLite fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from tests.server.sqlite_disk import disk_under_sqlite

Call = Literal["write", "sync"]
FULL = 13  # SQLITE_FULL
WRITE_FAILED = 10 | 3 << 8  # SQLITE_IOERR_WRITE
SYNC_FAILED = 10 | 4 << 8  # SQLITE_IOERR_FSYNC


class Fault(NamedTuple):
    """Which call fails, and how."""

    name: str
    call: Call
    code: int


FAULTS = (
    Fault("disk full", "write", FULL),
    Fault("failed write", "write", WRITE_FAILED),
    Fault("failed sync", "sync", SYNC_FAILED),
)


class FaultyDisk:
    """A disk that works until `fail` is called; `failures` counts how often it has failed."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.every = 0
        self.calls = self.failures = 0

    def fail(self, fault: Fault, every: int) -> None:
        """Let every n-th of these calls fail from now on."""
        self.fault, self.every, self.calls = fault, every, 0

    def repair(self) -> None:
        """Let the disk work again."""
        self.fault = None

    def write(self, file: str, data: bytes, offset: int) -> int:
        """Write, or fail."""
        return self._error_code("write")

    def truncate(self, file: str, size: int) -> int:
        """Never fail."""
        return 0

    def sync(self, file: str) -> int:
        """Sync, or fail."""
        return self._error_code("sync")

    def _error_code(self, call: Call) -> int:
        if self.fault is None or self.fault.call != call:
            return 0
        self.calls += 1
        if self.calls % self.every:
            return 0
        self.failures += 1
        return self.fault.code


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk]:
    """Put a disk under every database that is opened."""
    disk = FaultyDisk()
    with disk_under_sqlite(disk):
        yield disk
