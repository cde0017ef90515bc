"""The compiled twins beside the Python referees and OpenSpiel, in one run."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import click

from benchmarks.cuda import show_gpu
from benchmarks.engine import meldroom_contender, openspiel_contenders
from benchmarks.rates import REPEATS, Contender, best_of_all, cpu_contender, seconds_option
from meldroom.bots.rule_bots import HouseBot
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import AnyView, view
from meldroom.fast import Playouts, bulk_games, playouts, plays, why_missing
from meldroom.fast.layout import games_with_twins
from meldroom.fast.rollouts import compiled, python_playouts
from meldroom.games.companions import skill_of

FIRST_GAMES = 8  # then twice as many, until the time is filled
VIEWS = 10  # from which rollouts are played
SEED = bytes(SEED_SIZE)

Position = tuple[AnyView, list[Action]]
"""A view, and the candidates of a search in it."""


class Comparison(NamedTuple):
    """What is measured of a game: the twin, and the referee beside it."""

    game: AnyGame
    seats: int
    what: str
    twin: Contender
    referee: Contender


@click.command()
@seconds_option
@click.option(
    "--device",
    type=click.Choice(["cpu", "cuda"]),
    default="cpu",
    show_default=True,
    help="One core, or an NVIDIA GPU.",
)
def fast(seconds: float, device: str) -> None:
    """Measure the compiled twins on one core, or on a GPU.

    Whole games at random, beside the Python referees and OpenSpiel in the same run. A GPU is first
    compared with the core, action by action.
    """
    if device == "cuda":
        show_gpu(seconds)
        return
    show_twins(seconds)
    click.echo(f"per second of CPU time, best of {REPEATS}")


def twin_contender(game: AnyGame, seats: int, policy: str) -> Contender:
    """Play whole games by a policy inside the library."""

    def work() -> Iterator[int]:
        games = FIRST_GAMES
        while True:
            yield bulk_games(game, {}, seats, games, games, policy)[0]
            games *= 2

    return cpu_contender(game.key, seats, work)


def house_contender(game: AnyGame, seats: int) -> Contender:
    """Play whole games by the `house` of the game through views."""

    def work() -> Iterator[int]:
        rng = random.Random(1)
        while True:
            yield sum(1 for _ in house_positions(game, seats, rng.randbytes(SEED_SIZE)))

    return cpu_contender(game.key, seats, work)


def house_positions(game: AnyGame, seats: int, seed: bytes) -> Iterator[AnyView]:
    """Let `house` play a game; yield the view of each seat that acts."""
    bot = HouseBot(skill_of(game), seed)
    state = game.start({}, seats, Rng(seed))
    while acting := game.to_act(state.public):
        seen = view(state, acting[0])
        yield seen
        state = game.apply(state, acting[0], bot.choose(seen, game.choices(seen)))


def searched_positions(game: AnyGame, seats: int) -> list[Position]:
    """Return views in which `master` searches, with its candidates."""
    skill, rng, found = skill_of(game), random.Random(1), list[Position]()
    while len(found) < VIEWS:
        for seen in house_positions(game, seats, rng.randbytes(SEED_SIZE)):
            legal = game.choices(seen)
            if len(legal) == 1 or rng.random() > 0.1:
                continue
            favourite = skill.house(seen, legal, rng.randrange)
            others = skill.candidates(seen, legal, favourite)
            candidates = [favourite, *(action for action in others if action != favourite)]
            if len(candidates) > 1:
                found.append((seen, candidates))
    return found[:VIEWS]


def rollout_contender(
    game: AnyGame, seats: int, positions: Sequence[Position], play: Callable[..., Playouts]
) -> Contender:
    """Play candidates out by `house` from views; counts rollouts."""

    def work() -> Iterator[int]:
        worlds, horizon = 1, skill_of(game).horizon
        while True:
            searches = (
                play(seen, worlds, "house", candidates, horizon, SEED)
                for seen, candidates in positions
            )
            yield sum(played.rollouts for played in searches)
            worlds *= 2

    return cpu_contender(game.key, seats, work)


def comparisons(game: AnyGame, seats: int) -> Iterator[Comparison]:
    """Compare whole games at random and by `house`, and rollouts from a view."""
    both = game, seats
    yield Comparison(
        *both, "random, steps", twin_contender(*both, "random"), meldroom_contender(*both)
    )
    if plays(game, ["house"]):
        yield Comparison(
            *both, "house, steps", twin_contender(*both, "house"), house_contender(*both)
        )
    if compiled(game, "house"):

        def by_twin(*search: Any) -> Playouts:
            return playouts(game, *search, exact=False)

        def by_referee(*search: Any) -> Playouts:
            return python_playouts(game, skill_of(game), *search)

        positions = searched_positions(*both)
        twin, referee = (
            rollout_contender(*both, positions, play) for play in (by_twin, by_referee)
        )
        yield Comparison(*both, "house, rollouts", twin, referee)


def show_twins(seconds: float) -> None:
    """Show the table as Markdown, as docs/performance.md has it."""
    if why := why_missing():
        raise click.ClickException(f"there are no compiled twins: {why}")
    compared = [
        comparison
        for game in games_with_twins()
        for seats in dict.fromkeys((game.players[0], min(4, game.players[-1])))
        for comparison in comparisons(game, seats)
    ]
    peers = openspiel_contenders()
    contenders = [side for one in compared for side in (one.twin, one.referee)]
    rates = [rate.per_second for rate in best_of_all([*contenders, *peers], seconds)]
    click.echo("| game | players | measured | twin, per second | in Python | times as fast |")
    click.echo("|---|---:|---|---:|---:|---:|")
    for at, one in enumerate(compared):
        twin, referee = rates[2 * at : 2 * at + 2]
        figures = f"{twin:,.0f} | {referee:,.0f} | {twin / referee:,.0f}"
        click.echo(f"| {one.game.key} | {one.seats} | {one.what} | {figures} |")
    for peer, rate in zip(peers, rates[2 * len(compared) :], strict=True):
        click.echo(f"| {peer.name} | {peer.seats} | random, steps | | {rate:,.0f} | |")
