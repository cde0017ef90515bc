"""Backups are made while people play, and restored elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from meldroom.server.storage.backup import back_up, restore, verified_rows
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.store import EVENTS, Store
from tests.conftest import Figure
from tests.server.local_room import join, open_room, table_in_play
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import sample_log, write_log

# Without pauses the log would grow while it is copied, by more with every copy.
SECONDS_BETWEEN_MOVES = 0.05


@pytest.mark.parametrize(
    ("tables", "backups"), [(4, 2), pytest.param(32, 100, marks=pytest.mark.slow)]
)
def test_26_a_backup_made_while_people_play_is_a_prefix_of_every_log(
    tmp_path: Path, tables: int, backups: int, figure: Figure
) -> None:
    sizes: list[int] = []
    whole: dict[str, list[LogRow]] = {}
    tokens: dict[str, str] = {}

    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            games = [await table_in_play(room, 2) for _ in range(tables)]
            stopped = False

            async def play(live: Any, clients: Any) -> None:
                while not stopped and live.table.phase == "playing":
                    seat = live.table.current_match.to_act[0]
                    await clients[seat].act(clients[seat].legal[-1])
                    await asyncio.sleep(SECONDS_BETWEEN_MOVES)

            players = [asyncio.create_task(play(s, c)) for s, c, _ in games]
            for number in range(backups):
                copy = tmp_path / f"copy{number}"
                sizes.append(await asyncio.to_thread(back_up, room.store, copy))
                written = room.log.rows
                while room.log.rows == written and not all(task.done() for task in players):
                    await asyncio.sleep(0.001)
            stopped = True
            await asyncio.gather(*players)
            for live, _, tokens_of_table in games:
                key = live.table.key
                whole[key], tokens[key] = room.log.read(key), tokens_of_table[0]

    async def restored(copy: Path) -> None:
        async with open_room(copy) as room:
            for key, token in tokens.items():
                live = await room.find(key)
                assert live is not None
                assert live.table.match is not None
                client = await join(room, live, token)
                assert client.position["ply"] == live.table.match.state.ply

    asyncio.run(scenario())
    for number, size in enumerate(sizes):
        store = Store(f"sqlite:///{tmp_path / f'copy{number}'}")
        rows = list(verified_rows(store))
        store.close()
        assert len(rows) == size
        for key, written in whole.items():
            copied = [row for row in rows if row.table_id == key]
            assert copied == written[: len(copied)]
            assert len(copied) > 5
        if number % 10 == 0:
            asyncio.run(restored(tmp_path / f"copy{number}"))
    assert sizes == sorted(set(sizes)), "nobody played meanwhile"
    total = sum(len(rows) for rows in whole.values())
    figure(
        f"26: {backups} backups of {tables} tables while they play, {sizes[0]} to {sizes[-1]} of"
        f" {total} entries: each a prefix of every log, chains hold"
    )


def test_a_backup_does_not_overwrite_a_file(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log("x" * 14)[:10])
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    assert back_up(store, tmp_path / "copy") == 10
    with pytest.raises(FileExistsError, match="copy exists already"):
        back_up(store, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy"]
    with Store(f"sqlite:///{tmp_path / 'copy'}").reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar() == 10


@EVERY_STORE
def test_a_backup_is_restored_into_an_empty_database_of_either_kind(
    tmp_path: Path, url: str
) -> None:
    write_log(f"sqlite:///{tmp_path / 'room'}", sample_log("a" * 14)[:30])
    source, target = Store(f"sqlite:///{tmp_path / 'room'}"), Store(url)
    back_up(source, tmp_path / "backup")
    target.open()
    assert restore(tmp_path / "backup", target) == 30
    assert list(verified_rows(target)) == list(verified_rows(source))
    with pytest.raises(FileExistsError, match="restore into an empty database"):
        restore(tmp_path / "backup", target)
    source.close()
    target.close()
