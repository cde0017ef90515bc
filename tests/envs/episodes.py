"""The tables at which environments are tried: every game and number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.core.rng import Rng, below
from meldroom.envs.episode import Episode
from meldroom.games import GAMES

SEATED = [(key, players) for key, game in GAMES.items() for players in game.players]
TO_THE_END = 100_000  # steps: more than any game takes
EVERY_KEY = pytest.mark.parametrize("key", GAMES)
EVERY_TABLE = pytest.mark.parametrize(("key", "players"), SEATED)


def shortest(key: str) -> dict[str, Any]:
    """Give the options by which a game is over soonest, as far as numbers say so."""
    return {
        name: min(values)
        for name, values in GAMES[key].options.items()
        if all(isinstance(value, int) for value in values)
    }


def legal_numbers(table: Episode, seed: int, most: int) -> Iterator[int]:
    """Deal, and let every seat say legal numbers at random; gives each before it is said."""
    table.deal(seed)
    rng = Rng(f"numbers {seed}".encode())
    for _ in range(most):
        if table.seat is None:
            return
        numbers = sorted(set(table.offers))
        at, rng = below(rng, len(numbers))
        yield numbers[at]
        assert table.act(numbers[at]) is None
