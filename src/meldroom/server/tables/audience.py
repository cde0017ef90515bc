"""Those gathered around a table, and what each of them is told."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import Any, NamedTuple, Protocol

from meldroom.core.cards import Seat
from meldroom.core.state import State
from meldroom.server.storage.log_entries import Began, MoveMade, Undone
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.payload import MatchPayload, about, encode
from meldroom.server.tables.table import Table

KEPT = 100  # plays that one who was away a moment is told of
PHRASES = (
    "Hello!", "Good luck!", "Well played!", "Thank you.", "Sorry!", "One moment, please.",
    "Oh no!", "Another game?",
)  # fmt: skip


class Listener(Protocol):
    """One connection at a table; `seat` is None for one who looks on."""

    seat: Seat | None
    helped: bool
    muted: set[Seat]

    def tell(self, message: bytes) -> None:
        """Send a message, or drop a guest that does not listen."""

    def dismiss(self, code: int, why: str) -> None:
        """End the connection."""


class SentPlay(NamedTuple):
    """A play as it was told; a step back is told as no states at all."""

    seq: int
    states: tuple[State[Any], ...]


class Audience:
    """The guests of one table."""

    def __init__(self, table: Table, crier: Broadcaster) -> None:
        self.table, self.crier = table, crier
        self.guests: set[Listener] = set()
        self.recent: deque[SentPlay] = deque(maxlen=KEPT)
        self.screen: MatchPayload | None = None

    def look(self) -> None:
        """Turn to the game that is on now, if one is."""
        match = self.table.match
        self.recent.clear()
        self.screen = MatchPayload(match, self.table.settings.history) if match else None

    def tell_all(self, message: dict[str, Any], speaker: Seat | None = None) -> None:
        """Tell everybody the same, but for those who have muted the speaker."""
        self.settle()
        told = encode(message)
        for guest in list(self.guests):
            if speaker is None or speaker not in guest.muted:
                guest.tell(told)

    def tell_facts(self) -> None:
        """Tell everybody how the table stands."""
        self.tell_all({"is": "table", "seq": self.table.seq, **self.table.facts()})

    def tell_play(
        self, entry: Began | MoveMade | Undone, states: tuple[State[Any], ...], left: float | None
    ) -> None:
        """Tell everybody how the game went on, each as far as the seat may know.

        Who acted waits for the answer and hears of it first; in a race all hear at the same time.
        """
        self.recent.append(SentPlay(self.table.seq, states))
        match, mover = self.table.match, None if isinstance(entry, Began) else entry.seat
        assert match is not None
        written: dict[tuple[Seat | None, bool], bytes | None] = {}

        def tell(movers: bool) -> None:
            for guest in [guest for guest in self.guests if (guest.seat == mover) is movers]:
                kind = (guest.seat, guest.helped)
                if kind not in written:
                    written[kind] = self._play(guest, entry, states, left)
                message = written[kind]
                if message is not None:
                    guest.tell(message)

        tell(True)
        self.crier.owe(self.table.key, partial(tell, False))
        if match.racing:
            self.settle()

    def settle(self) -> None:
        """Tell everybody what is not told yet, before more happens."""
        self.crier.settle(self.table.key)

    def _play(
        self,
        guest: Listener,
        entry: Began | MoveMade | Undone,
        states: tuple[State[Any], ...],
        left: float | None,
    ) -> bytes | None:
        match, screen, seat = self.table.match, self.screen, guest.seat
        assert match is not None
        assert screen is not None
        by = entry.by if isinstance(entry, MoveMade) else "table"
        undone = isinstance(entry, Undone)
        if seat is None:
            states, left, by, undone = tuple(match.released_states), None, "table", False
            if self.table.settings.watchers == "off" or not states:
                return None
        return encode(
            {
                "is": "play",
                "seq": self.table.seq,
                "by": by,
                "undone": undone,
                "moves": screen.moves(states, seat),
                "events": screen.events(states, seat),
                "left": left,
                **screen.sight(seat, guest.helped),
            }
        )

    def greet(self, guest: Listener, since: int | None, left: float | None) -> None:
        """Let one who has just come in, and tell everything."""
        self.settle()
        self.guests.add(guest)
        table, screen, seat = self.table, self.screen, guest.seat
        greeting: dict[str, Any] = {
            "is": "welcome",
            "seq": table.seq,
            "you": seat,
            "code": table.opened.code if seat is not None else None,
            "table": table.facts(),
            "game": about(table.game),
            "phrases": PHRASES,
            "play": None,
            "events": None,
        }
        if screen is not None and (seat is not None or table.settings.watchers != "off"):
            left = left if seat is not None else None
            greeting["play"] = {"left": left, **screen.sight(seat, guest.helped)}
            if seat is not None and since is not None:
                greeting["events"] = self._missed(screen, seat, since)
        guest.tell(encode(greeting))

    def _missed(self, screen: MatchPayload, seat: Seat, since: int) -> list[Any] | None:
        """Tell what happened after an entry, None if that is forgotten."""
        if since < self.table.seq and not (self.recent and self.recent[0].seq <= since + 1):
            return None
        missed = [state for heard in self.recent if heard.seq > since for state in heard.states]
        return screen.events(missed, seat)
