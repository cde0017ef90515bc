"""Middleware that admits requests of the server's own pages only, and sets security headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meldroom.server.http.problems import problem

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types lit-html",
    ]
)  # fmt: skip
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class OriginGuard:
    """Refuses foreign hosts and origins, and requests that change something but are not JSON."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        why = self._why_refused(scope, Headers(scope=scope))
        if why:
            scope["app"].state.refusals["P-10"] += 1
        if scope["type"] == "websocket":
            if why:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": why})
            else:
                await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/api"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if why:
            await problem(403, "forbidden", why, "P-10")(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _why_refused(self, scope: Scope, headers: Headers) -> str:
        if headers.get("host") not in self.hosts:
            return "this server has another host name"
        origin = headers.get("origin")
        if scope["type"] == "websocket":
            return "" if origin in self.origins else "that origin is not allowed"
        if scope["method"] in ("GET", "HEAD"):
            return ""
        if origin is not None and origin not in self.origins:
            return "that origin is not allowed"
        if origin is None and headers.get("sec-fetch-site") != "same-origin":
            return "send an Origin header"
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return "send JSON"
        return ""
