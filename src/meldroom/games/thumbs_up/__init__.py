"""Thumbs Up, the Victory Game (1941)."""

from meldroom.games.thumbs_up.game import ThumbsUp

__all__ = ["ThumbsUp"]
