"""A table's clock: when bots move and how fast, when turns, races and holds end, who is covered.

All times are seconds of one monotonic clock, which the caller reads. Pace and holds are presence:
no log keeps them.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.rng import Rng, below
from meldroom.games.companions import timing_of
from meldroom.room import messages, seats
from meldroom.room.log_entries import TURN_SECONDS, CommitmentsClosed, GameStarted, SeatTaken
from meldroom.room.refusals import refused
from meldroom.room.table import Table
from meldroom.room.table_seat import TableSeat

AWAY_GRACE = 60.0  # seconds until a bot covers the seat of a person who is away
COMMIT_TIMEOUT = 10.0  # seconds that the deal waits for people who have committed to no share
REVEAL_TIMEOUT = 5.0  # seconds in which shares are to be revealed; the others are left out
BOT_DELAY = (0.7, 1.7)  # seconds that a bot seems to think, at least and at most
THINKING_TIME = 0.3  # of them in which it does think: the rest hides how long that took
DAY = 86_400.0
NEVER = float("inf")
HOLD_SECONDS = 12.0  # where several people are at the table
FACTORS = {"slow": 1.8, "normal": 1.0, "fast": 0.4}
SKIP_DELAY = 0.15  # seconds for each move; never none, or it would show how long a bot thought


class BotTurn(NamedTuple):
    """A bot is to choose for this seat now, and to move at the time given."""

    seat: Seat
    at: float


class CoverSeat(NamedTuple):
    """A bot is to cover this seat until its person is back."""

    seat: Seat


class TurnTimeout(NamedTuple):
    """The table is to act for this seat (X-2)."""

    seat: Seat


class EndHold(NamedTuple):
    """The next hand is to begin, although not everybody is ready."""


Due = CommitmentsClosed | GameStarted | SeatTaken | BotTurn | CoverSeat | TurnTimeout | EndHold


class Clock:
    """Keeps the times of one table; `pace` 0 lets bots move at once, for tests and benches."""

    def __init__(self, table: Table, now: float, pace: float = 1.0) -> None:
        self.table = table
        self.pace = pace
        self.turn_began = now
        # How many seconds a turn may take; None without a limit. It is fixed with the settings.
        self.turn_limit = TURN_SECONDS.get(table.settings.clock)
        # Turns may be so long that the clock runs while nobody is here.
        self.runs_for_days = (self.turn_limit or 0) >= DAY
        self.last_change = now
        self.bot_times: dict[Seat, float] = {}  # when each bot that is to act moves
        self.to_act: tuple[Seat, ...] = ()
        self.turn_number = self.timed_out_turn = -1
        self.attended = False  # somebody is here who plays, or waits for a seat
        self.paused_since: float | None = None
        self.reveal_began: float | None = None  # while shares are revealed
        self.hold: Hold | None = None  # people look at how a hand ended

    @property
    def _stopped(self) -> bool:
        return self.table.paused or self.hold is not None

    def update(self, now: float, turn_age: float = 0.0) -> None:
        """Take note that the table changed; a turn that is new here began `turn_age` ago."""
        table = self.table
        self.last_change = now
        self._shift_by_pause(now)
        attended = any(seat.present for seat in table.seats)
        attended = attended or any(request.present for request in table.requests.values())
        woken, self.attended = attended and not self.attended, attended
        for seat in table.seats:
            seat.cover_at = None if seat.away_since is None else self._cover_time(seat)
        if table.phase != "waiting" or not table.shares.closed:
            self.reveal_began = None
        elif self.reveal_began is None or woken:
            self.reveal_began = now
        match = table.match
        forget_skip(table)
        if match is None or table.phase != "playing":
            self.bot_times, self.to_act, self.turn_number = {}, (), -1
            return
        to_act = match.to_act
        if match.turns_ended != self.turn_number or (woken and not self.runs_for_days):
            self.turn_number, self.turn_began = match.turns_ended, now - turn_age
        mover = match.moves[-1][0] if match.moves else None
        for acting in to_act:
            at = self.bot_times.get(acting, NEVER)
            if self._moves_by_itself(acting) and (at == NEVER or acting == mover or woken):
                self.bot_times[acting] = now + self._bot_delay(acting)
            elif at != NEVER and skipping(table):
                self.bot_times[acting] = min(at, now + self._bot_delay(acting))
        if self.bot_times:
            self.bot_times = {
                acting: at
                for acting, at in self.bot_times.items()
                if acting in to_act and self._moves_by_itself(acting)
            }
        self.to_act = to_act

    def _moves_by_itself(self, seat: Seat) -> bool:
        """Return whether no person acts: people at one device cannot race, so chance does it."""
        table = self.table
        racing = table.match is not None and bool(table.match.racing)
        return table.seats[seat].bot_plays or (racing and seat in table.local_seats)

    def _shift_by_pause(self, now: float) -> None:
        if self._stopped:
            self.paused_since = now if self.paused_since is None else self.paused_since
        elif self.paused_since is not None:
            length, self.paused_since = now - self.paused_since, None
            self.turn_began += length
            self.bot_times = {seat: at + length for seat, at in self.bot_times.items()}

    def _cover_time(self, seat: TableSeat) -> float | None:
        """Return when a bot covers the seat of a person who is away; None if not by time alone."""
        if seat.away_since is None or seat.covered or self.turn_limit is not None:
            return None
        running = self.table.phase == "playing" and not self.table.paused and self.attended
        return seat.away_since + AWAY_GRACE if running else None

    def _bot_delay(self, seat: Seat) -> float:
        """Draw a delay that depends on no card: by the game's secret, the ply and the seat."""
        table = self.table
        assert table.match is not None
        shortest, longest = BOT_DELAY
        if table.match.racing:
            race = timing_of(table.game).race
            shortest, longest = race.quickest, race.slowest
        drawn, _ = below(Rng(b"delay" + table.secret, 64 * table.match.state.ply + seat), 1_000)
        usual = shortest + (longest - shortest) * drawn / 1_000
        return self.pace * (usual if table.match.racing else thinking_time(table, usual))

    def seconds_left(self, now: float) -> float | None:
        """Return how many seconds the turn, or the race, has left; None without a limit."""
        if self.table.phase != "playing" or self._stopped:
            return None
        racing = self.table.match is not None and self.table.match.racing
        limit = timing_of(self.table.game).race.limit if racing else self.turn_limit
        return None if limit is None else max(0.0, self.turn_began + limit - now)

    def next_due(self) -> float | None:
        """Return when `pop_due` will have something; None if not before the table changes."""
        agenda = self._agenda()
        first = min([at for at, _ in agenda]) if agenda else NEVER
        return None if first == NEVER else first

    def pop_due(self, now: float) -> Due | None:
        """Return one thing that is due, the earliest first; a bot's turn is given once."""
        ready = [(at, due) for at, due in self._agenda() if at <= now]
        if not ready:
            return None
        _, due = min(ready, key=lambda item: item[0])
        if isinstance(due, BotTurn):
            self.bot_times[due.seat] = NEVER
        return due

    def _agenda(self) -> list[tuple[float, Due]]:
        table = self.table
        taken = seats.due_seat(table) if table.requests else None
        if taken is not None:
            return [(self.last_change, taken)]
        if table.phase == "waiting":
            return self._start()
        match = table.match
        if self.hold is not None:
            return [] if self.hold.until is None else [(self.hold.until, EndHold())]
        if table.phase != "playing" or table.paused or match is None:
            return []
        if not self.attended and (match.racing or not self.runs_for_days):
            return []
        agenda: list[tuple[float, Due]] = [
            (at, CoverSeat(seat.seat))
            for seat in table.seats
            if seat.away_since is not None and (at := self._cover_time(seat)) is not None
        ]
        if match.racing:
            agenda += self._race_timeout()
        early = self.pace * THINKING_TIME
        for seat, at in self.bot_times.items():
            if table.seats[seat].bot_plays:
                agenda.append((at - early, BotTurn(seat, at)))
            else:
                agenda.append((at, TurnTimeout(seat)))
        return agenda + self._turn_timeouts()

    def _start(self) -> list[tuple[float, Due]]:
        """Reveal once everybody who is here has committed, and deal once all have revealed."""
        table = self.table
        present = [seat for seat in table.seats if seat.present]
        if not present or any(table.awaits_person(seat.seat) for seat in table.seats):
            return []
        if self.reveal_began is not None:
            limit = self.reveal_began + REVEAL_TIMEOUT
            owing = any(table.seats[seat].person for seat in table.shares.missing)
            return [(limit if owing else self.last_change, GameStarted())]
        given = {table.seats[seat].token for seat in table.shares.commitments}
        if all(seat.token in given for seat in present):  # one share from a shared device
            return [(self.last_change, CommitmentsClosed())]
        until = self.last_change + COMMIT_TIMEOUT
        return [(until, CommitmentsClosed())] if table.shares.commitments else []

    def _race_timeout(self) -> list[tuple[float, Due]]:
        """Answer for silent seats, from the left of the seat that started the race (TU-5)."""
        match = self.table.current_match
        seats = len(self.table.seats)
        first = match.turn_started_by + 1
        seat = min(match.racing, key=lambda seat: (seat - first) % seats)
        return [(self.turn_began + timing_of(self.table.game).race.limit, TurnTimeout(seat))]

    def _turn_timeouts(self) -> list[tuple[float, Due]]:
        if self.turn_limit is None or self.table.current_match.racing:
            return []
        return [
            (self.turn_began + self.turn_limit, TurnTimeout(seat))
            for seat in self.to_act
            if not self.table.seats[seat].bot_plays
        ]

    def count_timeout(self, seat: Seat) -> bool:
        """Count a turn that timed out; True at the third in a row, when a bot takes over (X-2)."""
        if self.table.current_match.racing or self.timed_out_turn == self.turn_number:
            return False
        self.timed_out_turn = self.turn_number
        table_seat = self.table.seats[seat]
        table_seat.timeouts += 1
        return table_seat.timeouts_left == 0


