"""Summaries of tables, scores and reviews of games: what can be shown without replaying a move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from meldroom.core.options import Setting
from meldroom.server.storage.log_entries import (
    AnyEntry,
    GameBranched,
    GamePrepared,
    GameStarted,
    SeatChanged,
    SeatLeft,
    SeatTaken,
    Settings,
    TableClosed,
    TableOpened,
)
from meldroom.server.storage.log_entries import Phase as Phase
from meldroom.server.storage.results import SEAT_RESULTS, SeatResult
from meldroom.server.storage.store import METADATA, Store, upsert

SUMMARIES = sa.Table(
    "summaries",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.String(40), nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("standing", sa.Boolean, nullable=False),
    sa.Column("restored", sa.Boolean, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
SCORES = sa.Table(
    "scores",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("engine", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
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


# -- in the database

_BODY = ("people", "number", "options", "settings")
_SCORE_BODY = ("players", "pad", "result", "record")
_encode = msgspec.json.Encoder().encode


def summary_values(summary: Summary) -> tuple[Any, ...]:
    """Return the columns of a summary, in their order."""
    s = summary
    body = _encode({name: getattr(s, name) for name in _BODY}).decode()
    listed, standing = s.settings.listed, s.settings.standing
    return (
        s.table_id, s.seq, s.game, s.rules, s.phase, listed, standing, s.restored, s.opened_at,
        s.changed_at, body,
    )  # fmt: skip


def _summary(row: Any) -> Summary:
    body = msgspec.json.decode(row.body)
    columns = {name: getattr(row, name) for name in Summary.__struct_fields__ if name not in _BODY}
    return msgspec.convert({**columns, **body}, Summary)


def _score_values(score: Score) -> tuple[Any, ...]:
    body = _encode({name: getattr(score, name) for name in _SCORE_BODY}).decode()
    return (score.table_id, score.number, score.result is not None, score.at, body)


def _score(row: Any) -> Score:
    form = {"table_id": row.table_id, "number": row.number, "at": row.at}
    return msgspec.convert({**form, **msgspec.json.decode(row.body)}, Score)


def write_summaries(
    connection: sa.Connection, summaries: Iterable[Summary], scores: Collection[Score] = ()
) -> None:
    """Insert or replace summaries and scores, the last one of each table and game."""
    upsert(connection, SUMMARIES, {one.table_id: summary_values(one) for one in summaries})
    upsert(connection, SCORES, {(one.table_id, one.number): _score_values(one) for one in scores})
    upsert(connection, SEAT_RESULTS, {one[:4]: one for score in scores for one in score.seats})


class Summaries:
    """Reads the summaries and scores of a database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def get(self, table_id: str) -> Summary | None:
        """Find a table's summary."""
        return next(self._select(SUMMARIES.c.table_id == table_id), None)

    def page(
        self,
        *,
        game: str | None = None,
        phases: Sequence[Phase] = (),
        changed_before: int | None = None,
        after: str = "",
        limit: int = 100,
    ) -> list[Summary]:
        """List summaries by their keys, those after a key; `changed_before` is in milliseconds."""
        wanted = [SUMMARIES.c.table_id > after]
        if game is not None:
            wanted.append(SUMMARIES.c.game == game)
        if phases:
            wanted.append(SUMMARIES.c.phase.in_(phases))
        if changed_before is not None:
            wanted.append(SUMMARIES.c.changed_at < changed_before)
        return list(self._select(*wanted, limit=limit))

    def keys(self, *, after: str = "", limit: int) -> list[str]:
        """Name tables in the order of their keys, those after a key."""
        key = SUMMARIES.c.table_id
        return self._keys(sa.select(key).where(key > after).order_by(key).limit(limit))

    def keys_to_restore(self) -> list[str]:
        """Name the tables to load when the server starts."""
        return self._keys(sa.select(SUMMARIES.c.table_id).where(SUMMARIES.c.restored))

    def scores(self, table_id: str) -> list[Score]:
        """Return the scores of a table's games, the first game first."""
        return self._scores(SCORES.c.table_id == table_id)

    def score(self, table_id: str, number: int) -> Score | None:
        """Find the score of a table's game by its number from 1 on."""
        found = self._scores(SCORES.c.table_id == table_id, SCORES.c.number == number)
        return found[0] if found else None

    def latest_results(self, table_id: str, limit: int) -> list[Score]:
        """Return the scores of a table's last finished games, the last game first."""
        finished = sa.and_(SCORES.c.table_id == table_id, SCORES.c.finished)
        query = sa.select(SCORES).where(finished).order_by(SCORES.c.number.desc()).limit(limit)
        with self.store.reading() as connection:
            return [_score(row) for row in connection.execute(query)]

    def _keys(self, query: sa.Select[Any]) -> list[str]:
        with self.store.reading() as connection:
            return [row.table_id for row in connection.execute(query)]

    def _select(
        self, *wanted: sa.ColumnElement[bool], limit: int | None = None
    ) -> Iterator[Summary]:
        query = sa.select(SUMMARIES).where(*wanted).order_by(SUMMARIES.c.table_id).limit(limit)
        with self.store.reading() as connection:
            yield from map(_summary, connection.execute(query).all())

    def _scores(self, *wanted: sa.ColumnElement[bool]) -> list[Score]:
        query = sa.select(SCORES).where(*wanted).order_by(SCORES.c.number)
        with self.store.reading() as connection:
            return [_score(row) for row in connection.execute(query)]


# -- reviews


def write_review(
    connection: sa.Connection, key: str, number: int, at: int, engine: str, form: dict[str, Any]
) -> None:
    """Insert or replace the review of a table's game; nothing if the table was deleted."""
    exists = sa.select(SUMMARIES.c.table_id).where(SUMMARIES.c.table_id == key)
    if connection.execute(exists).first() is not None:
        body = msgspec.json.encode(form).decode()
        upsert(connection, REVIEWS, {(key, number): (key, number, at, engine, body)})


def read_review(store: Store, key: str, number: int, engine: str) -> dict[str, Any] | None:
    """Find the review of a table's game by this engine."""
    query = sa.select(REVIEWS.c.body).where(
        REVIEWS.c.table_id == key, REVIEWS.c.number == number, REVIEWS.c.engine == engine
    )
    with store.reading() as connection:
        body = connection.execute(query).scalar()
    return None if body is None else msgspec.json.decode(body)
