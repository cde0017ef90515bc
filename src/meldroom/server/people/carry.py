"""A record carried to another device: both browsers are one person from then on."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa

from meldroom.server.executors import database
from meldroom.server.refusals import refused
from meldroom.server.sessions import first_session, joined_sessions
from meldroom.server.storage.carry_codes import (
    is_code,
    new_carry_code,
    store_code,
    take_code,
    typed_code,
)
from meldroom.server.storage.ratings import rate_afresh
from meldroom.server.storage.seat_results import join_people, person_of
from meldroom.server.tables.room import Room
from meldroom.server.tokens import person_key


async def carry_code(room: Room, sessions: str) -> str:
    """Make a code that gives these sessions to another browser."""
    code = new_carry_code()
    await room.log.change(partial(store_code, code=code, sessions=sessions), erases=False)
    return code


async def join_by_code(room: Room, code: str, own: str) -> str:
    """Give a browser the sessions behind a code, with its own games; Refusal (P-7) if none are."""
    wanted, joined = typed_code(code), list[str]()

    def join(connection: sa.Connection) -> bool:
        carried = take_code(connection, wanted)
        if not carried:
            return False
        person = person_of(connection, person_key(first_session(carried)))
        other = person_of(connection, person_key(first_session(own))) if own else person
        if other != person:
            rate_afresh(connection, [other])
            join_people(connection, person, other)
        joined.append(joined_sessions(carried, own))
        return True

    if await database.run(is_code, room.store, wanted):
        await room.log.change(join)
        room.ratings.catch_up_soon()
    if not joined:
        raise refused("P-7", "that code is wrong or too old; ask for a new one")
    return joined[0]
