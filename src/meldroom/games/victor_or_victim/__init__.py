"""Victor or Victim (2012)."""

from meldroom.games.victor_or_victim.game import VictorOrVictim

__all__ = ["VictorOrVictim"]
