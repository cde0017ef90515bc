"""Faults of process and disk: what was acknowledged is there, whatever happens."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from meldroom.core.rng import Rng, below
from meldroom.server import entries
from meldroom.server.backup import back_up, rows_of, sound
from meldroom.server.entries import Moved
from meldroom.server.log import START, Row, link
from meldroom.server.store import EVENTS, Store
from tests.server.chronicle import TOKENS, chronicle, write_down
from tests.server.house import GAME, hello, open_room, playing, run
from tests.server.process import Process

COUNTS = pytest.mark.parametrize


class Player:
    """A person who plays on over kills, sending again what was not acknowledged."""

    def __init__(self, place: dict[str, Any]) -> None:
        self.place = place
        self.acked: dict[str, int] = {}  # id -> seq
        self.pending: dict[str, Any] | None = None
        self.marks = 0

    async def play(self, origin: str) -> None:
        """Play until the connection is lost."""
        address = origin.replace("http", "ws") + "/socket"
        hello = {"do": "hello", "table": self.place["table"], "token": self.place["token"]}
        legal: list[str] = []
        async with connect(address, origin=Origin(origin), compression=None) as socket:
            await socket.send(json.dumps({**hello, "help": False}))
            if self.pending:
                await socket.send(json.dumps(self.pending))
            async for frame in socket:
                heard = json.loads(frame)
                table = heard.get("table", heard)
                waiting = table.get("phase") == "waiting"
                if waiting and not table["seats"][self.place["seat"]]["ready"]:
                    await socket.send(json.dumps({"do": "give", "share": "00" * 16}))
                if heard["is"] == "table" and heard["phase"] == "over" and not self.place["seat"]:
                    await socket.send(json.dumps({"do": "rematch"}))
                if heard["is"] == "ack":
                    assert self.acked.setdefault(heard["id"], heard["seq"]) == heard["seq"]
                    if self.pending and self.pending["id"] == heard["id"]:
                        self.pending = None
                elif heard["is"] == "refusal":
                    self.pending = None
                sight = heard.get("play") or heard
                legal = sight.get("legal", legal)
                if legal and self.pending is None:
                    self.marks += 1
                    text = legal[self.marks % len(legal)]
                    self.pending = {"do": "act", "id": f"m{self.marks}", "texts": [text]}
                    await asyncio.sleep(0.01)
                    await socket.send(json.dumps(self.pending))


async def sit_down(origin: str, tables: int) -> list[Player]:
    players = []
    async with httpx.AsyncClient(base_url=origin, headers={"Origin": origin}) as http:
        for _ in range(tables):
            wish = {"game": GAME, "seats": 2, "name": "A", "keep": "token", "fill": "people"}
            first = (await http.post("/api/tables", json=wish)).json()
            wish = {"name": "B", "code": first["code"], "keep": "token"}
            second = (await http.post(f"/api/tables/{first['table']}/seats", json=wish)).json()
            players += [Player(first), Player(second)]
    return players


async def play_on(origin: str, players: list[Player], acks: int, end: Any) -> None:
    """Let everybody play until so many more acts are acknowledged, then end the server."""
    enough = acks + sum(len(player.acked) for player in players)
    tasks = [asyncio.create_task(player.play(origin)) for player in players]
    while sum(len(player.acked) for player in players) < enough:
        await asyncio.sleep(0.001)
        if all(task.done() for task in tasks):
            break
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
        entry = entries.read(row.body)
        if isinstance(entry, Moved):
            marks[table, entry.seat, entry.id] += 1
    assert set(marks.values()) <= {1}, "a resent act was carried out twice"
    acked = 0
    for player in players:
        for mark, seq in player.acked.items():
            entry = entries.read(rows[player.place["table"], seq].body)
            assert isinstance(entry, Moved)
            assert (entry.seat, entry.id) == (player.place["seat"], mark)
            acked += 1
    return acked


@COUNTS(
    ("kills", "tables"), [(3, 4), pytest.param(200, 64, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_1_nothing_acknowledged_is_lost_when_the_server_is_killed(
    tmp_path: Path, kills: int, tables: int
) -> None:
    path = tmp_path / "db"
    server = Process(path)
    players = run(sit_down(server.origin, tables))
    rng = Rng(b"kills")
    for kill in range(kills):
        lot, rng = below(rng, 8 * tables)
        run(play_on(server.origin, players, 1 + lot, server.kill))
        server = Process(path)
        if kill % 20 == 2:
            check_nothing_lost(path, players)
    assert server.stop() == 0
    acked = check_nothing_lost(path, players)
    print(f"\n1: {kills} kills, {tables} tables: {acked} acknowledged, 0 lost, 0 twice, 0 gaps")


def test_3_a_full_disk_refuses_and_goes_on_when_there_is_space_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2)
            pages = {"most": 0}

            @sa.event.listens_for(room.store._writer, "before_cursor_execute")
            def limit(_: Any, cursor: Any, *__: Any) -> None:
                cursor.execute(f"PRAGMA max_page_count={pages['most'] or 2**30}")

            acked = refused = 0
            for number in range(160):
                full = number % 40 >= 20  # the file may not grow, as on a full disk
                pages["most"] = 1 if full else 0
                seat = sitting.table.playing.to_act[0]
                answer = await callers[seat].act(callers[seat].legal[-1], mark=str(number))
                if answer["is"] == "ack":
                    acked += 1
                    assert room.log.read(sitting.table.key)[-1].seq == answer["seq"]
                else:
                    assert (answer["rule"], full) == ("P-8", True)
                    refused += 1
            assert not room.failed
            rows = room.log.read(sitting.table.key)
            assert sum(row.kind == "moved" for row in rows) == acked
            assert refused > 0
            print(f"\n3: disk full: {acked} acknowledged and there, {refused} refused, none lost")

    run(scene())


def test_3_a_failing_disk_stops_the_server_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "db"
    server = Process(path)
    players = run(sit_down(server.origin, 2))
    assert server.stop() == 0
    size = max(file.stat().st_size for file in tmp_path.iterdir())
    server = Process(path, file_size=size + 150_000)  # from there on every write fails
    run(play_on(server.origin, players, 10**6, lambda: None))
    code, words = server.wait()
    assert code == 2
    assert "the disk failed, nothing more was written: disk I/O error" in words
    acked = check_nothing_lost(path, players)
    assert acked > 0
    server = Process(path)
    run(play_on(server.origin, players, 5, server.stop))
    assert check_nothing_lost(path, players) > acked
    print(f"\n3: disk failed: stopped with code {code}, {acked} acknowledged, 0 lost")


def copies(rows: list[Row], many: int) -> list[Row]:
    """Write the same game down for so many tables."""
    copied: list[Row] = []
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
    tmp_path: Path, tables: int, events: int
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

    print(f"\n4: {tables} tables, {len(every)} events: playable after {run(scene()):.2f} s")


CUT = """
import os, sys
from alembic import op
from meldroom.server.store import Store
real = op.create_index
def cut(*args, **kwargs):
    os._exit(9)
