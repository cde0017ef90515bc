"""Emails are sent to confirmed addresses alone, and stops last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables; addresses that were never confirmed are forgotten."""
    op.execute("DELETE FROM turn_mails")
    op.execute("ALTER TABLE turn_mails RENAME COLUMN stop_key TO link_key")
    op.create_table(
        "mail_links",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("mailbox", sa.String(64), nullable=False),
        sa.Column("spelling", sa.String(64), nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
    )
    op.create_table("mail_stops", sa.Column("mailbox", sa.String(64), primary_key=True))
    op.create_table(
        "mail_salts",
        sa.Column("name", sa.String(10), primary_key=True),
        sa.Column("salt", sa.String(64), nullable=False),
    )
