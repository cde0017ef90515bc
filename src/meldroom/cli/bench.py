"""`meldroom bench`: benchmarks of the engine, beside another engine in the same run."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from meldroom.cli.bench_server import server
from meldroom.core.game import AnyGame, usual_players
from meldroom.games.companions import hot_paths_of

if TYPE_CHECKING:
    from rich.table import Table


REPEATS = 3
OPENSPIEL_GAMES = ("gin_rummy", "euchre")
BASELINE = "OpenSpiel gin_rummy"


class BenchResult(NamedTuple):
    """The best of a few measurements of one game."""

    name: str
    seats: int
    steps_per_second: float


class Contender(NamedTuple):
    """A game to measure; `run` plays at random for so many seconds and gives steps per second."""

    name: str
    seats: int
    run: Callable[[float], float]


seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="Duration of each of three measurements.",
)


@click.group(invoke_without_command=True)
@click.pass_context
def bench(ctx: click.Context) -> None:
    """Run benchmarks; without COMMAND, the engine's."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(engine)


bench.add_command(server)


@bench.command()
@seconds_option
def engine(seconds: float) -> None:
    """Measure the engine on one core.

    Every game is played at random; a step is view, legal, choose and apply.
    """
    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    peers = openspiel_contenders()
    contenders = [meldroom_contender(game) for game in GAMES.values()] + peers
    terminal = Terminal()
    terminal.show(results_table(best_of_all(contenders, seconds)))
    terminal.show(
        f"per second of CPU time, best of {REPEATS}; OpenSpiel's chance nodes do not count"
    )
    if not peers:
        terminal.show('to compare with OpenSpiel: pip install "meldroom[openspiel]"')


@bench.command()
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
    from rich.table import Table

    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

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
    terminal = Terminal()
    terminal.show(table)
    terminal.show("pure Python on one core, nothing cached between hands")


@bench.command()
@seconds_option
@click.option("--workers", type=click.IntRange(min=1), help="Processes; default: one per core.")
def envs(seconds: float, workers: int | None) -> None:
    """Measure the research environments.

    Every game is played at random, beside the environments of other libraries.
    """
    from meldroom.cli.bench_envs import show_environments

    show_environments(seconds, workers)


@bench.command()
@seconds_option
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="One core, or an NVIDIA card.",
)
def fast(seconds: float, device: str) -> None:
    """Measure the compiled twins on one core, or on a card.

    Whole games at random, beside the Python referees and OpenSpiel in the same run. A card is first
    compared with the core, action by action.
    """
    from meldroom.cli.bench_cuda import show_card
    from meldroom.cli.bench_fast import show_twins

    if device == "cuda":
        show_card(seconds)
        return
    show_twins(seconds)
    click.echo(f"per second of CPU time, best of {REPEATS}")


def time_calls(answer: Callable[[bytes], object], hands: list[bytes]) -> tuple[str, str]:
    """Give the median and the 95th percentile of single calls, in microseconds."""
    times = []
    for cards in hands:
        began = time.perf_counter()
        answer(cards)
        times.append((time.perf_counter() - began) * 1e6)
    p95 = quantiles(times, n=20)[-1]
    return f"{median(times):.1f}", f"{p95:.1f}"


@bench.command()
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
    from rich.table import Table

    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    table = Table("game")
    for column in ("decisions", "median", "p95", "max"):
        table.add_column(column, justify="right")
    for game in GAMES.values():
        counts = legal_action_counts(game, games_each)
        p95 = quantiles(counts, n=20)[-1]
        values = (len(counts), median(counts), p95, max(counts))
        table.add_row(game.key, *(f"{value:,.0f}" for value in values))
    terminal = Terminal()
    terminal.show(table)
    terminal.show("legal actions per decision, over every number of players")


def legal_action_counts(game: AnyGame, games: int) -> list[int]:
    """Count the legal actions at every decision of so many random games."""
    from meldroom.core.rng import Rng
    from meldroom.core.view import view

    rng, counts = random.Random(1), []
    for number in range(games):
        seats = game.players[number % len(game.players)]
        state = game.start({}, seats, Rng(rng.randbytes(32)))
        while acting := game.to_act(state.public):
            actions = game.legal(view(state, acting[0]))
            counts.append(len(actions))
            state = game.apply(state, acting[0], rng.choice(actions))
    return counts


@bench.command()
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
    from rich.table import Table

    from meldroom.arena.timing import time_house, time_master
    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    table = Table()
    for heading in (
        "game",
        "house ms",
        "p99",
        "master ms",
        "p99",
        "worlds/s",
        "rollouts/s",
    ):
        table.add_column(heading, justify="right" if table.columns else "left")
    for game in GAMES.values():
        house = time_house(game, 25 * decisions)
        master = time_master(game, budget / 1000, decisions)
        times = [f"{1000 * each:.2f}" for each in (house.median, house.p99)]
        times += [f"{1000 * each:.1f}" for each in (master.median, master.p99)]
        rates = [f"{each:,.0f}" for each in (master.worlds_per_second, master.rollouts_per_second)]
        table.add_row(game.key, *times, *rates)
    terminal = Terminal()
    terminal.show(table)
    terminal.show(
        f"median and p99 of decisions with a choice, two players; master has {budget:g} ms"
    )


