"""Stored reviews: replaced by newer ones, in backups, and gone with their table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from meldroom.server.administration import Administration, DeleteTable
from meldroom.server.storage.backup import back_up
from meldroom.server.storage.log import Log
from meldroom.server.storage.reviews import read_review, write_review
from meldroom.server.storage.store import Store
from meldroom.server.tables.room import Room
from tests.server.local_room import open_room
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import sample_log, write_log

KEY = "a" * 14
REVIEW = {"format": "meldroom-review/1", "line": [[0.5, 0.5], [1.0, 0.0]]}


async def store_review(log: Log, engine: str = "1", **more: Any) -> None:
    """Store a review of the table's first game."""
    form = {**REVIEW, **more}
    write = partial(write_review, key=KEY, number=1, at=5, engine=engine, form=form)
    await log.change(write, erases=False)


@EVERY_STORE
async def test_a_review_is_found_by_its_engine_until_a_newer_one_replaces_it(url: str) -> None:
    write_log(url, sample_log(KEY)[:5])
    async with open_room(url) as room:
        await store_review(room.log)
        assert read_review(room.store, KEY, 1, "1") == REVIEW
        assert read_review(room.store, KEY, 2, "1") is None
        assert read_review(room.store, KEY, 1, "2") is None
        await store_review(room.log, "2", game="new")
        assert read_review(room.store, KEY, 1, "2") == {**REVIEW, "game": "new"}
        assert read_review(room.store, KEY, 1, "1") is None


@EVERY_STORE
async def test_a_review_goes_with_its_table_and_none_is_stored_after_it(url: str) -> None:
    write_log(url, sample_log(KEY)[:5])
    async with open_room(url) as room:
        await store_review(room.log)
        await Administration(room).perform(DeleteTable(KEY))
        assert read_review(room.store, KEY, 1, "1") is None
        await store_review(room.log)
        assert read_review(room.store, KEY, 1, "1") is None


async def test_a_review_is_in_backups(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log(KEY)[:5])
    async with open_room(tmp_path / "db") as room:
        await store_review(room.log)
        back_up(room.store, tmp_path / "copy")
    copy = Store(f"sqlite:///{tmp_path / 'copy'}")
    assert read_review(copy, KEY, 1, "1") == REVIEW
    copy.close()


async def test_storing_a_review_keeps_what_guards_the_log_against_loss(room: Room) -> None:
    last_commits = room.store.last_commits
    assert last_commits is not None
    await room.log.append(sample_log(KEY)[:5])
    await store_review(room.log)
    assert [entry.seq for entry in last_commits.read()] == [5]
