"""The bot levels: the same names in every game, the strongest last."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.bots.champion import (
    CHAMPION,
    ChampionBot,
    champion_files,
    champion_policy,
    is_champion,
)
from meldroom.bots.master import ROLLOUTS_PER_DECISION, Clock, MasterBot
from meldroom.bots.rule_bots import HouseBot, NoviceBot, RandomBot
from meldroom.core.game import AnyGame
from meldroom.core.skill import Bot
from meldroom.games.companions import skill_of


class Level(NamedTuple):
    """What players call a level, and a few words about it."""

    label: str
    about: str


LEVELS = {
    "random": Level("Random", "plays anything legal"),
    "beginner": Level("Beginner", "knows the rules, and overlooks most of its choices"),
    "novice": Level("Casual player", "plays sensibly by its own cards, and overlooks a few things"),
    "house": Level("Club player", "plays by fixed rules and counts every card on the table"),
    "master": Level("Expert", "looks ahead through the deals that are still possible"),
    "champion": Level("Champion", "learned the game by playing it against itself"),
}

OVERLOOKED = {"beginner": 0.7, "novice": 0.1}  # the share of its choices
SEARCHING_LEVELS = frozenset({"master"})  # these use all of their budget


def levels_of(game: AnyGame) -> dict[str, Level]:
    """Give the levels that play this game: a champion only where there are weights."""
    has_champion = bool(champion_files(game))
    return {name: level for name, level in LEVELS.items() if name != CHAMPION or has_champion}


def make_level(
    game: AnyGame,
    name: str,
    seed: bytes,
    clock: Clock | None,
    rollouts: int = ROLLOUTS_PER_DECISION,
) -> Bot:
    """Make a bot of this level; only `master` reads the clock, and counts rollouts without one."""
    if is_champion(name):
        return ChampionBot(game, name)
    match name:
        case "random":
            return RandomBot(seed)
        case "beginner" | "novice":
            return NoviceBot(game, seed, OVERLOOKED[name])
        case "house":
            return HouseBot(skill_of(game), seed)
        case _:
            champion = champion_policy(game) if champion_files(game) else None
            return MasterBot(game, seed, clock, rollouts, champion)
