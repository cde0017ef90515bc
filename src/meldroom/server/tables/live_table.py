"""A sitting: a table, those around it and its clock, where one thing happens after another.

What happens is first an entry on disk; only then does the table change and is anybody told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from hashlib import sha256
from typing import Any, Protocol

from meldroom.bots.levels import SEARCHING_LEVELS
from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.match.match import Match, Play
from meldroom.server.http.records import replayed
from meldroom.server.storage import log_entries
from meldroom.server.storage.log import START, Log, LogRow, link
from meldroom.server.storage.log_entries import (
    AnyEntry,
    Began,
    Closed,
    Left,
    MoveMade,
    Opened,
    Undone,
)
from meldroom.server.storage.store import Overtaken, StorageError
from meldroom.server.tables import permissions
from meldroom.server.tables.audience import Audience, Listener
from meldroom.server.tables.bot_pool import Asked, BotPool, think
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.bus import Bus
from meldroom.server.tables.clock import Clock, Cover, Silence, Think
from meldroom.server.tables.table import Chair, Table, refused
from meldroom.server.tokens import seat_of

logger = logging.getLogger("meldroom")
BUDGET = 1.0  # seconds that a bot may think
AGAIN = 1.0  # seconds until what could not be written is tried again


class House(Protocol):
    """What a sitting needs of the room around it."""

    log: Log
    news: Bus
    crier: Broadcaster
    bot_pool: BotPool
    pace: float
    stopping: bool

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run by itself."""

    def fail(self, trouble: StorageError) -> None:
        """Close the house: the disk failed."""


