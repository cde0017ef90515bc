"""The facts and the spelled actions of Rummy Battle as numbers, for its twin in fast/csrc."""

from __future__ import annotations

from itertools import chain

from meldroom.core.action import Action
from meldroom.core.packing import Packing, packed_card, packed_numbers
from meldroom.games.rummy_battle.actions import (
    LayOff,
    MakeMeld,
    Pickpocket,
    Switcheroo,
)
from meldroom.games.rummy_battle.deck import (
    JOKER,
    JOKER_AS,
    JOKER_OF,
    Placed,
    rank_of,
    suit_of,
)
from meldroom.games.rummy_battle.facts import Facts
from meldroom.games.rummy_battle.melds import SET, Meld, is_set, placed_at, stood_for

# The kind of a spelled action stands above 32 bits, its fields below.
MELD_RUN, MELD_SET, LAY_OFF, PICK_CARD, SWITCH = (kind << 32 for kind in range(1, 6))


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
        match action:
            case MakeMeld(placed):
                return meld_number(placed)
            case LayOff(placed, meld):
                return LAY_OFF | meld << 7 | placed
            case Pickpocket(placed, meld, victim):
                return PICK_CARD | meld << 10 | placed << 3 | victim
            case Switcheroo(own, other):
                return SWITCH | own << 6 | other
            case _:
                return None

    def action(self, number: int) -> Action | None:
        """Give the action with a number from `number`."""
        match number >> 32 << 32:
            case 0:
                return None
            case kind if kind == LAY_OFF:
                return LayOff(number & 127, number >> 7 & 63)
            case kind if kind == PICK_CARD:
                return Pickpocket(number >> 3 & 127, number >> 10 & 63, number & 7)
            case kind if kind == SWITCH:
                return Switcheroo(number >> 6 & 63, number & 63)
            case _:
                return MakeMeld(placed_cards(number))


def packed_meld(meld: Meld) -> bytes:
    """Pack a meld: its owner, its kind, and each card with the seat that it lies in front of."""
    cards = [(placed_at(meld, at), holder) for at, holder in enumerate(meld.holders)]
    return bytes([meld.owner, meld.kind != SET, len(cards), *chain.from_iterable(cards)])


def meld_number(placed: Placed) -> int:
    """Number a new meld by its shape: a run by length, suit, lowest rank and jokers."""
    if is_set(placed):
        naturals = [card for card in placed if card < JOKER]
        copies = sum(1 << 2 * suit_of(card) for card in naturals)
        rank = rank_of(naturals[0])
        return MELD_SET | rank << 11 | copies << 3 | len(placed) - len(naturals)
    lowest = stood_for(placed)[0]
    jokers = sum(1 << at for at, card in enumerate(placed) if card > JOKER)
    fields = len(placed) << 19 | suit_of(lowest) << 17 | rank_of(lowest) << 13
    return MELD_RUN | fields | jokers


def placed_cards(number: int) -> Placed:
    """Give the cards of the new meld with a number from `meld_number`."""
    if number >= MELD_SET:
        rank = number >> 11 & 15
        copies = [number >> 3 + 2 * suit & 3 for suit in range(4)]
        naturals = b"".join(bytes([13 * suit + rank]) * many for suit, many in enumerate(copies))
        return naturals + bytes([JOKER_OF + rank]) * (number & 7)
    length, suit, low = number >> 19 & 15, number >> 17 & 3, number >> 13 & 15
    cards = [13 * suit + (low + at) % 13 for at in range(length)]
    return bytes([JOKER_AS * (number >> at & 1) + card for at, card in enumerate(cards)])
