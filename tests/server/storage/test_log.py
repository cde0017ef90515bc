"""The log and its database: rows in order, chained, in one transaction, for one server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from meldroom.room.log_rows import FIRST_PREV, BrokenChain, LogRow, row_hash, verified
from meldroom.room.services import StorageError
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import EVENTS, Fatal, InUse, Overtaken, Store, storage_error
from tests.server.postgres import EVERY_STORE


def sample_rows(table: str, count: int) -> list[LogRow]:
    """Make chained rows of a table."""
    rows: list[LogRow] = []
    for seq in range(1, count + 1):
        prev = row_hash(rows[-1]) if rows else FIRST_PREV
        rows.append(LogRow(table, seq, seq, "sat" if seq < 3 else "moved", prev, f'{{"n":{seq}}}'))
    return rows


@EVERY_STORE
async def test_rows_are_read_in_order_and_many_are_written_in_one_transaction(url: str) -> None:
    store = Store(url)
    store.open()
    log = Log(store)
    tables = {f"t{n}": sample_rows(f"t{n}", 20) for n in range(20)}
    for seq in range(20):
        await asyncio.gather(*[log.append([rows[seq]]) for rows in tables.values()])
    assert all(log.read(key) == rows for key, rows in tables.items())
    assert log.read("none") == []
    assert log.rows == 400
    assert log.commits == 20, "what came in one turn of the loop was not written together"
    await asyncio.to_thread(log.close)
    store.close()


async def test_after_a_batch_all_who_wrote_have_been_told_whatever_they_do(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    log = Log(store)
    told: list[str] = []

    def tell(key: str, outcome: StorageError | None) -> None:
        assert outcome is None
        told.append(key)
        if key == "a":
            raise RuntimeError("not planned")

    log.after_batch = lambda: told.append("after")
    for key in "abc":
        log.begin(sample_rows(key, 1), None, None, None, partial(tell, key))
    while "after" not in told:
        await asyncio.sleep(0.002)
    assert told == ["a", "b", "c", "after"]
    await asyncio.to_thread(log.close)
    store.close()


@EVERY_STORE
async def test_a_second_row_with_the_same_seq_is_overtaken(url: str) -> None:
    store = Store(url)
    store.open()
    log = Log(store)
    [first, second] = sample_rows("t", 2)
    await log.append([first])
    with pytest.raises(Overtaken):
        await log.append([first._replace(body="{}")])
    await log.append([second])
    assert log.read("t") == [first, second]
    await asyncio.to_thread(log.close)
    store.close()


@EVERY_STORE
async def test_only_what_was_appended_with_an_overtaken_row_fails(url: str) -> None:
    store = Store(url)
    store.open()
    log = Log(store)
    tables = {f"t{n:02}": sample_rows(f"t{n:02}", 2) for n in range(60)}
    lost = list(tables)[::7]
    await asyncio.gather(*[log.append(tables[key][:1]) for key in lost])
    commits = log.commits
    appends = [[row._replace(body="{}") for row in rows] for rows in tables.values()]
    outcomes = await asyncio.gather(*map(log.append, appends), return_exceptions=True)
    assert log.commits - commits < 30, "they were not written together"
    for key, rows, outcome in zip(tables, appends, outcomes, strict=True):
        assert isinstance(outcome, Overtaken) == (key in lost), outcome
        if key in lost:
            assert log.read(key) == tables[key][:1]
        else:
            with store.reading() as connection:
                query = sa.select(EVENTS).where(EVENTS.c.table_id == key)
                assert [LogRow(*row) for row in connection.execute(query)] == rows
    assert log.rows == len(lost) + 2 * (len(tables) - len(lost))
    await asyncio.to_thread(log.close)
    store.close()


@EVERY_STORE
async def test_a_change_is_made_whole_or_not_at_all_between_other_writes(url: str) -> None:
    def delete(connection: sa.Connection) -> None:
        connection.execute(sa.delete(EVENTS).where(EVENTS.c.table_id == "a"))

    def delete_and_fail(connection: sa.Connection) -> None:
        delete(connection)
        connection.exec_driver_sql("SELECT nothing FROM nowhere")

    store = Store(url)
    store.open()
    log = Log(store)
    rows = {key: sample_rows(key, 3) for key in ("a", "b")}
    await log.append(rows["a"])
    with pytest.raises(StorageError):
        await log.change(delete_and_fail)
    assert log.read("a") == rows["a"]
    writes = [log.append(rows["b"][:2]), log.change(delete), log.append(rows["b"][2:])]
    await asyncio.gather(*writes)
    assert (log.read("a"), log.read("b")) == ([], rows["b"])
    await asyncio.to_thread(log.close)
    store.close()


async def test_waiting_rows_are_written_before_the_log_closes(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    log = Log(store)
    writes = [asyncio.create_task(log.append([row])) for row in sample_rows("t", 50)]
    await asyncio.sleep(0)
    await asyncio.to_thread(log.close)
    await asyncio.gather(*writes)
    assert len(log.read("t")) == 50
    store.close()


async def test_a_full_disk_takes_no_move_and_then_goes_on(tmp_path: Path) -> None:
    def limit(pages: int) -> Callable[[sa.Connection], None]:
        return lambda connection: connection.exec_driver_sql(
            f"PRAGMA max_page_count={pages}"
        ).close()

    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    log = Log(store)
    [first, second] = sample_rows("t", 2)
    await log.append([first])
    await log.change(limit(1), erases=False)  # as many as there are
    large = second._replace(body="x" * 1_000_000)
    with pytest.raises(StorageError, match="full") as failed:
        await log.append([large])
    assert not failed.value.fatal
    assert log.read("t") == [first]
    await log.change(limit(1_000_000), erases=False)
    await log.append([large])
    assert log.read("t") == [first, large]
    await asyncio.to_thread(log.close)
    store.close()


async def test_53_a_database_that_cannot_be_opened_for_the_first_row_is_tried_again(
    tmp_path: Path,
) -> None:
    path, moved = tmp_path / "db", tmp_path / "moved"
    store = Store(f"sqlite:///{path}")
    store.open()
    log = Log(store)
    path.rename(moved)
    path.mkdir()  # nothing can be opened there
    for _ in range(2):
        with pytest.raises(StorageError, match="unable to open"):
            await log.append(sample_rows("t", 1))
        with pytest.raises(StorageError, match="unable to open"):
            await log.change(lambda _: None)
    path.rmdir()
    moved.rename(path)
    await log.append(sample_rows("t", 1))
    assert log.read("t") == sample_rows("t", 1)
    await asyncio.to_thread(log.close)
    store.close()


async def test_49_a_change_that_deletes_nothing_leaves_the_last_commits_and_the_wal(
    tmp_path: Path,
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    log = Log(store)
    await log.append(sample_rows("t", 1))
    last, wal = tmp_path / "db.last", tmp_path / "db-wal"
    await log.change(lambda _: False)  # by then the commit is noted
    before = last.read_bytes(), wal.stat().st_size
    await log.change(lambda _: False)
    assert (last.read_bytes(), wal.stat().st_size) == before
    await log.change(lambda _: None)
    assert wal.stat().st_size == 0
    assert last.read_bytes() != before[0]
    await asyncio.to_thread(log.close)
    store.close()


@pytest.mark.parametrize("field", ["at", "kind", "prev", "body"])
def test_an_altered_row_breaks_the_chain(field: str) -> None:
    rows = sample_rows("t", 5)
    assert list(verified(iter(rows))) == rows
    altered: Any = {field: 7 if field == "at" else "x"}
    rows[2] = rows[2]._replace(**altered)
    with pytest.raises(BrokenChain, match=r"table t: entry [34] does not follow entry [23]"):
        list(verified(iter(rows)))


def test_a_missing_row_breaks_the_chain() -> None:
    rows = sample_rows("t", 5)
    with pytest.raises(BrokenChain):
        list(verified(iter(rows[1:])))
    with pytest.raises(BrokenChain):
        list(verified(iter(rows[:2] + rows[3:])))


def test_a_skipped_number_breaks_a_chain_whose_hashes_agree() -> None:
    rows = sample_rows("t", 3)
    skipped = [*rows[:2], rows[2]._replace(seq=4)]
    assert skipped[2].prev == row_hash(skipped[1])
    with pytest.raises(BrokenChain, match="table t: entry 4 does not follow entry 2"):
        list(verified(iter(skipped)))


def test_28_a_second_server_on_one_file_is_refused_at_once(tmp_path: Path) -> None:
    first, second = (Store(f"sqlite:///{tmp_path / 'db'}") for _ in range(2))
    first.open()
    assert first.in_use()
    with pytest.raises(InUse, match="db is in use by another server"):
        second.open()
    first.close()
    second.open()
    second.close()
    assert not first.in_use()


def test_the_file_survives_power_cuts_and_readers_do_not_checkpoint(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    with store.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar() == 0
        with pytest.raises(sa.exc.OperationalError, match="readonly"):
            connection.execute(sa.delete(EVENTS))
    store.close()


def test_failed_writes_are_classified() -> None:
    def failed(text: str) -> Exception:
        return sa.exc.OperationalError("INSERT", {"secret": "11"}, Exception(text))

    assert not storage_error(failed("database or disk is full")).fatal
    assert storage_error(failed("disk I/O error")).fatal
    assert isinstance(storage_error(ValueError("?")), Fatal)
    assert "secret" not in str(storage_error(failed("disk I/O error")))
    assert "disk is full" in str(storage_error(failed("database or disk is full")))
    assert "disk I/O error" in str(storage_error(failed("disk I/O error")))


@EVERY_STORE
def test_a_migrated_database_stays_as_it_is(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        store.open()
        assert store.revision() == "0010"
        assert store.ready()
        store.close()


def test_the_migrated_database_is_what_the_code_expects(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    with store.reading() as connection:
        columns = sa.inspect(connection).get_columns("events")
        assert [column["name"] for column in columns] == list(EVENTS.c.keys())
        key = sa.inspect(connection).get_pk_constraint("events")
        assert key["constrained_columns"] == ["table_id", "seq"]
    store.close()


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a b#c'}")
    store.open()
    assert store.ready()
    store.close()


def test_an_unreachable_database_is_not_ready(tmp_path: Path) -> None:
    assert not Store(f"sqlite:///{tmp_path / 'no' / 'db'}").ready()
