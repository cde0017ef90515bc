"""Who gets a seat when: at once, at the next deal, or when everybody at the table agrees.

A seat comes with its cards. A hand that a person has left is given to nobody else before the next
deal, whoever agrees; a bot's hand may be, and such a game is not rated.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hmac import compare_digest
from typing import NamedTuple

from meldroom.core.cards import Seat
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import (
    AnyEntry,
    RequestWithdrawn,
    SeatAllowed,
    SeatLeft,
    SeatTaken,
)
from meldroom.server.tables.table import Table
from meldroom.server.tokens import hashed


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
    """Give one seat whose newcomer need not wait any longer."""
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
    """Say why an entry disconnects somebody."""
    return "the host removed you" if getattr(entry, "kicked", False) else "you left"
