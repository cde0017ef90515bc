"""Bots at a live table: the level of each seat, a bot that fails, a person who is away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meldroom.games import find
from meldroom.room.log_entries import Settings
from meldroom.room.services import BotTask
from meldroom.server.tables.bot_pool import choose_text
from meldroom.server.tables.room import Room
from tests.bots.test_champion import written
from tests.server.local_room import join, open_room, table_in_play, wait_until


async def test_each_bot_plays_at_the_level_chosen_for_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[int, set[str]] = {}

    def noted(task: BotTask) -> str:
        assert task.view.seat is not None
        asked.setdefault(task.view.seat, set()).add(task.level)
        return choose_text(task)

    monkeypatch.setattr("meldroom.server.tables.thinker.choose_text", noted)
    async with open_room(tmp_path / "db") as room:
        bots = ("random", "random", "novice", "")
        live, [ada], _ = await table_in_play(room, 1, seats=4, bot="house", bots=bots)
        levels = [seat["level"] for seat in ada.last("table")["seats"]]
        assert levels == [None, "random", "novice", "house"]
        while not {1, 2, 3} <= asked.keys():
            await wait_until(lambda: bool(ada.legal))
            await ada.act(ada.legal[0])
        assert asked == {1: {"random"}, 2: {"novice"}, 3: {"house"}}
        live.table.seats[0].covered = True
        assert live.table.bot_level(0) == "house", "it plays for Ada"
    async with open_room(tmp_path / "db") as room:
        again = await room.find(live.table.key)
        assert again is not None
        assert again.table.settings.bots == bots


async def test_a_bot_that_fails_takes_the_default_action(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ZeroDivisionError

    async with open_room(tmp_path / "db") as room:
        live, [ada], _ = await table_in_play(room, 1, seats=2)
        await wait_until(lambda: live.table.current_match.to_act == (0,))
        monkeypatch.setattr("meldroom.server.tables.thinker.choose_text", broken)
        await ada.act("draw")
        await ada.act(ada.legal[0])
        await wait_until(lambda: live.table.current_match.to_act == (0,))
        assert live.table.current_match.moves[-2] == (1, "draw")
    assert "the bot at seat 1 failed" in caplog.text


async def test_a_person_who_is_away_is_covered_and_gets_the_seat_back(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    clients[seat].disconnect()
    live.table.seats[seat].away_since = -1000.0
    live.turns.set_timer()
    await wait_until(lambda: live.table.current_match.to_act != (seat,))
    assert clients[1 - seat].last("table")["seats"][seat]["bot"]
    back = await join(room, live, tokens[seat])
    assert not back.last("table")["seats"][seat]["bot"]


async def test_a_champion_plays_where_the_game_has_one_and_is_refused_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, other = find("scorzo"), find("victory-rummy")
    written(tmp_path, game, name="champion.weights")
    folders = {game.key: tmp_path, other.key: tmp_path / "none"}
    monkeypatch.setattr("meldroom.bots.champion.folder_of", lambda game: folders[game.key])
    async with open_room(tmp_path / "db") as room:
        settings = Settings(bot="champion")
        with pytest.raises(ValueError, match="there is no bot 'champion'"):
            await room.open(other.key, 2, {}, settings, "Ada")
        with pytest.raises(ValueError, match="there is no bot 'champion@1'"):
            await room.open(game.key, 2, {}, Settings(bot="champion@1"), "Ada")
        live, [ada], _ = await table_in_play(room, 1, game=game.key, seats=2, bot="champion")
        match = live.table.current_match
        while sum(seat == 1 for seat, _ in match.moves) < 4:
            await wait_until(lambda: bool(ada.legal))
            await ada.act(ada.legal[0])
            await wait_until(lambda: 0 in match.to_act or not match.to_act)
    assert "failed" not in caplog.text
