"""A lock that one process holds on a file until it closes it, on POSIX systems and Windows."""

from __future__ import annotations

import sys
from typing import TextIO

if sys.platform == "win32":
    import msvcrt

    def lock_file(file: TextIO) -> None:
        """Lock the file without waiting; OSError if another process has it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock_file(file: TextIO) -> None:
        """Lock the file without waiting; OSError if another process has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
