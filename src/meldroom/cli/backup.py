"""`meldroom backup`: copy the log while people play."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--database", default="sqlite:///meldroom.db", show_default=True, help="Where the log lies."
)
def backup(target: Path, database: str) -> None:
    """Copy the log to the file TARGET; the server may go on. To restore, serve from the copy."""
    from sqlalchemy.exc import SQLAlchemyError

    from meldroom.server.storage.backup import back_up
    from meldroom.server.storage.log import BrokenChain
    from meldroom.server.storage.store import Store

    store = Store(database)
    try:
        many = back_up(store, target)
    except (FileExistsError, BrokenChain) as error:
        raise click.ClickException(str(error)) from None
    except SQLAlchemyError as error:
        raise click.ClickException(f"{database}: {getattr(error, 'orig', error)}") from None
    finally:
        store.close()
    click.echo(f"{target}: {many:,} entries, every chain holds")
