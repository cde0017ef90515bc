"""A view is the only way out of a state: what one seat, or a watcher, can know."""

from __future__ import annotations

from collections import Counter
from typing import Any, Generic, NamedTuple, TypeAlias

from meldroom.core import rng as chance
from meldroom.core.cards import BACK, Cards, Seat
from meldroom.core.event import Event, masked
from meldroom.core.options import O
from meldroom.core.rng import Rng
from meldroom.core.state import P, State
from meldroom.core.zone import Zone, faces, make


class View(NamedTuple, Generic[P, O]):
    """What one seat can know; cards that it cannot see are BACKs."""

    seat: Seat | None
    zones: tuple[Zone, ...]
    public: P
    options: O
    seats: int
    ply: int

    def top(self, zone: int) -> Cards:
        """Name the card on top of a pile, or nothing."""
        return self.zones[zone].cards[-1:]


AnyView: TypeAlias = View[Any, Any]


def view(state: State[P, O], seat: Seat | None) -> View[P, O]:
    """Show the state as one seat sees it; None is a watcher."""
    zones, public, options, seats, _, ply, _ = state
    return make(View, (seat, faces(zones, seat), public, options, seats, ply))


def events(state: State[P, O], seat: Seat | None) -> tuple[Event, ...]:
    """Tell what the last action did, as far as this seat may know."""
    return tuple([masked(event, seat) for event in state.journal])


def unseen(seen: View[P, O], pack: Cards) -> Cards:
    """Give the cards of the pack that this seat cannot place, in canonical order."""
    left = Counter(pack)
    for zone in seen.zones:
        left.subtract(zone.cards.replace(bytes([BACK]), b""))
    return bytes(sorted(left.elements()))


def resample(seen: View[P, O], pack: Cards, rng: Rng) -> State[P, O]:
    """Make a full state that gives this seat the same view, from cards it has not seen."""
    loose, rng = chance.shuffle(rng, unseen(seen, pack))
    seed, rng = chance.fresh_seed(rng)
    zones = []
    for zone in seen.zones:
        if not zone.open_to(seen.seat):
            face_up = zone.cards.replace(bytes([BACK]), b"")
            hidden = len(zone.cards) - len(face_up)
            cards, loose = face_up + loose[:hidden], loose[hidden:]
            if zone.fan:
                cards = bytes(sorted(cards))
            elif face_up:  # the others are in no order yet
                cards, rng = chance.shuffle(rng, cards)
            zone = zone._replace(cards=cards)
        elif BACK in zone.cards:  # covered, and not remembered
            hidden = zone.cards.count(BACK)
            fillers, loose = iter(loose[:hidden]), loose[hidden:]
            cards = bytes([next(fillers) if card == BACK else card for card in zone.cards])
            zone = zone._replace(cards=cards)
        zones.append(zone)
    return State(tuple(zones), seen.public, seen.options, seen.seats, Rng(seed), seen.ply)