class LiveTable:
    """A table in memory; everything that changes it holds its lock."""

    def __init__(self, house: House, table: Table, prev: str = START) -> None:
        self.house, self.table, self.prev = house, table, prev
        self.circle = Audience(table, house.crier)
        self.clock = Clock(table, now(), house.pace)
        self.lock = asyncio.Lock()
        self.alarm: asyncio.TimerHandle | None = None
        self.used = now()

    @classmethod
    def resumed(cls, house: House, key: str, rows: Sequence[LogRow]) -> LiveTable:
        """Set a table up again as its log tells; people have yet to come back."""
        table = replayed(key, rows)
        sitting = cls(house, table, link(rows[-1]))
        for chair in table.people:
            chair.away = now()
        sitting.circle.look()
        # Seconds start afresh, since nobody could play while the server was away; days run on.
        gone = time.time() - table.turn_at / 1000 if sitting.clock.runs_for_days else 0.0
        sitting.clock.noticed(now(), max(0.0, gone))
        return sitting

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing will happen by itself."""
        return not self.circle.guests and self.alarm is None and not self.lock.locked()

    # -- what happens: written, then true, then told

    async def write(self, news: Sequence[AnyEntry], play: Play | None = None) -> None:
        """Write entries durably, then let them come to pass; StorageError, and none of them did."""
        prev, at = self.prev, time.time_ns() // 1_000_000
        first = 1 if isinstance(news[0], Opened) else self.table.seq + 1
        rows = []
        for seq, entry in enumerate(news, first):
            body = log_entries.write(entry).decode()
            row = LogRow(self.table.key, seq, at, log_entries.kind(entry), prev, body)
            prev = link(row)
            rows.append(row)
        try:
            await self.house.log.append(rows)
        except Overtaken:
            await self.catch_up()
            raise
        except StorageError as trouble:
            if trouble.fatal:
                self.house.fail(trouble)
            raise
        self.prev = prev
        for entry in news:
            if not isinstance(entry, Opened):
                self._come_to_pass(entry, at, play)
        self.house.news.tell(self.table.key, self.table.seq)

    async def catch_up(self) -> None:
        """Read on in the log, where somebody else has written."""
        rows = await asyncio.to_thread(self.house.log.read, self.table.key)
        for row in rows[self.table.seq :]:
            self.prev = link(row)
            self._come_to_pass(log_entries.read(row.body), row.at)

    async def happen(self, entry: AnyEntry, play: Play | None = None) -> None:
        """Write one entry, with what follows from it."""
        news = [entry]
        if isinstance(entry, Closed) and self.table.settings.standing:
            news.append(permissions.new_deal())
        await self.write(news, play)

    def _come_to_pass(self, entry: AnyEntry, at: int, play: Play | None = None) -> None:
        table, match = self.table, self.table.match
        self.circle.settle()
        if isinstance(entry, MoveMade) and play is None:
            play = table.playing.judge(entry.seat, entry.texts)
        table.evolve(entry, at, play)
        if table.match is not match:
            self.circle.look()
        self.clock.noticed(now())
        if isinstance(entry, Began | MoveMade | Undone) and table.match is not None:
            states = play.states if play else () if match else (table.match.state,)
            self.circle.tell_play(entry, states, self.clock.left(now()))
        if not isinstance(entry, MoveMade | Undone) or table.phase == "over":
            self.circle.tell_facts()
        self.wind()

    # -- coming and going

    async def welcome(self, guest: Listener, token: str, code: str, since: int | None) -> None:
        """Let a guest come to the table; Refusal says why not."""
        async with self.lock:
            seat = seat_of(self.table, token) if token else None
            if token and seat is None:
                raise refused("P-7", "that token opens no seat here")
            if seat is None and not permissions.may_enter(self.table, code):
                raise refused("P-7", "that code does not open this table")
            guest.seat = seat
            self.used = now()
            if seat is not None:
                self.table.chairs[seat].lines += 1
                self._return(self.table.chairs[seat])
            self.circle.greet(guest, since, self.clock.left(now()))
            if seat is not None:
                self.circle.tell_facts()

    def uncover(self, seat: Seat) -> None:
        """Give a person the seat back from the bot that covers it."""
        if self.table.chairs[seat].covered:
            self._return(self.table.chairs[seat])
            self.circle.tell_facts()

    def _return(self, chair: Chair) -> None:
        chair.away, chair.covered, chair.silent = None, False, 0
        self.clock.noticed(now())
        self.wind()

    def farewell(self, guest: Listener) -> None:
        """Note that a connection is gone."""
        self.used = now()
        if guest not in self.circle.guests:
            return
        self.circle.guests.discard(guest)
        if guest.seat is not None:
            chair = self.table.chairs[guest.seat]
            chair.lines -= 1
            chair.away = now() if chair.lines == 0 else None
            self.clock.noticed(now())
            self.circle.tell_facts()
            self.wind()

    async def sit(self, name: str, seat: Seat | None, code: str, token: str) -> Seat:
        """Give a person a seat, proved by what hashes to this token."""
        async with self.lock:
            if not permissions.may_enter(self.table, code):
                raise refused("P-7", "that code does not open this table")
            sat = permissions.sit(self.table, name, seat, token)
            await self.happen(sat)
            self.table.chairs[sat.seat].away = now()
            self.wind()
            return sat.seat

    async def stand_up(self, left: Left) -> None:
        """Take a seat from its person, who is told and goes; the caller holds the lock."""
        leaving = [guest for guest in self.circle.guests if guest.seat == left.seat]
        await self.happen(left)
        self.circle.guests.difference_update(leaving)
        for guest in leaving:
            guest.dismiss(4001, "you were sent away" if left.kicked else "you left")

    def close(self, why: str) -> None:
        """Send everybody away and let nothing happen any more."""
        if self.alarm is not None:
            self.alarm.cancel()
        self.circle.settle()
        for guest in list(self.circle.guests):
            guest.dismiss(1012, why)

    # -- what is due

    def wind(self) -> None:
        """Set the table's one alarm to the next thing that is due."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        due = self.clock.due()
        if due is not None and not self.house.stopping:
            wait = max(0.0, due - now())
            self.alarm = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self.alarm = None
        self.house.spawn(self._attend())

    async def _attend(self) -> None:
        """Do one thing that is due, and set the alarm for the next."""
        try:
            async with self.lock:
                due = self.clock.next(now())
                match due:
                    case Began():
                        await self.happen(due)
                    case Cover(seat):
                        self.table.chairs[seat].covered = True
                        self.clock.noticed(now())
                        self.circle.tell_facts()
                    case Silence(seat):
                        await self._act_for(seat)
            if isinstance(due, Think):
                self.wind()  # nothing else waits for a bot
                await self._think(due)
        except StorageError as trouble:
            logger.error("table %s: not written: %s", self.table.key, trouble)
            await asyncio.sleep(AGAIN)
        except Exception:
            logger.exception("table %s: something is wrong", self.table.key)
            await asyncio.sleep(AGAIN)
        self.wind()

    async def _act_for(self, seat: Seat) -> None:
        match, chair = self.table.playing, self.table.chairs[seat]
        play = match.judge(seat, [match.default_action(seat)])
        covered = self.clock.ran_out(seat)
        await self.happen(MoveMade(seat, play.texts, "clock"), play)
        if covered:
            chair.covered = True
            self.clock.noticed(now())
            self.circle.tell_facts()

    async def _think(self, due: Think) -> None:
        """Let a bot choose away from the table, then move at its time and not before."""
        table, match, seat = self.table, self.table.match, due.seat
        if match is None or seat not in match.to_act:
            return
        state, searching = match.state, table.settings.bot in SEARCHING_LEVELS
        text = await self._chosen(match, seat)
        await asyncio.sleep(due.at + (BUDGET if searching else 0.0) - now())
        async with self.lock:
            here = table.match is match and (match.state is state or match.racing)
            if here and table.chairs[seat].bot and not table.paused:
                try:
                    play = match.judge(seat, [text])
                except Refusal:
                    self.clock.noticed(now())  # the others were quicker: think again
                else:
                    await self.happen(MoveMade(seat, (text,), "bot"), play)

    async def _chosen(self, match: Match, seat: Seat) -> str:
        """Ask the bot, or do what commits least if it fails, so that nobody has to wait."""
        table, seen, level = self.table, match.view(seat), self.table.settings.bot
        seed = sha256(b"bot" + table.secret + bytes([seat]) + b"%d" % seen.ply).digest()
        asked = Asked(table.game.key, level, seed, seen, BUDGET)
        try:
            if level in SEARCHING_LEVELS:
                return await self.house.bot_pool.choose(asked)
            return await asyncio.to_thread(think, asked)
        except Exception:
            logger.exception("table %s: the bot at seat %d failed", table.key, seat)
            return table.game.text(match.default_action(seat))


def now() -> float:
    """Read the monotonic clock, which does not jump."""
    return time.monotonic()
