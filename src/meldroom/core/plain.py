"""Views and events as plain JSON values, and the canonical bytes that are compared and digested."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

from meldroom.core.cards import BACK, Cards, Deck, Seat
from meldroom.core.event import Event
from meldroom.core.view import View
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


def plain_view(seen: View[Any], deck: Deck) -> dict[str, Any]:
    """Give a whole view as a JSON value."""
    return {
        "seat": seen.seat,
        "seats": seen.seats,
        "ply": seen.ply,
        "options": plain(seen.options, deck),
        "zones": [plain_zone(zone, deck, seen.seat) for zone in seen.zones],
        "public": plain(seen.public, deck),
    }


def plain_event(event: Event, deck: Deck) -> dict[str, Any]:
    """Give an event, masked already, as a JSON value."""
    form = plain(event, deck)
    form.pop("eyes", None)
    return {"event": type(event).__name__.lower(), **form}
