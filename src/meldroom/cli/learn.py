"""`meldroom learn`: a guided first hand of a game in the terminal."""

from __future__ import annotations

import click

from meldroom.cli.arguments import game_argument
from meldroom.cli.errors import CliError
from meldroom.core.game import AnyGame


@click.command()
@game_argument()
def learn(game: AnyGame) -> None:
    """Learn GAME by playing a first hand, step by step, on a fixed deal."""
    from meldroom.cli.coach import Coach, ScriptedMatch
    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import Quit
    from meldroom.games.lesson import lesson_of

    lesson = lesson_of(game)
    if lesson is None:
        raise CliError(f"{game.key} has no lesson; read its rules with: meldroom rules {game.key}")
    terminal = Terminal()
    try:
        Coach(ScriptedMatch(game, lesson), terminal).run()
    except (Quit, EOFError, KeyboardInterrupt):
        terminal.show("", "Goodbye.")
