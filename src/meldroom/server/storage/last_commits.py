"""A small file beside an SQLite file that names the last entries which were committed to it.

It is written after the commit and never synced, so it is never ahead of an undamaged database:
what it names and the database lacks was lost.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

SLOTS = 8
SLOT_SIZE = 160  # bytes
CHECKSUM_SIZE = 16  # hexadecimal digits


class CommittedEntry(NamedTuple):
    """An entry of the log, by the hash of its row."""

    table_id: str
    seq: int
    row_hash: str


class LastCommits:
    """The last entry of each of the last commits, in slots that are used in turn."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None
        self._next_slot = 0

    def open(self) -> None:
        """Open the file to write to; what it names stays until it is overwritten."""
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)

    def note(self, entry: CommittedEntry) -> None:
        """Name an entry that was just committed; a disk that is full leaves the older ones."""
        if self._file is not None:
            with suppress(OSError):
                os.lseek(self._file, self._next_slot * SLOT_SIZE, os.SEEK_SET)
                os.write(self._file, _slot(entry))
            self._next_slot = (self._next_slot + 1) % SLOTS

    def clear(self) -> None:
        """Name nothing, before entries are deleted on purpose."""
        if self._file is not None:
            os.ftruncate(self._file, 0)

    def read(self) -> list[CommittedEntry]:
        """Return the named entries; a slot that a power cut left half written is skipped."""
        try:
            slots = self.path.read_bytes()
        except FileNotFoundError:
            return []
        starts = range(0, len(slots), SLOT_SIZE)
        entries = [_entry(slots[start : start + SLOT_SIZE]) for start in starts]
        return [entry for entry in entries if entry is not None]

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _slot(entry: CommittedEntry) -> bytes:
    text = " ".join(map(str, entry)).encode()
    return (text + b" " + _checksum(text)).ljust(SLOT_SIZE - 1) + b"\n"


def _entry(slot: bytes) -> CommittedEntry | None:
    text, _, checksum = slot.rstrip().rpartition(b" ")
    if checksum != _checksum(text):
        return None
    table_id, seq, row_hash = text.decode().split(" ")
    return CommittedEntry(table_id, int(seq), row_hash)


def _checksum(text: bytes) -> bytes:
    return sha256(text).hexdigest()[:CHECKSUM_SIZE].encode()
