"""Whether an action showed anybody a card that was hidden from them (X-4)."""

from __future__ import annotations

from collections.abc import Iterable

from meldroom.core.cards import Cards, Seat
from meldroom.core.event import Moved, Shown
from meldroom.core.state import AnyState
from meldroom.core.zone import Zone


def discloses(before: AnyState, after: AnyState, eyes: Iterable[Seat | None]) -> bool:
    """Say whether the last action used chance or showed one of these viewers a hidden card."""
    if before.rng != after.rng:
        return True
    watching = tuple(eyes)
    zones = {(zone.name, zone.owner): zone for zone in before.zones}
    for event in after.journal:
        if isinstance(event, Moved):
            sees = watching if event.eyes is None else set(watching) & set(event.eyes)
            zone, cards = zones[event.source, event.source_owner], event.cards
        elif isinstance(event, Shown):
            sees, zone, cards = watching, zones[event.zone, event.owner], event.cards
        else:
            continue
        if not _known(zone, cards) and any(not zone.open_to(eye) for eye in sees):
            return True
    return False


def _known(zone: Zone, cards: Cards) -> bool:
    return all(zone.known.count(card) >= cards.count(card) for card in set(cards))
