"""`meldroom backup` and `restore`: copy the database while the server runs, and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from meldroom.cli.arguments import database_option

if TYPE_CHECKING:
    from meldroom.server.storage.store import Store


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@database_option
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    metavar="N",
    help="In a folder: delete all backups but the newest N.  [default: keep all]",
)
def backup(target: Path, database: str, keep: int | None) -> None:
    """Back up the database to the file TARGET, also while the server runs.

    If TARGET is a folder, the backup gets a name there with the date and time (UTC).

    To restore, start the server with the copy as its --database, or see `meldroom restore`.
    """
    from meldroom.server.storage.backup import back_up
    from meldroom.server.storage.store import Store

    folder = target if target.is_dir() else None
    if keep is not None and folder is None:
        raise click.ClickException(f"--keep: {target} is not a folder")
    if folder is not None:
        target = folder / f"{datetime.now(UTC):meldroom-%Y%m%d-%H%M%S}.db"
    store = Store(database)
    with _errors_in_one_line(store):
        entries = back_up(store, target)
    click.echo(f"{target}: {entries:,} entries, all hash chains intact")
    if folder is not None and keep is not None:
        for old in sorted(folder.glob("meldroom-????????-??????.db"))[:-keep]:
            old.unlink()


@click.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
def restore(source: Path, database: str) -> None:
    """Copy the backup SOURCE into an empty database, which may be PostgreSQL.

    Every hash chain is checked, and a backup of an older version is migrated. The backup itself is
    not changed.
    """
    from meldroom.server.storage.backup import restore as copy_backup
    from meldroom.server.storage.store import Store

    store = Store(database)
    with _errors_in_one_line(store):
        store.open()
        entries = copy_backup(source, store)
    click.echo(f"{store}: {entries:,} entries, all hash chains intact")


@contextmanager
def _errors_in_one_line(store: Store) -> Iterator[None]:
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.room.log_rows import BrokenChain
    from meldroom.room.services import StorageError
    from meldroom.server.storage.store import InUse

    try:
        yield
    except (FileExistsError, BrokenChain, InUse) as error:
        raise click.ClickException(str(error)) from None
    except (SQLAlchemyError, StorageError) as error:
        raise click.ClickException(f"{store}: {getattr(error, 'orig', error)}") from None
    finally:
        store.close()
