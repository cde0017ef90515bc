"""Faults of process and disk: nothing that was acknowledged is lost."""

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
from meldroom.room import log_entries
from meldroom.room.log_entries import MoveMade
from meldroom.room.log_rows import FIRST_PREV, LogRow, row_hash
from meldroom.server.storage.backup import verified_rows
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.faulty_disk import FAULTS, FULL, Fault, FaultyDisk, faulty_disk
from tests.server.local_room import join, open_room, table_in_play
from tests.server.random_players import RandomPlayer, open_tables
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.server_process import ServerProcess

FEW_OR_ALL = pytest.mark.parametrize


def acked_by_table(players: list[RandomPlayer]) -> Counter[str]:
    """Count the acknowledged acts of each table."""
    counts: Counter[str] = Counter()
    for player in players:
        counts[player.place["table"]] += len(player.acked)
    return counts


def more_acked_than(players: list[RandomPlayer], count: int) -> Callable[[], bool]:
    """Give a condition: more than `count` acts are acknowledged."""
    return lambda: acked_by_table(players).total() > count


async def play_on(
    origin: str, players: list[RandomPlayer], enough: Callable[[], bool], end: Any
) -> None:
    """Let everybody play until it is enough, then end the server."""
    tasks = [asyncio.create_task(player.play(origin)) for player in players]
    while not enough() and not all(task.done() for task in tasks):
        await asyncio.sleep(0.001)
    await asyncio.to_thread(end)
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert outcome is None or isinstance(outcome, WebSocketException | OSError), outcome


def check_nothing_lost(path: Path, players: list[RandomPlayer]) -> int:
    """Find everything that was acknowledged in the log, and count it."""
    store = Store(f"sqlite:///{path}")
    rows = {(row.table_id, row.seq): row for row in verified_rows(store)}
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    store.close()
    acts: Counter[tuple[str, int, str]] = Counter()
    for (table, _), row in rows.items():
        entry = log_entries.decode(row.body)
        if isinstance(entry, MoveMade):
            acts[table, entry.seat, entry.id] += 1
    assert set(acts.values()) <= {1}, "an act that was sent again was played twice"
    acked = 0
    for player in players:
        for act_id, seq in player.acked.items():
            entry = log_entries.decode(rows[player.place["table"], seq].body)
            assert isinstance(entry, MoveMade)
            assert (entry.seat, entry.id) == (player.place["seat"], act_id)
            acked += 1
    return acked


