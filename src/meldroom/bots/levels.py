"""The levels at which bots play, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldroom.bots.bot import Bot, RandomBot
from meldroom.core.game import Game


def _random(_: Game[Any], seed: bytes) -> Bot:
    return RandomBot(seed)


LEVELS: dict[str, Callable[[Game[Any], bytes], Bot]] = {
    "random": _random,
}  # the strongest last


def make_bot(level: str, game: Game[Any], seed: bytes) -> Bot:
    """Seat a bot of this level, with chance of its own; ValueError names the levels there are."""
    if level not in LEVELS:
        raise ValueError(f"there is no bot {level!r}; there are {', '.join(LEVELS)}")
    return LEVELS[level](game, seed)
