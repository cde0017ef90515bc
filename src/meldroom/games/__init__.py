"""The registry: one line per game."""

from __future__ import annotations

from typing import Any

from meldroom.core.game import Game
from meldroom.games.rummy_battle import RummyBattle
from meldroom.games.scorzo import Scorzo
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.victor_or_victim import VictorOrVictim
from meldroom.games.victory_rummy import VictoryRummy

GAMES: dict[str, Game[Any]] = {
    game.key: game
    for game in (
        VictoryRummy(),
        ThumbsUp(),
        RummyBattle(),
        VictorOrVictim(),
        Scorzo(),
    )
}  # fmt: skip


def find(key: str) -> Game[Any]:
    """Find a game by its key; ValueError names those there are."""
    if key not in GAMES:
        raise ValueError(f"there is no game {key!r}; there are {', '.join(GAMES)}")
    return GAMES[key]
