"""The log and where it lies: in order, bound together, in one transaction, for one server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from meldroom.server.storage.log import START, Broken, Log, LogRow, link, linked
from meldroom.server.storage.store import EVENTS, Fatal, InUse, Overtaken, Store, trouble
from tests.server.house import run
from tests.server.postgres import EVERY_STORE


def chain(table: str, many: int) -> list[LogRow]:
    rows: list[LogRow] = []
    for seq in range(1, many + 1):
        prev = link(rows[-1]) if rows else START
        rows.append(LogRow(table, seq, seq, "sat" if seq < 3 else "moved", prev, f'{{"n":{seq}}}'))
    return rows


@EVERY_STORE
def test_rows_come_back_in_order_and_many_are_one_transaction(url: str) -> None:
    async def scene() -> None:
        store = Store(url)
        store.open()
        log = Log(store)
        tables = {f"t{n}": chain(f"t{n}", 20) for n in range(20)}
        for seq in range(20):
            await asyncio.gather(*[log.append([rows[seq]]) for rows in tables.values()])
        assert all(log.read(key) == rows for key, rows in tables.items())
        assert log.read("none") == []
        assert log.rows == 400
        assert log.commits < 200
        assert log.lobby() == {key: rows[:2] for key, rows in tables.items()}
        await asyncio.to_thread(log.close)
        store.close()

    run(scene())


@EVERY_STORE
def test_whoever_comes_second_with_an_entry_is_told_so(url: str) -> None:
    async def scene() -> None:
        store = Store(url)
        store.open()
        log = Log(store)
        [first, second] = chain("t", 2)
        await log.append([first])
        with pytest.raises(Overtaken):
            await log.append([first._replace(body="{}")])
        await log.append([second])
        assert log.read("t") == [first, second]
        await asyncio.to_thread(log.close)
        store.close()

    run(scene())


@EVERY_STORE
def test_only_the_loser_of_a_race_is_refused_and_all_of_what_it_wrote(url: str) -> None:
    async def scene() -> None:
        store = Store(url)
        store.open()
        log = Log(store)
        tables = {f"t{n:02}": chain(f"t{n:02}", 2) for n in range(60)}
        lost = list(tables)[::7]
        await asyncio.gather(*[log.append(tables[key][:1]) for key in lost])
        commits = log.commits
        wishes = [[row._replace(body="{}") for row in rows] for rows in tables.values()]
        outcomes = await asyncio.gather(*map(log.append, wishes), return_exceptions=True)
        assert log.commits - commits < 30, "they were hardly written together"
        for key, rows, outcome in zip(tables, wishes, outcomes, strict=True):
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

    run(scene())


def test_what_is_waiting_is_written_before_the_log_closes(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'db'}")
        store.open()
        log = Log(store)
        writes = [asyncio.create_task(log.append([row])) for row in chain("t", 50)]
        await asyncio.sleep(0)
        await asyncio.to_thread(log.close)
        await asyncio.gather(*writes)
        assert len(log.read("t")) == 50
        store.close()

    run(scene())


@pytest.mark.parametrize("field", ["at", "kind", "prev", "body"])
def test_an_altered_row_breaks_the_chain(field: str) -> None:
    rows = chain("t", 5)
    assert list(linked(iter(rows))) == rows
    altered: Any = {field: 7 if field == "at" else "x"}
    rows[2] = rows[2]._replace(**altered)
    with pytest.raises(Broken, match=r"table t: entry [34] does not follow entry [23]"):
        list(linked(iter(rows)))


def test_a_missing_row_breaks_the_chain() -> None:
    rows = chain("t", 5)
    with pytest.raises(Broken):
        list(linked(iter(rows[1:])))
    with pytest.raises(Broken):
        list(linked(iter(rows[:2] + rows[3:])))


def test_28_a_second_server_on_one_file_is_refused_at_once(tmp_path: Path) -> None:
    first, second = (Store(f"sqlite:///{tmp_path / 'db'}") for _ in range(2))
    first.open()
    assert first.held()
    with pytest.raises(InUse, match="db is in use by another server"):
        second.open()
    first.close()
    second.open()
    second.close()
    assert not first.held()


def test_the_file_is_safe_against_power_cuts_and_readers_do_not_checkpoint(tmp_path: Path) -> None:
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


def test_what_a_failed_write_means() -> None:
    def failed(text: str) -> Exception:
        return sa.exc.OperationalError("INSERT", {"secret": "11"}, Exception(text))

    assert not trouble(failed("database or disk is full")).fatal
    assert trouble(failed("disk I/O error")).fatal
    assert isinstance(trouble(ValueError("?")), Fatal)
    assert "secret" not in str(trouble(failed("disk I/O error")))


@EVERY_STORE
def test_a_database_that_is_up_to_date_stays_as_it_is(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        store.open()
        assert store.step() == "0001"
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


def test_a_database_out_of_reach_is_not_ready(tmp_path: Path) -> None:
    assert not Store(f"sqlite:///{tmp_path / 'no' / 'db'}").ready()
