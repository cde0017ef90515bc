"""What the conformance suite must know of Scorzo."""

from __future__ import annotations

from meldroom.core.action import Action
from meldroom.core.cards import Seat, without
from meldroom.core.conformance import Conformance
from meldroom.games.scorzo.facts import Facts, Options, State, hand
from meldroom.games.scorzo.game import Discard, may_call


class ScorzoConformance(Conformance[Facts, Options]):
    """A discard shows whether the hand that is left is all melds."""

    def reveals(self, state: State, seat: Seat, action: Action) -> object:
        """Say whether a discard leaves a hand of melds: its holder is asked to call (R10)."""
        if not isinstance(action, Discard):
            return None
        return may_call(state, without(state.zones[hand(seat)].cards, bytes([action.card])))
