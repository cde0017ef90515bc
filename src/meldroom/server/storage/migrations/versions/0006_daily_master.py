"""What `master` made of each deal of the day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add its result, which is missing until it has played."""
    op.add_column("daily_deals", sa.Column("master_place", sa.Integer))
    op.add_column("daily_deals", sa.Column("master_score", sa.Integer))