class Hold:
    """Who has looked enough; over when everybody has, or when the time is up."""

    def __init__(self, showdown: dict[str, Any]) -> None:
        self.showdown = showdown
        self.ready: set[Seat] = set()
        self.until: float | None = None  # by the monotonic clock; None is without limit

    def limit(self, people: int, now: float) -> None:
        """Let nobody wait for long for another; one person alone takes their time."""
        if people > 1 and self.until is None:
            self.until = now + HOLD_SECONDS

    def is_over(self, viewers: Set[Seat]) -> bool:
        """Return whether everybody who is shown the end of the hand is ready."""
        return bool(viewers) and viewers <= self.ready

    def progress(self, now: float) -> dict[str, Any]:
        """Return how long it lasts at most, and who is ready."""
        left = None if self.until is None else max(0.0, self.until - now)
        return {"left": left, "ready": sorted(self.ready)}


def change_pace(
    table: Table, own: Collection[Seat], request: messages.SetPace | messages.Skip
) -> None:
    """Do what the person in these seats asks for; Refusal says which rule forbids it."""
    if not own:
        raise refused("P-3", "you have no seat at this table")
    if isinstance(request, messages.SetPace):
        alone = all(seat.seat in own for seat in table.people)
        if table.host not in own and not alone:
            raise refused("P-4", "only the host may do that")
        table.pace = request.pace
        return
    if timing_of(table.game).race.verb:
        raise refused("P-5", "nobody skips in a game with a race")
    _ = table.current_match
    table.skip_asked |= set(own)


def skipping(table: Table) -> bool:
    """Return whether everybody who still decides something wants the bots to hurry."""
    match = table.match
    if match is None or not table.skip_asked:
        return False
    people = [seat for seat in table.people if not seat.bot_plays]
    timing = timing_of(table.game)
    still_in = [seat for seat in people if not timing.is_out(match.state.public, seat.seat)]
    return all(seat.seat in table.skip_asked for seat in still_in)


def forget_skip(table: Table) -> None:
    """End the skip once a person is to act, or the game is over."""
    if not table.skip_asked:
        return
    to_act = table.match.to_act if table.match else ()
    if not to_act or any(not table.seats[seat].bot_plays for seat in to_act):
        table.skip_asked = set()


def thinking_time(table: Table, usual: float) -> float:
    """Return the time that a bot seems to think outside a race, from its usual one."""
    return SKIP_DELAY if skipping(table) else usual * FACTORS[table.pace]
