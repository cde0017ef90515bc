"""What happened, as it is journalled in a state and as a seat is told of it."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.zone import BACKS, make


class Moved(NamedTuple):
    """Cards went from one zone to another; `eyes` are the seats that saw which (None: all)."""

    cards: Cards
    source: str
    source_owner: Seat | None
    target: str
    target_owner: Seat | None
    eyes: tuple[Seat, ...] | None


class Gathered(NamedTuple):
    """All cards were gathered into a zone."""

    target: str


class Shuffled(NamedTuple):
    """A zone was shuffled."""

    zone: str


class Shown(NamedTuple):
    """A hidden zone was laid open."""

    zone: str
    owner: Seat | None
    cards: Cards


class Noted(NamedTuple):
    """The referee said something to all, by a rule; `{0}` in the text stands for seat 0's name."""

    rule: str
    text: str


Event = Moved | Gathered | Shuffled | Shown | Noted


def masked(event: Event, seat: Seat | None) -> Event:
    """Tell the event as this seat (None is a watcher) may hear it."""
    if not isinstance(event, Moved):
        return event
    cards, source, source_owner, target, target_owner, eyes = event
    if eyes is not None and seat not in eyes:
        cards = BACKS[len(cards)]
    return make(Moved, (cards, source, source_owner, target, target_owner, ()))
