"""An SQLite file has one server: a second one is refused, whatever name it uses."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meldroom.room.services import StorageError
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import CannotOpen, InUse, Store
from tests.server.postgres import ONLY_POSTGRES, cut_connections
from tests.server.storage.test_log import sample_rows

OPEN = """
import sys
from meldroom.server.storage.store import InUse, Store
try:
    Store(sys.argv[1]).open()
except InUse as error:
    print(error)
"""


def opened_by_another_process(url: str) -> str:
    """Open a database in a process of its own; gives its refusal, or ""."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN, url],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def as_it_is(path: Path) -> Path:
    return path


def by_symlink(path: Path) -> Path:
    (path.parent / "link").symlink_to(path)
    return path.parent / "link"


def by_hard_link(path: Path) -> Path:
    (path.parent / "hard").hardlink_to(path)
    return path.parent / "hard"


def by_linked_folder(path: Path) -> Path:
    (path.parent / "folder").symlink_to(path.parent)
    return path.parent / "folder" / path.name


def without_lock_file(path: Path) -> Path:
    Path(f"{path}.lock").unlink(missing_ok=True)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a lock file beside it is locked")
@pytest.mark.parametrize(
    "name", [as_it_is, by_symlink, by_hard_link, by_linked_folder, without_lock_file]
)
def test_33_a_second_server_is_refused_whatever_name_it_uses(
    tmp_path: Path, name: Callable[[Path], Path]
) -> None:
    first = Store(f"sqlite:///{tmp_path / 'db'}")
    first.open()
    other = name(tmp_path / "db")
    second = Store(f"sqlite:///{other}")
    assert second.in_use()
    with pytest.raises(InUse, match="is in use by another server"):
        second.open()
    first.close()
    second.open()
    second.close()


def test_33_a_server_in_another_process_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    store = Store(url)
    store.open()
    assert opened_by_another_process(url) == f"{store} is in use by another server"
    store.close()
    assert opened_by_another_process(url) == ""


@ONLY_POSTGRES
def test_33_a_second_server_on_postgresql_takes_part(url: str) -> None:
    store = Store(url)
    store.open()
    assert opened_by_another_process(url) == ""
    store.close()


def test_sqlite_keeps_its_own_locks_when_a_second_server_is_refused(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    with store.writing() as connection:
        connection.exec_driver_sql("SELECT * FROM events")
        before = own_locks()
        for _ in range(3):
            with pytest.raises(InUse):
                Store(f"sqlite:///{tmp_path / 'db'}").open()
        assert own_locks() == before != []
    store.close()


def own_locks() -> list[list[str]]:
    """List the POSIX locks of this process: their kind, file and bytes."""
    fields = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return sorted(line[1:] for line in fields if {"POSIX", str(os.getpid())} <= set(line))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'no' / 'db'}")
    with pytest.raises(CannotOpen, match=rf"the folder {tmp_path / 'no'} does not exist"):
        store.open()
    (tmp_path / "no").mkdir()
    store.open()
    store.close()


@ONLY_POSTGRES
async def test_33_a_server_that_lost_its_connections_writes_on(url: str) -> None:
    store = Store(url)
    store.open()
    log = Log(store)
    first, second = sample_rows("t", 2)
    await log.append([first])
    cut_connections(url)
    with pytest.raises(StorageError) as lost:
        await log.append([second])
    assert not lost.value.fatal
    await log.append([second])
    assert log.read("t") == [first, second]
    await asyncio.to_thread(log.close)
    store.close()
