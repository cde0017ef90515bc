"""The twins on an NVIDIA GPU: first compared with the processor lane by lane, then measured."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import click

from meldroom.core.game import AnyGame
from meldroom.fast import available, cuda, why_missing
from meldroom.fast.lanes import lanes_for, play_lanes, play_lanes_on
from meldroom.fast.layout import games_with_twins

COMPARED_LANES, COMPARED_STEPS = 1_001, 300  # not a whole number of blocks
FIRST_STEPS = 100  # then more, until a launch takes as long as asked for
POLICIES = ("random", "house")


class CudaResult(NamedTuple):
    """What a GPU did in one game."""

    game: AnyGame
    seats: int
    steps_per_second: tuple[float, ...]  # by policy


def differing_lanes(card: cuda.Card, game: AnyGame, seats: int, policy: str) -> int:
    """Count the lanes that GPU and processor played differently."""
    ours = play_lanes(game, {}, seats, range(COMPARED_LANES), COMPARED_STEPS, 1, policy)
    theirs = play_lanes_on(card, game, {}, seats, COMPARED_LANES, COMPARED_STEPS, 1, policy)
    return sum(bytes(one) != bytes(other) for one, other in zip(ours, theirs, strict=True))


def steps_per_second(
    card: cuda.Card, game: AnyGame, seats: int, policy: str, seconds: float
) -> float:
    """Play in as many lanes as the GPU has room for, in one launch of about this time."""
    lanes, steps = lanes_for(card, game, policy), FIRST_STEPS
    while True:
        began = time.perf_counter()
        traces = play_lanes_on(card, game, {}, seats, lanes, steps, 2, policy)
        spent = time.perf_counter() - began
        if spent >= seconds / 2:
            return sum(trace.steps for trace in traces) / spent
        steps = min(8 * steps, int(steps * seconds / spent) + 1)


def measured(card: cuda.Card, seconds: float) -> Iterator[CudaResult]:
    """Compare and measure each game, at the fewest and at most four players."""
    for game in games_with_twins():
        for seats in dict.fromkeys((game.players[0], min(4, game.players[-1]))):
            if not available(game):
                continue
            speeds = []
            for policy in POLICIES:
                if many := differing_lanes(card, game, seats, policy):
                    where = f"{game.key}, {seats} seats, {policy}"
                    raise click.ClickException(f"{where}: {many} lanes differ on the GPU")
                speeds.append(steps_per_second(card, game, seats, policy, seconds))
            yield CudaResult(game, seats, tuple(speeds))


def show_gpu(seconds: float) -> None:
    """Show the table as Markdown, as docs/performance.md has it."""
    card = cuda.card()
    if isinstance(card, str):
        raise click.ClickException(f"there is no GPU to play on: {card}")
    if why := why_missing():
        raise click.ClickException(f"there is nothing to compare with: {why}")
    click.echo(f"| game | players | {card.name}: {', steps/s | '.join(POLICIES)}, steps/s |")
    click.echo("|---|---:|---:|---:|")
    for game, seats, speeds in measured(card, seconds):
        shown = " | ".join(f"{speed:,.0f}" for speed in speeds)
        click.echo(f"| {game.key} | {seats} | {shown} |")
    click.echo(f"{COMPARED_LANES:,} lanes of each were compared with the processor: all alike")
