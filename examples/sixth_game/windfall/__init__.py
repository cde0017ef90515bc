"""Windfall, a small game for Meldroom."""

from windfall.game import Windfall

__all__ = ["Windfall"]
