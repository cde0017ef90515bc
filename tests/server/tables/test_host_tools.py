"""What the host can do about people, and what everybody is told about those who are away."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldroom.room.clock import AWAY_GRACE
from meldroom.room.permissions import ASK_AGAIN_SECONDS
from meldroom.server.tables.live_table import now
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
)


async def test_whom_the_host_mutes_nobody_hears_also_after_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [ada, elif_], tokens = await table_in_play(room, 2)
        assert (await elif_.request("silence", seat=0, on=True))["rule"] == "P-4"
        assert (await ada.request("silence", seat=0, on=True))["rule"] == "P-4"
        await ada.request("silence", seat=1, on=True)
        assert elif_.last("table")["seats"][1]["silenced"]
        assert (await elif_.request("say", phrase=0))["rule"] == "P-9"
        assert (await elif_.request("say", text="hello"))["rule"] == "P-9"
        assert not ada.messages("said")
    async with open_room(tmp_path / "db") as room:
        restarted = await room.find(live.table.key)
        assert restarted is not None
        ada, elif_ = [await join(room, restarted, token) for token in tokens]
        assert (await elif_.request("say", phrase=0))["rule"] == "P-9"
        await ada.request("silence", seat=1, on=False)
        seq = restarted.table.seq
        await ada.request("silence", seat=1, on=False)
        assert restarted.table.seq == seq, "nothing changed"
        await elif_.request("say", phrase=0)
        assert ada.last("said")["text"] == "Hello!"


async def test_everybody_is_told_the_same_time_until_a_bot_plays(room: Room) -> None:
    live, [ada, elif_, ines], tokens = await table_in_play(room, 3)
    assert ada.last("table")["seats"][1]["away_left"] is None
    elif_.disconnect()
    for client in (ada, ines):
        left = client.last("table")["seats"][1]["away_left"]
        assert left == pytest.approx(AWAY_GRACE, abs=2)
    live.table.seats[1].away_since = now() - 20
    live.clock.update(now())
    late = await join(room, live, tokens[2])
    left = late.last("welcome")["table"]["seats"][1]["away_left"]
    assert left == pytest.approx(AWAY_GRACE - 20, abs=2)
    await ada.request("pause", on=True)
    assert ada.last("table")["seats"][1]["away_left"] is None


async def test_the_host_lets_a_bot_play_for_somebody_who_is_away_until_they_are_back(
    room: Room,
) -> None:
    live, [ada, elif_], tokens = await table_in_play(room, 2)
    assert (await ada.request("cover", seat=1))["rule"] == "P-4", "she is here"
    elif_.disconnect()
    await ada.request("cover", seat=1)
    seat = ada.last("table")["seats"][1]
    assert seat["bot"]
    assert seat["away_left"] is None
    back = await join(room, live, tokens[1])
    assert not back.last("table")["seats"][1]["bot"]
    ada.disconnect()
    assert (await back.request("cover", seat=0))["rule"] == "P-4", "she is not the host"


async def test_a_paused_game_can_be_asked_for_once_a_minute(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, [ada, elif_], _ = await table_in_play(room, 2)
    assert (await elif_.request("ask_continue"))["rule"] == "P-5"
    await ada.request("pause", on=True)
    await elif_.request("ask_continue")
    assert ada.last("said")["asks"]
    assert ada.last("said")["seat"] == 1
    assert (await elif_.request("ask_continue"))["rule"] == "P-9"
    later = now() + ASK_AGAIN_SECONDS
    monkeypatch.setattr(live, "now", lambda: later)
    await elif_.request("ask_continue")
    assert len(ada.messages("said")) == 2


async def test_the_host_puts_bots_in_empty_seats_before_the_game(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [ada, elif_], tokens = await table_with_people(room, 2, seats=4, fill="people")
        assert (await elif_.request("bot", seat=2, level="novice"))["rule"] == "P-4"
        assert (await ada.request("bot", seat=1, level="novice"))["rule"] == "P-5"
        assert (await ada.request("bot", seat=5, level="novice"))["rule"] == "X-1"
        assert (await ada.request("bot", seat=2, level="os:system"))["rule"] == "P-1"
        await ada.request("bot", seat=2, level="novice")
        await ada.request("bot", seat=3, level="house")
        await ada.request("bot", seat=3, level="")
        levels = [seat["level"] for seat in elif_.last("table")["seats"]]
        assert levels == [None, None, "novice", None]
    async with open_room(tmp_path / "db") as room:
        restarted = await room.find(live.table.key)
        assert restarted is not None
        ada, elif_ = [await join(room, restarted, token) for token in tokens]
        assert restarted.table.bot_level(2) == "novice"
        await ada.request("bot", seat=3, level="random")
        await start_game(restarted, [ada, elif_])  # nobody is waited for any more
        assert (await ada.request("bot", seat=3, level="house"))["rule"] == "P-5"
