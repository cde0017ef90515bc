"""Rows: what a seat sees, as the numbers that a network takes.

Every number is a whole one of at most 8 bits times a power of two, which a float of 32 bits and a
bfloat16 hold exactly: a row is the same in both, and in the compiled twin.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic

from meldroom.core.action import Action
from meldroom.core.cards import Cards, Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import Game
from meldroom.core.options import O
from meldroom.core.state import P
from meldroom.core.view import View

LARGEST = 256  # that a bfloat16 holds exactly, as all below


class RowWriter:
    """Writes numbers one after the other, as RowWriter in fast/csrc/row.h does."""

    def __init__(self) -> None:
        self.numbers: list[float] = []

    def zeros(self, many: int) -> None:
        """Write so many zeros."""
        self.numbers += [0.0] * many

    def flag(self, fact: bool) -> None:
        """Write 1 for what is so, else 0."""
        self.numbers.append(1.0 if fact else 0.0)

    def number(self, value: int, unit: int) -> None:
        """Write the value in units of `unit`, a power of two."""
        self.numbers.append(max(-LARGEST, min(value, LARGEST)) / unit)

    def one_of(self, value: int | None, many: int) -> None:
        """Write a flag for each value from 0, of which one at most is set."""
        flags = [0.0] * many
        if value is not None and 0 <= value < many:
            flags[value] = 1.0
        self.numbers += flags

    def reached(self, value: int, numbers: int | Sequence[int]) -> None:
        """Write a flag for each number that the value reaches, of these or from 1 to this one."""
        wanted = range(1, numbers + 1) if isinstance(numbers, int) else numbers
        self.numbers += [1.0 if value >= number else 0.0 for number in wanted]

    def top_cards(self, pile: Cards, many: int, kinds: int) -> None:
        """Write the cards nearest the top of a pile, each as one of its kinds."""
        for depth in range(1, many + 1):
            self.one_of(pile[-depth] if len(pile) >= depth else None, kinds)


class RowFacts(ABC, Generic[P, O]):
    """What a network is told of a game; a game with a `row.py` can have a network."""

    told_actions: ClassVar[int | None] = None  # how many a row has a flag for; None: all
    game: Game[P, O]

    def __init__(self, game: Game[P, O]) -> None:
        self.game = game

    @abstractmethod
    def seen(self, to: RowWriter, seen: View[P, O]) -> None:
        """Write what the seat sees, always as many numbers."""

    @property
    def actions(self) -> int:
        """How many actions a network chooses from."""
        return encoding_of(self.game).size

    def legal(self, seen: View[P, O]) -> dict[int, Action]:
        """Give the legal actions by the numbers that the network has for them."""
        numbers = encoding_of(self.game).numbers
        return {numbers(action)[0]: action for action in self.game.legal(seen)}


def seats_round(seen: View[P, O]) -> list[Seat]:
    """Give all seats from the viewer's on, to the left."""
    seat = seen.seat or 0
    return [*range(seat, seen.seats), *range(seat)]
