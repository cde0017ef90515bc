"""Middleware that admits requests of the server's own pages only, and sets security headers."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from meldroom.server.addresses import addresses, own_names
from meldroom.server.http.responses import problem, wants_page, wrong_host_page

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types lit-html service-worker",
    ]
)  # fmt: skip
TWO_HOSTS = "send one Host header"
OPENER_POLICY = "Cross-Origin-Opener-Policy"
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    OPENER_POLICY: "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class OriginGuard:
    """Refuses foreign hosts and origins, and requests that change something but are not JSON.

    With a `lan_port` this machine's names and addresses in the local network are hosts too.
    """

    def __init__(self, app: ASGIApp, origins: tuple[str, ...], lan_port: int | None = None) -> None:
        self.app, self.lan_port = app, lan_port
        self.origins = frozenset(origins)
        self.hosts = frozenset(urlsplit(origin).netloc for origin in origins)
        self.names = own_names() if lan_port is not None else frozenset()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        why = self._why_refused(scope, headers)
        if why:
            scope["app"].state.refusals["P-10"] += 1
        if scope["type"] == "websocket":
            if why:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": why})
            else:
                await self.app(scope, receive, send)
            return

        host = headers.get("host", "")
        plain = host not in self.hosts  # http: browsers ignore that policy there, and complain

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    if name != OPENER_POLICY or not plain:
                        headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if why == TWO_HOSTS:
            await problem(400, "bad request", why, "P-10")(scope, receive, send_with_headers)
        elif why and wants_page(scope):
            known = addresses(sorted(self.origins), self.lan_port)
            page = wrong_host_page(host, scope["path"], known)
            await page(scope, receive, send_with_headers)
        elif why:
            await problem(403, "forbidden", why, "P-10")(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _why_refused(self, scope: Scope, headers: Headers) -> str:
        host, origins = headers.get("host", ""), self.origins
        if len(headers.getlist("host")) > 1:
            return TWO_HOSTS
        if host not in self.hosts:
            if not self._is_lan_host(scope, host):
                return "this server has another host name"
            origins = frozenset([f"http://{host}"])
        origin = headers.get("origin")
        if scope["type"] == "websocket":
            return "" if origin in origins else "that origin is not allowed"
        if scope["method"] in ("GET", "HEAD"):
            return ""
        if origin is not None and origin not in origins:
            return "that origin is not allowed"
        if origin is None and headers.get("sec-fetch-site") != "same-origin":
            return "send an Origin header"
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return "send JSON"
        return ""

    def _is_lan_host(self, scope: Scope, host: str) -> bool:
        """Say whether a host is this machine by its name or by the address that was connected to.

        A foreign page can point its own name at this machine, but not an address or our name.
        """
        if self.lan_port is None:
            return False
        name = host.rpartition(":")[0] or host
        return name in self.names or name == (scope.get("server") or ("",))[0]
