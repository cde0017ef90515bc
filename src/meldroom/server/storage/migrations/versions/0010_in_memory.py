"""What is kept in the memory of each process from now on: limits, and codes for other devices."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Drop their tables; those of the limits were on PostgreSQL alone."""
    op.drop_table("carry_codes")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TABLE IF EXISTS address_usage, address_connections, open_tables")
