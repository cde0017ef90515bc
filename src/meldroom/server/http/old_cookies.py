"""Middleware that deletes the cookies of version 0.1, which kept one for each table.

With 119 of them a browser's headers were too long for a websocket to be opened.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meldroom.server.sessions import Sessions

MAX_OLD_COOKIES = 20  # so few do no harm, and prove seats in games that still run


class DeleteOldCookies:
    """Deletes a browser's old cookies once they are many."""

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        self.app, self.sessions = app, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add to its response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        old = self.sessions.old_cookies(HTTPConnection(scope).cookies)

        async def send_deletions(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                secure = "; Secure" if self.sessions.secure else ""
                for name in old:
                    headers.append("Set-Cookie", f"{name}=; Max-Age=0; Path=/{secure}")
            await send(message)

        await self.app(scope, receive, send_deletions if len(old) > MAX_OLD_COOKIES else send)
