"""Several processes on one PostgreSQL database: who owns which table, and how others reach it."""
