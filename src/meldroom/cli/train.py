"""`meldroom train`: a network learns a game by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from meldroom.cli.arguments import game_argument
from meldroom.cli.errors import CliError
from meldroom.cli.simulate import catch_interrupt
from meldroom.core.game import AnyGame
from meldroom.training.settings import Described, described


def _option(setting: Described) -> Any:
    return click.option(
        setting.flag,
        setting.name,
        type=setting.kind,
        is_flag=setting.kind is bool,
        default=setting.default,
        show_default=setting.default not in ("", False),
        help=setting.about,
    )


@click.command()
@game_argument()
def train(game: AnyGame, **values: Any) -> None:
    """Train a network for GAME by self-play, and measure it against `house`.

    The folder gets the weights of a champion, the learning curve, a summary and a checkpoint.
    docs/training.md has the recipe.
    """
    from meldroom.training.run import train as run

    with catch_interrupt() as interrupted:
        try:
            summary = run(game, values, click.echo, interrupted)
        except ValueError as error:
            raise CliError(str(error)) from None
    if summary is None:
        click.echo("interrupted; --resume goes on", err=True)
        raise click.Abort
    click.echo(f"weights: {Path(values['out']) / summary['weights']}")


for _setting in described():
    train = _option(_setting)(train)
