"""Questions that games ask of hands all the time, each of a newly dealt hand."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median, quantiles

import click
from rich.table import Table

from meldroom.cli.terminal import Terminal
from meldroom.games import GAMES
from meldroom.games.companions import hot_paths_of


@click.command()
@click.option(
    "--hands",
    type=click.IntRange(min=20),
    default=5_000,
    show_default=True,
    help="Number of hands.",
)
def melds(hands: int) -> None:
    """Time questions about hands.

    Each is one that a game asks all the time, here of a newly dealt hand.
    """
    table = Table("game", "question")
    for column in ("cards", "median µs", "p95 µs"):
        table.add_column(column, justify="right")
    scale = time_calls(lambda _: sum(range(1000)), [b""] * hands)
    table.add_row("", "sum(range(1000)), for scale", "", *scale)
    rng = random.Random(1)
    for game in GAMES.values():
        for name, size, answer in hot_paths_of(game):
            dealt = [bytes(sorted(rng.sample(game.deck.pack, size))) for _ in range(hands)]
            table.add_row(game.key, name, str(size), *time_calls(answer, dealt))
    Terminal().show(table, "pure Python on one core, nothing cached between hands")


def time_calls(answer: Callable[[bytes], object], hands: list[bytes]) -> tuple[str, str]:
    """Return the median and the 95th percentile of single calls, in microseconds."""
    times = []
    for cards in hands:
        began = time.perf_counter()
        answer(cards)
        times.append((time.perf_counter() - began) * 1e6)
    p95 = quantiles(times, n=20)[-1]
    return f"{median(times):.1f}", f"{p95:.1f}"
