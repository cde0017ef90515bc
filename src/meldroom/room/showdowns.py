"""Shows people how a hand ended, and holds the next one until they have seen it."""

from __future__ import annotations

from typing import Any

from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.match.match import Match
from meldroom.match.showdown import hand_result
from meldroom.match.turning_point import HandGains
from meldroom.presentation import showdown_form
from meldroom.room.audience import Audience
from meldroom.room.clock import Clock, Hold
from meldroom.room.refusals import refused
from meldroom.room.seats import held_seats
from meldroom.room.table import Table


class Showdowns:
    """The showdowns of one table; times are those of its clock."""

    def __init__(self, table: Table, clock: Clock, audience: Audience) -> None:
        self.table, self.clock, self.audience = table, clock, audience
        self._match: Match | None = None  # before an entry is applied, and its hand
        self._hand: tuple[AnyState, ...] = ()
        self._watched_match: Match | None = None  # of the hand that watchers see, a turn behind
        self._watched_start: AnyState | None = None  # where it began; None if that is unknown
        self._watched: AnyState | None = None
        self._gains, self._watched_gains = HandGains(), HandGains()

    @property
    def holding(self) -> bool:
        """Whether the next hand waits."""
        return self.clock.hold is not None

    def watch(self, match: Match | None) -> None:
        """Remember the position before an entry is applied."""
        self._match = match
        self._hand = () if match is None else (match.hand_start, match.state)
        self._watched = None if match is None else match.watcher_state
        if match is not self._watched_match:
            self._gains, self._watched_gains = HandGains(), HandGains()
            self._watched_match = match
            self._watched_start = None if match is None else _watched_start(match)

    def after(self, states: tuple[AnyState, ...], now: float) -> dict[str, Any] | None:
        """Return how the hand ended if it did and somebody is shown it; then the next one waits."""
        playing = self.table.phase == "playing"
        if not playing:
            self.clock.hold = None
        goes_on = bool(self._hand) and self.table.match is self._match
        gains = self._gains.follow(states) if goes_on else ()
        if goes_on and not states and self.table.match is not None:
            self._gains.undo(self.table.match.state.ply)
        if not (goes_on and states and self.audience.viewers):
            return None
        start, before = self._hand
        ended = hand_result(self.table.game, start, before, states, gains)
        if ended is None:
            return None
        showdown = showdown_form(self.table.game, ended)
        if not playing:
            return {**showdown, "held": False, "left": None, "ready": []}
        self.clock.hold = Hold(showdown)
        self._limit(now)
        return self.current(now)

    def for_watchers(self) -> dict[str, Any] | None:
        """Give how a hand ended whose end watchers came to see just now, a turn after the players.

        They hold nobody up.
        """
        match, before, found = self.table.match, self._watched, None
        if match is None or match is not self._watched_match or before is None:
            return None
        for state in match.released_states:
            gains = self._watched_gains.follow((state,))
            if self._watched_start is not None and self.audience.has_watchers:
                start = self._watched_start
                ended = hand_result(self.table.game, start, before, (state,), gains)
                found = found if ended is None else ended
            if gathers(state.journal):
                self._watched_start = state
            before = state
        if found is None:
            return None
        return {**showdown_form(self.table.game, found), "held": False, "left": None, "ready": []}

    def current(self, now: float) -> dict[str, Any] | None:
        """Return the showdown that the next hand waits for, with who is ready."""
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


def _watched_start(match: Match) -> AnyState | None:
    """Find where the hand began that watchers see; None if the players are at another already."""
    unseen = (*match.previous_turn_states, *match.turn_states)
    return None if any(gathers(state.journal) for state in unseen) else match.hand_start
