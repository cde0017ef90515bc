"""Damage to the database is noticed: at the start, in readiness, by the doctor and by clients."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from meldroom.cli import main
from meldroom.core.game import Refusal
from meldroom.server.admission import Admission
from meldroom.server.histogram import Histogram
from meldroom.server.monitoring import all_metrics
from meldroom.server.storage.integrity import Damaged, Integrity, open_undamaged
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.local_room import FakeConnection, join, open_room, table_in_play, wait_until
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.server_process import ServerProcess

PAGE = 4_096  # bytes, of SQLite
FRAME = PAGE + 24  # bytes, of a page in the write-ahead log
Damage = Callable[[Path], None]


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def meldroom(*args: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, list(map(str, args)), prog_name="meldroom")


def all_metrics_of(room: Room) -> str:
    return all_metrics(room, Admission(), Histogram())


async def killed_while_playing(folder: Path) -> Path:
    """Leave a database as a killed server leaves it, its last moves in the write-ahead log."""
    path, image = folder / "db", folder / "image"
    image.mkdir()
    async with open_room(path) as room:
        live, clients, _ = await table_in_play(room, 2)
        for _ in range(4):
            seat = live.table.current_match.to_act[0]
            await clients[seat].act(clients[seat].legal[-1])
        last_commits = room.log.store.last_commits
        assert last_commits is not None
        while live.table.seq not in {entry.seq for entry in last_commits.read()}:
            await asyncio.sleep(0.001)  # an entry is named after it was acknowledged
        for name in ("db", "db-wal", "db.last"):
            shutil.copy(folder / name, image / name)
    return image / "db"


def altered(path: Path, at: int, size: int = 1) -> None:
    """Flip bits of a file, counted from its end if `at` is negative."""
    content = bytearray(path.read_bytes())
    at %= len(content)
    for place in range(at, at + size):
        content[place] ^= 0x10
    path.write_bytes(content)


def cut_log(path: Path) -> None:
    wal = Path(f"{path}-wal")
    wal.write_bytes(wal.read_bytes()[:-100])


def cut_whole_frames(path: Path) -> None:
    wal = Path(f"{path}-wal")
    wal.write_bytes(wal.read_bytes()[: -3 * FRAME])


def lose_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def flip_bit_in_log(path: Path) -> None:
    altered(Path(f"{path}-wal"), -FRAME + 100)


def lose_database(path: Path) -> None:
    path.unlink()
    lose_log(path)


def open_by_server(path: Path, accept_loss: bool = False) -> None:
    store = Store(sqlite_url(path))
    try:
        open_undamaged(store, accept_loss)
    finally:
        store.close()


@pytest.mark.parametrize(
    "damage", [cut_log, cut_whole_frames, lose_log, flip_bit_in_log, lose_database]
)
def test_36_what_was_saved_and_is_lost_keeps_the_server_from_starting(
    tmp_path: Path, damage: Damage
) -> None:
    path = asyncio.run(killed_while_playing(tmp_path))
    damage(path)
    with pytest.raises(Damaged, match=r"image/db lacks what was saved: entry \d+ of table \w+"):
        open_by_server(path)
    open_by_server(path, accept_loss=True)
    open_by_server(path)  # accepted once is accepted


def test_36_a_killed_server_starts_again_without_a_word(tmp_path: Path) -> None:
    path = asyncio.run(killed_while_playing(tmp_path))
    for _ in range(2):
        open_by_server(path)


async def test_36_an_older_copy_in_its_place_is_noticed_and_easily_accepted(tmp_path: Path) -> None:
    path, copy = tmp_path / "db", tmp_path / "copy"
    async with open_room(path) as room:
        live, clients, _ = await table_in_play(room, 2)
        meldroom("backup", copy, "--database", sqlite_url(path))
        await clients[live.table.current_match.to_act[0]].act("draw")
    copy.rename(path)
    doctor = meldroom("doctor", "--database", sqlite_url(path))
    assert doctor.exit_code == 2
    assert "was saved and is lost" in doctor.stdout
    refused = meldroom("serve", "--port", 0, "--database", sqlite_url(path))
    assert refused.exit_code == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "lacks what was saved" in refused.stderr
    assert "--accept-loss" in refused.stderr
    server = ServerProcess(path, more=["--accept-loss"])
    assert server.stop() == 0


async def test_a_change_on_purpose_is_no_damage(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, _, _ = await table_in_play(room, 2)

        def delete(connection: sa.Connection) -> None:
            connection.execute(sa.delete(EVENTS).where(EVENTS.c.table_id == live.table.key))

        await room.log.change(delete)
    open_by_server(tmp_path / "db")


def damage_last_page(path: Path) -> None:
    altered(path, -PAGE, PAGE)


def flip_bit_of_entry(path: Path) -> None:
    altered(path, path.read_bytes().index(b'"texts":["draw"]') + 12)


@pytest.mark.parametrize("damage", [damage_last_page, flip_bit_of_entry])
async def test_36_a_damaged_file_is_reported_by_readiness_and_by_the_doctor(
    tmp_path: Path, damage: Damage
) -> None:
    path = tmp_path / "db"
    write_log(sqlite_url(path), sample_log("a" * 14))
    assert meldroom("doctor", "--database", sqlite_url(path)).exit_code == 0
    damage(path)
    doctor = meldroom("doctor", "--database", sqlite_url(path))
    assert doctor.exit_code == 2
    async with open_room(path) as room:
        await room.restore_tables()
        await wait_until(lambda: room.integrity.checked)
        assert room.integrity.problems != []
        assert "meldroom_damage 0" not in all_metrics_of(room)
    server = ServerProcess(path)
    try:
        deadline = time.monotonic() + 20
        while (answer := httpx.get(f"{server.monitor}/ready", timeout=PATIENCE)).status_code == 200:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert answer.status_code == 503
        assert answer.json()["why"]
    finally:
        server.stop()


async def test_an_undamaged_database_is_checked_whole_and_stays_ready(tmp_path: Path) -> None:
    write_log(sqlite_url(tmp_path / "db"), sample_log("a" * 14))
    store = Store(sqlite_url(tmp_path / "db"))
    store.open()
    integrity = Integrity(store)
    integrity.start()
    await wait_until(lambda: integrity.checked)
    assert integrity.problems == []
    integrity.stop()
    store.close()


async def test_36_a_client_ahead_of_the_log_is_told_and_raises_an_alarm(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    live, [ada, _], tokens = await table_in_play(room, 2)
    assert "lost" not in ada.received[0]
    last = live.table.seq
    for since in (None, last - 1, last):
        client = await join(room, live, tokens[0], since=since)
        assert "lost" not in client.received[0]
    assert room.clients_ahead == 0
    ahead = await join(room, live, tokens[0], since=last + 3)
    assert ahead.received[0]["lost"] == 3
    assert room.clients_ahead == 1
    [alarm] = [one for one in caplog.records if one.levelno == logging.CRITICAL]
    assert f"has seen entry {last + 3}, but the log ends at {last}" in alarm.getMessage()
    assert "meldroom_clients_ahead_total 1" in all_metrics_of(room)


async def test_36_a_table_with_a_broken_chain_says_so_to_those_who_join(tmp_path: Path) -> None:
    path, key = tmp_path / "db", "a" * 14
    write_log(sqlite_url(path), sample_log(key))
    flip_bit_of_entry(path)
    async with open_room(path) as room:
        client = FakeConnection(room)
        answer = await client.request("hello", table=key, token=TOKENS[0])
        assert (answer["is"], answer["rule"]) == ("refusal", "P-13")
        assert client.closed_with == (4003, "what is stored of this table is damaged")
        assert room.integrity.problems != []
        with pytest.raises(Refusal, match="what is stored of this table is damaged"):
            await room.end_archived(key, TOKENS[0], ())
