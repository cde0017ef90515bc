"""What players are told of each bot, with what was measured of its strength."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from meldroom.bots.levels import LEVELS, levels_of
from meldroom.bots.registry import bot_names
from meldroom.games import GAMES

STRENGTH_FILE = "strength.json"  # in this package; `meldroom strength` writes it


def described_bots() -> list[dict[str, Any]]:
    """Describe the bots that are installed, the strongest last; those of plug-ins by name alone."""
    described: list[dict[str, Any]] = []
    for name in bot_names():
        level = LEVELS.get(name)
        told: dict[str, Any] = {"name": name}
        if level is not None:
            strength = [
                {field: value for field, value in one.items() if field != "bot"}
                for one in measured_strength()
                if one["bot"] == name
            ]
            told |= {**level._asdict(), **_games(name), "strength": strength}
        described.append(told)
    return described


def _games(name: str) -> dict[str, list[str]]:
    """Name the games that a level plays, unless it plays all of them."""
    played = [key for key, game in GAMES.items() if name in levels_of(game)]
    return {} if len(played) == len(GAMES) else {"games": played}


@cache
def measured_strength() -> tuple[dict[str, Any], ...]:
    """Give the contests of docs/strength.md: who won how many games against whom."""
    text = files("meldroom.bots").joinpath(STRENGTH_FILE).read_text("utf-8")
    return tuple(json.loads(text))
