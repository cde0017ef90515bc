"""The facts of Rummy Battle as bytes, for its twin in fast/csrc."""

from __future__ import annotations

from itertools import chain

from meldroom.core.action import Action
from meldroom.core.packing import Packing, packed_card, packed_numbers
from meldroom.games.rummy_battle.action_numbers import number_of_spelled, spelled_action
from meldroom.games.rummy_battle.facts import Facts
from meldroom.games.rummy_battle.melds import SET, Meld, placed_at


class RummyBattlePacking(Packing[Facts]):
    """Packs every fact; of a meld only what the rest follows from."""

    reasons = ("", "RB-34", "RB-30")

    def facts(self, public: Facts) -> bytes:
        """Pack the turn's facts, who is open, the melds and the ledger."""
        duty, reason = packed_card(public.duty), self.reasons.index(public.reason)
        turn = [public.dealer, public.turn, public.drawn, duty, public.bonus, public.again]
        turn += [public.acted, public.marker, public.marker_seen, reason]
        seats = chain.from_iterable(zip(public.opened, public.chances, strict=True))
        return (
            bytes(turn)
            + packed_numbers([public.turns])
            + bytes(seats)
            + bytes([len(public.melds)])
            + b"".join(map(packed_meld, public.melds))
            + packed_numbers(public.totals)
            + bytes([len(public.ledger)])
            + packed_numbers(chain.from_iterable(public.ledger))
        )

    def number(self, action: Action) -> int | None:
        """Number what `core.encoding` spells; ascending numbers are the twin's order."""
        return number_of_spelled(action) or None

    def action(self, number: int) -> Action | None:
        """Give the action with a number from `number`."""
        return spelled_action(number)


def packed_meld(meld: Meld) -> bytes:
    """Pack a meld: its owner, its kind, and each card with the seat that it lies in front of."""
    cards = [(placed_at(meld, at), holder) for at, holder in enumerate(meld.holders)]
    return bytes([meld.owner, meld.kind != SET, len(cards), *chain.from_iterable(cards)])
