"""A record carried to another device: both browsers are one person from then on."""

from __future__ import annotations

import secrets
from time import monotonic

import sqlalchemy as sa

from meldroom.server.sessions import first_session, joined_sessions
from meldroom.server.storage.ratings import rate_afresh
from meldroom.server.storage.seat_results import join_people, person_of
from meldroom.server.tables.room import Room
from meldroom.server.tokens import KEY_ALPHABET, person_key

CODE_LENGTH = 8
VALID_SECONDS = 600
MAX_CODES = 10_000


class CarryCodes:
    """Codes that give a browser's sessions to another one: each works once, for ten minutes.

    They are in memory alone: sessions are never stored.
    """

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[str, float]] = {}  # with the end, by code, the oldest first

    def make(self, sessions: str) -> str:
        """Make a code that is easily typed."""
        code = "".join(secrets.choice(KEY_ALPHABET) for _ in range(CODE_LENGTH))
        self._forget_old(keep=MAX_CODES - 1)
        self._sessions[code] = sessions, monotonic() + VALID_SECONDS
        return code

    def take(self, text: str) -> str:
        """Return what a code stands for, however it was typed; "" if it is wrong, used or old."""
        self._forget_old(keep=MAX_CODES)
        code = "".join(character for character in text.lower() if character in KEY_ALPHABET)
        return self._sessions.pop(code, ("", 0.0))[0]

    def _forget_old(self, keep: int) -> None:
        for code, (_, end) in list(self._sessions.items()):
            if end > monotonic() and len(self._sessions) <= keep:
                break
            del self._sessions[code]


async def join_browsers(room: Room, carried: str, own: str) -> str:
    """Let the people behind two browsers' sessions be one; return the sessions of both."""

    def join(connection: sa.Connection) -> None:
        person = person_of(connection, person_key(first_session(carried)))
        other = person_of(connection, person_key(first_session(own)))
        if other != person:
            rate_afresh(connection, [other])
            join_people(connection, person, other)

    if own:
        await room.log.change(join, erases=False)
        room.ratings.catch_up_soon()
    return joined_sessions(carried, own)
