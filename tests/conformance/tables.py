"""The set-ups in which every game of the registry is tested."""

from __future__ import annotations

import pytest

from meldroom.games import GAMES
from meldroom.testing.random_games import setups

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
EVERY_SETUP = pytest.mark.parametrize(
    "setup", [setup for game in GAMES.values() for setup in setups(game)], ids=str
)
