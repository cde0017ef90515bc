"""Facts for those who learn from vectors: scores on the way, and public facts of bounded size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from meldroom.core.game import Game
from meldroom.core.options import O
from meldroom.core.state import P, State
from meldroom.core.view import View


class AtMost(NamedTuple):
    """Annotation: at most `many` entries, each encoded by `short`."""

    many: int
    short: Callable[[Any], Any]


class EnvFacts(Generic[P, O]):
    """What an environment asks of a game; a game without an `env.py` gives these answers."""

    def __init__(self, game: Game[P, O]) -> None:
        self.game = game

    def standings(self, seen: State[P, O] | View[P, O]) -> tuple[int, ...]:
        """Give what each seat has by now, the highest best; all 0 before the end by default."""
        result = self.game.result(seen)
        return result.scores if result else (0,) * seen.seats

    def bounded(self, seen: View[P, O]) -> Any:
        """Give the public facts as a NamedTuple whose size never grows during a game."""
        return seen.public
