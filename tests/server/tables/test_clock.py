"""The clock of a table, at times that the test sets."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from meldroom.room.clock import (
    AWAY_GRACE,
    COMMIT_TIMEOUT,
    REVEAL_TIMEOUT,
    THINKING_TIME,
    BotTurn,
    Clock,
    CoverSeat,
    Due,
    TurnTimeout,
)
from meldroom.room.log_entries import (
    AnyEntry,
    CommitmentsClosed,
    GamePrepared,
    GameStarted,
    MoveMade,
    PauseChanged,
    SeatLeft,
    SeatTaken,
    Settings,
    ShareCommitted,
    ShareGiven,
    StartRequested,
    TableOpened,
)
from meldroom.room.table import Table
from tests.conftest import Figure
from tests.match.positions import default_text, put_at
from tests.scenario import deal
from tests.server.local_room import open_room, table_in_play

SHARE, COMMITMENT = "00" * 16, "00" * 32


class ClockScenario:
    """A table and its clock."""

    def __init__(self, people: int = 2, seats: int = 3, **settings: Any) -> None:
        opened = TableOpened("thumbs-up", "1", seats, {}, Settings(**settings), "code")
        self.table = Table("t", opened)
        self.time = 1000.0
        self.clock = Clock(self.table, self.time)
        for seat in range(people):
            self.apply(SeatTaken(seat, f"P{seat}", str(seat)))
            self.arrive(seat)
        self.apply(GamePrepared("11" * 32))

    def apply(self, entry: AnyEntry) -> None:
        self.table.apply(entry, 0)
        self.clock.update(self.time)

    def arrive(self, seat: int) -> None:
        self.table.seats[seat].connections, self.table.seats[seat].away_since = 1, None
        self.clock.update(self.time)

    def depart(self, seat: int) -> None:
        self.table.seats[seat].connections, self.table.seats[seat].away_since = 0, self.time
        self.clock.update(self.time)

    def after(self, seconds: float) -> Due | None:
        self.time += seconds
        return self.clock.pop_due(self.time)

    def due_in(self) -> float | None:
        due = self.clock.next_due()
        return None if due is None else round(due - self.time, 3)

    def commit(self) -> ClockScenario:
        for seat in self.table.people:
            self.apply(ShareCommitted(seat.seat, COMMITMENT))
        self.apply(CommitmentsClosed())
        return self

    def start_game(self, turn: int = 0) -> ClockScenario:
        self.apply(GameStarted())
        match = self.table.current_match
        public = match.state.public._replace(turn=turn, first=turn)
        put_at(match, match.state._replace(public=public))
        self.clock = Clock(self.table, self.time)
        self.clock.update(self.time)
        return self

    def move(self, text: str, seat: int | None = None, by: Any = "person") -> None:
        mover = self.table.current_match.to_act[0] if seat is None else seat
        self.apply(MoveMade(mover, (text,), by))

    def start_race(self, seat: int = 0) -> None:
        match = self.table.current_match
        players = len(self.table.seats)
        rack = f"rack{seat}: R. R. R. R- RV"
        put_at(match, deal(match.game, rack, players=players, turn=seat).state)
        self.move("thumb", seat)


def test_shares_are_revealed_when_everybody_here_has_committed_to_theirs() -> None:
    scenario = ClockScenario()
    assert scenario.due_in() is None
    scenario.apply(ShareCommitted(0, COMMITMENT))
    assert scenario.due_in() == COMMIT_TIMEOUT
    assert scenario.after(1) is None
    scenario.apply(ShareCommitted(1, COMMITMENT))
    assert scenario.after(0) == CommitmentsClosed()


def test_nobody_waits_forever_for_a_commitment_nor_for_people_who_are_away() -> None:
    scenario = ClockScenario()
    scenario.apply(ShareCommitted(0, COMMITMENT))
    assert scenario.after(COMMIT_TIMEOUT) == CommitmentsClosed()
    scenario = ClockScenario()
    scenario.apply(ShareCommitted(0, COMMITMENT))
    scenario.depart(1)
    assert scenario.after(0) == CommitmentsClosed()
    scenario.depart(0)
    assert scenario.due_in() is None


def test_the_game_starts_when_every_share_is_revealed_or_has_been_waited_for() -> None:
    scenario = ClockScenario().commit()
    assert scenario.due_in() == REVEAL_TIMEOUT
    scenario.apply(ShareGiven(0, SHARE))
    scenario.depart(1)
    assert scenario.after(1) is None
    scenario.arrive(1)
    assert scenario.due_in() == REVEAL_TIMEOUT - 1
    scenario.apply(ShareGiven(1, SHARE))
    assert scenario.after(0) == GameStarted()
    scenario = ClockScenario().commit()
    assert scenario.after(REVEAL_TIMEOUT) == GameStarted()
    scenario = ClockScenario().commit()
    scenario.apply(ShareGiven(0, SHARE))
    scenario.apply(SeatLeft(1))
    assert scenario.after(0) == GameStarted()


def test_people_have_the_whole_time_to_reveal_when_they_are_back() -> None:
    scenario = ClockScenario().commit()
    for seat in (0, 1):
        scenario.depart(seat)
    assert scenario.due_in() is None
    scenario.time += 2 * REVEAL_TIMEOUT
    scenario.arrive(0)
    assert scenario.due_in() == REVEAL_TIMEOUT
    scenario.arrive(1)
    for seat in (0, 1):
        scenario.apply(ShareGiven(seat, SHARE))
    assert scenario.after(0) == GameStarted()


def test_a_seat_that_is_left_while_shares_are_revealed_does_not_stop_the_deal() -> None:
    scenario = ClockScenario(people=3, fill="people").commit()
    scenario.apply(SeatLeft(2))
    for seat in (0, 1):
        scenario.apply(ShareGiven(seat, SHARE))
    assert scenario.after(0) == GameStarted()


def test_a_table_for_people_waits_until_it_is_full_or_the_host_starts() -> None:
    scenario = ClockScenario(fill="people")
    for seat in range(2):
        scenario.apply(ShareCommitted(seat, COMMITMENT))
    assert scenario.due_in() is None
    scenario.apply(StartRequested())
    assert scenario.after(0) == CommitmentsClosed()
    scenario = ClockScenario(people=3, fill="people")
    for seat in range(3):
        scenario.apply(ShareCommitted(seat, COMMITMENT))
    assert scenario.after(0) == CommitmentsClosed()


def test_nobody_is_waited_for_where_a_bot_was_chosen() -> None:
    for bots, awaited in ((("", "", "novice"), False), (("", "novice", ""), True)):
        scenario = ClockScenario(people=2, fill="people", bots=bots)
        assert scenario.table.awaits_person(2) == awaited
        for seat in range(2):
            scenario.apply(ShareCommitted(seat, COMMITMENT))
        assert scenario.after(0) == (None if awaited else CommitmentsClosed())


def test_a_bot_moves_after_a_delay_that_depends_on_no_card() -> None:
    scenario = ClockScenario().start_game(turn=2)
    wait = scenario.due_in()
    assert wait is not None
    assert 0.7 <= wait + THINKING_TIME <= 1.7
    at = scenario.time + wait + THINKING_TIME
    assert scenario.after(wait - 0.001) is None
    due = scenario.after(0.002)
    assert isinstance(due, BotTurn)
    assert due.seat == 2
    assert due.at == pytest.approx(at), "it moves at its time, not earlier"
    assert scenario.due_in() is None, "a bot's turn is given once"
    scenario.move("draw", 2, "bot")
    assert scenario.due_in() is not None
    again = ClockScenario().start_game(turn=2)
    assert again.due_in() == wait, "the delay follows from the game's secret and the ply alone"


def test_no_bot_moves_while_nobody_is_here() -> None:
    scenario = ClockScenario().start_game(turn=2)
    scenario.depart(0)
    assert scenario.due_in() is not None
    scenario.depart(1)
    assert scenario.due_in() is None
    assert scenario.after(10_000) is None
    scenario.arrive(1)
    assert scenario.after(0) == CoverSeat(0)
    scenario.arrive(0)
    assert isinstance(due := scenario.after(2), BotTurn)
    assert due.seat == 2


def test_x2_a_turn_has_a_time_limit_and_then_the_table_acts() -> None:
    scenario = ClockScenario(clock="20s").start_game()
    assert scenario.clock.seconds_left(scenario.time + 5) == 15
    assert scenario.after(19.9) is None
    assert scenario.after(0.2) == TurnTimeout(0)
    scenario.move("draw", 0, "clock")
    assert scenario.after(0) == TurnTimeout(0), "the limit is for the turn, not for one action"


def test_a_turn_is_timed_as_a_whole() -> None:
    scenario = ClockScenario(clock="20s").start_game()
    scenario.after(12)
    scenario.move("draw")
    assert scenario.clock.seconds_left(scenario.time) == 8
    scenario.move(default_text(scenario.table.current_match, 0))
    assert scenario.clock.seconds_left(scenario.time) == 20


def test_x2_after_three_timeouts_in_a_row_a_bot_covers_the_seat() -> None:
    scenario = ClockScenario(clock="20s").start_game()
    assert not scenario.clock.count_timeout(0)
    scenario.move("draw", 0, "clock")
    assert not scenario.clock.count_timeout(0), "a turn counts once"
    for expected in (False, True):
        scenario.clock.timed_out_turn = -1
        assert scenario.clock.count_timeout(0) is expected


def test_an_act_of_the_person_resets_the_timeouts() -> None:
    scenario = ClockScenario(clock="20s").start_game()
    scenario.clock.count_timeout(0)
    scenario.move("draw", 0, "clock")
    assert scenario.table.seats[0].timeouts == 1
    scenario.move(default_text(scenario.table.current_match, 0))
    assert scenario.table.seats[0].timeouts == 0


def test_without_a_clock_a_person_who_is_away_is_covered_after_a_minute() -> None:
    scenario = ClockScenario().start_game()
    scenario.depart(0)
    assert scenario.due_in() == AWAY_GRACE
    assert scenario.after(AWAY_GRACE) == CoverSeat(0)
    scenario.table.seats[0].covered = True
    scenario.clock.update(scenario.time)
    assert isinstance(due := scenario.after(2), BotTurn)
    assert due.seat == 0


def test_a_clock_of_days_runs_while_nobody_is_here() -> None:
    scenario = ClockScenario(clock="1d").start_game()
    scenario.depart(0)
    scenario.depart(1)
    assert scenario.due_in() == 86_400
    scenario.time += 40_000
    scenario.arrive(0)
    assert scenario.due_in() == 46_400
    scenario.clock.update(scenario.time, 50_000)
    assert scenario.clock.seconds_left(scenario.time) == 46_400, "the turn is the same"


def test_where_turns_last_for_days_bots_move_while_nobody_is_here() -> None:
    scenario = ClockScenario(clock="1d").start_game(turn=2)
    scenario.depart(0)
    scenario.depart(1)
    assert isinstance(due := scenario.after(2), BotTurn), "the next person is told by email"
    assert due.seat == 2


def test_after_a_restart_a_clock_of_days_counts_from_the_start_of_the_turn() -> None:
    scenario = ClockScenario(clock="1d").start_game()
    clock = Clock(scenario.table, scenario.time)
    clock.update(scenario.time, 80_000)
    assert clock.seconds_left(scenario.time) == 6_400


def test_a_pause_stops_the_clock() -> None:
    scenario = ClockScenario(clock="20s").start_game()
    scenario.time += 5
    scenario.apply(PauseChanged(True))
    assert scenario.clock.seconds_left(scenario.time) is None
    assert scenario.due_in() is None
    scenario.time += 500
    scenario.apply(PauseChanged(False))
    assert scenario.clock.seconds_left(scenario.time) == 15


def test_after_a_pause_a_bot_still_needs_the_time_that_it_had_left() -> None:
    scenario = ClockScenario(people=1, seats=4).start_game()
    scenario.start_race()
    before = dict(scenario.clock.bot_times)
    scenario.apply(PauseChanged(True))
    scenario.time += 500
    scenario.apply(PauseChanged(False))
    expected = {seat: pytest.approx(at + 500) for seat, at in before.items()}
    assert scenario.clock.bot_times == expected


def test_in_a_race_each_bot_answers_at_its_own_time() -> None:
    scenario = ClockScenario(people=1, seats=4).start_game()
    scenario.start_race()
    assert set(scenario.clock.bot_times) == {1, 2, 3}
    times = dict(scenario.clock.bot_times)
    assert all(0.9 <= at - scenario.time <= 3.5 for at in times.values())
    first = min(times, key=lambda seat: times[seat])
    scenario.time = times[first]
    assert scenario.after(0) == BotTurn(first, times[first])
    scenario.move("seen", first, "bot")
    assert scenario.clock.bot_times == {seat: at for seat, at in times.items() if seat != first}


def test_bots_in_a_race_do_not_all_answer_at_once() -> None:
    scenario = ClockScenario(people=1, seats=4).start_game()
    scenario.start_race()
    turns = [scenario.after(4), scenario.after(0), scenario.after(0)]
    times = {due.seat: due.at for due in turns if isinstance(due, BotTurn)}
    assert set(times) == {1, 2, 3}
    assert len(set(times.values())) == 3


@pytest.mark.parametrize("clock", ["off", "60s"])
def test_after_eight_seconds_the_table_answers_from_the_left_of_the_race(clock: str) -> None:
    scenario = ClockScenario(people=4, seats=4, clock=clock).start_game()
    scenario.start_race()
    assert scenario.clock.seconds_left(scenario.time) == 8
    scenario.time += 3
    scenario.move("seen", 1)
    assert scenario.clock.seconds_left(scenario.time) == 5
    assert scenario.after(4.9) is None
    assert scenario.after(0.2) == TurnTimeout(2)
    assert not scenario.clock.count_timeout(2), "silence in a race is no timeout"
    scenario.move("seen", 2, "clock")
    assert scenario.after(0) == TurnTimeout(3)


def test_the_seat_to_the_left_answers_first_also_round_the_table() -> None:
    scenario = ClockScenario(people=4, seats=4).start_game()
    scenario.start_race(2)
    scenario.time += 8
    for seat in (3, 0, 1):
        assert scenario.after(0) == TurnTimeout(seat)
        scenario.move("seen", seat, "clock")


def test_a_bot_whose_seat_a_person_takes_does_not_move() -> None:
    scenario = ClockScenario().start_game(turn=2)
    scenario.apply(SeatTaken(2, "Ines", "x"))
    assert scenario.clock.bot_times == {}
    scenario.apply(SeatLeft(2))
    assert set(scenario.clock.bot_times) == {2}


async def test_27_a_jump_of_the_wall_clock_causes_no_timeout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    real, real_ns = time.time, time.time_ns
    async with open_room(tmp_path / "db") as room:
        live, clients, _ = await table_in_play(room, 2, clock="20s")
        for hours in (1, -1, 24):
            monkeypatch.setattr(time, "time", lambda h=hours: real() + 3600 * h)
            monkeypatch.setattr(
                time, "time_ns", lambda h=hours: real_ns() + 3600 * h * 1_000_000_000
            )
            seat = live.table.current_match.to_act[0]
            await clients[seat].act("draw")
            left = live.clock.seconds_left(time.monotonic())
            assert left is not None
            assert 15 < left <= 20
            await clients[seat].act(clients[seat].legal[0])
        assert {play["by"] for play in clients[0].messages("play")} == {
            "table",
            "person",
        }
        assert room.log.read(live.table.key)
    figure("27: jumps of +1, -1 and +24 hours: no time-out")
