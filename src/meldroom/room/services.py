"""What a table is handed by whoever runs it: journal, clock, thinker, and whom to tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

from meldroom.core.cards import Seat
from meldroom.core.view import AnyView
from meldroom.room.broadcast import Broadcaster
from meldroom.room.table_log import PreparedRows

T = TypeVar("T")
Told = Callable[[T | Exception], None]  # with the answer, or with what kept it from being found


class StorageError(Exception):
    """Something was not written; `fatal` if earlier writes may be lost too."""

    fatal = False


class BotTask(NamedTuple):
    """All that a bot's choice depends on: its level, its seed, its view and its time."""

    game: str
    level: str
    seed: bytes
    view: AnyView
    budget: float | None


class Journal(Protocol):
    """Where a table's entries are written."""

    def append(self, prepared: PreparedRows, done: Callable[[StorageError | None], None]) -> None:
        """Call back when rows are on disk, or with the error if nothing was written."""


class Timer(Protocol):
    """Something that is to happen later."""

    def cancel(self) -> None:
        """Let it not happen."""


class Thinker(Protocol):
    """Works out beside the tables what takes long."""

    def choose(self, task: BotTask, told: Told[str]) -> None:
        """Let a bot choose an action."""

    def work_out(self, function: Callable[..., T], *arguments: Any, told: Told[T]) -> None:
        """Work something out for a person, when no bot thinks."""

    def look_up(self, function: Callable[..., T], *arguments: Any, told: Told[T]) -> None:
        """Do something that takes no search, but too long for the tables."""


class Stopwatch(Protocol):
    """Counts durations."""

    def observe(self, seconds: float) -> None:
        """Count one."""


class RoomServices(Protocol):
    """What a table needs of the room that it is in."""

    broadcaster: Broadcaster
    pace: float
    stopping: bool

    @property
    def thinker(self) -> Thinker:
        """Who thinks for bots and people."""

    @property
    def ack_seconds(self) -> Stopwatch:
        """How long people waited for their acknowledgements."""

    def now(self) -> float:
        """Read the monotonic clock, which does not jump."""

    def wall_clock(self) -> int:
        """Read the wall clock, in milliseconds."""

    def call_at(self, at: float, work: Callable[[], object]) -> Timer:
        """Do something when the monotonic clock has reached a time."""

    def journal_of(self, key: str) -> Journal:
        """Open the journal of a table."""

    def client_is_ahead(self, key: str, seen: int, last: int) -> None:
        """Raise an alarm: a client has seen entries that the log lacks."""

    def bot_failed(self, key: str, seat: Seat, error: Exception) -> None:
        """Note that a bot could not choose."""

    def report(self, key: str, error: Exception) -> None:
        """Note an error at a table that nobody waits for."""
