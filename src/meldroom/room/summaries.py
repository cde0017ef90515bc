"""Summaries of tables and scores of games: what can be shown without replaying any move."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from meldroom.core.options import Setting
from meldroom.room.log_entries import (
    AnyEntry,
    GameBranched,
    GamePrepared,
    GameStarted,
    Phase,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    Settings,
    TableClosed,
    TableOpened,
)


class Summary(msgspec.Struct, frozen=True):
    """A table without its moves.

    `seq` is the entry that it was written with, 0 if a migration made it and did not look at the
    moves; moves alone do not change it. `people` has None where a bot plays.
    """

    table_id: str
    seq: int
    game: str
    rules: str
    phase: Phase
    people: tuple[str | None, ...]
    number: int  # of games prepared so far
    options: dict[str, Setting]
    settings: Settings
    opened_at: int  # milliseconds of the wall clock
    changed_at: int

    @property
    def scored(self) -> bool:
        """Whether the scores of the table's games are stored, and its phase is known."""
        return self.seq > 0

    @property
    def restored(self) -> bool:
        """Whether the table is loaded when the server starts: its clock runs, or it is listed."""
        settings = self.settings
        clock_runs = self.phase == "playing" and settings.clock.endswith("d")
        return clock_runs or (settings.listed and settings.standing and self.phase != "closed")


class SeatResult(NamedTuple):
    """How a game ended for one who held a seat in it, in the order of the columns."""

    table_id: str
    number: int  # of the game at its table, from 1 on
    seat: int
    player: str  # "" for a bot, and for one whom nobody knows
    name: str
    bot: str  # its level
    game: str
    at: int  # milliseconds of the wall clock
    place: int
    score: int
    rated: bool  # began the game there and was given no hints; no bot's hand was given away


class Score(msgspec.Struct, frozen=True):
    """A game's score pad as it stands, and the record and the result of a finished game."""

    table_id: str
    number: int  # of the game at its table, from 1 on
    at: int  # milliseconds of the wall clock
    players: tuple[str, ...]
    pad: dict[str, Any]
    result: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    seats: tuple[SeatResult, ...] = ()  # of a finished game; stored on their own


# msgspec crashes where two threads at once are the first that read a type: prepare them here.
for _kind in (Summary, Score):
    msgspec.json.Decoder(_kind)


def summary_after(
    summary: Summary | None, table_id: str, seq: int, entry: AnyEntry, at: int
) -> Summary:
    """Return a table's summary after its next entry; whether a game is over, moves alone tell."""
    if isinstance(entry, TableOpened):
        return Summary(
            table_id, seq, entry.game, entry.rules, "waiting", (None,) * entry.seats, 0,
            entry.options, entry.settings, at, at,
        )  # fmt: skip
    if summary is None:
        raise ValueError(f"table {table_id} was never opened")
    changes: dict[str, Any] = {}
    match entry:
        case SeatTaken(seat, name):
            changes["people"] = _replaced(summary.people, seat, name)
        case SeatLeft(seat):
            changes["people"] = _replaced(summary.people, seat, None)
        case SeatChanged(seat, to):
            people = _replaced(summary.people, to, summary.people[seat])
            changes["people"] = _replaced(people, seat, None)
        case GamePrepared():
            changes.update(phase="waiting", number=summary.number + 1)
        case GameStarted():
            changes["phase"] = "playing"
        case GameBranched():
            changes.update(phase="playing", number=summary.number + 1)
        case TableClosed():
            changes["phase"] = "closed"
    return msgspec.structs.replace(summary, seq=seq, changed_at=at, **changes)


def _replaced(
    people: tuple[str | None, ...], seat: int, name: str | None
) -> tuple[str | None, ...]:
    return (*people[:seat], name, *people[seat + 1 :])
