"""`meldroom bench`: how fast the engine is, beside another one in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from meldroom.cli.bench_server import server

if TYPE_CHECKING:
    from rich.table import Table

    from meldroom.core.game import Game

ROUNDS = 3
PEERS = ("gin_rummy", "euchre")
YARDSTICK = "OpenSpiel gin_rummy"


class BenchFigure(NamedTuple):
    """The best of a few measurements of one game."""

    name: str
    seats: int
    steps: float  # a second


class Contender(NamedTuple):
    """A game to measure: plays random games for about so many seconds, gives steps a second."""

    name: str
    seats: int
    run: Callable[[float], float]


@click.group(invoke_without_command=True)
@click.pass_context
def bench(ctx: click.Context) -> None:
    """Measure how fast the engine is."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(engine)


bench.add_command(server)


@bench.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each of the three measurements of a game takes.",
)
def engine(seconds: float) -> None:
    """Play every game at random on one core: a step is view, legal, choose and apply."""
    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    peers = open_spiel()
    contenders = [ours(game) for game in GAMES.values()] + peers
    screen = Terminal()
    screen.show(drawn(best_of_all(contenders, seconds)))
    screen.show(f"per second of CPU time, best of {ROUNDS}; OpenSpiel's chance nodes do not count")
    if not peers:
        screen.show('to compare with OpenSpiel: pip install "meldroom[openspiel]"')


@bench.command()
@click.option(
    "--hands", type=click.IntRange(min=20), default=5_000, show_default=True, help="How many hands."
)
def melds(hands: int) -> None:
    """Time what is asked of a hand all the time, each time of another hand dealt from the pack."""
    from rich.table import Table

    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    table = Table("game", "question")
    for column in ("cards", "median µs", "p95 µs"):
        table.add_column(column, justify="right")
    scale = spent_on(lambda _: sum(range(1000)), [b""] * hands)
    table.add_row("", "sum(range(1000)), for scale", "", *scale)
    lots = random.Random(1)
    for game in GAMES.values():
        for name, size, answer in game.questions:
            dealt = [bytes(sorted(lots.sample(game.deck.pack, size))) for _ in range(hands)]
            table.add_row(game.key, name, str(size), *spent_on(answer, dealt))
    screen = Terminal()
    screen.show(table)
    screen.show("pure Python on one core, nothing remembered between hands")


@bench.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each of the three measurements of an environment takes.",
)
@click.option("--workers", type=click.IntRange(min=1), help="How many processes; one a core.")
def envs(seconds: float, workers: int | None) -> None:
    """MatchStep the research environments at random, beside those of others in the same run."""
    from meldroom.cli.bench_envs import show_environments

    show_environments(seconds, workers)


def spent_on(answer: Callable[[bytes], object], hands: list[bytes]) -> tuple[str, str]:
    """Give the median and the 95th percentile of single calls, in microseconds."""
    spent = []
    for cards in hands:
        begun = time.perf_counter()
        answer(cards)
        spent.append((time.perf_counter() - begun) * 1e6)
    high = quantiles(spent, n=20)[-1]
    return f"{median(spent):.1f}", f"{high:.1f}"


@bench.command()
@click.option(
    "--games",
    "many",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How many random games of each are played.",
)
def choices(many: int) -> None:
    """Count the legal actions of each decision in random play."""
    from rich.table import Table

    from meldroom.cli.terminal import Terminal
    from meldroom.games import GAMES

    table = Table("game")
    for column in ("decisions", "median", "p95", "most"):
        table.add_column(column, justify="right")
    for game in GAMES.values():
        counts = offered(game, many)
        high = quantiles(counts, n=20)[-1]
        figures = (len(counts), median(counts), high, max(counts))
        table.add_row(game.key, *(f"{figure:,.0f}" for figure in figures))
    screen = Terminal()
    screen.show(table)
    screen.show("legal actions per decision, over every number of players")


