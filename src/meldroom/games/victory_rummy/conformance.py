"""What the conformance suite must know of Victory Rummy."""

from __future__ import annotations

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.conformance import Conformance
from meldroom.games.victory_rummy.facts import Facts, Options, State, hand
from meldroom.games.victory_rummy.game import Discard, axis_in_other_hands


class VictoryRummyConformance(Conformance[Facts, Options]):
    """Going out shows how many Axis cards the others hold."""

    def reveals(self, state: State, seat: Seat, action: Action) -> object:
        """Say how many Axis cards the others hold when a seat goes out (R9)."""
        goes_out = isinstance(action, Discard) and len(state.zones[hand(seat)].cards) == 1
        return axis_in_other_hands(state, seat) if goes_out else None
