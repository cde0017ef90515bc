"""What a bot is, and the one that plays anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from meldroom.core.action import Action
from meldroom.core.rng import Rng, below
from meldroom.core.view import View


class Bot(Protocol):
    """A player; `budget` is how many seconds it may think, None is as long as it likes."""

    def choose(
        self, view: View[Any], legal: Sequence[Action], budget: float | None = None
    ) -> Action:
        """Choose one of the legal actions."""


class RandomBot:
    """Plays any legal action, each as likely as the next, by a seed of its own."""

    def __init__(self, seed: bytes) -> None:
        self.rng = Rng(seed)

    def choose(
        self, view: View[Any], legal: Sequence[Action], budget: float | None = None
    ) -> Action:
        """Choose one of the legal actions."""
        at, self.rng = below(self.rng, len(legal))
        return legal[at]
