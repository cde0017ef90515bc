"""How fast the bots decide, and how much `master` searches in that time."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

import click
from rich.table import Table

from meldroom.bots.master import MasterBot
from meldroom.bots.registry import make_bot
from meldroom.cli.terminal import Terminal
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.skill import Bot
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.match.derived_seed import derived_seed

SEED = bytes(32)
COLUMNS = ("house ms", "p99", "master ms", "p99", "worlds/s", "rollouts/s")


@click.command()
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    default=100.0,
    show_default=True,
    metavar="MS",
    help="CPU time of master per decision.",
)
@click.option(
    "--decisions",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    metavar="N",
    help="Decisions of master to time in each game.",
)
def bots(budget: float, decisions: int) -> None:
    """Time the bots' decisions on one core.

    Shows how fast house decides, and how much master searches in its time.
    """
    table = Table("game")
    for column in COLUMNS:
        table.add_column(column, justify="right")
    for game in GAMES.values():
        house = time_house(game, 25 * decisions)
        master = time_master(game, budget / 1000, decisions)
        times = [f"{1000 * each:.2f}" for each in (house.median, house.p99)]
        times += [f"{1000 * each:.1f}" for each in (master.median, master.p99)]
        rates = [f"{each:,.0f}" for each in (master.worlds_per_second, master.rollouts_per_second)]
        table.add_row(game.key, *times, *rates)
    Terminal().show(
        table, f"median and p99 of decisions with a choice, two players; master has {budget:g} ms"
    )


# All times are CPU times, so that other work on the machine does not count.


class DecisionTiming(NamedTuple):
    """Median and p99 seconds per decision, and the worlds and rollouts per second of a search."""

    median: float
    p99: float
    worlds_per_second: float = 0.0
    rollouts_per_second: float = 0.0


def time_house(game: AnyGame, decisions: int) -> DecisionTiming:
    """Time `house` against itself."""
    return _timing(list(_decision_times(game, make_bot(game, "house", SEED), None, decisions)))


def time_master(game: AnyGame, budget: float, decisions: int) -> DecisionTiming:
    """Time `master` where it searches; decisions made without a search do not count."""
    bot = MasterBot(game, SEED, process_time)
    times, rollouts_before = [], 0
    for spent in _decision_times(game, bot, budget, 20 * decisions):
        if bot.rollouts_played > rollouts_before:
            times.append(spent)
            rollouts_before = bot.rollouts_played
        if len(times) == decisions:
            break
    timing = _timing(times or [0.0])
    total = sum(times) or 1.0
    return timing._replace(
        worlds_per_second=bot.worlds_sampled / total,
        rollouts_per_second=bot.rollouts_played / total,
    )


def _decision_times(
    game: AnyGame, bot: Bot, budget: float | None, decisions: int
) -> Iterator[float]:
    """Let `house` play; yield the time the bot takes for each decision that has a choice."""
    house = make_bot(game, "house", SEED)
    timed = 0
    for number in range(decisions):
        state = game.start({}, 2, Rng(derived_seed(SEED, f"pace {number} ")))
        while acting := game.to_act(state.public):
            seen = view(state, acting[0])
            legal = game.legal(seen)
            action = house.choose(seen, legal)
            if len(legal) > 1 and (budget is None or seen.ply % 7 == number % 7):
                began = process_time()
                bot.choose(seen, legal, budget)
                yield process_time() - began
                timed += 1
                if timed == decisions:
                    return
            state = game.apply(state, acting[0], action)


def _timing(times: list[float]) -> DecisionTiming:
    ordered = sorted(times)
    return DecisionTiming(
        ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    )
