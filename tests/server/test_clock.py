"""The clock of a table, told what time it is."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from meldroom.server.storage.log_entries import (
    AnyEntry,
    Began,
    Dealt,
    Gave,
    Left,
    MoveMade,
    Opened,
    Paused,
    Sat,
    Settings,
)
from meldroom.server.tables.clock import (
    GIVING,
    GRACE,
    HEAD_START,
    Clock,
    Cover,
    Due,
    Silence,
    Think,
)
from meldroom.server.tables.table import Table
from tests.conftest import Figure
from tests.match.positions import default_text, put_at
from tests.scenario import deal
from tests.server.house import open_room, playing, run

SHARE = "00" * 16


class Scene:
    """A table with its clock at a time that the test sets."""

    def __init__(self, people: int = 2, seats: int = 3, **settings: Any) -> None:
        opened = Opened("thumbs-up", "1", seats, {}, Settings(**settings), "code")
        self.table = Table("t", opened)
        self.time = 1000.0
        self.clock = Clock(self.table, self.time)
        for seat in range(people):
            self.happen(Sat(seat, f"P{seat}", str(seat)))
            self.come(seat)
        self.happen(Dealt("11" * 32))

    def happen(self, entry: AnyEntry) -> None:
        self.table.evolve(entry, 0)
        self.clock.noticed(self.time)

    def come(self, seat: int) -> None:
        chair = self.table.chairs[seat]
        chair.lines, chair.away = 1, None
        self.clock.noticed(self.time)

    def go(self, seat: int) -> None:
        chair = self.table.chairs[seat]
        chair.lines, chair.away = 0, self.time
        self.clock.noticed(self.time)

    def after(self, seconds: float) -> Due | None:
        self.time += seconds
        return self.clock.next(self.time)

    def due_in(self) -> float | None:
        due = self.clock.due()
        return None if due is None else round(due - self.time, 3)

    def begin(self, turn: int = 0) -> Scene:
        for chair in self.table.people:
            self.happen(Gave(chair.seat, SHARE))
        self.happen(Began())
        match = self.table.playing
        public = match.state.public._replace(turn=turn, first=turn)
        put_at(match, match.state._replace(public=public))
        self.clock = Clock(self.table, self.time)
        self.clock.noticed(self.time)
        return self

    def act(self, text: str, seat: int | None = None, by: Any = "person") -> None:
        acting = self.table.playing.to_act[0] if seat is None else seat
        self.happen(MoveMade(acting, (text,), by))

    def thumb(self) -> None:
        match = self.table.playing
        players = len(self.table.chairs)
        put_at(match, deal(match.game, "rack0: R. R. R. R- RV", players=players).state)
        self.act("thumb", 0)


def test_the_cards_are_dealt_when_everybody_here_has_given() -> None:
    scene = Scene()
    assert scene.due_in() is None
    scene.happen(Gave(0, SHARE))
    assert scene.due_in() == GIVING
    assert scene.after(1) is None
    scene.happen(Gave(1, SHARE))
    assert scene.after(0) == Began()


def test_the_deal_does_not_wait_for_ever_nor_for_those_who_are_away() -> None:
    scene = Scene()
    scene.happen(Gave(0, SHARE))
    assert scene.after(GIVING) == Began()
    scene = Scene()
    scene.happen(Gave(0, SHARE))
    scene.go(1)
    assert scene.after(0) == Began()
    scene.go(0)
    assert scene.due_in() is None


def test_a_table_for_people_waits_until_it_is_full_or_the_host_wants_to_begin() -> None:
    scene = Scene(fill="people")
    for seat in range(2):
        scene.happen(Gave(seat, SHARE))
    assert scene.due_in() is None
    scene.table.wanted = True
    assert scene.after(0) == Began()
    scene = Scene(people=3, fill="people")
    for seat in range(3):
        scene.happen(Gave(seat, SHARE))
    assert scene.after(0) == Began()


def test_a_bot_moves_after_a_moment_that_tells_nothing() -> None:
    scene = Scene().begin(turn=2)
    wait = scene.due_in()
    assert wait is not None
    assert 0.7 <= wait + HEAD_START <= 1.7
    at = scene.time + wait + HEAD_START
    assert scene.after(wait - 0.001) is None
    due = scene.after(0.002)
    assert isinstance(due, Think)
    assert due.seat == 2
    assert due.at == pytest.approx(at), "it moves at its time, not sooner"
    assert scene.due_in() is None, "a bot is told once to think"
    scene.act("draw", 2, "bot")
    assert scene.due_in() is not None
    again = Scene().begin(turn=2)
    assert again.due_in() == wait, "the delay follows from the game's secret and the ply alone"


def test_no_bot_moves_where_no_person_is() -> None:
    scene = Scene().begin(turn=2)
    scene.go(0)
    assert scene.due_in() is not None
    scene.go(1)
    assert scene.due_in() is None
    assert scene.after(10_000) is None
    scene.come(1)
    assert scene.after(0) == Cover(0)
    scene.come(0)
    assert isinstance(due := scene.after(2), Think)
    assert due.seat == 2


def test_x2_a_person_has_so_long_for_a_turn_and_then_the_table_acts() -> None:
    scene = Scene(clock="20s").begin()
    assert scene.clock.left(scene.time + 5) == 15
    assert scene.after(19.9) is None
    assert scene.after(0.2) == Silence(0)
    scene.act("draw", 0, "clock")
    assert scene.after(0) == Silence(0), "the turn has run out, not one action"


def test_a_turn_is_timed_as_a_whole() -> None:
    scene = Scene(clock="20s").begin()
    scene.after(12)
    scene.act("draw")
    assert scene.clock.left(scene.time) == 8
    scene.act(default_text(scene.table.playing, 0))
    assert scene.clock.left(scene.time) == 20


def test_x2_after_the_third_time_out_in_a_row_a_bot_holds_the_seat() -> None:
    scene = Scene(clock="20s").begin()
    assert not scene.clock.ran_out(0)
    scene.act("draw", 0, "clock")
    assert not scene.clock.ran_out(0), "a turn counts once"
    for expected in (False, True):
        scene.clock.counted = -1
        assert scene.clock.ran_out(0) is expected


def test_an_act_of_the_person_begins_the_count_anew() -> None:
    scene = Scene(clock="20s").begin()
    scene.clock.ran_out(0)
    scene.act("draw", 0, "clock")
    assert scene.table.chairs[0].silent == 1
    scene.act(default_text(scene.table.playing, 0))
    assert scene.table.chairs[0].silent == 0


def test_without_a_clock_one_who_is_away_is_covered_after_a_minute() -> None:
    scene = Scene().begin()
    scene.go(0)
    assert scene.due_in() == GRACE
    assert scene.after(GRACE) == Cover(0)
    scene.table.chairs[0].covered = True
    scene.clock.noticed(scene.time)
    assert isinstance(due := scene.after(2), Think)
    assert due.seat == 0


def test_days_run_on_while_nobody_is_here() -> None:
    scene = Scene(clock="1d").begin()
    scene.go(0)
    scene.go(1)
    assert scene.due_in() == 86_400
    scene.time += 40_000
    scene.come(0)
    assert scene.due_in() == 46_400
    scene.clock.noticed(scene.time, 50_000)
    assert scene.clock.left(scene.time) == 46_400, "the turn is the same"


def test_after_a_restart_days_run_on_from_when_the_turn_began() -> None:
    scene = Scene(clock="1d").begin()
    clock = Clock(scene.table, scene.time)
    clock.noticed(scene.time, 80_000)
    assert clock.left(scene.time) == 6_400


def test_a_pause_stops_the_clock() -> None:
    scene = Scene(clock="20s").begin()
    scene.time += 5
    scene.happen(Paused(True))
    assert scene.clock.left(scene.time) is None
    assert scene.due_in() is None
    scene.time += 500
    scene.happen(Paused(False))
    assert scene.clock.left(scene.time) == 15


def test_in_a_race_bots_answer_in_their_time_and_keep_it() -> None:
    scene = Scene(people=1, seats=4).begin()
    scene.thumb()
    assert set(scene.clock.bots) == {1, 2, 3}
    times = dict(scene.clock.bots)
    assert all(0.9 <= at - scene.time <= 3.5 for at in times.values())
    first = min(times, key=lambda seat: times[seat])
    scene.time = times[first]
    assert scene.after(0) == Think(first, times[first])
    scene.act("seen", first, "bot")
    assert scene.clock.bots == {seat: at for seat, at in times.items() if seat != first}


@pytest.mark.parametrize("clock", ["off", "60s"])
def test_after_eight_seconds_the_table_answers_nearest_to_the_left_first(clock: str) -> None:
    scene = Scene(people=4, seats=4, clock=clock).begin()
    scene.thumb()
    assert scene.clock.left(scene.time) == 8
    scene.time += 3
    scene.act("seen", 1)
    assert scene.clock.left(scene.time) == 5
    assert scene.after(4.9) is None
    assert scene.after(0.2) == Silence(2)
    assert not scene.clock.ran_out(2), "silence in a race is no time-out"
    scene.act("seen", 2, "clock")
    assert scene.after(0) == Silence(3)


def test_a_person_who_takes_a_bots_seat_ends_its_thinking() -> None:
    scene = Scene().begin(turn=2)
    scene.happen(Sat(2, "Ines", "x"))
    assert scene.clock.bots == {}
    scene.happen(Left(2))
    assert set(scene.clock.bots) == {2}


def test_27_a_jump_of_the_wall_clock_times_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    real, real_ns = time.time, time.time_ns

    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2, clock="20s")
            for hours in (1, -1, 24):
                monkeypatch.setattr(time, "time", lambda h=hours: real() + 3600 * h)
                monkeypatch.setattr(
                    time, "time_ns", lambda h=hours: real_ns() + 3600 * h * 1_000_000_000
                )
                seat = sitting.table.playing.to_act[0]
                await callers[seat].act("draw")
                left = sitting.clock.left(time.monotonic())
                assert left is not None
                assert 15 < left <= 20
                await callers[seat].act(callers[seat].legal[0])
            assert {heard["by"] for heard in callers[0].heard if heard["is"] == "play"} == {
                "table",
                "person",
            }
            assert room.log.read(sitting.table.key)

    run(scene())
    figure("27: jumps of +1, -1 and +24 hours: no time-out")
