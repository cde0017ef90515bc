"""The tables that every game of the registry is tried at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.options import Setting, offered
from meldroom.games import GAMES


class Setup(NamedTuple):
    """A game with so many seats and these options."""

    game: AnyGame
    seats: int
    options: dict[str, Setting]

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.key, str(self.seats), *chosen])


def setups(game: AnyGame) -> Iterator[Setup]:
    """Give every number of players, and every value of every option at some table."""
    for seats in game.players:
        yield Setup(game, seats, {})
    turned = [
        (name, value) for name, values in offered(game.options).items() for value in values[1:]
    ]
    for at, (name, value) in enumerate(turned):
        yield Setup(game, game.players[at % len(game.players)], {name: value})


EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
EVERY_SETUP = pytest.mark.parametrize(
    "setup", [setup for game in GAMES.values() for setup in setups(game)], ids=str
)
