"""A seat at a table: the person or bot in it, and a newcomer who waits for it."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Seat

BOT_NAMES = ("Robin", "Wren", "Finch", "Lark", "Swift", "Martin", "Jay", "Teal")
TIMEOUTS_BEFORE_COVER = 3  # in a row


class Person(NamedTuple):
    """Who holds a seat; `token` is the SHA-256 of the token that proves it."""

    name: str
    token: str
    key: str = ""  # of their record


class SeatHolder(NamedTuple):
    """Who has held a seat in a game: a bot of a level, or a player known by a key."""

    name: str
    player: str = ""
    bot: str = ""


class TableSeat:
    """One seat: its person and, though no log keeps that, whether the person is here."""

    def __init__(self, seat: Seat, person: Person | None = None) -> None:
        self.seat = seat
        self.person = person
        self.bot_name = BOT_NAMES[seat]  # unless a person at the table is called so
        self.connections = 0
        self.away_since: float | None = None
        self.covered = False  # a bot plays until the person is back
        self.cover_at: float | None = None  # when that begins, by the monotonic clock
        self.timeouts = 0  # in a row
        self.asked_to_continue_at: float | None = None
        self.locked_until = 0.0  # a raced verb is refused until then, after one said too early
        self.taken_seq = 0  # of the entry by which the person took it

    @property
    def name(self) -> str:
        """The name at this seat."""
        return self.person.name if self.person else self.bot_name

    @property
    def token(self) -> str:
        """The SHA-256 of the token that proves the seat, "" if nobody holds it."""
        return self.person.token if self.person else ""

    @property
    def bot_plays(self) -> bool:
        """Whether a bot plays this seat."""
        return self.person is None or self.covered

    @property
    def present(self) -> bool:
        """Whether a person holds this seat and is connected."""
        return self.person is not None and self.connections > 0

    @property
    def timeouts_left(self) -> int:
        """How many more turns may time out until a bot covers the seat (X-2)."""
        return max(0, TIMEOUTS_BEFORE_COVER - self.timeouts)

    def person_returned(self) -> None:
        """Give the person the seat back, also from a bot that covers it."""
        self.away_since, self.covered, self.timeouts = None, False, 0


class SeatRequest:
    """A newcomer who waits for a seat; `token` is the SHA-256 of the token that proves it."""

    def __init__(self, name: str, token: str, person: str = "") -> None:
        self.name, self.token, self.person = name, token, person
        self.allowed: set[Seat] = set()  # whose people would let them have it at once
        self.dealt = False  # the cards were dealt again since
        self.present = False  # connected just now, which no log keeps
