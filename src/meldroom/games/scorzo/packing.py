"""The facts of Scorzo as bytes, for its twin in fast/csrc/scorzo.h."""

from __future__ import annotations

from meldroom.core.packing import (
    Packing,
    packed_card,
    packed_list,
    packed_numbers,
    packed_seat,
)
from meldroom.games.scorzo.facts import ANSWERING, DISCARDING, PICKING, Facts

PHASES = (PICKING, DISCARDING, ANSWERING)
DID_NOT_PLAY = -1  # in a tie round


class ScorzoPacking(Packing[Facts]):
    """Packs every fact."""

    reasons = ("", "SZ-23", "SZ-19")

    def facts(self, public: Facts) -> bytes:
        """Pack the turn's facts, who plays, and the ledger."""
        phase, reason = PHASES.index(public.phase), self.reasons.index(public.reason)
        taken, caller = packed_card(public.taken), packed_seat(public.caller)
        rounds = [DID_NOT_PLAY if row is None else row for line in public.ledger for row in line]
        return (
            bytes([public.dealer, public.turn, phase, taken, caller, reason])
            + packed_numbers([public.turns])
            + packed_list(public.playing)
            + packed_numbers(public.totals)
            + bytes([len(public.ledger)])
            + packed_numbers(rounds)
        )
