"""The conformance suite for anybody's game: `check_game(game)`, or the pytest plug-in.

pytest -p meldroom.testing.plugin --meldroom-game mypackage:MyGame
"""

from meldroom.testing.suite import check_game

__all__ = ["check_game"]
