"""Open hands for watchers: of deals that are over, and of no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.game import Refusal
from meldroom.room import log_entries, messages
from meldroom.room.log_entries import Settings
from meldroom.room.open_hands import OpenHands, finished_deals
from meldroom.room.payload import MatchPayload
from meldroom.room.table import Table
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import FakeConnection, PromptThinker, join, open_room, table_in_play
from tests.server.tables.test_watching import watch

OPEN = {"watchers": "open_hands", "history": True}


async def play_until_deals_are_seen(
    live: LiveTable, clients: list[FakeConnection], deals: int
) -> None:
    """Let people play until watchers have seen so many deals end."""
    while len(finished_deals(live.table.match)) < deals:
        await play_well(live, clients)


async def play_well(live: LiveTable, clients: list[FakeConnection]) -> None:
    """Play one action, so that a deal is soon over."""
    match = live.table.current_match
    seat, bot = match.to_act[0], make_bot(match.game, "house", bytes(32))
    action = bot.choose(match.view(seat), match.legal(seat))
    await clients[seat].act(match.game.text(action))


async def look(watcher: FakeConnection, deal: int, seat: int) -> list[dict[str, Any]]:
    """Ask for all positions of a deal, message by message."""
    shots: list[dict[str, Any]] = []
    while True:
        answer = await watcher.request("open_hands", deal=deal, seat=seat, at=len(shots))
        assert answer["is"] == "open_hands", answer
        assert (answer["deal"], answer["seat"], answer["at"]) == (deal, seat, len(shots))
        shots += answer["shots"]
        if len(shots) == answer["of"]:
            return shots


async def table_with_finished_deal(
    room: Room, people: int = 2, **settings: Any
) -> tuple[LiveTable, list[FakeConnection]]:
    """Open a table where one deal is over."""
    live, clients, _ = await table_in_play(room, people, **{**OPEN, **settings})
    await play_until_deals_are_seen(live, clients, 1)
    return live, clients


async def test_a_watcher_sees_each_hand_of_a_finished_deal_as_its_player_saw_it(room: Room) -> None:
    live, clients = await table_with_finished_deal(room)
    watcher, options = await watch(room, live), {"options": live.table.opened.options}
    for seat, client in enumerate(clients):
        first, *middle, last = await look(watcher, 1, seat)
        seen = {play["ply"]: play for play in client.messages("play")}
        assert first["view"] == {**options, **seen[0]["view"]}
        assert len(middle) > 3
        for shot in middle:
            assert shot["view"] == {**options, **seen[shot["ply"]]["view"]}
            assert [shot["move"]] == seen[shot["ply"]]["moves"]
            assert shot["events"] == seen[shot["ply"]]["events"]
        assert last["view"] == middle[-1]["view"]
        assert last["showdown"]["sentence"]
        assert last["pad"] == seen[last["ply"]]["pad"]
    racks = [z["cards"] for z in middle[0]["view"]["zones"] if z["sight"] == "owner"]
    assert [None in rack for rack in racks] == [True, False]


async def test_the_deal_in_progress_stays_hidden_until_watchers_have_seen_it_end(
    room: Room,
) -> None:
    live, clients, _ = await table_in_play(room, 2, **OPEN)
    watcher, match = await watch(room, live), live.table.current_match
    while len(match.deal_starts) < 2:
        refusal = await watcher.request("open_hands", deal=1, seat=0)
        assert (refusal["is"], refusal["rule"]) == ("refusal", "P-5")
        await play_well(live, clients)
    assert match.watcher_state.ply < match.deal_starts[1]  # a turn behind
    assert (await watcher.request("open_hands", deal=1, seat=0))["rule"] == "P-5"
    await play_until_deals_are_seen(live, clients, 1)
    assert (await watcher.request("open_hands", deal=1, seat=0))["is"] == "open_hands"
    assert (await watcher.request("open_hands", deal=2, seat=0))["rule"] == "P-5"
    assert watcher.last("play")["open_deals"] == 1
    assert {play["open_deals"] for play in watcher.messages("play")[:-1]} == {0}


async def test_what_else_watchers_are_sent_is_the_same_as_without_open_hands(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, **OPEN)
    watcher = await watch(room, live)
    await play_until_deals_are_seen(live, clients, 1)
    back = await watch(room, live, since=live.table.seq - 5)
    welcome, play = back.last("welcome"), watcher.last("play")
    assert (welcome["events"], welcome["missed"]) == (None, None)
    snapshot = MatchPayload(live.table.current_match, history=True).snapshot(None, True)
    position = json.loads(b"{%s}" % snapshot)
    assert welcome["play"] == {**position, "left": None, "open_deals": 1}
    told = ("is", "seq", "by", "undone", "moves", "events")
    assert play == {**welcome["play"], **{name: play[name] for name in told}}


@pytest.mark.parametrize("setting", ["off", "delayed"])
async def test_where_the_host_did_not_allow_it_no_hand_is_opened(setting: str, room: Room) -> None:
    live, _ = await table_with_finished_deal(room, watchers=setting)
    watcher = await watch(room, live)
    assert (await watcher.request("open_hands", deal=1, seat=0))["rule"] == "P-5"
    assert "open_deals" not in (watcher.last("welcome")["play"] or {})


async def test_a_player_is_not_shown_other_hands(room: Room) -> None:
    live, [ada, _] = await table_with_finished_deal(room)
    assert (await ada.request("open_hands", deal=1, seat=1))["rule"] == "P-3"
    assert "open_deals" not in ada.last("play")
    watcher = await watch(room, live)
    assert (await watcher.request("open_hands", deal=1, seat=7))["rule"] == "X-1"


async def test_after_a_restart_the_same_deals_are_open(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, _ = await table_with_finished_deal(room)
        before = await look(await watch(room, live), 1, 0)
    async with open_room(tmp_path / "db") as room:
        restored = await room.find(live.table.key)
        assert restored is not None
        assert await look(await watch(room, restored), 1, 0) == before


async def test_a_shared_device_opens_no_hand_while_it_is_covered(room: Room) -> None:
    settings = Settings(watchers="open_hands")
    live, token = await room.open("thumbs-up", 2, {}, settings, "Ada", "", ("Bruno",))
    device = await join(room, live, token)
    assert (await device.request("open_hands", deal=1, seat=0))["rule"] == "P-3"


def test_without_a_game_no_deal_is_over() -> None:
    opened = log_entries.TableOpened(
        "thumbs-up", "1", 2, {}, Settings(watchers="open_hands"), "code"
    )
    hands = OpenHands(Table("t", opened), PromptThinker())  # type: ignore[arg-type]
    assert finished_deals(None) == []
    with pytest.raises(Refusal):
        hands.show(None, "", messages.ShowHands(1, 0), lambda _: None)


def test_logs_without_the_setting_are_read() -> None:
    assert log_entries.Settings().watchers == "off"
    body = json.dumps({"is": "opened", "game": "g", "rules": "1", "seats": 2, "options": {},
                       "settings": {"watchers": "delayed"}, "code": "c"})  # fmt: skip
    opened = log_entries.decode(body)
    assert isinstance(opened, log_entries.TableOpened)
    assert opened.settings.watchers == "delayed"
