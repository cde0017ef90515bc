"""What administration reads and changes in the database, apart from the log's appends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from meldroom.room.log_entries import (
    AnyEntry,
    GamePrepared,
    SeatRequested,
    SeatTaken,
    Settings,
    TableOpened,
)
from meldroom.room.log_rows import FIRST_PREV, LogRow, chain
from meldroom.room.records import summary_from_log
from meldroom.room.summaries import Score
from meldroom.server.storage.log import Log
from meldroom.server.storage.maintenance import (
    PERSON,
    delete_table,
    last_change,
    names_by_table,
    tables_of,
)
from meldroom.server.storage.store import Store
from meldroom.server.storage.summaries import Summaries
from tests.server.postgres import EVERY_STORE

OPENED = TableOpened("thumbs-up", "1", 2, {}, Settings(), "code")
PLAN = (
    f"EXPLAIN QUERY PLAN SELECT table_id FROM events INDEXED BY events_person"
    f" WHERE kind IN ('sat', 'seat_requested') AND {PERSON['sqlite']} IN ('a', 'b')"
)
TRICKY = 'Ada","person":"ff'
PEOPLE: dict[str, list[AnyEntry]] = {
    "a": [
        SeatTaken(0, TRICKY, "x", "ada0"),
        GamePrepared("00" * 32),
        SeatRequested(1, "Bruno", "y", "b0"),
    ],
    "b": [SeatTaken(1, "Ada", "z", "ada0")],
}


def rows_of(key: str) -> list[LogRow]:
    """Make the rows of a table, one written every hundred milliseconds."""
    rows: list[LogRow] = []
    prev = FIRST_PREV
    for seq, entry in enumerate([OPENED, *PEOPLE[key]], 1):
        more, prev = chain(key, seq, prev, 100 * seq, [entry])
        rows += more
    return rows


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """Open a database while a block runs."""
    store = Store(url)
    store.open()
    yield store
    store.close()


async def write_tables(store: Store) -> Log:
    """Write two tables, each with the score of a game."""
    log = Log(store)
    for key in PEOPLE:
        rows = rows_of(key)
        score = Score(key, 1, 5, ("Ada",), {"rows": []})
        await log.append(rows, summary_from_log(key, rows), score)
    return log


@EVERY_STORE
def test_a_table_says_when_its_last_entry_was_written(url: str) -> None:
    async def scenario(store: Store) -> None:
        log = await write_tables(store)
        assert (last_change(store, "a"), last_change(store, "b")) == (400, 200)
        assert last_change(store, "c") == 0
        log.close()

    with opened(url) as store:
        asyncio.run(scenario(store))


@EVERY_STORE
def test_the_names_of_all_tables_or_of_one_are_found(url: str) -> None:
    async def scenario(store: Store) -> None:
        log = await write_tables(store)
        assert names_by_table(store) == {"a": {TRICKY, "Bruno"}, "b": {"Ada"}}
        assert names_by_table(store, "b") == {"b": {"Ada"}}
        assert names_by_table(store, "c") == {}
        log.close()

    with opened(url) as store:
        asyncio.run(scenario(store))


@EVERY_STORE
def test_49_the_tables_of_a_person_are_found_by_an_index(url: str) -> None:
    async def scenario(store: Store) -> None:
        log = await write_tables(store)
        with store.reading() as connection:
            for persons, found in ((["ada0"], "ab"), (["b0"], "a"), (["ff", "x", "none"], "")):
                assert sorted(tables_of(connection, persons)) == list(found)
            if store.sqlite:
                plan = connection.exec_driver_sql(PLAN).scalars(3).all()
                assert plan == ["SEARCH events USING INDEX events_person (<expr>=?)"]
        log.close()

    with opened(url) as store:
        asyncio.run(scenario(store))


@EVERY_STORE
def test_a_deleted_table_leaves_nothing_and_the_others_stay(url: str) -> None:
    async def scenario(store: Store) -> None:
        log = await write_tables(store)
        await log.change(lambda connection: delete_table(connection, "a"))
        summaries = Summaries(store)
        assert (log.read("a"), summaries.get("a"), summaries.scores("a")) == ([], None, [])
        assert log.read("b") == rows_of("b")
        assert summaries.get("b") is not None
        assert len(summaries.scores("b")) == 1
        log.close()

    with opened(url) as store:
        asyncio.run(scenario(store))
