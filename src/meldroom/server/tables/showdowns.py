"""Shows people how a hand ended, and holds the next one until they have seen it."""

from __future__ import annotations

from typing import Any

from meldroom.core.state import AnyState
from meldroom.match.match import Match
from meldroom.match.showdown import hand_result
from meldroom.server.refusals import refused
from meldroom.server.tables.audience import Audience
from meldroom.server.tables.clock import Clock
from meldroom.server.tables.hold import Hold
from meldroom.server.tables.presentation import showdown_form
from meldroom.server.tables.shared_device import held_seats
from meldroom.server.tables.table import Table


class Showdowns:
    """The showdowns of one table; times are those of its clock."""

    def __init__(self, table: Table, clock: Clock, audience: Audience) -> None:
        self.table, self.clock, self.audience = table, clock, audience
        self._match: Match | None = None  # before an entry is applied, and its hand
        self._hand: tuple[AnyState, ...] = ()

    @property
    def holding(self) -> bool:
        """Whether the next hand waits."""
        return self.clock.hold is not None

    def watch(self, match: Match | None) -> None:
        """Remember the position before an entry is applied."""
        self._match = match
        self._hand = () if match is None else (match.hand_start, match.state)

    def after(self, states: tuple[AnyState, ...], now: float) -> dict[str, Any] | None:
        """Give how the hand ended if it did and somebody is shown it; then the next one waits."""
        playing = self.table.phase == "playing"
        if not playing:
            self.clock.hold = None
        goes_on = bool(self._hand) and self.table.match is self._match
        if not (goes_on and states and self.audience.viewers):
            return None
        start, before = self._hand
        ended = hand_result(self.table.game, start, before, states)
        if ended is None:
            return None
        showdown = showdown_form(self.table.game, ended)
        if not playing:
            return {**showdown, "held": False, "left": None, "ready": []}
        self.clock.hold = Hold(showdown)
        self._limit(now)
        return self.current(now)

    def current(self, now: float) -> dict[str, Any] | None:
        """Give the showdown that the next hand waits for, with who is ready."""
        hold = self.clock.hold
        return None if hold is None else {**hold.showdown, "held": True, **hold.progress(now)}

    def ready(self, token_hash: str, now: float) -> None:
        """Take note that a person, or everybody at a shared device, has seen enough."""
        held = held_seats(self.table, token_hash)
        if not held:
            raise refused("P-3", "you have no seat at this table")
        if self.clock.hold is not None:
            self.clock.hold.ready.update(seat.seat for seat in held)
            self.check(now)

    def check(self, now: float) -> None:
        """End the hold if everybody is ready, and tell everybody how it stands."""
        hold = self.clock.hold
        if hold is not None and hold.is_over(self.audience.viewers):
            self.end(now)
        elif hold is not None:
            self._limit(now)
            self.audience.send_hold(hold.progress(now))

    def end(self, now: float) -> None:
        """Let the next hand begin."""
        self.clock.hold = None
        self.clock.update(now)
        self.audience.send_hold(None, self.clock.seconds_left(now))

    def _limit(self, now: float) -> None:
        if self.clock.hold is not None:
            devices = {seat.token for seat in self.table.seats if seat.present}
            self.clock.hold.limit(len(devices), now)