def offered(game: Game[Any], many: int) -> list[int]:
    """Give the number of legal actions at every decision of so many random games."""
    from meldroom.core.rng import Rng
    from meldroom.core.view import view

    lots, counts = random.Random(1), []
    for number in range(many):
        seats = game.players[number % len(game.players)]
        state = game.start({}, seats, Rng(lots.randbytes(32)))
        while acting := game.to_act(state.public):
            actions = game.legal(view(state, acting[0]))
            counts.append(len(actions))
            state = game.apply(state, acting[0], lots.choice(actions))
    return counts


@bench.command()
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    default=100.0,
    show_default=True,
    metavar="MS",
    help="How long master thinks.",
)
@click.option(
    "--decisions",
    type=click.IntRange(min=1),
    default=40,
    show_default=True,
    metavar="N",
    help="How many decisions of master are timed in each game.",
)
def bots(budget: float, decisions: int) -> None:
    """Time the bots on one core: how fast house answers, how much master sees and when it stops."""
    from rich.table import Table

    from meldroom.arena.timing import house_pace, master_pace
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
        house = house_pace(game, 25 * decisions)
        master = master_pace(game, budget / 1000, decisions)
        times = [f"{1000 * each:.2f}" for each in (house.median, house.p99)]
        times += [f"{1000 * each:.1f}" for each in (master.median, master.p99)]
        table.add_row(game.key, *times, f"{master.worlds:,.0f}", f"{master.rollouts:,.0f}")
    screen = Terminal()
    screen.show(table)
    screen.show(f"median and p99 where there is a choice, two players; master has {budget:g} ms")


@bench.command()
def web() -> None:
    """Measure the page in Chromium: its first load, and how soon a move is on screen."""
    from meldroom.cli.bench_web import measured

    for line in measured():
        click.echo(line)


def best_of_all(contenders: list[Contender], seconds: float) -> list[BenchFigure]:
    """Measure all in turn, three times over, so that a busy moment hurts nobody alone."""
    rounds = [[contender.run(seconds) for contender in contenders] for _ in range(ROUNDS)]
    best = map(max, zip(*rounds, strict=True))
    return [
        BenchFigure(one.name, one.seats, steps) for one, steps in zip(contenders, best, strict=True)
    ]


def ours(game: Game[Any]) -> Contender:
    """Play a game of the registry through views, at a table of about four."""
    from meldroom.core.rng import Rng
    from meldroom.core.view import view

    seats = min(4, game.players[-1])
    to_act, legal, apply = game.to_act, game.legal, game.apply

    def run(seconds: float) -> float:
        lots = random.Random(1)
        chance, steps = lots.random, 0
        begun = time.process_time()
        while True:
            state = game.start({}, seats, Rng(lots.randbytes(32)))
            while acting := to_act(state.public):
                seat = acting[0]
                actions = legal(view(state, seat))
                state = apply(state, seat, actions[int(chance() * len(actions))])
                steps += 1
            if (spent := time.process_time() - begun) >= seconds:
                return steps / spent

    return Contender(game.key, seats, run)


def open_spiel() -> list[Contender]:
    """Give OpenSpiel's games that are played through the same loop; none if it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return []
    return [_theirs(pyspiel.load_game(name), name) for name in PEERS]


def _theirs(game: Any, name: str) -> Contender:
    def run(seconds: float) -> float:
        lots = random.Random(1)
        chance, steps = lots.random, 0
        begun = time.process_time()
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
            if (spent := time.process_time() - begun) >= seconds:
                return steps / spent

    return Contender(f"OpenSpiel {name}", game.num_players(), run)


def drawn(figures: list[BenchFigure]) -> Table:
    """Draw the figures, with the ratio to the yardstick where it was measured."""
    from rich.table import Table

    yardstick = next((figure.steps for figure in figures if figure.name == YARDSTICK), None)
    table = Table()
    table.add_column("game")
    table.add_column("players", justify="right")
    table.add_column("steps/s", justify="right")
    if yardstick is not None:
        table.add_column("to gin_rummy", justify="right")
    for name, seats, steps in figures:
        ratio = [] if yardstick is None else [f"{steps / yardstick:.2f}×"]
        table.add_row(name, str(seats), f"{steps:,.0f}", *ratio)
    return table
