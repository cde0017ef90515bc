"""Summaries of tables, scores and reviews of games: what can be shown without replaying a move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from meldroom.room.log_entries import Phase as Phase
from meldroom.room.summaries import Score, Summary
from meldroom.server.storage.results import SEAT_RESULTS
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
