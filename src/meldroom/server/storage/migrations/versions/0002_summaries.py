"""Summaries of tables, so that a start need not read the log, and scores of games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import sqlalchemy as sa
from alembic import op

from meldroom.server.storage.log_entries import decode
from meldroom.server.storage.summaries import Summary, summary_after, write_summaries

revision = "0002"
down_revision = "0001"
TABLES_PER_INSERT = 500


def upgrade() -> None:
    """Make both tables, and fill the summaries from the entries of the log that are not moves."""
    op.create_table(
        "summaries",
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
    op.create_index(
        "summaries_restored",
        "summaries",
        ["table_id"],
        sqlite_where=sa.text("restored"),
        postgresql_where=sa.text("restored"),
    )
    op.create_table(
        "scores",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    some: list[Summary] = []
    for summary in _summaries(connection):
        some.append(summary)
        if len(some) == TABLES_PER_INSERT:
            write_summaries(connection, some)
            some = []
    write_summaries(connection, some)
    op.drop_index("events_signs", "events")  # only starts read it


def _summaries(connection: sa.Connection) -> Iterator[Summary]:
    """Summarize every table of the log; seq 0 says that nobody looked at its moves."""
    rows = connection.execute(
        sa.text(
            "SELECT table_id, at, body FROM events WHERE kind NOT IN ('moved', 'undone')"
            " ORDER BY table_id, seq"
        )
    )
    for table_id, entries in groupby(rows.all(), attrgetter("table_id")):
        summary = None
        for row in entries:
            summary = summary_after(summary, table_id, 0, decode(row.body), row.at)
        if summary is not None:
            yield summary
