"""`meldroom games`: list the games, or the house rules of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from meldroom.cli.arguments import game_argument

if TYPE_CHECKING:
    from rich.table import Table

    from meldroom.core.game import AnyGame


@click.command()
@game_argument(required=False)
def games(game: AnyGame | None) -> None:
    """List the games, or the house rules of GAME with what each value means."""
    from meldroom.cli.terminal import Terminal

    Terminal().show(games_table() if game is None else house_rules(game))


def house_rules(game: AnyGame) -> Table:
    """Draw the options of a game, the default of each first."""
    from rich.table import Table
    from rich.text import Text

    from meldroom.core.options import options_of

    table = Table.grid(padding=(0, 2))
    for option in options_of(game.options):
        rule = f" ({option.rule})" if option.rule else ""
        table.add_row(Text(option.name, "bold"), Text(f"{option.about}{rule}"))
        for at, (value, label) in enumerate(option.choices):
            default = " (default)" if at == 0 else ""
            table.add_row(
                "", Text.assemble(f"{option.name}={value}", (f"  {label}{default}", "dim"))
            )
        table.add_row()
    return table


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
