"""Watchers: who may see the game, and who sees that they do."""

from __future__ import annotations

from typing import Any

from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    FakeConnection,
    join,
    play_turns,
    table_in_play,
    wait_until,
)


async def watch(room: Room, live: LiveTable, **more: Any) -> FakeConnection:
    """Join as a watcher."""
    watcher = FakeConnection(room)
    await watcher.request("hello", table=live.table.key, code=live.table.opened.code, **more)
    return watcher


async def test_everybody_sees_how_many_watch_and_the_names_that_they_gave(room: Room) -> None:
    live, [ada, *_], _ = await table_in_play(room, 2, watchers="delayed")
    mika = await watch(room, live, name="Mika")
    await watch(room, live)
    shown = {"number": 2, "names": ["Mika"]}
    assert ada.messages("table")[-1]["watching"] == shown
    assert mika.messages("table")[-1]["watching"] == shown
    live.disconnect(mika)
    assert ada.messages("table")[-1]["watching"] == {"number": 1, "names": []}


async def test_a_watcher_called_like_a_player_or_like_nothing_is_only_counted(room: Room) -> None:
    live, [ada, *_], _ = await table_in_play(room, 2, watchers="delayed")
    for name in (live.table.seats[0].name, "  ", "\u200b\u202e"):
        await watch(room, live, name=name)
    assert ada.messages("table")[-1]["watching"] == {"number": 3, "names": []}


async def test_players_and_those_who_wait_for_a_seat_are_no_watchers(room: Room) -> None:
    live, [ada, *_], tokens = await table_in_play(room, 1, seats=3, watchers="delayed")
    await join(room, live, tokens[0])
    _, token = await room.take_seat(live, "Mika", 1, live.table.opened.code, [])
    await join(room, live, token)
    assert live.table.requests
    assert ada.messages("table")[-1]["watching"] == {"number": 0, "names": []}


async def test_where_watching_is_off_only_who_waits_for_a_seat_sees_the_game(room: Room) -> None:
    live, [ada, *_], _ = await table_in_play(room, 1, seats=2, watchers="off")
    stranger = await watch(room, live, name="Eve")
    _, token = await room.take_seat(live, "Mika", 1, live.table.opened.code, [])
    mika = await join(room, live, token)
    assert stranger.messages("welcome")[0]["play"] is None
    seen = mika.messages("welcome")[0]["play"]["view"]["zones"]
    assert all(card is None for z in seen if z["sight"] == "owner" for card in z["cards"])
    for _ in range(2):  # a watcher is a turn behind
        await wait_until(lambda: 0 in live.table.current_match.to_act)
        await ada.act("draw")
        await ada.act(ada.legal[0])
    await wait_until(lambda: bool(mika.messages("play")))
    assert not stranger.messages("play")
    assert ada.messages("table")[-1]["watching"] == {"number": 0, "names": []}


async def test_a_watcher_is_a_turn_behind_and_sees_no_hand(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, watchers="delayed")
    watcher = await watch(room, live)
    welcome = watcher.received[0]
    assert welcome["you"] is None
    assert welcome["code"] is None
    await play_turns(live, clients, 3)
    plays = watcher.messages("play")
    assert [play["ply"] for play in plays] == [2, 4]
    assert plays[-1]["legal"] == []
    hands = [z["cards"] for z in plays[-1]["view"]["zones"] if z["sight"] == "owner"]
    assert all(card is None for hand in hands for card in hand)
    assert (await watcher.act("draw"))["rule"] == "P-3"


async def test_where_watching_is_off_a_watcher_sees_the_table_and_no_game(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    watcher = await watch(room, live)
    assert watcher.received[0]["play"] is None
    await clients[live.table.current_match.to_act[0]].act("draw")
    assert [message["is"] for message in watcher.received] == ["welcome"]


async def test_a_watcher_is_not_told_who_moved_for_a_seat(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2, watchers="delayed")
    watcher = await watch(room, live)
    await play_turns(live, clients, 2)
    assert [play["by"] for play in watcher.messages("play")] == ["table"]
    assert {play["by"] for play in clients[0].messages("play")} == {"table", "person"}
