"""`meldroom games`: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table


@click.command()
def games() -> None:
    """List the games."""
    from meldroom.cli.terminal import Terminal

    Terminal().show(games_table())


def games_table(numbered: bool = False) -> Table:
    """Draw the list of games."""
    from rich.table import Table
    from rich.text import Text

    from meldroom.games import GAMES

    table = Table.grid(padding=(0, 2))
    for number, game in enumerate(GAMES.values(), 1):
        number_cell = [Text(str(number))] if numbered else []
        head = Text.assemble((game.key, "bold"), f"\n{game.players[0]}–{game.players[-1]} players")
        table.add_row(*number_cell, head, Text(f"{game.name} ({game.year})\n{game.about}\n"))
    return table
