"""The facts of Thumbs Up as bytes, for its twin in fast/csrc/thumbs_up.h."""

from __future__ import annotations

from itertools import chain

from meldroom.core.packing import (
    Packing,
    packed_card,
    packed_list,
    packed_numbers,
    packed_seat,
)
from meldroom.games.thumbs_up.facts import Facts


class ThumbsUpPacking(Packing[Facts]):
    """Packs every fact."""

    reasons = ("", "TU-22", "TU-23")

    def facts(self, public: Facts) -> bytes:
        """Pack the hand's facts, who has noticed the thumb, the balances and the ledger."""
        taken, thumb = packed_card(public.taken), packed_seat(public.thumb)
        hand = [public.first, public.turn, public.picked, taken, public.takes, thumb]
        hand += [public.emptied, public.voids, self.reasons.index(public.reason)]
        return (
            bytes(hand)
            + packed_list(public.noticed)
            + packed_numbers(public.balances)
            + bytes([len(public.ledger)])
            + packed_numbers(chain.from_iterable(public.ledger))
        )
