"""Backups: copied while people play, and restored elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from meldroom.server.storage.backup import back_up, rows_of, sound
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.store import EVENTS, Store
from tests.conftest import Figure
from tests.server.chronicle import chronicle, write_down
from tests.server.house import hello, open_room, playing, run

# Seconds between moves: without it the log grows while it is copied, by more with every copy.
PAUSE = 0.05


@pytest.mark.parametrize(
    ("tables", "backups"), [(4, 2), pytest.param(32, 100, marks=pytest.mark.slow)]
)
def test_26_a_backup_made_while_people_play_is_a_prefix_of_every_log(
    tmp_path: Path, tables: int, backups: int, figure: Figure
) -> None:
    sizes: list[int] = []
    whole: dict[str, list[LogRow]] = {}
    tokens: dict[str, str] = {}

    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            games = [await playing(room, 2) for _ in range(tables)]
            over = False

            async def play(sitting: Any, callers: Any) -> None:
                while not over and sitting.table.phase == "playing":
                    seat = sitting.table.playing.to_act[0]
                    await callers[seat].act(callers[seat].legal[-1])
                    await asyncio.sleep(PAUSE)

            playing_on = [asyncio.create_task(play(s, c)) for s, c, _ in games]
            for number in range(backups):
                copy = tmp_path / f"copy{number}"
                sizes.append(await asyncio.to_thread(back_up, room.store, copy))
                written = room.log.rows
                while room.log.rows == written and not all(task.done() for task in playing_on):
                    await asyncio.sleep(0.001)
            over = True
            await asyncio.gather(*playing_on)
            for sitting, _, proofs in games:
                key = sitting.table.key
                whole[key], tokens[key] = room.log.read(key), proofs[0]

    async def restored(copy: Path) -> None:
        async with open_room(copy) as room:
            for key, token in tokens.items():
                sitting = await room.find(key)
                assert sitting is not None
                assert sitting.table.match is not None
                caller = await hello(room, sitting, token)
                assert caller.sight["ply"] == sitting.table.match.state.ply

    run(scene(), 600)
    for number, size in enumerate(sizes):
        store = Store(f"sqlite:///{tmp_path / f'copy{number}'}")
        rows = list(sound(rows_of(store)))
        store.close()
        assert len(rows) == size
        for key, written in whole.items():
            copied = [row for row in rows if row.table_id == key]
            assert copied == written[: len(copied)]
            assert len(copied) > 5
        if number % 10 == 0:
            run(restored(tmp_path / f"copy{number}"))
    assert sizes == sorted(set(sizes)), "nobody played meanwhile"
    total = sum(len(rows) for rows in whole.values())
    figure(
        f"26: {backups} backups of {tables} tables while they play, {sizes[0]} to {sizes[-1]} of"
        f" {total} entries: each a prefix of every log, chains hold"
    )


def test_a_backup_does_not_write_over_a_file(tmp_path: Path) -> None:
    write_down(f"sqlite:///{tmp_path / 'db'}", chronicle("x" * 14)[:10])
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    assert back_up(store, tmp_path / "copy") == 10
    with pytest.raises(FileExistsError, match="copy exists already"):
        back_up(store, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy"]
    with Store(f"sqlite:///{tmp_path / 'copy'}").reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar() == 10
