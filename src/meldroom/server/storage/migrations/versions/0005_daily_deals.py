"""The deals of the day, and who has played them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "daily_attempts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
    )
    op.create_index("daily_attempts_table", "daily_attempts", ["table_id"])
    op.create_index("daily_attempts_person", "daily_attempts", ["person"])
