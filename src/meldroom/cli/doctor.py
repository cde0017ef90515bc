"""`meldroom doctor`: check the server's health."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click

from meldroom.cli.arguments import database_option

SAFE_SQLITE = (3, 51, 3)  # in older versions concurrent checkpoints can corrupt the file
MIN_FREE_BYTES = 200_000_000


@click.command()
@database_option
def doctor(database: str) -> None:
    """Check versions, disk space, the database and every hash chain of its log."""
    failures = 0
    for ok, line in findings(database):
        failures += not ok
        click.echo(f"{'ok ' if ok else 'BAD'}  {line}")
    if failures:
        raise click.ClickException(f"{failures} check{'s' * (failures != 1)} failed")


def findings(database: str) -> Iterator[tuple[bool, str]]:
    """Run the checks; give for each whether it passed, and what was found."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom import __version__
    from meldroom.room.log_rows import BrokenChain
    from meldroom.room.services import StorageError
    from meldroom.server.storage.backup import verified_rows
    from meldroom.server.storage.integrity import problem_of_file
    from meldroom.server.storage.log import lost_entry
    from meldroom.server.storage.store import Store

    yield True, f"meldroom {__version__}, Python {platform.python_version()}"
    yield True, twins()
    note = ""
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        note = "; older than 3.51.3, so the server writes through a single connection"
    yield True, f"SQLite {sqlite3.sqlite_version}{note}"
    store = Store(database)
    try:
        if store.sqlite:
            if not store.path.exists():
                yield True, f"{store.path}: does not exist yet; the server creates it"
                return
            free = shutil.disk_usage(Path(store.path).resolve().parent).free
            yield free > MIN_FREE_BYTES, f"{free // 1_000_000:,} MB free on disk"
            yield True, f"{store.path}: {'in use by a server' if store.in_use() else 'not in use'}"
        yield True, f"database schema at revision {store.revision()}"
        if store.sqlite:
            with store.reading() as connection:
                problem = problem_of_file(connection)
            yield problem is None, problem or "the database file is undamaged"
            lost = lost_entry(store)
            if lost is None:
                yield True, "the last saved entries are there"
            else:
                yield False, f"entry {lost.seq} of table {lost.table_id} was saved and is lost"
        entries = sum(1 for _ in verified_rows(store))
        yield True, f"{entries:,} entries, all hash chains intact"
    except BrokenChain as broken:
        yield False, str(broken)
    except (SQLAlchemyError, StorageError) as error:
        yield False, f"{database}: {getattr(error, 'orig', error)}"
    finally:
        store.close()


def twins() -> str:
    """Say which games have a compiled twin here, or why none has."""
    from meldroom.fast import available, why_missing
    from meldroom.fast.layout import games_with_twins

    if why := why_missing():
        return f"no compiled twins: {why}; every game runs in Python"
    built = [game.key for game in games_with_twins() if available(game)]
    return f"compiled twins of {', '.join(built) or 'no game: they are for other rules'}"
