"""A question that bots and referee ask of a hand all the time, so its speed is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from meldroom.core.cards import Cards


class HotPath(NamedTuple):
    """A function of a hand of so many cards; a game lists its own as HOT_PATHS in `bench.py`."""

    name: str
    size: int
    answer: Callable[[Cards], object]
