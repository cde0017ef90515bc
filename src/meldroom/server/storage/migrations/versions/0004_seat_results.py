"""Results by seat, aliases of players, ratings and codes; older games are added when asked for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables, and an index of the entries by which people took seats."""
    op.create_table(
        "seat_results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_results_player", "seat_results", ["player"])
    op.create_index("seat_results_game", "seat_results", ["game", "at"])
    op.create_table(
        "aliases",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
    )
    op.create_index("aliases_person", "aliases", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
    )
    op.create_table(
        "carry_codes",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("sessions", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    seated = sa.text("kind IN ('sat', 'seat_requested')")
    op.create_index(
        "events_people", "events", ["table_id"], sqlite_where=seated, postgresql_where=seated
    )
