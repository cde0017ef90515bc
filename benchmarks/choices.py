"""How many legal actions players choose from."""

from __future__ import annotations

import random
from statistics import median, quantiles

import click
from rich.table import Table

from meldroom.cli.terminal import Terminal
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES


@click.command()
@click.option(
    "--games",
    "games_each",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="Games to play of each.",
)
def choices(games_each: int) -> None:
    """Count legal actions per decision in random play."""
    table = Table("game")
    for column in ("decisions", "median", "p95", "max"):
        table.add_column(column, justify="right")
    for game in GAMES.values():
        counts = legal_action_counts(game, games_each)
        p95 = quantiles(counts, n=20)[-1]
        values = (len(counts), median(counts), p95, max(counts))
        table.add_row(game.key, *(f"{value:,.0f}" for value in values))
    Terminal().show(table, "legal actions per decision, over every number of players")


def legal_action_counts(game: AnyGame, games: int) -> list[int]:
    """Count the legal actions at every decision of random games."""
    rng, counts = random.Random(1), []
    for number in range(games):
        seats = game.players[number % len(game.players)]
        state = game.start({}, seats, Rng(rng.randbytes(32)))
        while acting := game.to_act(state.public):
            actions = game.legal(view(state, acting[0]))
            counts.append(len(actions))
            state = game.apply(state, acting[0], rng.choice(actions))
    return counts
