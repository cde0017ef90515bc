"""People who share one device: one token proves their seats, and one hand is seen at a time."""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest

from meldroom.core.cards import Seat
from meldroom.server import messages
from meldroom.server.refusals import refused
from meldroom.server.storage.log_entries import SeatTaken, Settings
from meldroom.server.tables.display_text import clean_name
from meldroom.server.tables.lookalikes import check_unlike
from meldroom.server.tables.table import Table
from meldroom.server.tables.table_seat import TableSeat


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
