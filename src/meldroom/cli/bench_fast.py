"""The compiled twins beside the Python referees and OpenSpiel, in one run."""

from __future__ import annotations

import time

import click

from meldroom.cli.bench import (
    BenchResult,
    Contender,
    best_of_all,
    meldroom_contender,
    openspiel_contenders,
)
from meldroom.core.game import AnyGame
from meldroom.fast import available, random_games, why_missing
from meldroom.fast.layout import games_with_twins

FIRST_GAMES = 8  # then twice as many, until the time is filled


def twin_contender(game: AnyGame, seats: int) -> Contender:
    """Play whole games at random inside the library."""

    def run(seconds: float) -> float:
        games, steps = FIRST_GAMES, 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            steps += random_games(game, {}, seats, games, seed=games)[0]
            games *= 2
        return steps / spent

    return Contender(game.key, seats, run)


def measured(seconds: float) -> tuple[list[tuple[BenchResult, BenchResult]], list[BenchResult]]:
    """Measure each twin with its referee, at the fewest and at most four players, and the peers."""
    twins, referees = [], []
    for game in games_with_twins():
        for seats in dict.fromkeys((game.players[0], min(4, game.players[-1]))):
            if available(game):
                twins.append(twin_contender(game, seats))
                referees.append(meldroom_contender(game, seats))
    results = best_of_all([*twins, *referees, *openspiel_contenders()], seconds)
    pairs = list(zip(results[: len(twins)], results[len(twins) : 2 * len(twins)], strict=True))
    return pairs, results[2 * len(twins) :]


def show_twins(seconds: float) -> None:
    """Show the table as Markdown, as docs/performance.md has it."""
    if why := why_missing():
        raise click.ClickException(f"there are no compiled twins: {why}")
    pairs, peers = measured(seconds)
    click.echo("| game | players | twin, steps/s | referee, steps/s | times as fast |")
    click.echo("|---|---:|---:|---:|---:|")
    for twin, referee in pairs:
        ratio = twin.steps_per_second / referee.steps_per_second
        figures = f"{twin.steps_per_second:,.0f} | {referee.steps_per_second:,.0f} | {ratio:,.0f}"
        click.echo(f"| {twin.name} | {twin.seats} | {figures} |")
    for peer in peers:
        click.echo(f"| {peer.name} | {peer.seats} | | {peer.steps_per_second:,.0f} | |")
