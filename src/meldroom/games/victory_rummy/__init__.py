"""Victory Rummy (1942)."""

from meldroom.games.victory_rummy.game import VictoryRummy

__all__ = ["VictoryRummy"]
