"""`meldroom doctor`: look at what the server stands on, and say what is wrong."""

from __future__ import annotations

import platform
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click

SAFE_SQLITE = (3, 51, 3)  # before it two connections that checkpoint at once could corrupt a file
LITTLE = 200_000_000  # bytes


@click.command()
@click.option(
    "--database", default="sqlite:///meldroom.db", show_default=True, help="Where the log lies."
)
def doctor(database: str) -> None:
    """Look at versions, space, the database and every chain of its log."""
    wrong = 0
    for well, line in findings(database):
        wrong += not well
        click.echo(f"{'ok ' if well else 'BAD'}  {line}")
    if wrong:
        raise click.ClickException(f"{wrong} of these need care")


def findings(database: str) -> Iterator[tuple[bool, str]]:
    """Give each finding, and whether it is well."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom import __version__
    from meldroom.server.storage.backup import verified_rows
    from meldroom.server.storage.log import BrokenChain
    from meldroom.server.storage.store import Store

    yield True, f"meldroom {__version__}, Python {platform.python_version()}"
    note = ""
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        note = "; older than 3.51.3, so only one connection may write: the server sees to that"
    yield True, f"SQLite {sqlite3.sqlite_version}{note}"
    store = Store(database)
    try:
        if store.sqlite:
            if not store.path.exists():
                yield True, f"{store.path}: not there yet; the first start makes it"
                return
            free = shutil.disk_usage(Path(store.path).resolve().parent).free
            yield free > LITTLE, f"{free // 1_000_000:,} MB free on the disk"
            yield True, f"{store.path}: {'in use by a server' if store.in_use() else 'not in use'}"
        yield True, f"database at step {store.revision()}"
        many = sum(1 for _ in verified_rows(store))
        yield True, f"{many:,} entries, every chain holds"
    except BrokenChain as broken:
        yield False, str(broken)
    except SQLAlchemyError as error:
        yield False, f"{database}: {getattr(error, 'orig', error)}"
    finally:
        store.close()
