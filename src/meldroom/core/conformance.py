"""What the conformance suite must know of a game besides its rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic

from meldroom.core import action as notation
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game
from meldroom.core.options import O
from meldroom.core.state import P, State
from meldroom.core.view import View


class Conformance(Generic[P, O]):
    """Hooks of the suite; a game without a `conformance.py` is tested with these."""

    def __init__(self, game: Game[P, O]) -> None:
        self.game = game

    def candidates(self, seen: View[P, O]) -> Iterator[Action]:
        """Give every action that can be written at this table, to hold `legal` against `check`."""
        for kind in self.game.actions:
            yield from notation.every(kind, self.game.deck, seen.seats)

    def reveals(self, state: State[P, O], seat: Seat, action: Action) -> object:
        """Return what the rules let all learn of hidden cards by this, besides cards laid open."""
        return None
