"""A person erased: no name, key or figure of theirs stays, and the games of others do."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from functools import partial
from itertools import count

import sqlalchemy as sa

from meldroom.server.executors import bulk, database
from meldroom.server.storage.daily_deals import erase_attempts, today
from meldroom.server.storage.mail_links import erase_mails
from meldroom.server.storage.maintenance import (
    names_by_table,
    replace_table,
    seat_entries,
    tables_of,
)
from meldroom.server.storage.persons import is_known
from meldroom.server.storage.ratings import rate_afresh
from meldroom.server.storage.seat_results import erase_players
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.tables.live_table import RESTARTING
from meldroom.server.tables.renaming import renamed_table
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_seat import BOT_NAMES


async def erase_person(room: Room, keys: Collection[str]) -> int:
    """Erase the person who played under these keys, and count their tables.

    Whoever had the same name at one of their tables loses it there too.
    """
    found = await database.run(names_of, room.store, keys)
    if found is None:
        return 0
    for table, names in sorted(found.items()):
        taken = (await database.run(names_by_table, room.store, table))[table]
        neutral: dict[str, str] = {}
        for name in sorted(names):
            neutral |= neutral_names(name, {*taken, *neutral.values()})
        await rename(room, table, neutral, keys)
    await room.log.change(partial(_erase, keys=keys))
    room.ratings.catch_up_soon()
    return len(found)


async def rename(
    room: Room, key: str, names: Mapping[str, str], erased: Collection[str] = ()
) -> None:
    """Replace names at a table, and erase people's keys; players are reconnected."""
    async with room.taken_out(key, RESTARTING, "the table is reloaded; reconnect in a moment"):
        summary = await room.summary(key)
        if summary is None:
            return  # it was deleted meanwhile
        rows = await database.run(room.log.read, key)
        scores = await database.run(room.summaries.scores, key)
        changed = await bulk.run(renamed_table, rows, summary, scores, names, erased)
        await room.log.change(partial(replace_table, **changed._asdict()), room.lease_of(key))


def neutral_names(name: str, names: Collection[str]) -> dict[str, str]:
    """Return a neutral name for each of a table's names that is this one, in any spelling."""
    taken = {comparable(other) for other in (*names, *BOT_NAMES)}
    free = (
        guest
        for number in count(1)
        if comparable(guest := "Guest" if number == 1 else f"Guest {number}") not in taken
    )
    return {other: next(free) for other in sorted(names) if comparable(other) == comparable(name)}


def comparable(name: str) -> str:
    """Make two spellings of a name equal: in capitals or not, composed or not."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def names_of(store: Store, keys: Collection[str]) -> dict[str, set[str]] | None:
    """Return by table the names of these people and of those at their devices; None of nobody."""
    with store.reading() as connection:
        if not is_known(connection, keys):
            return None
        tables = tables_of(connection, keys)
    names: dict[str, set[str]] = {}
    for table in tables:
        seats = [entry for _, entry in seat_entries(store, EVENTS.c.table_id == table)]
        tokens = {entry.token for entry in seats if entry.person in keys}
        names[table] = {entry.name for entry in seats if entry.token in tokens}
    return names


def _erase(connection: sa.Connection, keys: Collection[str]) -> None:
    rate_afresh(connection, keys)
    erase_players(connection, keys)
    erase_attempts(connection, keys, today())
    erase_mails(connection, keys)
