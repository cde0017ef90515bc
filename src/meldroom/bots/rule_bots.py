"""The bots that do not search: they play at random, or as the game's own skill advises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.core.action import Action
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
    """Plays sensibly and makes human mistakes."""

    def __init__(self, skill: Skill[Any, Any], seed: bytes) -> None:
        self.skill, self.lot = skill, Lots(seed)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        return self.skill.novice(view, legal, self.lot)


class HouseBot:
    """Plays the strongest hand-written strategy of the game."""

    def __init__(self, skill: Skill[Any, Any], seed: bytes) -> None:
        self.skill, self.lot = skill, Lots(seed)

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        return self.skill.house(view, legal, self.lot)
