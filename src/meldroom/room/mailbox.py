"""One table's requests, one at a time: judged, written, applied, answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from meldroom.match.match import Play
from meldroom.room.log_entries import AnyEntry
from meldroom.room.services import Journal
from meldroom.room.table_log import PreparedRows


class Allowed(NamedTuple):
    """What an allowed request leads to: entries to write, and what to do once they are true."""

    entries: Sequence[AnyEntry] = ()
    play: Play | None = None
    then: Callable[[], object] | None = None


NOTHING = Allowed()  # to write: who is here, how fast bots move
Judge = Callable[[], Allowed]  # Refusal if the request is not allowed
Done = Callable[[Exception | None], None]  # called once, with what kept the request from happening


class Recipient(Protocol):
    """The table that the requests are for."""

    @property
    def journal(self) -> Journal:
        """Where rows are written."""

    def prepare(self, step: Allowed) -> PreparedRows:
        """Make the rows of a step's entries."""

    def written(self, step: Allowed, prepared: PreparedRows) -> None:
        """Apply entries that are on disk."""

    def flush(self) -> None:
        """Tell everybody what has happened so far."""

    def report(self, error: Exception) -> None:
        """Note an error that nobody waits for."""


class Mailbox:
    """Takes the next request when the one before is on disk and answered, or has failed."""

    def __init__(self, owner: Recipient) -> None:
        self.busy = False
        self.closed: Exception | None = None  # what all requests are told from now on
        self._owner = owner
        self._waiting: deque[tuple[Judge, Done]] = deque()

    def post(self, judge: Judge, done: Done) -> None:
        """Judge a request, now if the table is idle, else after those that came before it."""
        self._waiting.append((judge, done))
        if not self.busy:
            self._take_next()

    def _take_next(self) -> None:
        self.busy = True
        while self._waiting:
            judge, done = self._waiting.popleft()
            error = self.closed
            try:
                if error is None:
                    step = judge()
                    if step.entries:
                        prepared = self._owner.prepare(step)
                        written = partial(self._written, step, prepared, done)
                        self._owner.journal.append(prepared, written)
                        return
                    if step.then is not None:
                        step.then()
            except Exception as raised:
                error = raised
            self._answer(done, error)
        self.busy = False

    def _written(
        self, step: Allowed, prepared: PreparedRows, done: Done, error: Exception | None
    ) -> None:
        try:
            if error is None:
                self._owner.written(step, prepared)
                if step.then is not None:
                    step.then()
        except Exception as raised:
            error = raised
        self._answer(done, error)
        if self._waiting:
            self._owner.flush()  # whoever waits is answered after what happened before
        self._take_next()

    def _answer(self, done: Done, error: Exception | None) -> None:
        try:
            done(error)
        except Exception as raised:
            self._owner.report(raised)
