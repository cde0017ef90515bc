"""The append-only log and the database under it."""
