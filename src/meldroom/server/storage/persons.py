"""What is stored of a person, found by indexes alone."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from meldroom.server.storage.daily_deals import DAILY_ATTEMPTS
from meldroom.server.storage.maintenance import tables_of
from meldroom.server.storage.ratings import RATINGS
from meldroom.server.storage.seat_results import ALIASES, SEAT_RESULTS, keys_of, person_of
from meldroom.server.storage.store import Store
from meldroom.server.storage.turn_mails import TURN_MAILS

TRACES = (
    SEAT_RESULTS.c.player, ALIASES.c.person, ALIASES.c.player, DAILY_ATTEMPTS.c.person,
    RATINGS.c.person, TURN_MAILS.c.player,
)  # fmt: skip


def is_known(connection: sa.Connection, keys: Collection[str]) -> bool:
    """Return whether a person with these keys has ever sat or played anywhere."""
    for column in TRACES:
        found = sa.select(column).where(column.in_(keys)).limit(1)
        if connection.execute(found).first() is not None:
            return True
    return bool(tables_of(connection, keys))


def known_keys(store: Store, key: str) -> list[str]:
    """Return every key of the person who plays under one, first their own; [] of nobody."""
    with store.reading() as connection:
        keys = keys_of(connection, person_of(connection, key))
        return keys if is_known(connection, keys) else []


def persons_met(connection: sa.Connection, keys: Collection[str]) -> dict[str, str]:
    """Return who stands behind the aliases that a person has met, by alias."""
    mine, theirs = SEAT_RESULTS.alias(), SEAT_RESULTS.alias()
    same = sa.and_(mine.c.table_id == theirs.c.table_id, mine.c.number == theirs.c.number)
    met = sa.select(theirs.c.player).select_from(mine.join(theirs, same))
    met = met.where(mine.c.player.in_(keys))
    query = sa.select(ALIASES.c.player, ALIASES.c.person).where(ALIASES.c.player.in_(met))
    return {row.player: row.person for row in connection.execute(query)}
