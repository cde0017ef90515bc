"""Scorzo (2021)."""

from meldroom.games.scorzo.game import Scorzo

__all__ = ["Scorzo"]
