"""Indexes of the tables where each person took seats, and of the mails of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make them; the database fills them from the entries that there are, damaged ones too."""
    person = "CASE WHEN json_valid(body) THEN json_extract(body, '$.person') END"
    if op.get_bind().dialect.name == "postgresql":
        person = 'substring(body, \'"person":"([0-9a-f]*)"\')'
    seated = sa.text("kind IN ('sat', 'seat_requested')")
    op.create_index(
        "events_person",
        "events",
        [sa.text(person), "table_id"],
        sqlite_where=seated,
        postgresql_where=seated,
    )
    op.create_index("turn_mails_player", "turn_mails", ["player"])
