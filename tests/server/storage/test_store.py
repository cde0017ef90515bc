"""The database: one owner of a file, readers that only read, and nothing left open."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from meldroom.server.storage.store import InUse, Store
from tests.server.postgres import ONLY_POSTGRES


def pragma(connection: sa.Connection, name: str) -> int:
    return int(connection.execute(sa.text(f"PRAGMA {name}")).scalar_one())


@pytest.mark.parametrize(("platform", "full"), [("darwin", 1), ("linux", 0), ("win32", 0)])
def test_only_macos_needs_a_full_flush(
    platform: str, full: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    monkeypatch.setattr(sys, "platform", platform)
    with store.writing() as connection:
        assert pragma(connection, "fullfsync") == full
        assert pragma(connection, "synchronous") == 2
    store.close()


def test_a_file_has_one_owner_until_it_is_closed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    first, second = Store(url), Store(url)
    assert not first.in_use()
    first.open()
    assert second.in_use()
    with pytest.raises(InUse):
        second.open()
    first.close()
    assert not second.in_use()
    second.open()
    second.close()


@pytest.mark.parametrize("name", ["db", "a file # 100%.db"])
def test_readers_cannot_write_whatever_the_file_is_called(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(str(sa.URL.create("sqlite", database=name)))
    store.open()
    assert store.ready()
    with store.reading() as connection, pytest.raises(OperationalError, match="readonly"):
        connection.execute(sa.text("DELETE FROM events"))
    store.close()


@ONLY_POSTGRES
def test_a_connection_that_outlasts_its_store_is_closed(url: str) -> None:
    store = Store(url)
    store.open()
    with store.reading() as connection:
        store.close()
        driver = connection.connection.driver_connection
        assert connection.execute(sa.text("SELECT 1")).scalar_one() == 1
    assert driver is not None
    assert driver.closed
