"""`meldroom ratings`: the ratings of players, also while the server runs."""

from __future__ import annotations

import click

from meldroom.cli.administer import perform
from meldroom.cli.arguments import database_option


@click.group()
def ratings() -> None:
    """Recompute the ratings of players, also while the server runs."""


@ratings.command()
@database_option
def recompute(database: str) -> None:
    """Work out the results of all finished games from the log, and rate them anew.

    Games from before records were kept are added. Nothing else changes: the figures are those that
    the server has.
    """
    from meldroom.server.administration import RecomputeRatings

    done = perform(database, RecomputeRatings())
    click.echo(f"{done['games']} finished games at {done['tables']} tables are rated")
    if done["skipped"]:
        click.echo(f"Not replayed, by other rules or damaged: {', '.join(done['skipped'])}")
