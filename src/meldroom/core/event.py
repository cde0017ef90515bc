"""Events: what happened, as the state journals it and as each seat is told."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.zone import BACKS, make


class Moved(NamedTuple):
    """Cards moved from zone to zone; `eyes` are the seats that saw which (None: all)."""

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
    """The referee's announcement, by a rule; `{0}` in the text is the name at seat 0."""

    rule: str
    text: str


Event = Moved | Gathered | Shuffled | Shown | Noted


def masked(event: Event, seat: Seat | None) -> Event:
    """Give the event as this seat may know it; None is a watcher."""
    if not isinstance(event, Moved):
        return event
    cards, source, source_owner, target, target_owner, eyes = event
    if eyes is not None and seat not in eyes:
        cards = BACKS[len(cards)]
    return make(Moved, (cards, source, source_owner, target, target_owner, ()))
