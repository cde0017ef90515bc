"""The log of events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the table of events, and an index of those that the lobby reads."""
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    not_moves = sa.text("kind NOT IN ('moved', 'undone')")
    op.create_index(
        "events_signs",
        "events",
        ["table_id", "seq"],
        sqlite_where=not_moves,
        postgresql_where=not_moves,
    )
