"""The bots that do not search: they play at random, or as the game's own skill advises."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_128
from typing import Any

from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import fresh_seed
from meldroom.core.skill import Bot, Lots, Skill
from meldroom.core.view import AnyView
from meldroom.games.companions import skill_of, timing_of

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

    def __init__(self, game: AnyGame, seed: bytes, overlooks: float) -> None:
        self.skill, self.timing = skill_of(game), timing_of(game)
        self.lot, self.overlooks = Lots(seed), overlooks

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose the best of the legal actions that it notices."""
        noticed = legal if len(legal) == 1 else self.noticed(view, legal)
        return noticed[0] if len(noticed) == 1 else self.skill.novice(view, noticed, self.lot)

    def noticed(self, seen: AnyView, legal: Sequence[Action]) -> list[Action]:
        """Leave out what is overlooked now; a whole verb only if the turn goes on without it."""
        seed, self.lot.rng = fresh_seed(self.lot.rng)
        attention = shake_128(seed).digest(len(legal))  # a lot below 256 for each action
        best: dict[str, int] = {}
        for action, drawn in zip(legal, attention, strict=True):
            best[action.verb] = max(drawn, best.get(action.verb, 0))
        enough = 256 * self.overlooks
        needed = [verb for verb in self.timing.default_verbs(seen) if verb in best][:1] or best
        least = {
            verb: min(enough, most) if verb in needed or 2 * most >= enough else enough
            for verb, most in best.items()
        }
        return [
            action
            for action, drawn in zip(legal, attention, strict=True)
            if drawn >= least[action.verb]
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
