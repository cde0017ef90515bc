"""The facts of Victor or Victim as bytes, for its twin in fast/csrc/victor_or_victim.h."""

from __future__ import annotations

from meldroom.core.packing import Packing, packed_card, packed_list, packed_seat
from meldroom.games.victor_or_victim.facts import LEFT, Facts


class VictorOrVictimPacking(Packing[Facts]):
    """Packs every fact."""

    reasons = ("", "VV-21", "VV-16", "VV-5")

    def facts(self, public: Facts) -> bytes:
        """Pack the turn's facts, how the game stands, and who is out."""
        to_the_left, drawn = public.direction == LEFT, packed_card(public.drawn)
        winner, reason = packed_seat(public.winner), self.reasons.index(public.reason)
        turn = [public.turn, to_the_left, drawn, public.recycled, winner, reason]
        return bytes(turn) + packed_list(public.fallen)
