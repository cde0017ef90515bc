"""`meldroom learn`: a first hand of a game, told step by step in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import with_game
from meldroom.cli.errors import CliError

if TYPE_CHECKING:
    from meldroom.core.game import Game


@click.command()
@with_game()
def learn(game: Game[Any]) -> None:
    """Learn a game by playing a first hand of it on a fixed deal."""
    from meldroom.cli.coach import Coach, Script
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import Leaves
    from meldroom.games.lesson import lesson_of

    lesson = lesson_of(game)
    if lesson is None:
        raise CliError(f"{game.key} has no lesson; meldroom rules {game.key} tells how it goes")
    screen = Terminal()
    try:
        Coach(Script(game, lesson), screen).lead()
    except (Leaves, EOFError, KeyboardInterrupt):
        screen.show("", "Good-bye.")
