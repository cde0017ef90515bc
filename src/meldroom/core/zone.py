"""A zone is the only place where a card can be."""

from __future__ import annotations

from bisect import bisect
from enum import Enum
from typing import NamedTuple

from meldroom.core.cards import BACK, Cards, Seat, without


class Sight(Enum):
    """Who may look at the cards of a zone."""

    ALL = "all"
    OWNER = "owner"
    NONE = "none"


class Zone(NamedTuple):
    """Cards in one place, from bottom to top; a fan is kept in canonical order instead."""

    name: str
    owner: Seat | None
    sight: Sight
    fan: bool
    cards: Cards = b""
    known: Cards = b""  # hidden here, but everyone saw them enter
    shown: bool = False  # laid open for the rest of the deal

    @property
    def label(self) -> str:
        """Name the zone as texts and tests do: `pool`, `rack2`."""
        return self.name if self.owner is None else f"{self.name}{self.owner}"

    def open_to(self, seat: Seat | None) -> bool:
        """Say whether this seat may look; None is a watcher."""
        return (
            self.sight is Sight.ALL
            or self.shown
            or (self.sight is Sight.OWNER and self.owner == seat)
        )


ALL, OWNER = Sight.ALL, Sight.OWNER  # a member of an Enum is slow to look up
make = tuple.__new__  # a NamedTuple's own constructor takes twice as long
BACKS = tuple(bytes([BACK]) * size for size in range(256))


def faces(zones: tuple[Zone, ...], seat: Seat | None) -> tuple[Zone, ...]:
    """Show the zones as this seat sees them: a card that it cannot know is a BACK."""
    seen = list(zones)
    for at, zone in enumerate(zones):
        if zone.sight is ALL or not zone.cards:
            continue
        name, owner, sight, fan, cards, known, shown = zone
        if not shown and (owner != seat or sight is not OWNER):
            backs = known + BACKS[len(cards) - len(known)] if known else BACKS[len(cards)]
            seen[at] = make(Zone, (name, owner, sight, fan, backs, known, False))
    return tuple(seen)


def enter(zone: Zone, cards: Cards, seen: bool, at: int | None) -> Zone:
    """Put cards in, on top or above the `at` lowest; `seen` says that everyone saw which."""
    name, owner, sight, fan, there, known, shown = zone
    if fan and len(cards) == 1:
        at = bisect(there, cards[0])  # faster than to sort
        there = there[:at] + cards + there[at:]
    elif fan:
        there = bytes(sorted(there + cards))
    elif at is None:
        there += cards
    else:
        there = there[:at] + cards + there[at:]
    if seen and sight is not ALL:
        known = bytes(sorted(known + cards))
    return make(Zone, (name, owner, sight, fan, there, known, shown))


def leave(zone: Zone, cards: Cards, seen: bool) -> Zone:
    """Take cards out, each from nearest the top; `seen` says that everyone saw which."""
    name, owner, sight, fan, there, known, shown = zone
    if len(cards) == 1:  # as `without` does, but faster
        at = there.rindex(cards)
        there = there[:at] + there[at + 1 :]
    else:
        there = without(there, cards)
    if known:
        known = _without_seen(known, cards) if seen else _blurred(known, len(cards))
    return make(Zone, (name, owner, sight, fan, there, known, shown))


def _without_seen(known: Cards, gone: Cards) -> Cards:
    for card in gone:
        if card in known:
            known = without(known, bytes([card]))
    return known


def _blurred(known: Cards, gone: int) -> Cards:
    """Keep what is certain after so many unseen cards left: each of them may have been any."""
    return b"".join(
        bytes([card]) * (known.count(card) - gone)
        for card in sorted(set(known))
        if known.count(card) > gone
    )
