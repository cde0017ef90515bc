"""A start on a large database: ready at once, without a stall, and in little memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from meldroom.room import log_entries
from meldroom.room.log_entries import AnyEntry, ClockSetting, Settings, TableOpened
from meldroom.room.log_rows import FIRST_PREV, LogRow, chain
from meldroom.room.records import summary_from_log
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.storage.summaries import write_summaries
from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server.local_room import open_room, wait_until
from tests.server.sample_logs import sample_log
from tests.server.server_process import ServerProcess

ROWS_PER_TABLE = 17
TABLES_PER_WRITE = 1_000
RESTORED_EVERY = 200  # one table of these goes on by itself
TICK = 0.002  # seconds
LONG_STALL = 1.0  # seconds; on an idle machine it is below 0.1
MAX_GROWTH = 60_000_000  # bytes
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def table_key(number: int) -> str:
    """Make the key of the n-th table."""
    digits = [LETTERS[number // 32**place % 32] for place in range(14)]
    return "".join(reversed(digits))


def rows_of_tables(tables: range, entries: list[AnyEntry]) -> Iterator[list[LogRow]]:
    """Make the log of each table, some with a clock of days."""
    opened = entries[0]
    assert isinstance(opened, TableOpened)
    for number in tables:
        clock: ClockSetting = "3d" if number % RESTORED_EVERY == 0 else "off"
        first = TableOpened(
            opened.game, opened.rules, opened.seats, opened.options, Settings(clock=clock), "c" * 22
        )
        rows, _ = chain(table_key(number), 1, FIRST_PREV, 1, [first, *entries[1:]])
        yield rows


def write_many_tables(path: Path, tables: int) -> None:
    """Fill a database with running games, nobody at most of them."""
    entries = [log_entries.decode(row.body) for row in sample_log("a" * 14)[:ROWS_PER_TABLE]]
    store = Store(f"sqlite:///{path}")
    store.open()
    with store.writing() as connection:
        for first in range(0, tables, TABLES_PER_WRITE):
            numbers = range(first, min(first + TABLES_PER_WRITE, tables))
            logs = list(rows_of_tables(numbers, entries))
            rows = [row._asdict() for log in logs for row in log]
            connection.execute(sa.insert(EVENTS), rows)
            write_summaries(connection, [summary_from_log(log[0].table_id, log) for log in logs])
            connection.commit()
    store.close()


async def longest_stall(path: Path, restored: int) -> tuple[float, float]:
    """Give the longest stall of the event loop while tables are restored, and how long that took.

    The check of the whole database goes on meanwhile.
    """
    longest, stopped = 0.0, False

    async def tick() -> None:
        nonlocal longest
        while not stopped:
            before = time.perf_counter()
            await asyncio.sleep(TICK)
            longest = max(longest, time.perf_counter() - before - TICK)

    began = time.perf_counter()
    async with open_room(path) as room:
        ticking = asyncio.create_task(tick())
        await room.restore_tables()
        took = time.perf_counter() - began
        assert len(room.tables) == restored
        await wait_until(lambda: room.integrity.checked or time.perf_counter() > began + took + 1)
        stopped = True
        await ticking
    return longest, took


def started(path: Path) -> tuple[float, int]:
    """Start a server; gives the seconds until it was ready, and its memory."""
    began = time.perf_counter()
    server = ServerProcess(path)
    try:
        assert httpx.get(f"{server.monitor}/ready", timeout=PATIENCE).status_code == 200
        return time.perf_counter() - began, server.memory()
    finally:
        server.stop()


def test_37_a_start_loads_only_tables_that_go_on_by_themselves(
    tmp_path: Path, figure: Figure
) -> None:
    write_many_tables(tmp_path / "db", 300)
    stall, took = asyncio.run(longest_stall(tmp_path / "db", 2))
    figure(f"37: 2 of 300 tables restored in {took:.2f} s, longest stall {1_000 * stall:.0f} ms")


@pytest.mark.slow
def test_37_a_start_with_60_000_tables_is_quick_and_does_not_stall(
    tmp_path: Path, figure: Figure
) -> None:
    write_many_tables(tmp_path / "empty", 0)
    write_many_tables(tmp_path / "db", 60_000)
    empty, full = started(tmp_path / "empty"), started(tmp_path / "db")
    assert full[1] - empty[1] < MAX_GROWTH
    stall, took = asyncio.run(longest_stall(tmp_path / "db", 300))
    assert stall < LONG_STALL
    figure(
        f"37: 60,000 tables, {60_000 * ROWS_PER_TABLE:,} entries: ready in {full[0]:.2f} s, without"
        f" tables in {empty[0]:.2f} s; memory +{(full[1] - empty[1]) / 1e6:.0f} MB; longest stall"
        f" {1_000 * stall:.0f} ms while 300 tables were restored in {took:.2f} s"
    )