@FEW_OR_ALL(
    ("kills", "tables"), [(3, 4), pytest.param(200, 64, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_1_nothing_acknowledged_is_lost_when_the_server_is_killed(
    tmp_path: Path, kills: int, tables: int, figure: Figure
) -> None:
    path = tmp_path / "db"
    server = ServerProcess(path)
    players = asyncio.run(open_tables(server.origin, tables))
    rng = Rng(b"kills")
    for kill in range(kills):
        before = acked_by_table(players).total()
        more, rng = below(rng, 2 * tables)
        asyncio.run(
            play_on(server.origin, players, more_acked_than(players, before + more), server.kill)
        )
        assert acked_by_table(players).total() > before, "no game went on"
        server = ServerProcess(path)
        if kill % 20 == 2:
            check_nothing_lost(path, players)
    before_last = acked_by_table(players)

    def went_on() -> bool:
        acked = acked_by_table(players)
        return all(acked[table] > count for table, count in before_last.items())

    asyncio.run(play_on(server.origin, players, went_on, server.stop))
    assert went_on(), "a game does not go on"
    assert server.child.returncode == 0
    acked = check_nothing_lost(path, players)
    figure(
        f"1: {kills} kills, {tables} tables: {acked} acknowledged, 0 lost, 0 twice, 0 gaps,"
        f" {len(before_last)} games went on"
    )


EVERY_NTH = (*range(1, 61), 100, 200, 500, 1_000)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
@FEW_OR_ALL(
    "nth", [(1, 3, 10), pytest.param(EVERY_NTH, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_3_nothing_is_acknowledged_that_a_failing_disk_has_not_stored(
    tmp_path: Path, fault: Fault, nth: tuple[int, ...], figure: Figure
) -> None:
    counts: Counter[str] = Counter()
    with faulty_disk() as disk:
        for every in nth:
            path = tmp_path / f"every {every}"
            tokens = asyncio.run(play_on_failing_disk(path, disk, fault, every, counts))
            asyncio.run(play_after_restart(path, tokens))
    assert counts["acked"] > 0
    assert disk.failures >= counts["refused"] >= len(nth) / 2
    figure(
        f"3: {fault.name} at every n-th {fault.call}, n up to {nth[-1]}: {disk.failures} failed,"
        f" {counts['refused']} acts refused, {counts['acked']} acknowledged and there, 0 lost,"
        f" {counts['stops']} times stopped, {len(nth)} games went on"
    )


async def play_on_failing_disk(
    path: Path, disk: FaultyDisk, fault: Fault, every: int, counts: Counter[str]
) -> list[str]:
    """Play on a disk that fails; the log must hold what was acknowledged, and nothing else."""
    async with open_room(path) as room:
        live, clients, tokens = await table_in_play(room, 2)
        acked: list[str] = []

        async def act(number: int) -> dict[str, Any]:
            seat = live.table.current_match.to_act[0]
            client, act_id = clients[seat], f"m{number}"
            await client.act(client.legal[-1], act_id=act_id)
            answer = next((one for one in client.received if one.get("id") == act_id), {"is": ""})
            if answer["is"] == "ack":
                acked.append(act_id)
            return answer

        disk.fail(fault, every)
        for number in range(20 + every):
            answer = await act(number)
            if answer["is"] != "ack":
                counts["refused"] += 1
                assert room.failed == (fault.code != FULL), "only a failed write stops the server"
                if not room.failed:
                    assert (answer["rule"], "nothing happened" in answer["why"]) == ("P-8", True)
            if room.failed:
                break
        disk.repair()
        last = await act(number + 1)
        assert (last["is"] == "ack") != room.failed, "a failed disk is not trusted again"
        rows = [log_entries.decode(row.body) for row in room.log.read(live.table.key)]
        assert [entry.id for entry in rows if isinstance(entry, MoveMade)] == acked
    counts["acked"] += len(acked)
    counts["stops"] += room.failed
    return tokens


async def play_after_restart(path: Path, tokens: list[str]) -> None:
    """Open the room again on a working disk, and play."""
    async with open_room(path) as room:
        live = await room.find(room.summaries.page()[0].table_id)
        assert live is not None
        clients = [await join(room, live, token) for token in tokens]
        seat = live.table.current_match.to_act[0]
        assert (await clients[seat].act(clients[seat].legal[0]))["is"] == "ack"


def test_3_a_failing_disk_stops_the_server_and_nothing_acknowledged_is_lost(
    tmp_path: Path, figure: Figure
) -> None:
    path = tmp_path / "db"
    server = ServerProcess(path)
    players = asyncio.run(open_tables(server.origin, 2))
    assert server.stop() == 0
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    server = ServerProcess(path, max_file_size=size + 150_000)  # from there on every write fails
    asyncio.run(play_on(server.origin, players, lambda: False, lambda: None))
    code, stderr = server.wait()
    assert code == 2
    assert "the disk failed, nothing more was written: disk I/O error" in stderr
    acked = check_nothing_lost(path, players)
    assert acked > 0
    server = ServerProcess(path)
    before = acked_by_table(players).total()
    asyncio.run(play_on(server.origin, players, more_acked_than(players, before + 5), server.stop))
    assert check_nothing_lost(path, players) > acked
    figure(f"3: disk failed: stopped with code {code}, {acked} acknowledged, 0 lost")


def copies(rows: list[LogRow], tables: int) -> list[LogRow]:
    """Copy a table's log for each of many tables."""
    copied: list[LogRow] = []
    for number in range(tables):
        key, prev = f"a{number:013d}".replace("0", "x").replace("1", "y"), FIRST_PREV
        for row in rows:
            copied.append(row._replace(table_id=key, prev=prev))
            prev = row_hash(copied[-1])
    return copied


@FEW_OR_ALL(
    ("tables", "events"),
    [(20, 300), pytest.param(1_000, 1_000, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
def test_4_after_a_restart_with_many_tables_people_can_play_at_once(
    tmp_path: Path, tables: int, events: int, figure: Figure
) -> None:
    rows = next(
        long for n in range(100) if len(long := sample_log("x" * 13 + str(2 + n % 8))) > events
    )[:events]
    path = tmp_path / "db"
    all_rows = copies(rows, tables)
    write_log(f"sqlite:///{path}", all_rows)

    async def scenario() -> float:
        began = time.monotonic()
        async with open_room(path) as room:
            await room.restore_tables()
            live = await room.find(all_rows[-1].table_id)
            assert live is not None
            clients = [await join(room, live, token) for token in TOKENS]
            seat = live.table.current_match.to_act[0]
            assert (await clients[seat].act(clients[seat].legal[0]))["is"] == "ack"
            return time.monotonic() - began

    seconds = asyncio.run(scenario())
    figure(f"4: {tables} tables, {len(all_rows)} events: playable after {seconds:.2f} s")
