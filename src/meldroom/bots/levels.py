"""The ladder: the same names of opponents in every game, from any legal action to search."""

from __future__ import annotations

from typing import Any

from meldroom.bots.master import Clock, MasterBot
from meldroom.bots.rule_bots import HouseBot, NoviceBot, RandomBot
from meldroom.core.game import Game
from meldroom.core.skill import Bot

LADDER = {
    "random": "plays any legal action",
    "novice": "plays sensibly and makes human mistakes",
    "house": "plays well by exact facts",
    "master": "looks ahead in the worlds that it cannot rule out",
}

SEARCHING = frozenset({"master"})  # those that think as long as their budget lets them


def make_bot(game: Game[Any], name: str, seed: bytes, clock: Clock | None = None) -> Bot:
    """Seat a bot by its name on the ladder; ValueError names those there are.

    With a clock `master` keeps to the budget of each decision; without one it plays the same number
    of rollouts every time, so that its choices can be reproduced.
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
            raise ValueError(f"there is no bot {name!r}; there are {', '.join(LADDER)}")
