"""The cookie by which a browser is known: one for all tables, from which its tokens follow."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from meldroom.server.tokens import is_table_key, session_token

COOKIE_MAX_AGE = 365 * 86_400  # seconds


class Sessions:
    """Reads and sets the session cookie, which is bound to the host where that is possible."""

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.cookie = "__Host-meldroom" if secure else "meldroom"

    def set(self, response: Response, session: str) -> None:
        """Let the browser keep its session for another year."""
        response.set_cookie(
            self.cookie,
            session,
            max_age=COOKIE_MAX_AGE,
            httponly=True,
            secure=self.secure,
            samesite="strict",
        )

    def tokens(self, cookies: Mapping[str, str], table_key: str) -> list[str]:
        """Give the tokens that a browser may have at a table, also one kept by version 0.1."""
        session, old_token = cookies.get(self.cookie), cookies.get(f"{self.cookie}-{table_key}")
        tokens = [session_token(session, table_key)] if session else []
        return [*tokens, old_token] if old_token else tokens

    def old_cookies(self, cookies: Mapping[str, str]) -> list[str]:
        """Name the cookies of version 0.1, one for each table."""
        start = f"{self.cookie}-"
        return [
            name
            for name in cookies
            if name.startswith(start) and is_table_key(name.removeprefix(start))
        ]
