"""The cookie by which a browser is known: one for all tables, from which its tokens follow.

A browser to which a record was carried has two sessions or more. The first is the person's; the
others prove the seats that the browser took before.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from meldroom.room.tokens import person_key, session_token

COOKIE_MAX_AGE = 365 * 86_400  # seconds
SEPARATOR = "."  # which no session holds
MAX_SESSIONS = 4


def first_session(sessions: str) -> str:
    """Return the person's session of a cookie."""
    return sessions.partition(SEPARATOR)[0]


def joined_sessions(carried: str, own: str) -> str:
    """Put the sessions of a record before those of the browser that it is carried to."""
    each = dict.fromkeys([*carried.split(SEPARATOR), *own.split(SEPARATOR)])
    return SEPARATOR.join(list(filter(None, each))[:MAX_SESSIONS])


class Sessions:
    """Reads and sets the session cookie, which is bound to the host where that is possible."""

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.cookie = "__Host-meldroom" if secure else "meldroom"

    def set(self, response: Response, sessions: str) -> None:
        """Let the browser keep its sessions for another year."""
        response.set_cookie(
            self.cookie,
            sessions,
            max_age=COOKIE_MAX_AGE,
            httponly=True,
            secure=self.secure,
            samesite="strict",
        )

    def delete(self, response: Response) -> None:
        """Let the browser forget its sessions."""
        response.delete_cookie(self.cookie, httponly=True, secure=self.secure, samesite="strict")

    def read(self, cookies: Mapping[str, str]) -> str:
        """Return a browser's sessions as the cookie holds them; "" if it has none."""
        return cookies.get(self.cookie, "")

    def person(self, cookies: Mapping[str, str]) -> str:
        """Return the key of a browser's record; "" if it has no session."""
        session = first_session(self.read(cookies))
        return person_key(session) if session else ""

    def tokens(self, cookies: Mapping[str, str], table_key: str) -> list[str]:
        """Return the tokens that a browser may have at a table."""
        sessions = filter(None, self.read(cookies).split(SEPARATOR)[:MAX_SESSIONS])
        return [session_token(session, table_key) for session in sessions]
