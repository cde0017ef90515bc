"""What would you do? Answers to the person on turn, worked out beside the room from their view.

A hint is in the log before it is sent, so that the record can say which moves followed one.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple, Protocol

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView
from meldroom.games import find
from meldroom.reviews import caution, hint
from meldroom.reviews.form import caution_form, hint_form
from meldroom.room import messages, permissions
from meldroom.room.audience import Listener
from meldroom.room.log_entries import HintGiven
from meldroom.room.mailbox import NOTHING, Allowed, Mailbox
from meldroom.room.payload import encode
from meldroom.room.refusals import refused
from meldroom.room.services import RoomServices, StorageError
from meldroom.room.showdowns import Showdowns
from meldroom.room.table import Table

Question = messages.AskHint | messages.CheckMove
NOT_SAVED = ("P-8", "the hint could not be saved")
NOT_FOUND = ("P-14", "no hint could be worked out")


class HintTask(NamedTuple):
    """All that an answer depends on: the view, and the action to check, "" to suggest one."""

    game: str
    view: AnyView
    text: str = ""


def work_out(task: HintTask) -> dict[str, Any]:
    """Suggest an action, or say whether one is a mistake."""
    game, seen = find(task.game), task.view
    if not task.text:
        return {"is": "hint", "ply": seen.ply, **hint_form(game, hint(game, seen))}
    found = caution(game, seen, game.parse(task.text))
    return {"is": "checked", "ply": seen.ply, **caution_form(game, found)}


class HostTable(Protocol):
    """What answers need of the live table."""

    room: RoomServices
    table: Table
    showdowns: Showdowns
    mailbox: Mailbox

    def report(self, error: Exception) -> None:
        """Note an error that nobody waits for."""


class Asked(NamedTuple):
    """A question, with the position that it is about."""

    listener: Listener
    request: Question
    seat: Seat
    state: AnyState


class Hints:
    """Answers the questions of the people at one table, one at a time for each."""

    def __init__(self, live: HostTable) -> None:
        self.live = live
        self._busy: set[Seat] = set()

    def ask(self, listener: Listener, request: Question) -> None:
        """Begin to work an answer out; Refusal if there is none to be given."""
        live, table, seat = self.live, self.live.table, listener.seat
        match = permissions.check_hint(table, seat, request)
        assert seat is not None
        if live.showdowns.holding:
            raise refused("P-5", "the hand is over; wait until everybody is ready")
        if seat in self._busy:
            raise refused("P-14", "wait for the answer to your last question")
        seen = match.view(seat)
        task = HintTask(table.game.key, seen, _checked_text(table, seen, request))
        self._busy.add(seat)
        asked = Asked(listener, request, seat, match.state)
        live.room.thinker.work_out(work_out, task, told=partial(self._worked_out, asked))

    def _worked_out(self, asked: Asked, answer: dict[str, Any] | Exception) -> None:
        if isinstance(answer, Exception):
            self._answer(asked, {}, answer)
        else:
            note, told = partial(self._note, asked, answer), partial(self._answer, asked, answer)
            self.live.mailbox.post(note, told)

    def _note(self, asked: Asked, answer: dict[str, Any]) -> Allowed:
        """Write down that a hint is given; Refusal if the game has gone on, or consent has not."""
        ply = asked.state.ply
        match = permissions.check_hint(self.live.table, asked.seat, asked.request)
        if match.state is not asked.state:
            raise refused("P-6", "the game has gone on since; look again")
        says_something = answer["is"] == "hint" or answer["loss"] is not None
        if says_something and match.hints.get(ply) != asked.seat:
            return Allowed([HintGiven(asked.seat, ply)])
        return NOTHING

    def _answer(self, asked: Asked, answer: dict[str, Any], error: Exception | None) -> None:
        self._busy.discard(asked.seat)
        if isinstance(error, Refusal):
            answer = _refusal(*error.violation)
        elif error is not None:
            self.live.report(error)
            saving = isinstance(error, StorageError)
            answer = _refusal(*(NOT_SAVED if saving else NOT_FOUND))
        if asked.listener.seat == asked.seat:  # not if the device was handed on
            asked.listener.send(encode({"id": asked.request.id, **answer}))


def _refusal(rule: str, why: str) -> dict[str, Any]:
    return {"is": "refusal", "rule": rule, "why": why}


def _checked_text(table: Table, seen: AnyView, request: Question) -> str:
    """Return the text of the action to check, "" where none is; Refusal if it is not legal."""
    if isinstance(request, messages.AskHint):
        return ""
    try:
        action = table.game.parse(request.text)
    except ValueError as error:
        raise refused("X-3", str(error)) from None
    violation = table.game.check(seen, action)
    if violation is not None:
        raise Refusal(violation)
    return request.text
