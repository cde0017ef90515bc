"""`house@1`: the house of each game as it was first published, to measure later ones against.

From the root of the repository, on paired deals:
`PYTHONPATH=. meldroom arena GAME --bots house,tests.bots.house_1:Bot --deals 400`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from meldroom.bots.rule_bots import HouseBot
from meldroom.core.game import AnyGame
from meldroom.core.skill import Skill


class Bot(HouseBot):
    """Plays as the frozen house of its game."""

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        module = import_module(f"tests.bots.house_1.{game.key.replace('-', '_')}")
        super().__init__(frozen_skill(module), seed)


def frozen_skill(module: Any) -> Skill[Any, Any]:
    """Find the frozen skill in its module."""
    [kind] = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Skill) and value is not Skill
    ]
    return kind()
