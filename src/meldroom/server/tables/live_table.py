"""A live table: its log, its clock and the connections to it, one request at a time.

A request is allowed by the permissions and the referee, written to disk, applied, and only then
acknowledged and sent to the others.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence

from meldroom.bots.registry import may_be_slow
from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.match.match import Play
from meldroom.server import messages
from meldroom.server.limits import SeatLimits
from meldroom.server.refusals import refused
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.log_entries import (
    AnyEntry,
    CommitmentsClosed,
    GameStarted,
    MoveMade,
    MoveUndone,
    SeatChanged,
    SeatRequested,
    SeatTaken,
    TableOpened,
)
from meldroom.server.storage.store import StorageError
from meldroom.server.tables import bot_turns, joining, pace, permissions, seating
from meldroom.server.tables.audience import Audience, Listener
from meldroom.server.tables.clock import BotTurn, Clock, CoverSeat, EndHold, TurnTimeout
from meldroom.server.tables.direct_acts import DirectActs
from meldroom.server.tables.hints import Hints
from meldroom.server.tables.open_hands import OpenHands
from meldroom.server.tables.records import rebuild
from meldroom.server.tables.room_services import RoomServices
from meldroom.server.tables.seating import Place
from meldroom.server.tables.shared_device import acting_seat, held_seats
from meldroom.server.tables.showdowns import Showdowns
from meldroom.server.tables.table import Table
from meldroom.server.tables.table_lock import TableLock
from meldroom.server.tables.table_log import PreparedRows, TableLog

logger = logging.getLogger("meldroom")
RETRY_DELAY = 1.0  # seconds until something that failed is tried again
LEFT = 4001  # close code: the person left, or was removed
RESTARTING = 1012  # close code: the server restarts


class Retired(StorageError):
    """The table was taken out of memory; there may be a new one."""


class LiveTable:
    """A table in memory; whatever writes to its log holds its lock."""

    def __init__(self, room: RoomServices, table: Table, rows: Sequence[LogRow] = ()) -> None:
        self.room, self.table = room, table
        self.log = TableLog(room, table, rows)
        self.audience = Audience(table, room.broadcaster)
        self.clock = Clock(table, now(), room.pace)
        self.showdowns = Showdowns(table, self.clock, self.audience)
        self.open_hands = OpenHands(table)
        self.lock = TableLock()
        self.hints = Hints(self)
        self.direct_acts = DirectActs(self)
        self.timer: asyncio.TimerHandle | None = None
        self.last_used = now()
        self.opened_by = ""  # the address; unknown after a restart
        self.seat_limits: dict[Seat, SeatLimits] = {}  # outlive the connections that they limit
        self.retired = False  # taken out of memory: its log changes, or is deleted

    @classmethod
    def restored(cls, room: RoomServices, key: str, rows: Sequence[LogRow]) -> LiveTable:
        """Rebuild a table from its log; its people have yet to come back."""
        live = cls(room, rebuild(key, rows), rows)
        for seat in live.table.people:
            seat.away_since = now()
        live.audience.follow_match()
        # Short turns start afresh, since nobody could play while the server was away.
        turn_age = 0.0
        if live.clock.runs_for_days:
            turn_age = max(0.0, time.time() - live.table.turn_began_at / 1000)
        live.clock.update(now(), turn_age)
        return live

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing will happen by itself."""
        return not self.audience.listeners and self.timer is None and not self.lock.locked()

    # -- a request: allowed, written, applied, acknowledged

    async def submit(self, listener: Listener, request: messages.TableRequest) -> None:
        """Do what a client asks for; Refusal or StorageError, and nothing happened."""
        if isinstance(request, messages.Act):
            pass  # nearly every request
        elif isinstance(request, messages.Ready):
            self.showdowns.ready(listener.token_hash, now())
            self.set_timer()
            return
        elif isinstance(request, messages.SetPace | messages.Skip):
            own_seats = [one.seat for one in held_seats(self.table, listener.token_hash)]
            pace.change(self.table, own_seats, request)
            self._presence_changed()
            return
        async with self.lock:
            table, seat, act_id = self.table, listener.seat, getattr(request, "id", "")
            if table.settings.local:
                if isinstance(request, messages.Sit):
                    self._hand_device_over(listener, request)
                    return
                seat = acting_seat(table, seat, listener.token_hash, request)
            if (seat, act_id) not in table.completed_acts:  # else the client sends it again
                if act_id or isinstance(request, messages.TakeOver):
                    self._uncover(seat)
                if seat is None and isinstance(request, messages.Leave):
                    await self.write([seating.withdraw(table, listener.token_hash)])
                    return
                if act_id and self.showdowns.holding:
                    raise refused("P-5", "the hand is over; wait until everybody is ready")
                entries, play, chat = permissions.decide(
                    table, seat, request, listener.chat_limit, now()
                )
                if entries:
                    await self.write(entries, play)
                if chat is not None:
                    self.audience.send_chat(chat)
                if isinstance(request, messages.Cover):
                    self._cover(request.seat)
            completed = table.completed_acts.get((seat, act_id))
            if completed is not None:
                self.audience.acknowledge(listener, act_id, completed)
                self.room.ack_seconds.observe(now() - listener.received_at)

    async def write(self, entries: Sequence[AnyEntry], play: Play | None = None) -> None:
        """Write entries durably, then apply them; StorageError, and none of them is true."""
        if self.retired:
            raise Retired("the table was taken out of memory")
        prepared = self.log.prepare(entries, play)
        rows, summary, score, _, _ = prepared
        try:
            await self.room.log.append(rows, summary, score, self.log.lease)
        except StorageError as error:
            await self.recover(rows, error)
        self.written(entries, prepared, play)

    async def recover(self, rows: Sequence[LogRow], error: StorageError) -> None:
        """Return if rows are stored although their append failed, else raise the error."""
        await self.log.recover(rows, error, self._apply)

    def written(
        self, entries: Sequence[AnyEntry], prepared: PreparedRows, play: Play | None
    ) -> None:
        """Apply entries that are on disk."""
        self.log.stored(prepared)
        for entry in entries:
            if not isinstance(entry, TableOpened):
                self._apply(entry, prepared.at, play)
        self.room.bus.publish(self.table.key, self.table.seq)

    async def catch_up(self) -> None:
        """Apply what another server has written to the table's log."""
        await self.log.catch_up(self._apply)

    def _apply(self, entry: AnyEntry, at: int, play: Play | None = None) -> None:
        """Apply an entry that is on disk, and send everybody what it changed."""
        if isinstance(entry, MoveMade | MoveUndone):
            self._apply_move(entry, at, play)
            return
        table, match = self.table, self.table.match
        self.room.broadcaster.flush(table.key)  # it shows the game as it was
        removed = seating.token_removed_by(table, entry)
        waited = isinstance(entry, SeatTaken) and entry.seat in table.requests
        self.showdowns.watch(match)
        states = table.apply(entry, at, play)
        if table.match is not match:
            self.audience.follow_match()
        showdown = self.showdowns.after(states, now())
        welcomed = self._seat(entry, waited) if isinstance(entry, SeatTaken) else []
        if isinstance(entry, SeatChanged):
            self._follow_to_seat(entry)
        if isinstance(entry, GameStarted):
            welcomed = self.audience.cover_devices()
        self._newcomers_changed()
        self.clock.update(now())
        if isinstance(entry, GameStarted):
            left, watched = self.clock.seconds_left(now()), self.showdowns.for_watchers()
            self.audience.send_play(entry, states, left, showdown, watched)
        self.audience.send_table()
        for listener in welcomed:
            self._welcome(listener)
        if removed is not None:
            self.audience.remove(removed, LEFT, seating.why_removed(entry))
            self.showdowns.check(now())
        self.set_timer()

    def _apply_move(self, entry: MoveMade | MoveUndone, at: int, play: Play | None) -> None:
        table, clock, time_now = self.table, self.clock, now()
        self.room.broadcaster.flush(table.key)  # it shows the game as it was
        self.showdowns.watch(table.match)
        states = table.apply(entry, at, play)
        showdown = self.showdowns.after(states, time_now)
        clock.update(time_now)
        watched = self.showdowns.for_watchers()
        self.audience.send_play(entry, states, clock.seconds_left(time_now), showdown, watched)
        if table.phase == "over":
            self.audience.send_table()
        self.set_timer()

    def _seat(self, taken: SeatTaken, waited: bool) -> list[Listener]:
        """Give a person who waits here the seat, without a new connection."""
        seat, listeners = self.table.seats[taken.seat], self.audience.known_by(taken.token)
        for listener in listeners:
            listener.seat = taken.seat
        seat.connections = len(listeners)
        if not listeners:
            seat.away_since = now()
            # Nobody has to wait for a newcomer who went away before it was their turn.
            seat.covered = waited and not self.clock.runs_for_days
        return listeners

    def _follow_to_seat(self, changed: SeatChanged) -> None:
        """Let a person go on in the seat that they moved to, muted by whom they were muted."""
        seat, to = changed.seat, changed.to
        limits = self.seat_limits
        limits.update({to: limits.pop(seat)} if seat in limits else {})
        for listener in self.audience.listeners:
            if seat in listener.muted:
                listener.muted ^= {seat, to}
        for listener in self.audience.known_by(self.table.seats[to].token):
            listener.seat = to
            self._welcome(listener)

    # -- people come and go

    async def take_seat(
        self, name: str, seat: Seat | None, code: str, token_hash: str, person: str = ""
    ) -> Place:
        """Give a person a seat, or note that they ask for it; proved by the token with this hash.

        Who has a place already keeps it.
        """
        async with self.lock:
            place = seating.place_of(self.table, token_hash)
            if place is not None and seat in (None, place.seat):
                return place
            joining.check_code(self.table, code)
            entry = joining.take_seat(self.table, name, seat, token_hash, person)
            await self.write([entry])
            return Place(entry.seat, waiting=isinstance(entry, SeatRequested))

    async def join(
        self,
        listener: Listener,
        token: str,
        code: str,
        since: int | None,
        browser_tokens: Sequence[str] = (),
        seat: Seat | None = None,
    ) -> None:
        """Connect a client to the table; Refusal says why not."""
        async with self.lock:
            if self.retired:
                raise Retired("the table was taken out of memory")
            visitor = joining.join(self.table, token, code, browser_tokens, seat)
            listener.seat, listener.token_hash = visitor
            self.last_used = now()
            held = held_seats(self.table, listener.token_hash)
            if held:
                if since is not None and since > self.table.seq:
                    self.room.client_is_ahead(self.table.key, since, self.table.seq)
                for one in held:
                    one.connections += 1
                    one.person_returned()
                self.clock.update(now())
            self._welcome(listener, since)
            if held:
                self.audience.send_table()
                self.showdowns.check(now())
                self.set_timer()
            else:
                listener.name = joining.watcher_name(self.table, listener.name)
                self._watchers_changed()

    def disconnect(self, listener: Listener) -> None:
        """Note that a connection is gone."""
        self.last_used = now()
        if listener not in self.audience.listeners:
            return
        self.audience.listeners.discard(listener)
        held = held_seats(self.table, listener.token_hash)
        for seat in held:
            seat.connections -= 1
            seat.away_since = now() if seat.connections == 0 else None
        if held:
            self.showdowns.check(now())
            self._presence_changed()
        else:
            self._watchers_changed()

    def _welcome(self, listener: Listener, since: int | None = None) -> None:
        """Send a client everything, as its seat may see it."""
        left, showdown = self.clock.seconds_left(now()), self.showdowns.current(now())
        self.audience.welcome(listener, since, left, showdown)

    def _hand_device_over(self, listener: Listener, wanted: messages.Sit) -> None:
        """Let another person at the device play on the same connection."""
        if not any(one.seat == wanted.seat for one in held_seats(self.table, listener.token_hash)):
            raise refused("P-3", "you do not hold that seat")
        listener.seat = wanted.seat
        self._welcome(listener, wanted.since)

    def _watchers_changed(self) -> None:
        """Tell everybody who watches."""
        before = self.table.watching
        self._newcomers_changed()
        if self.table.watching != before:
            self.audience.send_table()

    def _newcomers_changed(self) -> None:
        """Take note of the newcomers who are here: the game goes on while they wait."""
        self.table.watching = self.audience.watching()
        for request in self.table.requests.values():
            present = bool(self.audience.known_by(request.token))
            if present != request.present:
                request.present = present
                self.clock.update(now())
                self.set_timer()

    def _uncover(self, seat: Seat | None) -> None:
        """Give a person the seat back from the bot that covers it, or would soon."""
        if seat is not None and (self.table.seats[seat].covered or self.table.seats[seat].timeouts):
            self.table.seats[seat].person_returned()
            self._presence_changed()

    def _cover(self, seat: Seat) -> None:
        """Let a bot play for a person who is away or silent."""
        self.table.seats[seat].covered = True
        self._presence_changed()

    def _presence_changed(self) -> None:
        """Take note of what is not in the log: who is here, and which seats bots cover."""
        self.clock.update(now())
        self.audience.send_table()
        self.set_timer()

    def close(self, why: str) -> None:
        """Disconnect everybody and let nothing happen any more."""
        if self.timer is not None:
            self.timer.cancel()
        self.audience.close(RESTARTING, why)

    async def retire(self, code: int, why: str) -> None:
        """Disconnect everybody, and write nothing more to the table's log."""
        async with self.lock:
            self.drop(code, why)

    def drop(self, code: int, why: str) -> None:
        """Retire at once; what is being written may still be written."""
        self.retired = True
        self.set_timer()
        self.audience.close(code, why)

    # -- what is due by the clock

    def set_timer(self) -> None:
        """Set the table's one timer to the next thing that is due."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = self.clock.next_due()
        if due is not None and not (self.room.stopping or self.retired):
            wait = max(0.0, due - now())
            self.timer = asyncio.get_running_loop().call_later(wait, self._timer_fired)

    def _timer_fired(self) -> None:
        self.timer = None
        self.room.spawn(self._do_what_is_due())

    async def _do_what_is_due(self) -> None:
        """Do one thing that is due, and set the timer for the next."""
        try:
            async with self.lock:
                due = self.clock.pop_due(now())
                match due:
                    case CommitmentsClosed() | GameStarted() | SeatTaken():
                        await self.write([due])
                    case CoverSeat(seat):
                        self._cover(seat)
                    case EndHold():
                        self.showdowns.end(now())
                    case TurnTimeout(seat):
                        await self._act_for(seat)
            if isinstance(due, BotTurn):
                self.set_timer()  # nothing else waits for a bot
                await self._play_bot(due)
        except Retired:
            return
        except Exception as error:
            if isinstance(error, StorageError):
                logger.error("table %s: not written: %s", self.table.key, error)
            else:
                logger.exception("table %s: an error occurred", self.table.key)
            await asyncio.sleep(RETRY_DELAY)
            self.clock.update(now())  # a bot's turn is given once: give it again
        self.set_timer()

    async def _act_for(self, seat: Seat) -> None:
        """Act for a seat whose time is up (X-2)."""
        action = self.table.current_match.default_action(seat)
        entries, play, _ = permissions.act_for(self.table, seat, action, "clock")
        timeouts_left = self.table.seats[seat].timeouts_left
        cover = self.clock.count_timeout(seat)
        await self.write(entries, play)
        if cover:
            self._cover(seat)
        elif self.table.seats[seat].timeouts_left != timeouts_left:
            self.audience.send_table()

    async def _play_bot(self, due: BotTurn) -> None:
        """Let a bot choose without the lock, then move at its time and not before."""
        table, match, seat = self.table, self.table.match, due.seat
        if match is None or seat not in match.to_act:
            return
        state, slow = match.state, may_be_slow(table.bot_level(seat))
        text = await bot_turns.bot_choice(table, match, seat, self.room.bot_pool)
        await asyncio.sleep(due.at + (bot_turns.BOT_BUDGET if slow else 0.0) - now())
        async with self.lock:
            current = table.match is match and (match.state is state or match.racing)
            stopped = table.paused or self.showdowns.holding
            if not current or not table.seats[seat].bot_plays or stopped:
                return
            try:
                entries, play, _ = permissions.act_for(table, seat, text, "bot")
            except Refusal:
                self.clock.update(now())  # others were quicker in a race: choose again
            else:
                await self.write(entries, play)


def now() -> float:
    """Read the monotonic clock, which does not jump."""
    return time.monotonic()
