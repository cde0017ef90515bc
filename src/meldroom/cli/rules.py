"""`meldroom rules`: the rules of a game, or one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from meldroom.cli.arguments import with_game
from meldroom.cli.errors import CliError

if TYPE_CHECKING:
    from meldroom.core.game import Game


@click.command()
@with_game()
@click.argument("number", required=False)
def rules(game: Game[Any], number: str | None) -> None:
    """Read the rules of a game, or the one with this NUMBER (R5, Q12, X-3)."""
    from rich.markdown import Markdown

    from meldroom.cli.terminal import Terminal
    from meldroom.cli.terminal_game import rule_text
    from meldroom.games.rulebook import common_page, find_rule, page

    screen = Terminal()
    if number is None:
        screen.show(Markdown(page(game)), "", Markdown(common_page()))
        return
    try:
        screen.show(rule_text(find_rule(game, number)))
    except ValueError as error:
        raise CliError(str(error)) from None
