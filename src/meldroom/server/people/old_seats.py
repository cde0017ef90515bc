"""Seats that a browser took before entries named people: it can still prove that they are its."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from meldroom.server.executors import database
from meldroom.server.storage.maintenance import seat_entries
from meldroom.server.storage.seat_results import add_aliases
from meldroom.server.storage.store import EVENTS, Store
from meldroom.server.tables.room import Room
from meldroom.server.tokens import hashed, session_token

MAX_REMEMBERED = 10_000  # browsers whose old seats were searched for


class OldSeats:
    """Finds the old seats of a browser once, and adds them to its person's record."""

    def __init__(self) -> None:
        self._tokens: dict[str, set[str]] | None = None  # by table; read when first needed
        self._searched: dict[tuple[str, ...], None] = {}

    async def prepare(self, room: Room) -> dict[str, set[str]]:
        """Read all old seats, which takes a while for a long log; only the first time."""
        if self._tokens is None:
            self._tokens = await database.run(old_tokens, room.store)
        return self._tokens

    async def claim(self, room: Room, person: str, sessions: Sequence[str]) -> None:
        """Add the games that were played with these sessions' tokens to a person's record."""
        searched = (person, *sessions)
        if searched in self._searched:
            return
        found = await database.run(own_seats, await self.prepare(room), sessions)
        known = await database.run(room.results.keys_of, person)
        new = {token: key for token, key in found.items() if token not in known}
        if new:
            add = partial(add_aliases, person=person, players=list(new))
            await room.log.change(add, erases=False)
            for key in new.values():
                await room.summary(key)  # stores the results that a migration left out
        self._searched[searched] = None
        if len(self._searched) > MAX_REMEMBERED:
            del self._searched[next(iter(self._searched))]


def old_tokens(store: Store) -> dict[str, set[str]]:
    """Give by table the hashes of the tokens that hold seats without a person."""
    tokens: dict[str, set[str]] = {}
    for key, entry in seat_entries(store, EVENTS.c.body.not_like('%"person"%')):
        tokens.setdefault(key, set()).add(entry.token)
    return tokens


def own_seats(tokens: Mapping[str, set[str]], sessions: Sequence[str]) -> dict[str, str]:
    """Give the tables at which these sessions hold such seats, by the hash of the token."""
    return {
        token: key
        for key, held in tokens.items()
        for session in sessions
        if (token := hashed(session_token(session, key))) in held
    }
