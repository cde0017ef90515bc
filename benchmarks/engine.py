"""Random games of the engine on one core, beside those of OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

import click
from rich.table import Table

from benchmarks.rates import REPEATS, Contender, Rate, best_of_all, cpu_contender, seconds_option
from meldroom.cli.terminal import Terminal
from meldroom.core.game import AnyGame, usual_players
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES

OPENSPIEL_GAMES = ("gin_rummy", "euchre")
BASELINE = "OpenSpiel gin_rummy"


@click.command()
@seconds_option
def engine(seconds: float) -> None:
    """Measure the engine on one core.

    Every game is played at random; a step is view, legal, choose and apply.
    """
    peers = openspiel_contenders()
    contenders = [meldroom_contender(game) for game in GAMES.values()] + peers
    terminal = Terminal()
    terminal.show(rates_table(best_of_all(contenders, seconds)))
    terminal.show(
        f"per second of CPU time, best of {REPEATS}; OpenSpiel's chance nodes do not count"
    )
    if not peers:
        terminal.show('to compare with OpenSpiel: pip install "meldroom[openspiel]"')


def meldroom_contender(game: AnyGame, seats: int | None = None) -> Contender:
    """Play a game through views; without a number of seats, with the usual one."""
    seats = seats or usual_players(game)
    return cpu_contender(game.key, seats, partial(_meldroom_games, game, seats))


def _meldroom_games(game: AnyGame, seats: int) -> Iterator[int]:
    to_act, legal, apply = game.to_act, game.legal, game.apply
    rng = random.Random(1)
    chance = rng.random
    while True:
        state, steps = game.start({}, seats, Rng(rng.randbytes(32))), 0
        while acting := to_act(state.public):
            seat = acting[0]
            actions = legal(view(state, seat))
            state = apply(state, seat, actions[int(chance() * len(actions))])
            steps += 1
        yield steps


def openspiel_contenders() -> list[Contender]:
    """Return OpenSpiel's games, played by the same loop; none if it is not installed."""
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return []
    games = [pyspiel.load_game(name) for name in OPENSPIEL_GAMES]
    return [
        cpu_contender(f"OpenSpiel {name}", game.num_players(), partial(_openspiel_games, game))
        for name, game in zip(OPENSPIEL_GAMES, games, strict=True)
    ]


def _openspiel_games(game: Any) -> Iterator[int]:
    chance = random.Random(1).random
    while True:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                steps += 1
        yield steps


def rates_table(rates: list[Rate]) -> Table:
    """Draw the rates, with the ratio to the baseline where it was measured."""
    baseline = next((one.per_second for one in rates if one.name == BASELINE), None)
    table = Table("game")
    for column in ("players", "steps/s", *(["to gin_rummy"] if baseline is not None else [])):
        table.add_column(column, justify="right")
    for name, seats, steps in rates:
        ratio = [] if baseline is None else [f"{steps / baseline:.2f}×"]
        table.add_row(name, str(seats), f"{steps:,.0f}", *ratio)
    return table