op.create_index = cut
Store(sys.argv[1]).open()
"""


def test_24_a_migration_that_is_cut_off_midway_is_completed_by_the_next_start(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
    cut = subprocess.run([sys.executable, "-c", CUT, url], env=environment, check=False)
    assert cut.returncode == 9
    store = Store(url)
    store.open()
    assert store.step() == "0001"
    with store.reading() as connection:
        names = [index["name"] for index in sa.inspect(connection).get_indexes("events")]
        assert names == ["events_signs"]
    store.close()
    print("\n24: cut off midway, completed at the second start")


def test_24_the_first_database_opens_with_its_log_intact(tmp_path: Path) -> None:
    source = Path(__file__).with_name("released") / "0001.sql"
    path = tmp_path / "db"
    with sqlite3.connect(path) as connection:
        connection.executescript(source.read_text("utf-8"))
    connection.close()
    store = Store(f"sqlite:///{path}")
    store.open()
    rows = list(sound(rows_of(store)))
    store.close()
    assert len(rows) > 20

    async def scene() -> None:
        async with open_room(path) as room:
            sitting = await room.find(rows[0].table_id)
            assert sitting is not None
            assert sitting.table.seq == len(rows)

    run(scene())


@COUNTS("moves", [60, pytest.param(3_000, marks=pytest.mark.slow)])
def test_26_a_backup_made_while_people_play_is_a_prefix_of_every_log(
    tmp_path: Path, moves: int
) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            games = [await playing(room, 2) for _ in range(4)]

            async def play(sitting: Any, callers: Any) -> None:
                for _ in range(moves):
                    if sitting.table.phase != "playing":
                        return
                    seat = sitting.table.playing.to_act[0]
                    await callers[seat].act(callers[seat].legal[0])

            playing_on = [asyncio.create_task(play(s, c)) for s, c, _ in games]
            await asyncio.sleep(0.05)
            many = await asyncio.to_thread(back_up, room.store, tmp_path / "copy")
            await asyncio.gather(*playing_on)
            whole = {s.table.key: room.log.read(s.table.key) for s, _, _ in games}
        async with open_room(tmp_path / "copy") as room:
            for (sitting, _, tokens), rows in zip(games, whole.values(), strict=True):
                copied = room.log.read(sitting.table.key)
                assert copied == rows[: len(copied)]
                assert len(copied) > 5
                again = await room.find(sitting.table.key)
                assert again is not None
                caller = await hello(room, again, tokens[0])
                assert caller.sight["ply"] == again.table.playing.state.ply
            total = sum(len(rows) for rows in whole.values())
            print(f"\n26: {many} of {total} entries copied, each a prefix, chains hold")

    run(scene())


def test_a_backup_does_not_write_over_a_file(tmp_path: Path) -> None:
    write_down(f"sqlite:///{tmp_path / 'db'}", chronicle("x" * 14)[:10])
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    assert back_up(store, tmp_path / "copy") == 10
    with pytest.raises(FileExistsError, match="copy exists already"):
        back_up(store, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy"]
    with Store(f"sqlite:///{tmp_path / 'copy'}").reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar() == 10
