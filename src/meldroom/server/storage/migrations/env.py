"""Runs the migrations on the connection of the store."""

from __future__ import annotations

from alembic import context

from meldroom.server.storage.store import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    transactional_ddl=True,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
