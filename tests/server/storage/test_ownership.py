"""A database has one server: a second one is refused, whatever name it uses."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.server.storage.log import Log
from meldroom.server.storage.postgres_lock import KEY, SessionLock
from meldroom.server.storage.store import CannotOpen, InUse, StorageError, Store, TakenOver
from tests.server.local_room import run
from tests.server.postgres import EVERY_STORE
from tests.server.storage.test_log import sample_rows

ONLY_POSTGRES = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
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


@EVERY_STORE
def test_33_a_server_in_another_process_is_refused(url: str) -> None:
    store = Store(url)
    store.open()
    assert opened_by_another_process(url) == f"{store} is in use by another server"
    store.close()
    assert opened_by_another_process(url) == ""


def test_sqlite_keeps_its_own_locks_when_a_second_server_is_refused(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    with store.writing() as connection:
        connection.exec_driver_sql("SELECT * FROM events")
        before = Path("/proc/locks").read_text().count("POSIX")
        for _ in range(3):
            with pytest.raises(InUse):
                Store(f"sqlite:///{tmp_path / 'db'}").open()
        assert Path("/proc/locks").read_text().count("POSIX") >= before > 0
    store.close()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'no' / 'db'}")
    with pytest.raises(CannotOpen, match=rf"the folder {tmp_path / 'no'} does not exist"):
        store.open()
    (tmp_path / "no").mkdir()
    store.open()
    store.close()


def end_writer(url: str) -> None:
    """Cut the connection of the server that owns a PostgreSQL database."""
    engine = sa.create_engine(sa.make_url(url).set(drivername="postgresql+psycopg"))
    ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE objid = :key"
    with engine.begin() as connection:
        assert connection.execute(sa.text(ended), {"key": KEY}).scalars().all() == [True]
    engine.dispose()


@ONLY_POSTGRES
def test_33_a_server_that_lost_its_connection_owns_the_database_again(url: str) -> None:
    async def scenario() -> None:
        store = Store(url)
        store.open()
        log = Log(store)
        first, second = sample_rows("t", 2)
        await log.append([first])
        end_writer(url)
        with pytest.raises(StorageError) as lost:
            await log.append([second])
        assert not lost.value.fatal
        await log.append([second])
        assert log.read("t") == [first, second]
        with pytest.raises(InUse):
            Store(url).open()
        await asyncio.to_thread(log.close)
        store.close()

    run(scenario())


@ONLY_POSTGRES
def test_33_a_server_that_was_replaced_meanwhile_writes_nothing_more(url: str) -> None:
    async def scenario() -> None:
        store, other = Store(url), Store(url)
        store.open()
        log = Log(store)
        first, second = sample_rows("t", 2)
        await log.append([first])
        end_writer(url)
        other.open()
        with pytest.raises(StorageError):
            await log.append([second])
        with pytest.raises(TakenOver, match="is in use by another server"):
            await log.append([second])
        assert log.read("t") == [first]
        await asyncio.to_thread(log.close)
        store.close()
        other.close()

    run(scenario())


@ONLY_POSTGRES
def test_a_connection_that_was_cut_on_the_way_does_not_keep_its_own_server_out(url: str) -> None:
    import psycopg

    lock = SessionLock()
    with psycopg.connect(url) as cut, psycopg.connect(url) as fresh, psycopg.connect(url) as other:
        assert lock.acquire(cut)
        assert not SessionLock().acquire(other)
        assert lock.acquire(fresh)
        assert not SessionLock().acquire(other)
        with pytest.raises(psycopg.OperationalError):
            cut.execute("SELECT 1")
