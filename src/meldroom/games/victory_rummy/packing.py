"""The facts of Victory Rummy as bytes, for its twin in fast/csrc/victory_rummy.h."""

from __future__ import annotations

from collections.abc import Iterable

from meldroom.core.packing import Packing, packed_card, packed_numbers
from meldroom.games.victory_rummy.facts import Facts
from meldroom.games.victory_rummy.pad import RED_WHITE_BLUE, victories


class VictoryRummyPacking(Packing[Facts]):
    """Packs the facts, and of the pad's lines only what can still count (Q4, Q21)."""

    reasons = ("", "VR-12", "VR-15")

    def facts(self, public: Facts) -> bytes:
        """Pack the deal's facts, and each seat's score and Victories."""
        taken, reason = packed_card(public.taken), self.reasons.index(public.reason)
        deal = [public.dealer, public.turn, public.picked, taken, public.deal, public.emptied]
        seats = [
            packed_numbers([score]) + packed_victories(victories(public.pad, seat))
            for seat, score in enumerate(public.pad.scores)
        ]
        return bytes([*deal, reason]) + b"".join(seats)


def packed_victories(won: str) -> bytes:
    """Pack a seat's Victories: the colours, the first of each, the last three, those in order."""
    colours = [RED_WHITE_BLUE.index(symbol) for symbol in won]
    in_order = 0
    for colour in colours:
        in_order += colour == in_order
    mask = sum({1 << colour for colour in colours})
    return bytes([mask, _digits(dict.fromkeys(colours)), _digits(colours[-3:]), in_order])


def _digits(colours: Iterable[int]) -> int:
    number = 0
    for colour in colours:
        number = number << 2 | colour
    return number
