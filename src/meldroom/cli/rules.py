"""`meldroom rules`: show the rules of a game, or one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from meldroom.cli.arguments import game_argument
from meldroom.cli.errors import CliError
from meldroom.core.game import AnyGame

if TYPE_CHECKING:
    pass


@click.command()
@game_argument()
@click.argument("number", required=False)
def rules(game: AnyGame, number: str | None) -> None:
    """Show the rules of GAME, or only the rule with this NUMBER (R5, Q12, X-3)."""
    from rich.markdown import Markdown

    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import rule_text
    from meldroom.games.rulebook import common_page, find_rule, page

    terminal = Terminal()
    if number is None:
        terminal.show(Markdown(page(game)), "", Markdown(common_page()))
        return
    try:
        terminal.show(rule_text(find_rule(game, number)))
    except ValueError as error:
        raise CliError(str(error)) from None
