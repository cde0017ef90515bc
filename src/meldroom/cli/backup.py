"""`meldroom backup`: copy the database while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from meldroom.cli.arguments import database_option


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@database_option
def backup(target: Path, database: str) -> None:
    """Back up the database to the file TARGET, also while the server runs.

    To restore, start the server with the copy as its --database.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.server.storage.backup import back_up
    from meldroom.server.storage.log import BrokenChain
    from meldroom.server.storage.store import Store

    store = Store(database)
    try:
        entries = back_up(store, target)
    except (FileExistsError, BrokenChain) as error:
        raise click.ClickException(str(error)) from None
    except SQLAlchemyError as error:
        raise click.ClickException(f"{database}: {getattr(error, 'orig', error)}") from None
    finally:
        store.close()
    click.echo(f"{target}: {entries:,} entries, all hash chains intact")
