"""How fast bots move: the pace that the host sets, and the skip to the next turn of a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldroom.core.game import Refusal
from meldroom.games import find
from meldroom.games.companions import timing_of
from meldroom.room import messages
from meldroom.room.clock import BOT_DELAY, FACTORS, SKIP_DELAY, Clock, change_pace, skipping
from meldroom.room.log_entries import (
    GamePrepared,
    GameStarted,
    SeatTaken,
    Settings,
    ShareGiven,
    TableOpened,
)
from meldroom.room.table import Table
from tests.match.positions import default_text, put_at
from tests.server.local_room import open_room, table_in_play

SHARE = "00" * 16


def table_with(people: int, seats: int = 3, game: str = "scorzo") -> Table:
    """Start a game in which a bot, in the last seat, is to act."""
    table = Table("t", TableOpened(game, find(game).rules, seats, {}, Settings(), "code"))
    for seat in range(people):
        table.apply(SeatTaken(seat, f"P{seat}", str(seat)), 0)
        table.seats[seat].connections = 1
    table.apply(GamePrepared("11" * 32), 0)
    for seat in range(people):
        table.apply(ShareGiven(seat, SHARE), 0)
    table.apply(GameStarted(), 0)
    match = table.current_match
    while match.to_act != (seats - 1,):
        match.play(match.to_act[0], default_text(match, match.to_act[0]))
    return table


def bot_delay(table: Table) -> float:
    """Say in how many seconds the bot moves."""
    clock = Clock(table, 0.0)
    clock.update(0.0)
    [at] = clock.bot_times.values()
    return at


@pytest.mark.parametrize("name", FACTORS)
def test_a_bot_takes_its_time_by_the_pace_of_the_table(name: str) -> None:
    table = table_with(people=1)
    usual = bot_delay(table)
    assert BOT_DELAY[0] <= usual <= BOT_DELAY[1]
    table.pace = name
    assert bot_delay(table) == pytest.approx(usual * FACTORS[name])


def test_only_the_host_sets_the_pace_unless_nobody_else_plays() -> None:
    table = table_with(people=2)
    change_pace(table, [0], messages.SetPace("fast"))
    assert table.facts()["pace"] == "fast"
    for seats, rule in (([1], "P-4"), ([], "P-3")):
        with pytest.raises(Refusal, match=rule):
            change_pace(table, seats, messages.SetPace("slow"))
    assert table.pace == "fast"


def test_a_skip_lets_bots_move_at_one_short_and_even_pace_until_a_person_is_to_act() -> None:
    table = table_with(people=1)
    clock = Clock(table, 0.0)
    clock.update(0.0)
    change_pace(table, [0], messages.Skip())
    assert table.facts()["skips"] == [0]
    clock.update(0.5)
    assert clock.bot_times == {2: 0.5 + SKIP_DELAY}
    match = table.current_match
    while match.to_act == (2,):
        assert bot_delay(table) == SKIP_DELAY
        match.play(2, default_text(match, 2))
        clock.update(1.0)
    assert match.to_act == (0,)
    assert table.facts()["skips"] == []


def test_everybody_who_still_plays_must_want_to_skip() -> None:
    table = table_with(people=2)
    change_pace(table, [0], messages.Skip())
    assert bot_delay(table) > SKIP_DELAY
    change_pace(table, [1], messages.Skip())
    assert bot_delay(table) == SKIP_DELAY


def test_who_is_out_skips_to_the_end_and_keeps_nobody_from_skipping() -> None:
    table = table_with(people=2, seats=4, game="victor-or-victim")
    match = table.current_match
    facts = match.state.public
    assert not timing_of(table.game).is_out(facts, 0)
    put_at(match, match.state._replace(public=facts._replace(fallen=(0,))))
    change_pace(table, [0], messages.Skip())
    assert not skipping(table)
    change_pace(table, [1], messages.Skip())
    assert skipping(table)
    table.skip_asked = {1}
    assert skipping(table)


def test_nobody_skips_where_a_race_may_begin_unnoticed() -> None:
    with pytest.raises(Refusal, match="P-5"):
        change_pace(table_with(people=1, game="thumbs-up"), [0], messages.Skip())


async def test_pace_and_skip_are_told_to_everybody(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", 1.0) as room:
        _, [ada, elif_], _ = await table_in_play(room, 2, seats=3, game="scorzo")
        await ada.request("pace", pace="fast")
        assert elif_.last("table")["pace"] == "fast"
        assert (await elif_.request("pace", pace="slow"))["rule"] == "P-4"
        assert (await ada.request("pace", pace="none"))["rule"] == "P-1"
