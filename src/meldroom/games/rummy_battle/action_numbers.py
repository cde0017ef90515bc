"""Numbers for the actions that `core.encoding` spells, so that every action is a number.

Their order is that of the legal actions, here and in the twin (fast/csrc/rummy_battle_actions.h).
"""

from __future__ import annotations

from collections.abc import Sequence

from meldroom.core.action import Action
from meldroom.games.rummy_battle.actions import LayOff, MakeMeld, Pickpocket, Switcheroo
from meldroom.games.rummy_battle.deck import (
    JOKER,
    JOKER_AS,
    JOKER_OF,
    Placed,
    rank_of,
    suit_of,
)
from meldroom.games.rummy_battle.melds import is_set, stood_for

# The kind of a spelled action stands above 32 bits, its fields below.
MELD_RUN, MELD_SET, LAY_OFF, PICK_CARD, SWITCH = (kind << 32 for kind in range(1, 6))


def number_of_spelled(action: Action) -> int:
    """Number an action that `core.encoding` spells; 0 for one that it numbers whole."""
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
            return 0


def spelled_action(number: int) -> Action | None:
    """Give the action with a number from `number_of_spelled`; None for one that is whole."""
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
        copies = [number >> 3 + 2 * suit & 3 for suit in range(4)]
        return placed_set(number >> 11 & 15, copies, number & 7)
    return placed_run(number >> 17 & 3, number >> 13 & 15, number >> 19 & 15, number & 0x1FFF)


def placed_run(suit: int, low: int, length: int, jokers: int) -> Placed:
    """Place the cards of a run; its jokers are bits, from the lowest card on."""
    cards = [13 * suit + (low + at) % 13 for at in range(length)]
    return bytes([JOKER_AS * (jokers >> at & 1) + card for at, card in enumerate(cards)])


def placed_set(rank: int, copies: Sequence[int], jokers: int) -> Placed:
    """Place the cards of a set: so many of each suit, then the jokers."""
    naturals = b"".join(bytes([13 * suit + rank]) * many for suit, many in enumerate(copies))
    return naturals + bytes([JOKER_OF + rank]) * jokers
