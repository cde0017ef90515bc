"""Views and events as JSON values and back, and the canonical bytes that digests are made of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Generic, Literal, Union, get_args, get_origin, get_type_hints

from meldroom.core.cards import BACK, Cards, Deck, Seat
from meldroom.core.event import Event, Gathered, Moved, Noted, Shown, Shuffled
from meldroom.core.game import Game
from meldroom.core.options import O, Setting, as_dict
from meldroom.core.rng import Rng
from meldroom.core.state import P
from meldroom.core.view import AnyView, View
from meldroom.core.zone import Zone


def canonical(value: Any) -> bytes:
    """Write a JSON value in its one canonical form: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def codes(cards: Cards, deck: Deck) -> list[str | None]:
    """Name the cards; one that cannot be seen is None."""
    return [None if card == BACK else deck.codes[card] for card in cards]


def plain(value: Any, deck: Deck) -> Any:
    """Turn public facts into a JSON value: a NamedTuple is an object, cards are lists of codes."""
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return value.value
        case bytes():
            return codes(value, deck)
        case tuple() if hasattr(value, "_asdict"):
            return {name: plain(fact, deck) for name, fact in value._asdict().items()}
        case _:
            return [plain(fact, deck) for fact in value]


def plain_zone(zone: Zone, deck: Deck, seat: Seat | None) -> dict[str, Any]:
    """Give a zone, as this seat sees it, for a screen to draw."""
    form = {
        "name": zone.name,
        "owner": zone.owner,
        "sight": "all" if zone.shown else zone.sight.value,
        "cards": codes(zone.cards, deck),
    }
    if zone.known and zone.open_to(seat):  # to all others they are the only cards with a face
        form["known"] = codes(zone.known, deck)
    return form


def plain_view(seen: AnyView, deck: Deck) -> dict[str, Any]:
    """Give a whole view as a JSON value."""
    return {
        "seat": seen.seat,
        "seats": seen.seats,
        "ply": seen.ply,
        "options": as_dict(seen.options),
        "zones": [plain_zone(zone, deck, seen.seat) for zone in seen.zones],
        "public": plain(seen.public, deck),
    }


def plain_event(event: Event, deck: Deck) -> dict[str, Any]:
    """Give an event, masked already, as a JSON value."""
    form = plain(event, deck)
    form.pop("eyes", None)
    return {"event": type(event).__name__.lower(), **form}


def read_event(form: Mapping[str, Any], deck: Deck) -> Event:
    """Read what `plain_event` writes; what it shows may be shown to all."""
    event: Event = read_fact(_EVENTS[form["event"]], {"eyes": None, **form}, deck)
    return event


_EVENTS = {kind.__name__.lower(): kind for kind in (Moved, Gathered, Shuffled, Shown, Noted)}


class Reader(Generic[P, O]):
    """Reads the views of one table; which zones and facts there are is asked of the game."""

    def __init__(self, game: Game[P, O], options: Mapping[str, Setting], seats: int) -> None:
        fresh = game.start(options, seats, Rng(b""))
        self.deck, self.topped = game.deck, game.topped
        self.zones, self.facts, self.options = fresh.zones, type(fresh.public), fresh.options

    def read(self, form: Mapping[str, Any], before: View[P, O] | None = None) -> View[P, O]:
        """Read what `plain_view` writes; ValueError if it is of another table.

        A covered card that is not shown is remembered from the view before, if one is given.
        """
        zones: list[Zone] = []
        seat = form["seat"]
        for zone, laid in zip(self.zones, form["zones"], strict=True):
            if (laid["name"], laid["owner"]) != (zone.name, zone.owner):
                raise ValueError(f"a view of this table has the zone {zone.label} there")
            cards = read_cards(laid["cards"], self.deck)
            shown = laid["sight"] == "all" != zone.sight.value
            zone = zone._replace(cards=cards, known=b"", shown=shown)
            if not zone.open_to(seat):
                zone = zone._replace(known=cards.replace(bytes([BACK]), b""))
            elif "known" in laid:
                zone = zone._replace(known=read_cards(laid["known"], self.deck))
            elif before is not None and zone.name in self.topped:
                zone = zone._replace(cards=remembered(cards, before.zones[len(zones)].cards))
            zones.append(zone)
        public = read_fact(self.facts, form["public"], self.deck)
        return View(seat, tuple(zones), public, self.options, form["seats"], form["ply"])


def remembered(pile: Cards, before: Cards) -> Cards:
    """Turn up the covered cards of a pile that were seen there: it changes at its top alone."""
    seen = before[: len(pile)].ljust(len(pile), bytes([BACK]))
    return bytes([old if card == BACK else card for card, old in zip(pile, seen, strict=True)])


def read_cards(codes: Sequence[str | None], deck: Deck) -> Cards:
    """Read a run of cards from their codes; None is a BACK."""
    return bytes([BACK if code is None else deck.card(code) for code in codes])


def read_fact(hint: Any, form: Any, deck: Deck) -> Any:
    """Read a fact of this type from what `plain` writes; TypeError for a type that it cannot."""
    origin, inner = get_origin(hint), get_args(hint)
    if form is None or hint in (bool, int, str) or origin is Literal:
        return form
    if hint is Cards:
        return read_cards(form, deck)
    if origin is Annotated:
        return read_fact(inner[0], form, deck)
    if origin in (Union, UnionType):
        [one] = [each for each in inner if each is not type(None)]
        return read_fact(one, form, deck)
    if origin is tuple and inner[1:] == (...,):
        return tuple([read_fact(inner[0], each, deck) for each in form])
    if hasattr(hint, "_fields"):
        hints = _hints(hint)
        return hint(*[read_fact(hints[name], form[name], deck) for name in hint._fields])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(form)
    raise TypeError(f"no way to read a fact of type {hint}")


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
