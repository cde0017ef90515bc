"""Who may join a table, who gets a seat when, and people who share one device.

A seat comes with its cards. A hand that a person has left is given to nobody else before the next
deal, whoever agrees; a bot's hand may be, and such a game is not rated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hmac import compare_digest
from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.room import messages
from meldroom.room.log_entries import (
    AnyEntry,
    RequestWithdrawn,
    SeatAllowed,
    SeatLeft,
    SeatRequested,
    SeatTaken,
    Settings,
)
from meldroom.room.names import check_unlike, clean_name
from meldroom.room.refusals import refused
from meldroom.room.table import Table
from meldroom.room.table_seat import TableSeat
from meldroom.room.tokens import hashed


class Place(NamedTuple):
    """The seat that a person holds, or waits for."""

    seat: Seat
    waiting: bool = False


def place_of(table: Table, token_hash: str) -> Place | None:
    """Find the place that a token proves; checks all of them, so that timing reveals nothing."""
    found = None
    for seat in table.people:
        if compare_digest(seat.token, token_hash):
            found = Place(seat.seat)
    for asked, request in table.requests.items():
        if compare_digest(request.token, token_hash):
            found = Place(asked, waiting=True)
    return found


def known_token(table: Table, tokens: Sequence[str]) -> str:
    """Choose the token by which the table knows a browser, or else its first; "" if it has none."""
    gone = {*table.removed, *table.left_by.values()}
    known = [
        token
        for token in tokens
        if hashed(token) in gone or place_of(table, hashed(token)) is not None
    ]
    return [*known, *tokens, ""][0]


def seat_to_return_to(table: Table, token_hash: str) -> Seat | None:
    """Find the seat that a person left in this deal: they can have it back, and no other."""
    for seat, left_by in table.left_by.items():
        if compare_digest(left_by, token_hash) and table.was_left(seat):
            return seat
    return None


def may_sit_now(
    table: Table, seat: Seat, token_hash: str, allowed_by: Collection[Seat] = ()
) -> bool:
    """Return whether a person may have a seat, and its cards, before the next deal."""
    if table.phase != "playing" or seat_to_return_to(table, token_hash) == seat:
        return True
    return not table.was_left(seat) and {one.seat for one in table.people}.issubset(allowed_by)


def due_seat(table: Table) -> SeatTaken | None:
    """Return one seat whose newcomer need not wait any longer."""
    for seat, request in table.requests.items():
        if request.dealt or may_sit_now(table, seat, request.token, request.allowed):
            return SeatTaken(seat, request.name, request.token, request.person)
    return None


def allow(table: Table, by: Seat, seat: Seat) -> tuple[SeatAllowed, ...]:
    """Let a newcomer have the seat at once, as far as one person can decide it."""
    if seat not in table.requests:
        raise refused("X-1", "nobody has asked for that seat")
    if table.was_left(seat):
        raise refused("P-5", "somebody has seen those cards; the seat is given at the next deal")
    return () if by in table.requests[seat].allowed else (SeatAllowed(seat, by),)


def withdraw(table: Table, token_hash: str) -> RequestWithdrawn:
    """Let a newcomer stop waiting for a seat."""
    place = place_of(table, token_hash)
    if place is None or not place.waiting:
        raise refused("P-3", "you have no seat at this table")
    return RequestWithdrawn(place.seat)


def token_removed_by(table: Table, entry: AnyEntry) -> str | None:
    """Find whom an entry disconnects, by the hash of their token."""
    match entry:
        case SeatLeft(seat):
            person = table.seats[seat].person
            return person.token if person is not None else None
        case RequestWithdrawn(seat, kicked=True):
            return table.requests[seat].token
    return None


def why_removed(entry: AnyEntry) -> str:
    """Return why an entry disconnects somebody."""
    return "the host removed you" if getattr(entry, "kicked", False) else "you left"


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
        place = place_of(table, token_hash)
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


def give_place(
    table: Table, name: str, seat: Seat | None, code: str, token_hash: str, person: str = ""
) -> tuple[Place, Sequence[AnyEntry]]:
    """Give a person a seat, or note that they ask for it; whoever has a place already keeps it."""
    place = place_of(table, token_hash)
    if place is not None and seat in (None, place.seat):
        return place, ()
    check_code(table, code)
    entry = take_seat(table, name, seat, token_hash, person)
    return Place(entry.seat, waiting=isinstance(entry, SeatRequested)), [entry]


def take_seat(
    table: Table, name: str, seat: Seat | None, token_hash: str, person: str = ""
) -> SeatTaken | SeatRequested:
    """Take a seat that no person holds, or ask for it if its cards were dealt to another.

    By default it is the first one that can be had at once, or else the first one.
    """
    table.check_not_closed()
    _check_not_removed(table, token_hash)
    if table.settings.local:
        raise refused("P-3", "everybody at this table plays at one device")
    if table.opened.daily is not None:
        raise refused("P-3", "one person plays this deal alone")
    place = place_of(table, token_hash)
    if place is not None:
        raise refused(
            "P-3", f"you have {'asked for a seat' if place.waiting else 'a seat'} already"
        )
    name = clean_name(name)
    if seat is not None and seat not in range(len(table.seats)):
        raise refused("X-1", "there is no such seat")
    own = seat_to_return_to(table, token_hash)
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
    at_once = [one for one in free if may_sit_now(table, one, token_hash)]
    if seat is None:
        seat = (at_once or free)[0]
    check_unlike(name, table.names_of_people)
    entry = SeatTaken if seat in at_once else SeatRequested
    return entry(seat, name, token_hash, person)


def _check_not_removed(table: Table, token_hash: str) -> None:
    if token_hash in table.removed:
        raise refused("P-12", "the host removed you from this table")


def check_shared_device(settings: Settings, seats: int) -> None:
    """Refuse a table for one device that could not be played there."""
    if settings.local > seats:
        raise refused("P-1", f"{settings.local} people do not fit at a table of {seats}")
    if settings.listed or settings.clock != "off":
        raise refused("P-1", "a table for one device has no clock and is not listed")


def take_seats(
    names: Sequence[str], token_hash: str, first: Seat = 0, person: str = ""
) -> list[SeatTaken]:
    """Seat everybody at one device from the first seat on; the device is the first person's."""
    taken: list[SeatTaken] = []
    for seat, name in enumerate(map(clean_name, names), first):
        check_unlike(name, [other.name for other in taken])
        taken.append(SeatTaken(seat, name, token_hash, "" if taken else person))
    return taken


def held_seats(table: Table, token_hash: str) -> list[TableSeat]:
    """Find every seat that a token proves: one, or those of a whole device."""
    return [seat for seat in table.people if compare_digest(seat.token, token_hash)]


def acting_seat(
    table: Table, sitting: Seat | None, token_hash: str, request: messages.TableRequest
) -> Seat | None:
    """Return the seat in which a device acts while the person in one of its seats has it.

    It gives one share to a deal, from its first seat. What needs no hand anybody there may do.
    """
    shares = isinstance(request, messages.CommitShare | messages.GiveShare)
    if not shares and (sitting is not None or isinstance(request, messages.Act | messages.Undo)):
        return sitting
    held = held_seats(table, token_hash)
    return held[0].seat if held else None


def seat_to_hand_to(table: Table) -> Seat | None:
    """Name the person at the device who acts next; None while no game runs."""
    if table.match is None or table.phase != "playing" or not table.local_seats:
        return None
    seats, first = len(table.seats), table.match.to_act[0]
    return min(table.local_seats, key=lambda seat: (seat - first) % seats)
