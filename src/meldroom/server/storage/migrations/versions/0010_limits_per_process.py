"""Each process counts its limits by itself, so what they told each other of them goes."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Drop the tables, which only PostgreSQL has; its other ones are made at every start."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TABLE IF EXISTS address_usage, address_connections, open_tables")
