"""`meldroom forget`: erase a person's name, also while the server runs."""

from __future__ import annotations

import click

from meldroom.cli.administer import perform
from meldroom.cli.arguments import database_option
from meldroom.cli.errors import printable


@click.command()
@click.argument("person")
@click.option("--table", "key", default="", metavar="KEY", help="At this table only.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
def forget(person: str, key: str, yes: bool, database: str) -> None:
    """Replace the name PERSON by "Guest" wherever the database has it.

    Games stay playable and finished games verifiable. Chat is never stored. Backups and records
    that somebody has downloaded keep the name.
    """
    from meldroom.server.administration import FindPerson, ForgetPerson

    found = perform(database, FindPerson(person, key))["tables"]
    name = printable(person)
    if not found:
        click.echo(f"Nobody called {name} has ever sat at {'that' if key else 'any'} table.")
        return
    for table in found:
        click.echo(table)
    tables = "this table" if len(found) == 1 else f"these {len(found)} tables"
    if not yes:
        click.confirm(f"Replace the name {name} at {tables}, for good?", abort=True)
    perform(database, ForgetPerson(person, key))
    click.echo(f"{name} is forgotten at {tables}")
