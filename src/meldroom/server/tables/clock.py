"""A table's clock: when a bot moves, when a turn or a race runs out, when a seat is covered.

All times are seconds of one monotonic clock that the caller reads; nothing here looks at a watch.
"""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.rng import Rng, below
from meldroom.server.storage.log_entries import CLOCKS, Began
from meldroom.server.tables.table import Table

GRACE = 60.0  # how long a person may be away before a bot covers the seat
GIVING = 10.0  # how long the deal waits for those who have not given yet
THINKING = (0.7, 1.7)  # how long a bot seems to think
HEAD_START = 0.3  # of it in which a bot does think: how long that takes would tell of its cards
NEVER = float("inf")
DAY = 86_400.0
PATIENCE = 3  # time-outs in a row before a bot holds the seat


class Think(NamedTuple):
    """A bot is to choose for this seat, and to move at its time."""

    seat: Seat
    at: float


class Cover(NamedTuple):
    """A bot is to hold this seat until its person is back."""

    seat: Seat


class Silence(NamedTuple):
    """The table is to act for this seat (X-2)."""

    seat: Seat


Due = Began | Think | Cover | Silence


class Clock:
    """Keeps the times of one table; `pace` 0 lets bots move at once, as tests and benches do."""

    def __init__(self, table: Table, now: float, pace: float = 1.0) -> None:
        self.table = table
        self.pace = pace
        self.turn = now  # when the turn began
        self.given = now  # when somebody gave last
        self.bots: dict[Seat, float] = {}  # when each bot that is to act moves
        self.acting: tuple[Seat, ...] = ()
        self.turns = self.counted = -1
        self.awake = False
        self.stopped: float | None = None  # since when play is paused

    @property
    def limit(self) -> float | None:
        """How long a turn may take, None is for ever."""
        return CLOCKS.get(self.table.settings.clock)

    @property
    def runs_for_days(self) -> bool:
        """Whether a turn lasts so long that it runs on while nobody is here."""
        return (self.limit or 0) >= DAY

    def noticed(self, now: float, elapsed: float = 0.0) -> None:
        """Take note that something happened at the table, and began `elapsed` seconds ago."""
        table = self.table
        self.given = now
        self._stop_while_paused(now)
        awake = any(chair.here for chair in table.chairs)
        woken, self.awake = awake and not self.awake, awake
        if table.match is None or table.phase != "playing":
            self.bots, self.acting, self.turns = {}, (), -1
            return
        acting = table.match.to_act
        if table.match.turns_ended != self.turns or (woken and not self.runs_for_days):
            self.turns, self.turn = table.match.turns_ended, now - elapsed
        mover = table.match.moves[-1][0] if table.match.moves else None
        for seat in acting:
            at = self.bots.get(seat, NEVER)
            if table.chairs[seat].bot and (at == NEVER or seat == mover or woken):
                self.bots[seat] = now + self._delay(seat)
        self.bots = {
            seat: at
            for seat, at in self.bots.items()
            if seat in acting and table.chairs[seat].bot
        }  # fmt: skip
        self.acting = acting

    def _stop_while_paused(self, now: float) -> None:
        if self.table.paused:
            self.stopped = now if self.stopped is None else self.stopped
        elif self.stopped is not None:
            gone, self.stopped = now - self.stopped, None
            self.turn += gone
            self.bots = {seat: at + gone for seat, at in self.bots.items()}

    def _delay(self, seat: Seat) -> float:
        """Draw a delay that depends on no card: by the game's secret, the ply and the seat."""
        table = self.table
        assert table.match is not None
        quickest, slowest = THINKING
        if table.match.racing:
            quickest, slowest = table.game.race.quickest, table.game.race.slowest
        lot, _ = below(Rng(b"delay" + table.secret, 64 * table.match.state.ply + seat), 1_000)
        return self.pace * (quickest + (slowest - quickest) * lot / 1_000)

    def left(self, now: float) -> float | None:
        """Say how many seconds the turn, or the race, has left; None without a limit."""
        if self.table.phase != "playing" or self.table.paused:
            return None
        racing = self.table.playing.racing
        limit = self.table.game.race.limit if racing else self.limit
        return None if limit is None else max(0.0, self.turn + limit - now)

    def due(self) -> float | None:
        """Say when `next` will have something to do, None if not before something happens."""
        first = min((at for at, _ in self._agenda()), default=NEVER)
        return None if first == NEVER else first

    def next(self, now: float) -> Due | None:
        """Give one thing that is due, the earliest first; a bot is told once to think."""
        ready = [(at, due) for at, due in self._agenda() if at <= now]
        if not ready:
            return None
        _, due = min(ready, key=lambda item: item[0])
        if isinstance(due, Think):
            self.bots[due.seat] = NEVER
        return due

    def _agenda(self) -> list[tuple[float, Due]]:
        table = self.table
        if table.phase == "waiting":
            return self._deal()
        match = table.match
        if table.phase != "playing" or table.paused or match is None:
            return []
        agenda: list[tuple[float, Due]] = []
        if not self.awake:
            return self._turns() if self.runs_for_days else []
        if self.limit is None:
            agenda += [
                (chair.away + GRACE, Cover(chair.seat))
                for chair in table.people
                if chair.away is not None and not chair.covered
            ]
        if match.racing:
            agenda += self._race()
        early = self.pace * HEAD_START
        agenda += [(at - early, Think(seat, at)) for seat, at in self.bots.items()]
        return agenda + self._turns()

    def _deal(self) -> list[tuple[float, Due]]:
        """Begin as soon as everybody who is here has given; wait a little for those who do not."""
        table = self.table
        here = [chair for chair in table.chairs if chair.here]
        full = all(chair.person for chair in table.chairs)
        if not here or not (full or table.wanted or table.settings.fill == "bots"):
            return []
        if all(chair.seat in table.shares for chair in here):
            return [(self.given, Began())]
        return [(self.given + GIVING, Began())] if table.shares else []

    def _race(self) -> list[tuple[float, Due]]:
        """Answer for the silent, from the left of the seat that began the race (TU-5)."""
        match = self.table.playing
        seats = len(self.table.chairs)
        first = match.turn_started_by + 1
        seat = min(match.racing, key=lambda seat: (seat - first) % seats)
        return [(self.turn + self.table.game.race.limit, Silence(seat))]

    def _turns(self) -> list[tuple[float, Due]]:
        if self.limit is None or self.table.playing.racing:
            return []
        return [
            (self.turn + self.limit, Silence(seat))
            for seat in self.acting
            if not self.table.chairs[seat].bot
        ]

    def ran_out(self, seat: Seat) -> bool:
        """Count a turn that ran out; True at the third in a row, when a bot takes over (X-2)."""
        if self.table.playing.racing or self.counted == self.turns:
            return False
        self.counted = self.turns
        chair = self.table.chairs[seat]
        chair.silent += 1
        return chair.silent >= PATIENCE
