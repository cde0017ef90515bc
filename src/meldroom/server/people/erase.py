"""A person erased: no name, key or figure of theirs stays, and the games of others do."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial

import sqlalchemy as sa

from meldroom.server.administration import Administration, neutral_names
from meldroom.server.storage.daily_deals import erase_attempts
from meldroom.server.storage.mail_links import erase_mails
from meldroom.server.storage.maintenance import names_by_table, seat_entries
from meldroom.server.storage.ratings import rate_afresh
from meldroom.server.storage.seat_results import erase_players
from meldroom.server.storage.store import Store
from meldroom.server.tables.room import Room


async def erase_person(room: Room, keys: Collection[str]) -> int:
    """Erase everybody who played under these keys, and count their tables.

    Whoever had the same name at one of their tables loses it there too.
    """
    found = await asyncio.to_thread(names_of, room.store, keys)
    for table, names in sorted(found.items()):
        taken = (await asyncio.to_thread(names_by_table, room.store, table))[table]
        neutral: dict[str, str] = {}
        for name in sorted(names):
            neutral |= neutral_names(name, {*taken, *neutral.values()})
        await Administration(room).rename(table, neutral, keys)
    await room.log.change(partial(_erase, keys=keys))
    return len(found)


def names_of(store: Store, keys: Collection[str]) -> dict[str, set[str]]:
    """Give by table the names of those who played under these keys, and at their devices."""
    entries: dict[str, list[tuple[str, str, str]]] = {}
    for table, entry in seat_entries(store):
        entries.setdefault(table, []).append((entry.name, entry.token, entry.person))
    names: dict[str, set[str]] = {}
    for table, seats in entries.items():
        tokens = {token for _, token, person in seats if person in keys or token in keys}
        if tokens:
            names[table] = {name for name, token, _ in seats if token in tokens}
    return names


def _erase(connection: sa.Connection, keys: Collection[str]) -> None:
    rate_afresh(connection, keys)
    erase_players(connection, keys)
    erase_attempts(connection, keys)
    erase_mails(connection, keys)
