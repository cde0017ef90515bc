"""A lock by which one server owns an SQLite file, whatever name it is opened by."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


# On Linux the file itself is locked, which neither a link nor a deleted lock file gets around:
# there flock is independent of the fcntl locks that SQLite uses. Elsewhere it may not be.
LOCKS_THE_FILE_ITSELF = sys.platform == "linux"
_owned: set[tuple[int, int]] = set()  # device and inode of what this process has locked


class FileLock:
    """The right to write to a file, held by one process until it is released."""

    def __init__(self, path: Path) -> None:
        self.path = path if LOCKS_THE_FILE_ITSELF else Path(f"{path.resolve()}.lock")
        self._file: int | None = None

    def acquire(self) -> bool:
        """Take the lock, False if another server has it; creates the file if need be."""
        if self._owned_here():  # to open and close it again would drop SQLite's own locks
            return False
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _lock(file)
        except OSError:
            os.close(file)
            return False
        self._file = file
        _owned.add(_identity(os.fstat(file)))
        return True

    def held_by_any(self) -> bool:
        """Return whether some server has the lock."""
        if not self.path.exists():
            return False
        held = self._owned_here() or not self.acquire()
        if not held:
            self.release()
        return held

    def release(self) -> None:
        """Give the lock back, after every connection to the file is closed."""
        if self._file is not None:
            _owned.discard(_identity(os.fstat(self._file)))
            os.close(self._file)
            self._file = None

    def _owned_here(self) -> bool:
        return self.path.exists() and _identity(self.path.stat()) in _owned


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
