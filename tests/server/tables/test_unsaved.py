"""What a live table does when something could not be saved."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from meldroom.room import turns
from meldroom.room.actor import RESTARTING
from meldroom.room.log_rows import LogRow
from meldroom.room.services import StorageError
from meldroom.server.storage.store import Fatal
from meldroom.server.tables import journal
from meldroom.server.tables.room import RESTART_MESSAGE, Room
from tests.server.local_room import failing_log, join, open_room, table_in_play, wait_until


async def test_a_bot_whose_move_could_not_be_saved_moves_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "RETRY_DELAY", 0.01)
    async with open_room(tmp_path / "db") as room:
        live, [ada], _ = await table_in_play(room, 1, seats=2)
        begin, failures = room.log.begin, 0

        def full_for_bots(rows: Any, *more: Any) -> None:
            nonlocal failures
            if '"by":"bot"' in rows[0].body:
                failures += 1
                more[-1](StorageError("database or disk is full"))
            else:
                begin(rows, *more)

        monkeypatch.setattr(room.log, "begin", full_for_bots)
        while not failures:
            if ada.legal:
                await ada.act(ada.legal[0])
            await asyncio.sleep(0)
        monkeypatch.setattr(room.log, "begin", begin)
        ply = live.table.current_match.state.ply
        await wait_until(lambda: live.table.current_match.state.ply > ply)


async def test_on_a_failed_disk_an_act_is_not_answered_for_it_may_have_been_saved(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db") as room:
        live, clients, tokens = await table_in_play(room, 2)
        seat = live.table.current_match.to_act[0]
        with failing_log(room, Fatal("disk I/O error"), written=True):
            answer = await clients[seat].act("draw", act_id="m")
        assert answer["is"] not in ("ack", "refusal")
        assert clients[seat].closed_with == (RESTARTING, RESTART_MESSAGE)
    async with open_room(tmp_path / "db") as room:
        restored = await room.find(live.table.key)
        assert restored is not None
        client = await join(room, restored, tokens[seat])
        assert (await client.act("draw", act_id="m"))["is"] == "ack"
        assert restored.table.current_match.state.ply == 1


async def test_an_act_whose_commit_was_not_answered_is_acknowledged_if_it_is_stored(
    room: Room,
) -> None:
    live, clients, _ = await table_in_play(room, 2)
    actor = clients[live.table.current_match.to_act[0]]
    with failing_log(room, StorageError("the connection was lost"), written=True):
        assert (await actor.act("draw", act_id="m"))["is"] == "ack"
    assert live.table.current_match.state.ply == 1
    assert (await actor.act(actor.legal[0]))["is"] == "ack"


async def test_while_nobody_can_know_whether_an_act_is_stored_it_is_not_answered(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "RETRY_DELAY", 0.01)
    live, clients, _ = await table_in_play(room, 2)
    actor, read, failures = clients[live.table.current_match.to_act[0]], room.log.read, 0

    def away_at_first(key: str) -> list[LogRow]:
        nonlocal failures
        failures += 1
        if failures < 3:
            raise StorageError("unable to open database file")
        return read(key)

    monkeypatch.setattr(room.log, "read", away_at_first)
    with failing_log(room, StorageError("the connection was lost"), written=True):
        assert (await actor.act("draw", act_id="m"))["is"] == "ack"
    assert failures == 3