@bench.command()
def web() -> None:
    """Measure the page in Chromium.

    Shows the size and time of the first load, and how soon a move is on screen.
    """
    from meldroom.cli.bench_web import measure_page

    for line in measure_page():
        click.echo(line)


@bench.command("record")
@click.option("--players", type=click.IntRange(min=4), default=200, show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=4_000, show_default=True)
@click.option("--picture", type=click.Path(path_type=Path), help="Write the calibration plot here.")
def record_of_a_year(players: int, games: int, picture: Path | None) -> None:
    """Simulate a year of a room, and measure its database, its record page and its ratings."""
    from tempfile import TemporaryDirectory

    from meldroom.cli.bench_record import measure_record

    with TemporaryDirectory() as folder:
        for line in measure_record(Path(folder), players, games, picture):
            click.echo(line)


@bench.command()
@click.option("--seconds", default=1.5, show_default=True, help="Duration of each of two runs.")
@click.option("--tables", default=20, show_default=True, help="Tables at which people play.")
@click.option("--games", default=200, show_default=True, help="Finished games in the database.")
@click.option("--only", default="", metavar="TEXT", help="Only kinds of requests with this text.")
def abuse(seconds: float, tables: int, games: int, only: str) -> None:
    """Measure how much one stranger within the limits slows a room.

    For each kind of request people play at their tables, first alone and then beside a stranger
    with 32 requests under way all the time. p50 and p99 are the times in milliseconds from a move
    to its acknowledgement; CPU is the server's, for each answer that the stranger gets.
    """
    from meldroom.cli.bench_abuse import measure_abuse

    measure_abuse(seconds, tables, games, only, click.echo)


def best_of_all(contenders: list[Contender], seconds: float) -> list[BenchResult]:
    """Measure all in turn, three times, so that a busy moment does not hurt one alone."""
    names = [contender.name for contender in contenders] * REPEATS
    with click.progressbar(
        length=len(names),
        label="measuring",
        item_show_func=lambda done: names[done] if done is not None and done < len(names) else "",
        file=sys.stderr,
    ) as bar:
        repeats = []
        for repeat in range(REPEATS):
            rates = []
            for number, contender in enumerate(contenders, repeat * len(contenders)):
                bar.update(0, number)
                rates.append(contender.run(seconds))
                bar.update(1)
            repeats.append(rates)
    best = map(max, zip(*repeats, strict=True))
    return [
        BenchResult(one.name, one.seats, steps) for one, steps in zip(contenders, best, strict=True)
    ]


def meldroom_contender(game: AnyGame, seats: int | None = None) -> Contender:
    """Play a game through views; without a number of seats, with the usual one."""
    from meldroom.core.rng import Rng
    from meldroom.core.view import view

    seats = seats or usual_players(game)
    to_act, legal, apply = game.to_act, game.legal, game.apply

    def run(seconds: float) -> float:
        rng = random.Random(1)
        chance, steps = rng.random, 0
        began = time.process_time()
        while True:
            state = game.start({}, seats, Rng(rng.randbytes(32)))
            while acting := to_act(state.public):
                seat = acting[0]
                actions = legal(view(state, seat))
                state = apply(state, seat, actions[int(chance() * len(actions))])
                steps += 1
            if (spent := time.process_time() - began) >= seconds:
                return steps / spent

    return Contender(game.key, seats, run)


def openspiel_contenders() -> list[Contender]:
    """Give OpenSpiel's games, played by the same loop; none if it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return []
    return [_openspiel_contender(pyspiel.load_game(name), name) for name in OPENSPIEL_GAMES]


def _openspiel_contender(game: Any, name: str) -> Contender:
    def run(seconds: float) -> float:
        rng = random.Random(1)
        chance, steps = rng.random, 0
        began = time.process_time()
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(chance() * len(actions))])
                    steps += 1
            if (spent := time.process_time() - began) >= seconds:
                return steps / spent

    return Contender(f"OpenSpiel {name}", game.num_players(), run)


def results_table(results: list[BenchResult]) -> Table:
    """Draw the results, with the ratio to the baseline where it was measured."""
    from rich.table import Table

    baseline = next((one.steps_per_second for one in results if one.name == BASELINE), None)
    table = Table()
    table.add_column("game")
    table.add_column("players", justify="right")
    table.add_column("steps/s", justify="right")
    if baseline is not None:
        table.add_column("to gin_rummy", justify="right")
    for name, seats, steps in results:
        ratio = [] if baseline is None else [f"{steps / baseline:.2f}×"]
        table.add_row(name, str(seats), f"{steps:,.0f}", *ratio)
    return table
