"""Reviews of finished games as they are stored: without names, which the records have."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from meldroom.server.storage.store import METADATA, Store
from meldroom.server.storage.summaries import SUMMARIES, upsert

REVIEWS = sa.Table(
    "reviews",
    METADATA,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("engine", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


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
