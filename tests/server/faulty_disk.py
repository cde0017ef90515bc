"""A disk that fails on demand: SQLite's file system, in which every n-th write or sync fails."""

from __future__ import annotations

import ctypes
import ctypes.util
import sqlite3  # noqa: F401 (loads the library)
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest

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


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        *[
            (name, ctypes.c_void_p)
            for name in (
                "close", "read", "write", "truncate", "sync", "size", "lock", "unlock", "reserved",
                "control", "sector", "characteristics", "shm_map", "shm_lock", "shm_barrier",
                "shm_unmap", "fetch", "unfetch",
            )
        ],
    ]  # fmt: skip


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("own", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 15),
    ]


_Open = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
)
_Write = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class FaultyDisk:
    """A disk that works until `fail` is called; `failures` counts how often it has failed."""

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.every = 0
        self.calls = self.failures = 0
        self._hooked: dict[int, tuple[Any, ...]] = {}  # referenced by SQLite, so never freed

    def fail(self, fault: Fault, every: int) -> None:
        """Let every n-th of these calls fail from now on."""
        self.fault, self.every, self.calls = fault, every, 0

    def repair(self) -> None:
        """Let the disk work again."""
        self.fault = None

    def _error_code(self, call: Call) -> int:
        if self.fault is None or self.fault.call != call:
            return 0
        self.calls += 1
        if self.calls % self.every:
            return 0
        self.failures += 1
        return self.fault.code

    def hook(self, file: int) -> None:
        """Replace write and sync of a file that was just opened."""
        slot = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))
        real = slot[0]
        if real is None:
            return
        if real not in self._hooked:
            methods = _Methods.from_buffer_copy(ctypes.string_at(real, ctypes.sizeof(_Methods)))
            write = _Write(self._failing("write", _Write(methods.write)))
            sync = _Sync(self._failing("sync", _Sync(methods.sync)))
            methods.write = ctypes.cast(write, ctypes.c_void_p)
            methods.sync = ctypes.cast(sync, ctypes.c_void_p)
            self._hooked[real] = (methods, write, sync)
        slot[0] = ctypes.addressof(self._hooked[real][0])

    def _failing(self, call: Call, real: Callable[..., int]) -> Callable[..., int]:
        return lambda *args: self._error_code(call) or real(*args)


@contextmanager
def faulty_disk() -> Iterator[FaultyDisk]:
    """Put a disk under every database that is opened; skips where SQLite is linked statically."""
    library = ctypes.util.find_library("sqlite3")
    maps = Path("/proc/self/maps")
    if library is None or not maps.exists() or library not in maps.read_text():
        pytest.skip("the SQLite of this Python is linked statically")
    sqlite = ctypes.CDLL(library)
    sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    real = sqlite.sqlite3_vfs_find(None)
    real_open = _Open(real.contents.open)
    disk = FaultyDisk()

    def hooked_open(_: Any, name: Any, file: Any, flags: Any, out: Any) -> int:
        code: int = real_open(ctypes.addressof(real.contents), name, file, flags, out)
        if code == 0:
            disk.hook(file)
        return code

    opened = _Open(hooked_open)
    vfs = _Vfs.from_buffer_copy(real.contents)
    vfs.name, vfs.next = b"faulty", None
    vfs.open = ctypes.cast(opened, ctypes.c_void_p)
    assert sqlite.sqlite3_vfs_register(ctypes.byref(vfs), 1) == 0
    try:
        yield disk
    finally:
        sqlite.sqlite3_vfs_unregister(ctypes.byref(vfs))
