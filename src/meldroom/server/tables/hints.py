"""What would you do? Answers to the person on turn, worked out beside the room from their view.

A hint is in the log before it is sent, so that the record can say which moves followed one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView
from meldroom.games import find
from meldroom.match.match import Match
from meldroom.reviews import caution, hint
from meldroom.reviews.form import caution_form, hint_form
from meldroom.server import messages
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import AnyEntry, HintGiven
from meldroom.server.storage.store import StorageError
from meldroom.server.tables import permissions
from meldroom.server.tables.audience import Listener
from meldroom.server.tables.payload import encode
from meldroom.server.tables.room_services import RoomServices
from meldroom.server.tables.showdowns import Showdowns
from meldroom.server.tables.table import Table
from meldroom.server.tables.table_lock import TableLock

logger = logging.getLogger("meldroom")
Question = messages.AskHint | messages.CheckMove


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
    lock: TableLock

    async def write(self, entries: Sequence[AnyEntry]) -> None:
        """Write entries durably, then apply them."""


class Asked(NamedTuple):
    """A question, with the position that it is about."""

    request: Question
    seat: Seat
    match: Match
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
        live.room.spawn(self._answer(listener, Asked(request, seat, match, match.state), task))

    async def _answer(self, listener: Listener, asked: Asked, task: HintTask) -> None:
        try:
            answer = await self.live.room.bot_pool.run(work_out, task)
            await self._note(asked, answer)
        except Refusal as refusal:
            rule, why = refusal.violation
            answer = {"is": "refusal", "rule": rule, "why": why}
        except StorageError as error:
            logger.error("table %s: a hint is not written: %s", self.live.table.key, error)
            answer = {"is": "refusal", "rule": "P-8", "why": "the hint could not be saved"}
        except Exception:
            logger.exception("table %s: no hint could be worked out", self.live.table.key)
            answer = {"is": "refusal", "rule": "P-14", "why": "no hint could be worked out"}
        finally:
            self._busy.discard(asked.seat)
        if listener.seat == asked.seat:  # not if the device was handed on
            listener.send(encode({"id": asked.request.id, **answer}))

    async def _note(self, asked: Asked, answer: dict[str, Any]) -> None:
        """Write down that a hint is given; Refusal if the game has gone on, or consent has not."""
        live, ply = self.live, asked.state.ply
        async with live.lock:
            match = permissions.check_hint(live.table, asked.seat, asked.request)
            if match.state is not asked.state:
                raise refused("P-6", "the game has gone on since; look again")
            says_something = answer["is"] == "hint" or answer["loss"] is not None
            if says_something and match.hints.get(ply) != asked.seat:
                await live.write([HintGiven(asked.seat, ply)])


def _checked_text(table: Table, seen: AnyView, request: Question) -> str:
    """Give the text of the action to check, "" where none is; Refusal if it is not legal."""
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
