"""Who may join a table: by the token of a seat, or by the table's code; and who may sit."""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import SeatRequested, SeatTaken
from meldroom.server.tables import seating
from meldroom.server.tables.display_text import clean_name
from meldroom.server.tables.lookalikes import check_unlike
from meldroom.server.tables.permissions import check_not_closed
from meldroom.server.tables.table import Table
from meldroom.server.tokens import hashed


class Visitor(NamedTuple):
    """Who joined: in which seat, or as a watcher; known again by the hash of a token."""

    seat: Seat | None
    token_hash: str


def join(
    table: Table,
    token: str,
    code: str,
    browser_tokens: Sequence[str] = (),
    seat: Seat | None = None,
) -> Visitor:
    """Admit a client: to the seat that a token proves, or as a watcher by the table's code.

    The tokens of a browser prove nothing at a table where it has no seat; a given token must.
    A device that several people share holds several seats, and plays in the one it names.
    """
    hashes = [hashed(one) for one in ([token] if token else browser_tokens)]
    for token_hash in hashes:
        _check_not_removed(table, token_hash)
        place = seating.place_of(table, token_hash)
        if place is not None and table.settings.local:
            return Visitor(seat if seat in table.local_seats else None, token_hash)
        if place is not None:
            return Visitor(None if place.waiting else place.seat, token_hash)
    if token:
        raise refused("P-7", "that token belongs to no seat here")
    check_code(table, code)
    return Visitor(None, hashes[0] if hashes else "")


def watcher_name(table: Table, name: str) -> str:
    """Give the name of a watcher as it can be shown; "" if it cannot, or looks like a player's."""
    try:
        name = clean_name(name)
        check_unlike(name, table.names_of_people)
    except Refusal:
        return ""
    return name


def check_code(table: Table, code: str) -> None:
    """Refuse a wrong code, unless anybody may join."""
    listed = table.settings.listed
    if not listed and not compare_digest(code.encode(), table.opened.code.encode()):
        raise refused("P-7", "that code does not open this table")


def take_seat(
    table: Table, name: str, seat: Seat | None, token_hash: str, person: str = ""
) -> SeatTaken | SeatRequested:
    """Take a seat that no person holds, or ask for it if its cards were dealt to another.

    By default it is the first one that can be had at once, or else the first one.
    """
    check_not_closed(table)
    _check_not_removed(table, token_hash)
    if table.settings.local:
        raise refused("P-3", "everybody at this table plays at one device")
    if table.opened.daily is not None:
        raise refused("P-3", "one person plays this deal alone")
    place = seating.place_of(table, token_hash)
    if place is not None:
        raise refused(
            "P-3", f"you have {'asked for a seat' if place.waiting else 'a seat'} already"
        )
    name = clean_name(name)
    if seat is not None and seat not in range(len(table.seats)):
        raise refused("X-1", "there is no such seat")
    own = seating.seat_to_return_to(table, token_hash)
    if own is not None and seat not in (None, own):
        raise refused("P-3", "you left another seat in this deal; come back to that one")
    free = [
        other.seat
        for other in table.seats
        if other.person is None and other.seat not in table.requests
    ]
    free = free if own is None else [own]
    if not free:
        raise refused("P-3", "every seat is taken")
    if seat is not None and seat not in free:
        asked = seat in table.requests
        raise refused("P-3", f"that seat is {'asked for' if asked else 'taken'}")
    at_once = [one for one in free if seating.may_sit_now(table, one, token_hash)]
    if seat is None:
        seat = (at_once or free)[0]
    check_unlike(name, table.names_of_people)
    entry = SeatTaken if seat in at_once else SeatRequested
    return entry(seat, name, token_hash, person)


def _check_not_removed(table: Table, token_hash: str) -> None:
    if token_hash in table.removed:
        raise refused("P-12", "the host removed you from this table")
