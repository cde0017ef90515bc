"""Rummy Battle."""

from meldroom.games.rummy_battle.game import RummyBattle

__all__ = ["RummyBattle"]
