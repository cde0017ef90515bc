"""Packing: a game's public facts as bytes, for its compiled twin."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from struct import pack
from typing import ClassVar, Generic

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.state import P

NONE = 255  # no card, or no seat


class Packing(ABC, Generic[P]):
    """How a game's facts are packed; a game with a `packing.py` has a twin in fast/csrc."""

    reasons: ClassVar[tuple[str, ...]]  # of a result, in the twin's order; "" while the game runs

    @abstractmethod
    def facts(self, public: P) -> bytes:
        """Pack all that the rules ask of the facts, as the twin's `facts` does."""

    def number(self, action: Action) -> int | None:
        """Number an action that `core.encoding` spells; None for one that it numbers whole."""
        return None

    def action(self, number: int) -> Action | None:
        """Give the action with a number from `number`; None for one of `core.encoding`."""
        return None


def packed_numbers(numbers: Iterable[int]) -> bytes:
    """Pack numbers of 32 bits, little-endian."""
    numbers = tuple(numbers)
    return pack(f"<{len(numbers)}i", *numbers)


def packed_list(items: Iterable[int]) -> bytes:
    """Pack seats or cards with how many there are."""
    items = bytes(items)
    return bytes([len(items)]) + items


def packed_card(cards: Cards) -> int:
    """Pack one card or none."""
    return cards[0] if cards else NONE


def packed_seat(seat: Seat | None) -> int:
    """Pack a seat or none."""
    return NONE if seat is None else seat
