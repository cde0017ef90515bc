"""What a live table does by its clock: time-outs, and turns of days that outlast a restart."""

from __future__ import annotations

import time

import pytest

from meldroom.room.clock import DAY
from meldroom.room.table_seat import TIMEOUTS_BEFORE_COVER
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.room import Room
from tests.server.local_room import join, table_in_play, wait_until


async def let_turn_time_out(live: LiveTable) -> None:
    """Let the current turn be as old as a turn may be, and wait until the table has ended it."""
    match, turns = live.table.current_match, live.table.current_match.turns_ended
    while match.turns_ended == turns:
        ply = match.state.ply
        live.clock.turn_began = now() - (live.clock.turn_limit or 0)
        live.turns.set_timer()
        await wait_until(lambda ply=ply: match.state.ply > ply)


async def test_x2_the_table_acts_for_a_silent_seat_and_covers_it_after_the_third_time(
    room: Room,
) -> None:
    live, clients, _ = await table_in_play(room, 2, clock="20s")
    silent = live.table.current_match.to_act[0]
    other = clients[1 - silent]
    for _ in range(TIMEOUTS_BEFORE_COVER - 1):
        await let_turn_time_out(live)
        assert other.last("play")["by"] == "clock"
        assert not other.last("table")["seats"][silent]["bot"]
        await other.act("draw")
        await other.act(other.legal[0])
    await let_turn_time_out(live)
    assert [play["by"] for play in other.messages("play")][-2] == "clock"
    assert other.last("play")["by"] == "bot", "it ends the turn"
    assert other.last("table")["seats"][silent]["bot"]


async def test_x2_everybody_is_told_how_many_time_outs_are_left_and_a_sign_of_life_resets_them(
    room: Room,
) -> None:
    live, clients, _ = await table_in_play(room, 2, clock="20s")
    silent = live.table.current_match.to_act[0]
    await let_turn_time_out(live)
    seat = clients[1 - silent].last("table")["seats"][silent]
    assert seat["timeouts_left"] == TIMEOUTS_BEFORE_COVER - 1
    await clients[silent].request("back")
    seat = clients[1 - silent].last("table")["seats"][silent]
    assert seat["timeouts_left"] == TIMEOUTS_BEFORE_COVER


async def test_the_clock_of_a_restarted_table_runs_on_only_where_turns_take_days(
    room: Room,
) -> None:
    for clock, left in (("1d", DAY - 3 * 3600), ("60s", 60.0)):
        live, _, _ = await table_in_play(room, 2, clock=clock)
        three_hours_ago = int(time.time() - 3 * 3600) * 1000
        rows = [row._replace(at=three_hours_ago) for row in room.log.read(live.table.key)]
        restored = LiveTable.restored(room, live.table.key, rows)
        assert restored.clock.seconds_left(now()) == pytest.approx(left, abs=5)


async def test_everybody_is_told_who_is_gone_and_a_second_connection_still_counts(
    room: Room,
) -> None:
    live, [ada, elif_], tokens = await table_in_play(room, 2)
    second = await join(room, live, tokens[1])
    elif_.disconnect()
    assert ada.last("table")["seats"][1]["here"]
    second.disconnect()
    assert not ada.last("table")["seats"][1]["here"]
    assert live.table.seats[1].away_since is not None
    assert live.audience.listeners == {ada}
