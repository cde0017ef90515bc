"""Puts a disk of our own under SQLite: hooks the writes, truncations and syncs of its files."""

from __future__ import annotations

import ctypes
import ctypes.util
import sqlite3  # noqa: F401 (loads the library)
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest


class Disk(Protocol):
    """Is asked before each call on a file; gives 0 to let it happen, or SQLite's error code."""

    def write(self, file: str, data: bytes, offset: int) -> int:
        """Write bytes."""

    def truncate(self, file: str, size: int) -> int:
        """Cut a file off."""

    def sync(self, file: str) -> int:
        """Make what was written durable."""


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
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Hooks:
    """The replaced methods of every file that is open."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.names: dict[int, str] = {}  # of files, by their address
        self._hooked: dict[int, tuple[Any, ...]] = {}  # referenced by SQLite, so never freed

    def opened(self, file: int, name: str) -> None:
        """Replace the methods of a file that was just opened."""
        slot = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))
        real = slot[0]
        if real is None:
            return
        self.names[file] = name
        if real not in self._hooked:
            self._hooked[real] = self._methods(real)
        slot[0] = ctypes.addressof(self._hooked[real][0])

    def _methods(self, real: int) -> tuple[Any, ...]:
        methods = _Methods.from_buffer_copy(ctypes.string_at(real, ctypes.sizeof(_Methods)))
        real_write, real_truncate = _Write(methods.write), _Truncate(methods.truncate)
        real_sync = _Sync(methods.sync)

        def write(file: int, data: int, size: int, offset: int) -> int:
            content = ctypes.string_at(data, size)
            return self.disk.write(self.names[file], content, offset) or int(
                real_write(file, data, size, offset)
            )

        def truncate(file: int, size: int) -> int:
            return self.disk.truncate(self.names[file], size) or int(real_truncate(file, size))

        def sync(file: int, flags: int) -> int:
            return self.disk.sync(self.names[file]) or int(real_sync(file, flags))

        hooks = (_Write(write), _Truncate(truncate), _Sync(sync))
        for name, hook in zip(("write", "truncate", "sync"), hooks, strict=True):
            setattr(methods, name, ctypes.cast(hook, ctypes.c_void_p))
        return (methods, *hooks)


@contextmanager
def disk_under_sqlite(disk: Disk) -> Iterator[None]:
    """Put a disk under every database that is opened; skips where SQLite is linked statically."""
    library = ctypes.util.find_library("sqlite3")
    maps = Path("/proc/self/maps")
    if library is None or not maps.exists() or library not in maps.read_text():
        pytest.skip("the SQLite of this Python is linked statically")
    sqlite = ctypes.CDLL(library)
    sqlite.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    real = sqlite.sqlite3_vfs_find(None)
    real_open: Callable[..., int] = _Open(real.contents.open)
    hooks = _Hooks(disk)

    def hooked_open(_: Any, name: int | None, file: int, flags: int, out: Any) -> int:
        code = real_open(ctypes.addressof(real.contents), name, file, flags, out)
        if code == 0:
            path = ctypes.string_at(name).decode() if name else ""
            hooks.opened(file, Path(path).name)
        return code

    opened = _Open(hooked_open)
    vfs = _Vfs.from_buffer_copy(real.contents)
    vfs.name, vfs.next = b"faulty", None
    vfs.open = ctypes.cast(opened, ctypes.c_void_p)
    assert sqlite.sqlite3_vfs_register(ctypes.byref(vfs), 1) == 0
    try:
        yield
    finally:
        sqlite.sqlite3_vfs_unregister(ctypes.byref(vfs))
