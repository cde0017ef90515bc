"""A live table after a restart, after a lost connection and beside another server."""

from __future__ import annotations

from pathlib import Path

from meldroom.server.storage.log_entries import MoveMade, SeatLeft
from meldroom.server.tables.bus import Bus
from meldroom.server.tables.room import Room
from tests.match.positions import default_text
from tests.server.local_room import (
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
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


async def test_a_table_catches_up_with_what_another_server_wrote(room: Room) -> None:
    live, clients, _ = await table_in_play(room, 2)
    seat = live.table.current_match.to_act[0]
    other = type(live).restored(room, "x", room.log.read(live.table.key))
    other.table.key = live.table.key
    await other.write([MoveMade(seat, ("draw",))])
    await wait_until(lambda: live.table.current_match.state.ply == 1)
    assert clients[0].position["ply"] == 1
    room.bus = Bus()  # the next entry is not announced
    await other.write([MoveMade(seat, (default_text(other.table.current_match, seat),))])
    assert live.table.seq < other.table.seq
    answer = await clients[seat].act(clients[seat].legal[0])
    assert answer["rule"] == "P-8"
    assert live.table.seq == other.table.seq
    assert live.table.current_match.state.ply == 2
    await clients[1 - seat].act("draw")
    rows = room.log.read(live.table.key)  # checks that each row follows the one before
    assert len(rows) == live.table.seq == other.table.seq + 1


async def test_a_person_removed_by_another_server_is_disconnected(room: Room) -> None:
    live, clients, _ = await table_with_people(room, 2)
    other = type(live).restored(room, live.table.key, room.log.read(live.table.key))
    await other.write([SeatLeft(1, kicked=True)])
    await wait_until(lambda: clients[1].closed_with is not None)
    assert clients[1].closed_with == (4001, "the host removed you")
    assert clients[1] not in live.audience.listeners
