"""The bots that do not search: they play at random, or as the game's own skill advises."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from typing import Any

from meldroom.core.action import Action
from meldroom.core.rng import fresh_seed
from meldroom.core.skill import Bot, Lots, Skill
from meldroom.core.view import AnyView

__all__ = ["Bot", "HouseBot", "NoviceBot", "RandomBot"]


class RandomBot:
    """Plays a uniformly random legal action, drawn from its own seed."""

    def __init__(self, seed: bytes) -> None:
        self.lot = Lots(seed)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        return legal[self.lot(len(legal))]


class NoviceBot:
    """Plays by a shallow reading, and overlooks this share of its choices: never at random."""

    def __init__(self, skill: Skill[Any, Any], seed: bytes, overlooks: float) -> None:
        self.skill, self.lot, self.overlooks = skill, Lots(seed), overlooks

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose the best of the legal actions that it notices."""
        noticed = legal if len(legal) == 1 else self.noticed(legal)
        return noticed[0] if len(noticed) == 1 else self.skill.novice(view, noticed, self.lot)

    def noticed(self, legal: Sequence[Action]) -> list[Action]:
        """Leave out what is overlooked now; of every verb at least one action is noticed."""
        seed, self.lot.rng = fresh_seed(self.lot.rng)
        attention = shake_128(seed).digest(len(legal))  # a lot below 256 for each action
        best: dict[str, int] = {}
        for action, drawn in zip(legal, attention, strict=True):
            best[action.verb] = max(drawn, best.get(action.verb, 0))
        enough = 256 * self.overlooks
        return [
            action
            for action, drawn in zip(legal, attention, strict=True)
            if drawn >= min(enough, best[action.verb])
        ]


class HouseBot:
    """Plays the strongest hand-written strategy of the game."""

    def __init__(self, skill: Skill[Any, Any], seed: bytes) -> None:
        self.skill, self.lot = skill, Lots(seed)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        return self.skill.house(view, legal, self.lot)
