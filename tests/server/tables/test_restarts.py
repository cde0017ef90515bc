"""A live table after a restart, after a lost connection and beside another server."""

from __future__ import annotations

from pathlib import Path

from meldroom.room.actor import RESTARTING
from meldroom.room.log_entries import MoveMade
from meldroom.server.tables.room import MOVED_MESSAGE, Room
from tests.server.local_room import (
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
)
from tests.server.postgres import EVERY_STORE


@EVERY_STORE
async def test_after_a_restart_people_go_on_where_they_were(url: str) -> None:
    async with open_room(url) as room:
        live, clients, tokens = await table_in_play(room, 3)
        for _ in range(9):
            seat = live.table.current_match.to_act[0]
            await clients[seat].act(clients[seat].legal[-1])
        key, state = live.table.key, live.table.current_match.state
        positions = [{**client.position} for client in clients]
    async with open_room(url) as room:
        again = await room.find(key)
        assert again is not None
        assert again.table.current_match.state == state
        for seat, token in enumerate(tokens):
            client = await join(room, again, token, since=positions[seat]["seq"])
            for name in ("view", "legal", "to_act", "prompt", "hand", "pad"):
                assert client.position[name] == positions[seat][name]
            assert client.received[0]["events"] == []


async def test_a_client_that_was_briefly_away_is_sent_the_events_it_missed(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    since = clients[1 - seat].position["seq"]
    clients[1 - seat].disconnect()
    await clients[seat].act("draw")
    back = await join(room, live, tokens[1 - seat], since=since)
    welcome = back.received[0]
    assert [event["cards"] for event in welcome["events"]] == [[None]]
    assert welcome["missed"] == [{"moves": [[seat, "draw"]], "events": welcome["events"]}]
    long_ago = await join(room, live, tokens[1 - seat], since=1)
    assert long_ago.received[0]["events"] is None


async def test_a_start_that_the_host_asked_for_survives_a_restart(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, clients, tokens = await table_with_people(room, 2, seats=3, fill="people")
        assert (await clients[1].request("start"))["rule"] == "P-4"
        seq = live.table.seq
        assert (await clients[0].request("start"))["seq"] == seq + 1
        await clients[0].request("start")
        assert live.table.seq == seq + 1, "it is asked for once"
    async with open_room(tmp_path / "db") as room:
        again = await room.find(live.table.key)
        assert again is not None
        assert again.table.start_requested
        await start_game(again, [await join(room, again, token) for token in tokens])
        assert again.table.seats[2].bot_plays


async def test_a_table_whose_log_was_written_elsewhere_is_loaded_again(room: Room) -> None:
    live, clients, tokens = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    other = type(live).restored(room, live.table.key, room.log.read(live.table.key))
    await other.write([MoveMade(seat, ("draw",))])
    assert (await clients[seat].act("draw"))["rule"] == "P-8"
    assert [client.closed_with for client in clients] == [(RESTARTING, MOVED_MESSAGE)] * 2
    again = await join(room, live, tokens[seat])
    assert again.table is not live
    assert again.position["ply"] == 1
    assert (await again.act(again.legal[0]))["is"] == "ack"
    room.log.read(live.table.key)  # checks that each row follows the one before
