"""Power cuts: records what SQLite writes and syncs, and makes the files that a cut leaves behind.

What was written before a file's last sync is there. Of what came later, each write may be there,
missing, or torn into sectors; that any part of it may be there without the rest also covers
writes that the disk re-ordered.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.server.sqlite_disk import disk_under_sqlite

SECTOR = 512  # bytes that a disk writes whole or not at all


class Write(NamedTuple):
    """Bytes written to a file."""

    file: str
    offset: int
    data: bytes


class Truncate(NamedTuple):
    """A file cut off."""

    file: str
    size: int


class Sync(NamedTuple):
    """Everything written to a file so far made durable."""

    file: str


class RecordingDisk:
    """Keeps every operation on the files from `begin` on; they happen as well."""

    def __init__(self) -> None:
        self.recording = False
        self.operations: list[Write | Truncate | Sync] = []
        self.files: dict[str, bytes] = {}  # as they were at `begin`

    def begin(self, database: Path) -> None:
        """Record from here on, from files that are durable."""
        self.files = {
            path.name: path.read_bytes()
            for path in database.parent.glob(f"{database.name}*")
            if path.name in (database.name, f"{database.name}-wal")
        }
        self.recording = True

    def write(self, file: str, data: bytes, offset: int) -> int:
        """Record a write."""
        if self.recording:
            self.operations.append(Write(file, offset, data))
        return 0

    def truncate(self, file: str, size: int) -> int:
        """Record that a file was cut off."""
        if self.recording:
            self.operations.append(Truncate(file, size))
        return 0

    def sync(self, file: str) -> int:
        """Record a sync."""
        if self.recording:
            self.operations.append(Sync(file))
        return 0

    def after_cut(self, cut: int, random: Random) -> dict[str, bytes]:
        """Give the files as a power cut after so many operations may leave them."""
        last_sync: dict[str, int] = {}
        for number, operation in enumerate(self.operations[:cut]):
            if isinstance(operation, Sync):
                last_sync[operation.file] = number
        files = {name: bytearray(content) for name, content in self.files.items()}
        for number, operation in enumerate(self.operations[:cut]):
            durable = number < last_sync.get(operation.file, -1)
            content = files.setdefault(operation.file, bytearray())
            if isinstance(operation, Write):
                _put(content, operation, None if durable else random)
            elif isinstance(operation, Truncate) and (durable or random.random() < 0.5):
                del content[operation.size :]
        return {name: bytes(content) for name, content in files.items()}


def _put(content: bytearray, write: Write, random: Random | None) -> None:
    """Write all of it or, with a random generator, perhaps only some sectors."""
    fate = "whole" if random is None else random.choice(("whole", "dropped", "torn"))
    if fate == "dropped":
        return
    end = write.offset + len(write.data)
    at = write.offset
    while at < end:
        to = min(end, (at // SECTOR + 1) * SECTOR)
        if fate == "whole" or (random is not None and random.random() < 0.5):
            if len(content) < at:
                content.extend(bytes(at - len(content)))
            content[at:to] = write.data[at - write.offset : to - write.offset]
        at = to


@contextmanager
def recording_disk() -> Iterator[RecordingDisk]:
    """Put a disk that records under every database that is opened."""
    disk = RecordingDisk()
    with disk_under_sqlite(disk):
        yield disk
