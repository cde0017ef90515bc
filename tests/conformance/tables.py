"""The set-ups in which every game of the registry is tested; all but two of a game are long."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from meldroom.testing.random_games import Setup, setups
from tests.levels import few, only

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
SOME_GAMES = pytest.mark.parametrize("game", few(GAMES.values()), ids=list(GAMES))
SMALLEST_AND_LARGEST = [
    Setup(game, game.players[at], {}) for game in GAMES.values() for at in (0, -1)
]
EVERY_SETUP = pytest.mark.parametrize(
    "setup",
    only([setup for game in GAMES.values() for setup in setups(game)], SMALLEST_AND_LARGEST),
    ids=str,
)
