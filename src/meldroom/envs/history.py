"""What each seat was told since the deal, in order: information states with perfect recall."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from meldroom.core.cards import Deck, Seat
from meldroom.core.codec import canonical, plain_event, plain_view
from meldroom.core.state import AnyState
from meldroom.core.view import events, view


class HistoryStep:
    """A number that a seat played (at the deal: none), and the state if that ended an action."""

    def __init__(self, seat: Seat | None, number: int | None, state: AnyState | None) -> None:
        self.seat, self.number, self.state = seat, number, state
        self._digests: dict[Seat, str] = {}

    def digest(self, seat: Seat, deck: Deck) -> str:
        """Digest all that a seat was told by this step: its view, and the events it saw."""
        assert self.state is not None
        if seat not in self._digests:
            told = [plain_event(event, deck) for event in events(self.state, seat)]
            seen = plain_view(view(self.state, seat), deck)
            self._digests[seat] = sha256(canonical([seen, told])).hexdigest()
        return self._digests[seat]


class History:
    """The steps of one game; a value, so that copies can share it."""

    def __init__(
        self, steps: tuple[HistoryStep, ...] = (), remembered_by: Seat | None = None
    ) -> None:
        self._steps = steps
        self._remembered_by = remembered_by  # None: by every seat

    def __len__(self) -> int:
        """Count the steps."""
        return len(self._steps)

    def plus(self, *steps: HistoryStep) -> History:
        """Give the history that goes on with these steps."""
        return History((*self._steps, *steps), self._remembered_by)

    def only_of(self, seat: Seat) -> History:
        """Give the history for a world that was sampled for a seat: only its own past is known."""
        return History(self._steps, seat)

    def information_state(self, seat: Seat, deck: Deck) -> str:
        """Write as canonical JSON what a seat was told and did, in order, and what it sees now.

        Equal for two histories if and only if the seat cannot tell them apart. What it was told
        before is digested.
        """
        if self._remembered_by not in (None, seat):
            raise ValueError(
                f"this state was sampled for seat {self._remembered_by}, so seat {seat} has no "
                "past in it: use observation_string"
            )
        told: list[Any] = []
        now: AnyState | None = None
        for step in self._steps:
            if step.seat == seat:
                told.append(step.number)
            if step.state is not None:
                told.append(step.digest(seat, deck))
                now = step.state
        return "" if now is None else canonical([told, plain_view(view(now, seat), deck)]).decode()

    def __deepcopy__(self, _: dict[int, Any]) -> History:
        return self
