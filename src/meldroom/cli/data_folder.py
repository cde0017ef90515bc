"""The folder in which the system keeps a user's data: the database and unfinished games."""

from __future__ import annotations

from pathlib import Path

DATABASE_NAME = "meldroom.db"


def data_folder() -> Path:
    """Return the user's data folder, made if need be; OSError if it cannot be made."""
    from platformdirs import user_data_path

    folder = user_data_path("meldroom", appauthor=False)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def default_database() -> str:
    """Return the URL of the database in the user's data folder."""
    return f"sqlite:///{(data_folder() / DATABASE_NAME).as_posix()}"
