"""Faults of process and disk: what was acknowledged is there, whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from meldroom.core.rng import Rng, below
from meldroom.server.storage import log_entries
from meldroom.server.storage.backup import rows_of, sound
from meldroom.server.storage.log import START, LogRow, link
from meldroom.server.storage.log_entries import MoveMade
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.chronicle import TOKENS, chronicle, write_down
from tests.server.faulty_disk import FAULTS, FULL, Fault, FaultyDisk, faulty_disk
from tests.server.house import hello, open_room, playing, run
from tests.server.people import Player, sit_down
from tests.server.process import Process

COUNTS = pytest.mark.parametrize


def acked_at(players: list[Player]) -> Counter[str]:
    """Count what was acknowledged at each table."""
    counts: Counter[str] = Counter()
    for player in players:
        counts[player.place["table"]] += len(player.acked)
    return counts


def more_than(players: list[Player], many: int) -> Callable[[], bool]:
    """Hold when more than so many acts are acknowledged."""
    return lambda: acked_at(players).total() > many


async def play_on(origin: str, players: list[Player], enough: Callable[[], bool], end: Any) -> None:
    """Let everybody play until it is enough, then end the server."""
    tasks = [asyncio.create_task(player.play(origin)) for player in players]
    while not enough() and not all(task.done() for task in tasks):
        await asyncio.sleep(0.001)
    await asyncio.to_thread(end)
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert outcome is None or isinstance(outcome, WebSocketException | OSError), outcome


def check_nothing_lost(path: Path, players: list[Player]) -> int:
    """Hold everything that was acknowledged against the log; gives how much it was."""
    store = Store(f"sqlite:///{path}")
    rows = {(row.table_id, row.seq): row for row in sound(rows_of(store))}
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    store.close()
    marks: Counter[tuple[str, int, str]] = Counter()
    for (table, _), row in rows.items():
        entry = log_entries.read(row.body)
        if isinstance(entry, MoveMade):
            marks[table, entry.seat, entry.id] += 1
    assert set(marks.values()) <= {1}, "a resent act was carried out twice"
    acked = 0
    for player in players:
        for mark, seq in player.acked.items():
            entry = log_entries.read(rows[player.place["table"], seq].body)
            assert isinstance(entry, MoveMade)
            assert (entry.seat, entry.id) == (player.place["seat"], mark)
            acked += 1
    return acked


@COUNTS(
    ("kills", "tables"), [(3, 4), pytest.param(200, 64, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_1_nothing_acknowledged_is_lost_when_the_server_is_killed(
    tmp_path: Path, kills: int, tables: int, figure: Figure
) -> None:
    path = tmp_path / "db"
    server = Process(path)
    players = run(sit_down(server.origin, tables))
    rng = Rng(b"kills")
    for kill in range(kills):
        before = acked_at(players).total()
        lot, rng = below(rng, 2 * tables)
        run(play_on(server.origin, players, more_than(players, before + lot), server.kill))
        assert acked_at(players).total() > before, "no game went on"
        server = Process(path)
        if kill % 20 == 2:
            check_nothing_lost(path, players)
    then = acked_at(players)
    run(
        play_on(
            server.origin,
            players,
            lambda: all(acked_at(players)[table] > many for table, many in then.items()),
            server.stop,
        ),
        300,
    )
    assert all(acked_at(players)[table] > many for table, many in then.items()), "a game stands"
    assert server.child.returncode == 0
    acked = check_nothing_lost(path, players)
    figure(
        f"1: {kills} kills, {tables} tables: {acked} acknowledged, 0 lost, 0 twice, 0 gaps,"
        f" {len(then)} games went on"
    )


EVERY_NTH = (*range(1, 61), 100, 200, 500, 1_000)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
@COUNTS("nth", [(1, 3, 10), pytest.param(EVERY_NTH, marks=pytest.mark.slow)], ids=["few", "all"])
def test_3_nothing_is_acknowledged_that_a_failing_disk_has_not_taken(
    tmp_path: Path, fault: Fault, nth: tuple[int, ...], figure: Figure
) -> None:
    told: Counter[str] = Counter()
    with faulty_disk() as disk:
        for every in nth:
            path = tmp_path / f"every {every}"
            tokens = run(fail_now_and_then(path, disk, fault, every, told))
            run(go_on(path, tokens))
    assert told["acked"] > 0
    assert disk.failures >= told["refused"] >= len(nth) / 2
    figure(
        f"3: {fault.name} at every n-th {fault.call}, n up to {nth[-1]}: {disk.failures} failed,"
        f" {told['refused']} acts refused, {told['acked']} acknowledged and there, 0 lost,"
        f" {told['stops']} times stopped, {len(nth)} games went on"
    )


async def fail_now_and_then(
    path: Path, disk: FaultyDisk, fault: Fault, every: int, told: Counter[str]
) -> list[str]:
    """Play on a disk that fails; hold the log against what was acknowledged."""
    async with open_room(path) as room:
        sitting, callers, tokens = await playing(room, 2)
        acked: list[str] = []

        async def act(number: int) -> dict[str, Any]:
            seat = sitting.table.playing.to_act[0]
            answer = await callers[seat].act(callers[seat].legal[-1], mark=f"m{number}")
            if answer["is"] == "ack":
                acked.append(f"m{number}")
            return answer

        disk.fail(fault, every)
        for number in range(20 + every):
            answer = await act(number)
            if answer["is"] != "ack":
                assert (answer["rule"], "did not happen" in answer["why"]) == ("P-8", True)
                told["refused"] += 1
                assert room.failed == (fault.code != FULL), "only a failed write ends the server"
            if room.failed:
                break
        disk.mend()
        last = await act(number + 1)
        assert (last["is"] == "ack") != room.failed, "there is space again, or no trust any more"
        rows = [log_entries.read(row.body) for row in room.log.read(sitting.table.key)]
        assert [entry.id for entry in rows if isinstance(entry, MoveMade)] == acked
    told["acked"] += len(acked)
    told["stops"] += room.failed
    return tokens


async def go_on(path: Path, tokens: list[str]) -> None:
    """Open the room again on a disk that works, and play."""
    async with open_room(path) as room:
        sitting = await room.find(next(iter(room.log.lobby())))
        assert sitting is not None
        callers = [await hello(room, sitting, token) for token in tokens]
        seat = sitting.table.playing.to_act[0]
        assert (await callers[seat].act(callers[seat].legal[0]))["is"] == "ack"


def test_3_a_failing_disk_stops_the_server_and_nothing_acknowledged_is_lost(
    tmp_path: Path, figure: Figure
) -> None:
    path = tmp_path / "db"
    server = Process(path)
    players = run(sit_down(server.origin, 2))
    assert server.stop() == 0
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    server = Process(path, file_size=size + 150_000)  # from there on every write fails
    run(play_on(server.origin, players, lambda: False, lambda: None))
    code, words = server.wait()
    assert code == 2
    assert "the disk failed, nothing more was written: disk I/O error" in words
    acked = check_nothing_lost(path, players)
    assert acked > 0
    server = Process(path)
    then = acked_at(players).total()
    run(play_on(server.origin, players, more_than(players, then + 5), server.stop))
    assert check_nothing_lost(path, players) > acked
    figure(f"3: disk failed: stopped with code {code}, {acked} acknowledged, 0 lost")


def copies(rows: list[LogRow], many: int) -> list[LogRow]:
    """Write the same game down for so many tables."""
    copied: list[LogRow] = []
    for number in range(many):
        key, prev = f"a{number:013d}".replace("0", "x").replace("1", "y"), START
        for row in rows:
            copied.append(row._replace(table_id=key, prev=prev))
            prev = link(copied[-1])
    return copied


@COUNTS(
    ("tables", "events"),
    [(20, 300), pytest.param(1_000, 1_000, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
def test_4_a_restart_with_many_tables_is_playable_at_once(
    tmp_path: Path, tables: int, events: int, figure: Figure
) -> None:
    rows = next(
        long for n in range(100) if len(long := chronicle("x" * 13 + str(2 + n % 8))) > events
    )[:events]
    path = tmp_path / "db"
    every = copies(rows, tables)
    write_down(f"sqlite:///{path}", every)

    async def scene() -> float:
        began = time.monotonic()
        async with open_room(path) as room:
            await room.wake()
            sitting = await room.find(every[-1].table_id)
            assert sitting is not None
            callers = [await hello(room, sitting, token) for token in TOKENS]
            seat = sitting.table.playing.to_act[0]
            assert (await callers[seat].act(callers[seat].legal[0]))["is"] == "ack"
            return time.monotonic() - began

    figure(f"4: {tables} tables, {len(every)} events: playable after {run(scene()):.2f} s")
