"""Mail addresses that players have left at tables with turns of days."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "turn_mails",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("stop_key", sa.String(64), nullable=False),
        sa.Column("turn", sa.String(40), nullable=False),
    )
