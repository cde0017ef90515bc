"""The migrations of the database: one per file, run at start-up under a lock."""
