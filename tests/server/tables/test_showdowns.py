"""The hold after a hand: who is shown how it ended, and when the next one begins."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from meldroom.room import clock
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.match.positions import put_at
from tests.scenario import deal
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    play_turns,
    start_game,
    table_with_people,
    wait_until,
)
from tests.server.played_games import NEVER

RACKS = ("rack0: B. B. B. B- BV", "rack1: R. R. R- RL G-")


@asynccontextmanager
async def ended_hand(
    path: Path, asking: int = 2, people: int = 2, seats: int = 2, **more: Any
) -> AsyncIterator[tuple[Room, LiveTable, list[FakeConnection], list[str]]]:
    """End the first hand of a table by seat 0; the first clients ask for showdowns."""
    async with open_room(path / "db", NEVER) as room:  # no bot moves before the position is set
        live, clients, tokens = await table_with_people(room, people, seats=seats, **more)
        for seat in range(asking):
            clients[seat].disconnect()
            clients[seat] = await join(room, live, tokens[seat], showdown=True)
        await start_game(live, clients)
        match = live.table.current_match
        put_at(match, deal(match.game, *RACKS, players=seats, options={"fine": "off"}).state)
        match.hand_start = match.watcher_state = match.state
        live.clock.update(0.0)
        assert (await clients[0].act("thumb"))["is"] == "ack"
        yield room, live, clients, tokens


async def test_the_next_hand_waits_until_everybody_is_ready(tmp_path: Path) -> None:
    async with ended_hand(tmp_path) as (_, live, clients, _tokens):
        for client in clients:
            shown = client.last("play")["showdown"]
            assert shown["sentence"] == "{0} wins the hand with blue."
            assert (shown["held"], shown["ready"]) == (True, [])
            assert 0 < shown["left"] <= clock.HOLD_SECONDS
        seat = live.table.current_match.to_act[0]
        refusal = await clients[seat].act("draw")
        assert (refusal["is"], refusal["rule"]) == ("refusal", "P-5")
        await clients[0].request("ready")
        assert clients[1].last("hold")["ready"] == [0]
        assert clients[1].last("hold")["on"]
        await clients[1].request("ready")
        assert not clients[0].last("hold")["on"]
        assert (await clients[seat].act("draw"))["is"] == "ack"


async def test_the_next_hand_begins_by_itself_when_the_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "HOLD_SECONDS", 0.05)
    async with ended_hand(tmp_path) as (_, live, clients, _tokens):
        assert live.showdowns.holding
        await wait_until(lambda: not live.showdowns.holding)
        assert not clients[0].last("hold")["on"]


async def test_one_person_alone_with_bots_takes_their_time_and_no_bot_moves(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, asking=1, people=1) as (_, live, [ada], _tokens):
        assert ada.last("play")["showdown"]["left"] is None
        assert live.turns.timer is None  # nothing is due
        ply = live.table.current_match.state.ply
        await ada.request("ready")
        await wait_until(lambda: ada.position["ply"] > ply or ada.legal)


async def test_programs_that_do_not_ask_see_no_hold(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, asking=0) as (_, live, clients, _tokens):
        assert not live.showdowns.holding
        assert "showdown" not in clients[0].last("play")
        seat = live.table.current_match.to_act[0]
        assert (await clients[seat].act("draw"))["is"] == "ack"


async def test_a_program_beside_a_person_is_not_waited_for(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, asking=1) as (_, live, clients, _tokens):
        assert "showdown" not in clients[1].last("play")
        await clients[0].request("ready")
        assert not live.showdowns.holding


async def test_who_comes_back_is_shown_the_hand_again(tmp_path: Path) -> None:
    async with ended_hand(tmp_path) as (room, live, clients, tokens):
        await clients[0].request("ready")
        clients[0].disconnect()
        assert live.showdowns.holding
        back = await join(room, live, tokens[0], showdown=True)
        shown = back.last("welcome")["play"]["showdown"]
        assert shown["ready"] == [0]
        assert shown["sentence"] == clients[0].last("play")["showdown"]["sentence"]


async def test_a_person_alone_can_reload_and_still_look(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, asking=1, people=1) as (room, live, [ada], tokens):
        ada.disconnect()
        back = await join(room, live, tokens[0], showdown=True)
        assert back.last("welcome")["play"]["showdown"]["held"]


async def test_nobody_waits_for_a_person_who_leaves_for_good(tmp_path: Path) -> None:
    async with ended_hand(tmp_path) as (_, live, clients, _tokens):
        await clients[0].request("ready")
        await clients[1].request("leave")
        assert not live.showdowns.holding


async def test_the_turn_gets_its_whole_time_after_the_hold(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, clock="20s") as (_, live, clients, _tokens):
        assert clients[0].last("play")["left"] is None
        live.clock.paused_since = 0.0  # the hold began long ago
        live.clock.turn_began = 0.0
        for client in clients:
            await client.request("ready")
        assert clients[0].last("hold")["left"] == pytest.approx(20, abs=1)


async def test_a_showdown_is_the_same_for_all_and_names_no_hidden_card(tmp_path: Path) -> None:
    async with ended_hand(tmp_path) as (_, _live, clients, _tokens):
        first, second = (json.dumps(one.last("play")["showdown"]["hands"]) for one in clients)
        assert first == second
        cards = [
            [code for group in hand["groups"] for code in group["cards"]]
            for hand in json.loads(first)
        ]
        racks = [rack.partition(": ")[2].split() for rack in RACKS]
        assert [sorted(hand) for hand in cards] == [sorted(rack) for rack in racks]


async def test_a_watcher_cannot_hurry_the_players(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, watchers="delayed") as (room, live, _clients, _tokens):
        watcher = FakeConnection(room)
        await watcher.request("hello", table=live.table.key, code=live.table.opened.code)
        assert (await watcher.request("ready"))["rule"] == "P-3"
        assert live.showdowns.holding


async def test_the_last_hand_is_shown_but_holds_nothing(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, [ada, elif_], tokens = await table_with_people(room, 2)
        ada.disconnect()
        ada = await join(room, live, tokens[0], showdown=True)
        await start_game(live, [ada, elif_])
        match = live.table.current_match
        ledger = ((0, 0),) * 4
        state = deal(match.game, *RACKS, players=2, ledger=ledger).state
        put_at(match, state)
        await ada.act("thumb")
        assert live.table.phase == "over"
        shown = ada.last("play")["showdown"]
        assert (shown["held"], shown["left"], shown["ready"]) == (False, None, [])
        assert not live.showdowns.holding


async def test_watchers_are_shown_the_end_of_a_hand_a_turn_later(tmp_path: Path) -> None:
    async with ended_hand(tmp_path, watchers="delayed") as (room, live, clients, _tokens):
        hello = {"table": live.table.key, "code": live.table.opened.code}
        watcher, program = FakeConnection(room), FakeConnection(room)
        await watcher.request("hello", **hello, showdown=True)
        await program.request("hello", **hello)
        for client in clients:
            await client.request("ready")
        await play_turns(live, clients, 1)  # the winner's turn goes on in the next hand
        assert b"showdown" not in b"".join(watcher.frames)
        plays = clients[0].messages("play")
        ended = next(play["showdown"] for play in plays if "showdown" in play)
        await play_turns(live, clients, 1)
        [seen] = [play["showdown"] for play in watcher.messages("play") if "showdown" in play]
        assert seen == {**ended, "held": False, "left": None, "ready": []}
        assert b"showdown" not in b"".join(program.frames)
        await play_turns(live, clients, 2)
        assert "showdown" not in watcher.last("play")
        assert not live.showdowns.holding
