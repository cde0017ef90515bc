"""The state of a game is a value; only `move` and `gather` move cards in it."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from meldroom.core import rng as chance
from meldroom.core.cards import Cards, Seat
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.options import O
from meldroom.core.rng import Rng
from meldroom.core.zone import ALL, OWNER, Zone, enter, leave, make

P = TypeVar("P")


class State(NamedTuple, Generic[P, O]):
    """Everything there is to know of a game at one ply, hidden cards included."""

    zones: tuple[Zone, ...]
    public: P
    options: O
    seats: int
    rng: Rng
    ply: int = 0
    journal: tuple[Event, ...] = ()  # what happened since the action before


AnyState: TypeAlias = State[Any, Any]


def top(state: State[P, O], zone: int, many: int = 1) -> Cards:
    """Give the cards on top of a pile, the topmost last; fewer if there are not so many."""
    return state.zones[zone].cards[-many:] if many else b""


def move(
    state: State[P, O], cards: Cards, source: int, target: int, *, at: int | None = None
) -> State[P, O]:
    """Move cards from zone to zone and journal it, so that each seat is told what it may see.

    In a pile they go on top, or above the `at` lowest cards.
    """
    before, public, options, seats, rng, ply, journal = state
    zones = list(before)
    old, new = zones[source], zones[target]
    seen = old.sight is ALL or new.sight is ALL or old.shown or new.shown
    zones[source] = leave(old, cards, seen)
    zones[target] = enter(zones[target], cards, seen, at)
    eyes = None if seen else _owners(old, new)
    event = make(Moved, (cards, old.name, old.owner, new.name, new.owner, eyes))
    return make(State, (tuple(zones), public, options, seats, rng, ply, (*journal, event)))


def _owners(old: Zone, new: Zone) -> tuple[Seat | None, ...]:
    if old.sight is not OWNER:
        return (new.owner,) if new.sight is OWNER else ()
    return (old.owner, new.owner) if new.sight is OWNER else (old.owner,)


def gather(state: State[P, O], target: int) -> State[P, O]:
    """Gather all cards face down in one zone, in canonical order; nothing stays open."""
    every = b"".join([zone.cards for zone in state.zones])
    zones = [
        make(Zone, (name, owner, sight, fan, b"", b"", False))
        for name, owner, sight, fan, _, _, _ in state.zones
    ]
    zones[target] = zones[target]._replace(cards=bytes(sorted(every)))
    return state._replace(
        zones=tuple(zones), journal=(*state.journal, Gathered(zones[target].name))
    )


def shuffled(state: State[P, O], zone: int) -> State[P, O]:
    """Shuffle a zone as it lies: one chance call."""
    zones = list(state.zones)
    cards, rng = chance.shuffle(state.rng, zones[zone].cards)
    zones[zone] = zones[zone]._replace(cards=cards)
    event = Shuffled(zones[zone].name)
    return state._replace(zones=tuple(zones), rng=rng, journal=(*state.journal, event))


def drawn_lot(state: State[P, O], n: int) -> tuple[int, State[P, O]]:
    """Draw a number below n: one chance call."""
    lot, rng = chance.below(state.rng, n)
    return lot, state._replace(rng=rng)


def lay_open(state: State[P, O], zone: int) -> State[P, O]:
    """Show a hidden zone to all until the cards are gathered."""
    zones = list(state.zones)
    zones[zone] = zones[zone]._replace(shown=True)
    event = Shown(zones[zone].name, zones[zone].owner, zones[zone].cards)
    return state._replace(zones=tuple(zones), journal=(*state.journal, event))


def note(state: State[P, O], rule: str, text: str) -> State[P, O]:
    """Announce to all what the referee did, and by which rule."""
    zones, public, options, seats, rng, ply, journal = state
    noted = (*journal, make(Noted, (rule, text)))
    return make(State, (zones, public, options, seats, rng, ply, noted))


def tell(state: State[P, O], **facts: Any) -> State[P, O]:
    """Change public facts."""
    zones, public, options, seats, rng, ply, journal = state
    old: Any = public
    told, places = [*old], _PLACES[old.__class__]  # `_replace` takes twice as long
    for name in facts:
        told[places[name]] = facts[name]
    public = make(old.__class__, told)
    return make(State, (zones, public, options, seats, rng, ply, journal))


class _Places(dict[Any, dict[str, int]]):
    """The position of each public fact by its name, for each class of facts."""

    def __missing__(self, kind: Any) -> dict[str, int]:
        self[kind] = places = {name: place for place, name in enumerate(kind._fields)}
        return places


_PLACES = _Places()


def seat_to_the_left(seat: Seat, seats: int) -> Seat:
    """Name the seat that plays after this one (X-1)."""
    return (seat + 1) % seats
