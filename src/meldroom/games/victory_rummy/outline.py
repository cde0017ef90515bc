"""The public facts of Victory Rummy without the pad's lines, which grow with every meld."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.games.victory_rummy.pad import ScorePad
from meldroom.games.victory_rummy.table import Table


class Outline(NamedTuple):
    """The facts of the table, and of the pad what still counts: points, and colours won.

    A colour is 1 for the seat's first of this period, 2 for its second, 0 while it has none (Q21).
    """

    dealer: Seat
    turn: Seat
    picked: bool
    taken: Cards
    deal: int
    emptied: int
    scores: tuple[int, ...]
    red: tuple[int, ...]
    white: tuple[int, ...]
    blue: tuple[int, ...]
    reason: str


def outlined(table: Table) -> Outline:
    """Give the facts in a form that does not grow."""
    dealer, turn, picked, taken, deal, emptied, pad, reason = table
    colours = _colours(pad)
    return Outline(dealer, turn, picked, taken, deal, emptied, pad.scores, *colours, reason)


def _colours(pad: ScorePad) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    won: list[list[str]] = [[] for _ in pad.scores]
    for seat, symbol, _ in reversed(pad.lines):
        if symbol == "G":
            break
        if symbol in "RWB":
            # Seen backwards, the last mention of a colour is its first Victory.
            won[seat] = [symbol, *(colour for colour in won[seat] if colour != symbol)]
    red, white, blue = (
        tuple([colours.index(c) + 1 if c in colours else 0 for colours in won]) for c in "RWB"
    )
    return red, white, blue
