"""A live table: its log, its clock and the connections to it, one request at a time.

A request is allowed by the permissions and the referee, written to disk, applied, and only then
acknowledged and sent to the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Self

from meldroom.core.cards import Seat
from meldroom.match.match import Play
from meldroom.room import messages, permissions, seats
from meldroom.room.audience import Audience, Listener
from meldroom.room.clock import Clock, change_pace
from meldroom.room.hints import Hints
from meldroom.room.limits import SeatLimits
from meldroom.room.log_entries import (
    AnyEntry,
    GameStarted,
    MoveMade,
    MoveUndone,
    SeatChanged,
    SeatTaken,
    TableOpened,
)
from meldroom.room.log_rows import LogRow
from meldroom.room.mailbox import NOTHING, Allowed, Done, Mailbox
from meldroom.room.open_hands import OpenHands
from meldroom.room.records import rebuild
from meldroom.room.refusals import refused
from meldroom.room.seats import acting_seat, held_seats
from meldroom.room.services import RoomServices, StorageError
from meldroom.room.showdowns import Showdowns
from meldroom.room.table import Table
from meldroom.room.table_log import PreparedRows, TableLog
from meldroom.room.turns import Turns

LEFT = 4001  # close code: the person left, or was removed
ACTS = messages.Act | messages.Undo
RESTARTING = 1012  # close code: the server restarts


class Retired(StorageError):
    """The table was taken out of memory; there may be a new one."""


class TableActor:
    """A table in memory; whatever changes it is posted to its mailbox."""

    def __init__(self, room: RoomServices, table: Table, rows: Sequence[LogRow] = ()) -> None:
        self.room, self.table = room, table
        self.now = room.now
        self.log, self.journal = TableLog(table, rows), room.journal_of(table.key)
        self.mailbox = Mailbox(self)
        self.audience = Audience(table, room.broadcaster, room.now)
        self.clock = Clock(table, self.now(), room.pace)
        self.showdowns = Showdowns(table, self.clock, self.audience)
        self.open_hands = OpenHands(table, room.thinker)
        self.hints = Hints(self)
        self.turns = Turns(self)
        self.last_used = self.now()
        self.opened_by = ""  # the address; unknown after a restart
        self.seat_limits: dict[Seat, SeatLimits] = {}  # outlive the connections that they limit

    @classmethod
    def restored(cls, room: RoomServices, key: str, rows: Sequence[LogRow]) -> Self:
        """Rebuild a table from its log; its people have yet to come back."""
        live = cls(room, rebuild(key, rows), rows)
        for seat in live.table.people:
            seat.away_since = room.now()
        live.audience.follow_match()
        # Short turns start afresh, since nobody could play while the server was away.
        turn_age = 0.0
        if live.clock.runs_for_days:
            turn_age = max(0.0, (room.wall_clock() - live.table.turn_began_at) / 1000)
        live.clock.update(room.now(), turn_age)
        return live

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing will happen by itself."""
        return not self.audience.listeners and self.turns.timer is None and not self.mailbox.busy

    # -- a request: allowed, written, applied, acknowledged

    def post(self, listener: Listener, request: messages.TableRequest, done: Done) -> None:
        """Do what a client asks for, after what was asked for before; `done` is told why not."""
        self.mailbox.post(partial(self._judge, listener, request), done)

    def _judge(self, listener: Listener, request: messages.TableRequest) -> Allowed:
        table, seat = self.table, listener.seat
        if listener not in self.audience.listeners:  # removed while the request waited
            raise refused("P-3", "you have no seat at this table")
        if table.settings.local:
            if isinstance(request, messages.Sit):
                self._hand_device_over(listener, request)
                return NOTHING
            seat = acting_seat(table, seat, listener.token_hash, request)
        if isinstance(request, ACTS):
            return self._judge_act(listener, seat, request)
        if isinstance(request, messages.Ready):
            self.showdowns.ready(listener.token_hash, self.now())
            self.turns.set_timer()
            return NOTHING
        if isinstance(request, messages.SetPace | messages.Skip):
            own_seats = [one.seat for one in held_seats(table, listener.token_hash)]
            change_pace(table, own_seats, request)
            self._presence_changed()
            return NOTHING
        if isinstance(request, messages.Leave) and seat is None:
            return Allowed([seats.withdraw(table, listener.token_hash)])
        if isinstance(request, messages.TakeOver):
            self._uncover(seat)
        entries, _, chat = permissions.decide(table, seat, request, listener, self.now())
        if chat is not None:
            self.audience.send_chat(chat)
        if isinstance(request, messages.Cover):
            self.cover(request.seat)
        return Allowed(entries)

    def _judge_act(
        self, listener: Listener, seat: Seat | None, request: messages.Act | messages.Undo
    ) -> Allowed:
        table, act = self.table, (seat, request.id)
        then = partial(self._acknowledge, listener, act)
        if act in table.completed_acts:  # the client sends it again
            return Allowed(then=then)
        self._uncover(seat)
        if self.showdowns.holding:
            raise refused("P-5", "the hand is over; wait until everybody is ready")
        entries, play, _ = permissions.decide(table, seat, request, listener, self.now())
        return Allowed(entries, play, then)

    def _acknowledge(self, listener: Listener, act: tuple[Seat | None, str]) -> None:
        self.audience.acknowledge(listener, act[1], self.table.completed_acts[act])
        self.room.ack_seconds.observe(self.now() - listener.received_at)

    def prepare(self, step: Allowed) -> PreparedRows:
        """Make the rows of a step's entries."""
        return self.log.prepare(step.entries, step.play, self.room.wall_clock())

    def written(self, step: Allowed, prepared: PreparedRows) -> None:
        """Apply entries that are on disk."""
        self.log.stored(prepared)
        for entry in step.entries:
            if not isinstance(entry, TableOpened):
                self._apply(entry, prepared.at, step.play)

    def flush(self) -> None:
        """Tell everybody what has happened so far."""
        self.room.broadcaster.flush(self.table.key)

    def report(self, error: Exception) -> None:
        """Note an error that nobody waits for."""
        self.room.report(self.table.key, error)

    def _apply(self, entry: AnyEntry, at: int, play: Play | None = None) -> None:
        """Apply an entry that is on disk, and send everybody what it changed."""
        if isinstance(entry, MoveMade | MoveUndone):
            self._apply_move(entry, at, play)
            return
        table, match = self.table, self.table.match
        self.room.broadcaster.flush(table.key)  # it shows the game as it was
        removed = seats.token_removed_by(table, entry)
        waited = isinstance(entry, SeatTaken) and entry.seat in table.requests
        self.showdowns.watch(match)
        states = table.apply(entry, at, play)
        if table.match is not match:
            self.audience.follow_match()
        showdown = self.showdowns.after(states, self.now())
        welcomed = self._seat(entry, waited) if isinstance(entry, SeatTaken) else []
        if isinstance(entry, SeatChanged):
            self._follow_to_seat(entry)
        if isinstance(entry, GameStarted):
            welcomed = self.audience.cover_devices()
        self._newcomers_changed()
        self.clock.update(self.now())
        if isinstance(entry, GameStarted):
            left, watched = self.clock.seconds_left(self.now()), self.showdowns.for_watchers()
            self.audience.send_play(entry, states, left, showdown, watched)
        self.audience.send_table()
        for listener in welcomed:
            self._welcome(listener)
        if removed is not None:
            self.audience.remove(removed, LEFT, seats.why_removed(entry))
            self.showdowns.check(self.now())
        self.turns.set_timer()

    def _apply_move(self, entry: MoveMade | MoveUndone, at: int, play: Play | None) -> None:
        table, clock, time_now = self.table, self.clock, self.now()
        self.room.broadcaster.flush(table.key)  # it shows the game as it was
        self.showdowns.watch(table.match)
        states = table.apply(entry, at, play)
        showdown = self.showdowns.after(states, time_now)
        clock.update(time_now)
        watched = self.showdowns.for_watchers()
        self.audience.send_play(entry, states, clock.seconds_left(time_now), showdown, watched)
        if table.phase == "over":
            self.audience.send_table()
        self.turns.set_timer()

    def _seat(self, taken: SeatTaken, waited: bool) -> list[Listener]:
        """Give a person who waits here the seat, without a new connection."""
        seat, listeners = self.table.seats[taken.seat], self.audience.known_by(taken.token)
        for listener in listeners:
            listener.seat = taken.seat
        seat.connections = len(listeners)
        if not listeners:
            seat.away_since = self.now()
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

    def admit(
        self,
        listener: Listener,
        token: str,
        code: str,
        since: int | None,
        browser_tokens: Sequence[str] = (),
        seat: Seat | None = None,
    ) -> Allowed:
        """Connect a client to the table; Refusal says why not."""
        visitor = seats.join(self.table, token, code, browser_tokens, seat)
        listener.seat, listener.token_hash = visitor
        self.last_used = self.now()
        held = held_seats(self.table, listener.token_hash)
        if held:
            if since is not None and since > self.table.seq:
                self.room.client_is_ahead(self.table.key, since, self.table.seq)
            for one in held:
                one.connections += 1
                one.person_returned()
            self.clock.update(self.now())
        self._welcome(listener, since)
        if held:
            self.audience.send_table()
            self.showdowns.check(self.now())
            self.turns.set_timer()
        else:
            listener.name = seats.watcher_name(self.table, listener.name)
            self._watchers_changed()
        return NOTHING

    def disconnect(self, listener: Listener) -> None:
        """Note that a connection is gone."""
        self.last_used = self.now()
        self.mailbox.post(partial(self._left, listener), self._noted)

    def _left(self, listener: Listener) -> Allowed:
        if listener in self.audience.listeners:
            self.audience.listeners.discard(listener)
            held = held_seats(self.table, listener.token_hash)
            for seat in held:
                seat.connections -= 1
                seat.away_since = self.now() if seat.connections == 0 else None
            if held:
                self.showdowns.check(self.now())
                self._presence_changed()
            else:
                self._watchers_changed()
        return NOTHING

    def _noted(self, error: Exception | None) -> None:
        if error is not None and error is not self.mailbox.closed:
            self.report(error)

    def _welcome(self, listener: Listener, since: int | None = None) -> None:
        """Send a client everything, as its seat may see it."""
        left, showdown = self.clock.seconds_left(self.now()), self.showdowns.current(self.now())
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
                self.clock.update(self.now())
                self.turns.set_timer()

    def _uncover(self, seat: Seat | None) -> None:
        """Give a person the seat back from the bot that covers it, or would soon."""
        if seat is not None and (self.table.seats[seat].covered or self.table.seats[seat].timeouts):
            self.table.seats[seat].person_returned()
            self._presence_changed()

    def cover(self, seat: Seat) -> None:
        """Let a bot play for a person who is away or silent."""
        self.table.seats[seat].covered = True
        self._presence_changed()

    def _presence_changed(self) -> None:
        """Take note of what is not in the log: who is here, and which seats bots cover."""
        self.clock.update(self.now())
        self.audience.send_table()
        self.turns.set_timer()

    def close(self, why: str) -> None:
        """Disconnect everybody and let nothing happen any more."""
        self.turns.stop()
        self.audience.close(RESTARTING, why)

    def drop(self, code: int, why: str) -> None:
        """Retire at once; what is being written may still be written."""
        self.mailbox.closed = Retired("the table was taken out of memory")
        self.turns.set_timer()
        self.audience.close(code, why)
