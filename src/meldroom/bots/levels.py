"""The bot levels: the same names in every game, from random play to search."""

from __future__ import annotations

from typing import Any

from meldroom.bots.master import Clock, MasterBot
from meldroom.bots.rule_bots import HouseBot, NoviceBot, RandomBot
from meldroom.core.game import Game
from meldroom.core.skill import Bot

LEVELS = {
    "random": "plays any legal action",
    "novice": "plays sensibly and makes human mistakes",
    "house": "plays well by fixed rules and exact counts",
    "master": "searches the deals that its view allows",
}

SEARCHING_LEVELS = frozenset({"master"})  # these use all of their budget


def make_bot(game: Game[Any], name: str, seed: bytes, clock: Clock | None = None) -> Bot:
    """Make a bot by the name of its level; ValueError lists the levels.

    With a clock `master` stays within the budget of each decision. Without one it plays a fixed
    number of rollouts, so its choices are reproducible.
    """
    match name:
        case "random":
            return RandomBot(seed)
        case "novice":
            return NoviceBot(game.skill(), seed)
        case "house":
            return HouseBot(game.skill(), seed)
        case "master":
            return MasterBot(game, seed, clock)
        case _:
            raise ValueError(f"there is no bot {name!r}; choose from {', '.join(LEVELS)}")
