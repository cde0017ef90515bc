"""What happens at a table by the clock: bots move, time runs out, the next hand begins."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import Protocol

from meldroom.bots.registry import may_be_slow
from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView
from meldroom.match.match import Match
from meldroom.room import permissions
from meldroom.room.audience import Audience
from meldroom.room.clock import BotTurn, Clock, CoverSeat, EndHold, TurnTimeout
from meldroom.room.log_entries import CommitmentsClosed, GameStarted, SeatTaken
from meldroom.room.mailbox import NOTHING, Allowed, Mailbox
from meldroom.room.services import BotTask, RoomServices, Timer
from meldroom.room.showdowns import Showdowns
from meldroom.room.table import Table

BOT_BUDGET = 1.0  # seconds that a bot may think
RETRY_DELAY = 1.0  # seconds until something that failed is tried again


class TimedTable(Protocol):
    """What is needed of the table."""

    room: RoomServices
    table: Table
    clock: Clock
    mailbox: Mailbox
    audience: Audience
    showdowns: Showdowns

    def cover(self, seat: Seat) -> None:
        """Let a bot play for a person who is away or silent."""

    def report(self, error: Exception) -> None:
        """Note an error that nobody waits for."""


class Turns:
    """Posts what is due to the table's mailbox, by one timer."""

    def __init__(self, live: TimedTable) -> None:
        self.live = live
        self.timer: Timer | None = None

    def set_timer(self) -> None:
        """Set the timer to the next thing that is due."""
        live = self.live
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        due = live.clock.next_due()
        if due is not None and not (live.room.stopping or live.mailbox.closed):
            self.timer = live.room.call_at(due, self._timer_fired)

    def stop(self) -> None:
        """Let nothing more be due."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _timer_fired(self) -> None:
        self.timer = None
        self.live.mailbox.post(self._do_what_is_due, self._done)

    def _done(self, error: Exception | None) -> None:
        """Set the timer for what is due next; if this failed, try again in a moment."""
        if error is None:
            self.set_timer()
        elif error is not self.live.mailbox.closed:
            self.live.report(error)
            self.live.room.call_at(self.live.room.now() + RETRY_DELAY, self._try_again)

    def _try_again(self) -> None:
        self.live.clock.update(self.live.room.now())  # a bot's turn is given once: give it again
        self.set_timer()

    def _do_what_is_due(self) -> Allowed:
        """Do one thing that is due."""
        live = self.live
        due = live.clock.pop_due(live.room.now())
        match due:
            case CommitmentsClosed() | GameStarted() | SeatTaken():
                return Allowed([due])
            case CoverSeat(seat):
                live.cover(seat)
            case EndHold():
                live.showdowns.end(live.room.now())
            case TurnTimeout(seat):
                return self._act_for(seat)
            case BotTurn():
                self._let_bot_choose(due)
        return NOTHING

    def _act_for(self, seat: Seat) -> Allowed:
        """Act for a seat whose time is up (X-2)."""
        live, table = self.live, self.live.table
        action = table.current_match.default_action(seat)
        entries, play, _ = permissions.act_for(table, seat, action, "clock")
        timeouts_left = table.seats[seat].timeouts_left
        cover = live.clock.count_timeout(seat)

        def then() -> None:
            if cover:
                live.cover(seat)
            elif table.seats[seat].timeouts_left != timeouts_left:
                live.audience.send_table()

        return Allowed(entries, play, then)

    def _let_bot_choose(self, due: BotTurn) -> None:
        """Let a bot choose; it moves at its time and not before."""
        table, match, seat = self.live.table, self.live.table.match, due.seat
        if match is None or seat not in match.to_act:
            return
        task = bot_task(table, match, seat)
        at = due.at + (BOT_BUDGET if may_be_slow(task.level) else 0.0)
        told = partial(self._bot_chose, seat, match, match.state, at)
        self.live.room.thinker.choose(task, told)

    def _bot_chose(
        self, seat: Seat, match: Match, state: AnyState, at: float, text: str | Exception
    ) -> None:
        if isinstance(text, Exception):
            self.live.room.bot_failed(self.live.table.key, seat, text)
        move = partial(self._move_bot, seat, match, state, text)
        post = partial(self.live.mailbox.post, move, self._done)
        if at > self.live.room.now():
            self.live.room.call_at(at, post)
        else:
            post()

    def _move_bot(
        self, seat: Seat, match: Match, state: AnyState, text: str | Exception
    ) -> Allowed:
        live, table = self.live, self.live.table
        current = table.match is match and (match.state is state or match.racing)
        stopped = table.paused or live.showdowns.holding
        if not current or not table.seats[seat].bot_plays or stopped:
            return NOTHING
        # Nobody has to wait for a bot that fails.
        action = match.default_action(seat) if isinstance(text, Exception) else text
        try:
            entries, play, _ = permissions.act_for(table, seat, action, "bot")
        except Refusal:
            live.clock.update(live.room.now())  # others were quicker in a race: choose again
            return NOTHING
        return Allowed(entries, play)


def bot_seed(secret: bytes, seen: AnyView) -> bytes:
    """Return what a bot's chance follows from: the game's secret, its seat and the ply."""
    assert seen.seat is not None
    return sha256(b"bot" + secret + bytes([seen.seat]) + b"%d" % seen.ply).digest()


def bot_task(table: Table, match: Match, seat: Seat) -> BotTask:
    """Return all that the choice of the bot in a seat depends on."""
    seen, level = match.view(seat), table.bot_level(seat)
    return BotTask(table.game.key, level, bot_seed(table.secret, seen), seen, BOT_BUDGET)
