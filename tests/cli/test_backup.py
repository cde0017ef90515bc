"""Backups by name and by date, and back into an empty database."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.server.storage.backup import verified_rows
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import Summaries
from tests.cli.conftest import Command
from tests.server.played_games import SHORT_GAME
from tests.server.sample_logs import sample_log, write_log

KEY = "a" * 14


@pytest.fixture
def room(tmp_path: Path) -> str:
    """Give a database with one table."""
    address = f"sqlite:///{tmp_path / 'room'}"
    write_log(address, sample_log(KEY, game=SHORT_GAME)[:30])
    return address


def test_a_backup_is_restored_into_an_empty_database(
    meldroom: Command, tmp_path: Path, room: str
) -> None:
    url = f"sqlite:///{tmp_path / 'new'}"
    backup = tmp_path / "backup"
    meldroom("backup", backup, "--database", room)
    before = backup.read_bytes()
    shown = meldroom("restore", backup, "--database", url)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.endswith(": 30 entries, all hash chains intact\n")
    assert backup.read_bytes() == before
    source, target = Store(room), Store(url)
    assert list(verified_rows(target)) == list(verified_rows(source))
    assert Summaries(target).get(KEY) == Summaries(source).get(KEY)
    again = meldroom("restore", backup, "--database", url)
    assert again.exit_code == 2
    assert again.stderr.endswith("is not empty; restore into an empty database\n")
    source.close()
    target.close()


def test_a_damaged_backup_is_not_restored(meldroom: Command, tmp_path: Path, room: str) -> None:
    store = Store(room)
    with store.writing() as connection:
        connection.execute(sa.update(EVENTS).where(EVENTS.c.seq == 7).values(at=999))
        connection.commit()
    store.close()
    target = f"sqlite:///{tmp_path / 'target'}"
    shown = meldroom("restore", tmp_path / "room", "--database", target)
    assert shown.exit_code == 2
    assert shown.stderr == f"table {KEY}: entry 8 does not follow entry 7\n"
    store = Store(target)
    assert list(verified_rows(store)) == []
    store.close()


def test_the_newest_backups_of_a_folder_are_kept_and_nothing_else_is_deleted(
    meldroom: Command, tmp_path: Path, room: str
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"meldroom-2026010{day}-040000.db" for day in (1, 2, 3)]
    for path in (*old, folder / "mine.db"):
        path.write_text("")
    assert meldroom("backup", "--keep", 2, folder, "--database", room).exit_code == 0
    (new,) = {*folder.iterdir()} - {*old, folder / "mine.db"}
    assert sorted(folder.iterdir()) == sorted([old[2], new, folder / "mine.db"])
    shown = meldroom("backup", "--keep", 2, tmp_path / "file", "--database", room)
    assert (shown.exit_code, shown.stderr) == (2, f"--keep: {tmp_path / 'file'} is not a folder\n")
