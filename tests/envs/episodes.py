"""Episodes for the tests: every game with every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from meldroom.core.options import offered
from meldroom.core.rng import Rng, below
from meldroom.envs.episode import Episode
from meldroom.games import GAMES
from tests.levels import only

EVERY_GAME_AND_PLAYERS = [(key, players) for key, game in GAMES.items() for players in game.players]
TO_THE_END = 100_000  # steps, more than any game takes
EVERY_KEY = pytest.mark.parametrize("key", GAMES)
EVERY_KEY_TO_THE_END = pytest.mark.parametrize("key", only(GAMES, ["victor-or-victim"]))
SMALLEST_AND_LARGEST = [(key, game.players[at]) for key, game in GAMES.items() for at in (0, -1)]
EVERY_SETUP = pytest.mark.parametrize(
    ("key", "players"), only(EVERY_GAME_AND_PLAYERS, SMALLEST_AND_LARGEST)
)


def shortest(key: str) -> dict[str, Any]:
    """Give the options that make a game shortest, as far as numbers tell."""
    return {
        name: min(values)
        for name, values in offered(GAMES[key].options).items()
        if all(isinstance(value, int) for value in values)
    }


def play_at_random(episode: Episode, seed: int, limit: int) -> Iterator[int]:
    """Deal, and play random legal numbers; gives each number before it is played."""
    episode.deal(seed)
    rng = Rng(f"numbers {seed}".encode())
    for _ in range(limit):
        if episode.seat is None:
            return
        numbers = sorted(set(episode.next_numbers))
        chosen, rng = below(rng, len(numbers))
        yield numbers[chosen]
        assert episode.act(numbers[chosen]) is None
