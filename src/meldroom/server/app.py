"""The application: routes, pages, and the walls around them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from meldroom.games import GAMES
from meldroom.server.http.admission import Admission, Crowd
from meldroom.server.http.api import Api, problem
from meldroom.server.http.openapi import described
from meldroom.server.storage.store import StorageError, Store
from meldroom.server.tables.payload import dress, folder
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import Connection, Limits

PAGES = Path(str(files("meldroom"))) / "web"
CSP = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
        "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'",
        "object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types lit-html",
    ]
)  # fmt: skip
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


ADDRESSES = (
    "/", "/t/{key}", "/rules/{game}", "/learn/{game}", "/replay/{key}/{number:int}", "/settings"
)  # fmt: skip
FRESH = {"Cache-Control": "no-cache"}  # kept, but asked for again: an update is seen at once


class Assets(StaticFiles):
    """The files of the page."""

    def file_response(self, *args: Any, **more: Any) -> Response:
        """Give a file that the browser keeps as long as it is the same."""
        response = super().file_response(*args, **more)
        response.headers.update(FRESH)
        return response


class Wardrobe:
    """What games lie in their folders to be drawn by: their table.js, table.css and faces.svg."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give one file of one game."""
        key, _, name = scope["path"].removeprefix(scope["root_path"]).lstrip("/").partition("/")
        game = GAMES.get(key)
        if game is None or name not in dress(game):
            await problem(404, "not found", "no game has that")(scope, receive, send)
            return
        path = folder(game) / name
        await FileResponse(path, headers=FRESH)(scope, receive, send)


class Config(NamedTuple):
    """How a server is run; `origins` are the only pages that may speak to it."""

    origins: tuple[str, ...]
    pace: float = 1.0
    limits: Limits = Limits()
    crowd: Crowd = Crowd()
    proxies: tuple[str, ...] = ()  # whose word is taken for where somebody comes from

    @property
    def secure(self) -> bool:
        """Whether everybody comes by https."""
        return all(origin.startswith("https://") for origin in self.origins)


class Walls:
    """Lets only our own pages in: known hosts, same origin, JSON; and sets the headers of all."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.hosts = frozenset(urlsplit(origin).netloc for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        why = self._forbids(scope, headers)
        if scope["type"] == "websocket":
            if why:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": why})
            else:
                await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told[name] = value
                if scope["path"].startswith("/api"):
                    told["Cache-Control"] = "no-store"
            await send(message)

        if why:
            await problem(403, "forbidden", why, "P-10")(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)

    def _forbids(self, scope: Scope, headers: Headers) -> str:
        if headers.get("host") not in self.hosts:
            return "this server does not go by that name"
        origin = headers.get("origin")
        if scope["type"] == "websocket":
            return "" if origin in self.origins else "that page may not speak to this server"
        if scope["method"] in ("GET", "HEAD"):
            return ""
        if origin is not None and origin not in self.origins:
            return "that page may not speak to this server"
        if origin is None and headers.get("sec-fetch-site") != "same-origin":
            return "say which page you come from"
        if headers.get("content-type", "").split(";")[0].strip() != "application/json":
            return "send JSON"
        return ""


def make_app(config: Config, store: Store) -> Starlette:
    """Put the server together; its room opens when the application starts."""
    rooms: list[Room] = []
    cookie = "__Host-meldroom-" if config.secure else "meldroom-"
    admission = Admission(config.crowd, config.proxies)
    api = Api(lambda: rooms[0], cookie, config.secure, admission)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        room = Room(store, config.pace, stop)
        rooms.append(room)
        room.spawn(room.wake())
        app.state.opened()
        try:
            yield
        finally:
            await room.close()
            rooms.clear()

    def stop(trouble: StorageError) -> None:
        app.state.trouble = trouble
        app.state.stop()

    async def socket(websocket: WebSocket) -> None:
        address = admission.whence_came(websocket)
        brought = address != admission.whence(websocket.client.host if websocket.client else "")
        turned = admission.enter(address, by_proxy=True) if brought else None
        try:
            if turned is not None:
                told = problem(turned.status, "turned away", turned.why, "P-11")
                await websocket.send_denial_response(told)
                return
            knocking = partial(admission.knocking, address)
            await Connection(rooms[0], websocket, config.limits, cookie, knocking).serve()
        finally:
            if brought:
                admission.leave(address, by_proxy=True)

    async def openapi(_: Any) -> Response:
        return JSONResponse(described())

    async def page(_: Any) -> Response:
        return FileResponse(PAGES / "index.html", headers=FRESH)

    app = Starlette(
        routes=[
            Mount("/api", routes=[*api.routes(), Route("/openapi.json", openapi)]),
            *api.watch(),
            WebSocketRoute("/socket", socket),
            *[Route(path, page) for path in ADDRESSES],
            Mount("/games", GZipMiddleware(Wardrobe())),
            Mount("/", GZipMiddleware(Assets(directory=PAGES, check_dir=False))),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _missing},
    )
    app.state.stop = app.state.opened = lambda: None
    app.state.trouble = None
    app.state.admission = admission
    app.add_middleware(Walls, origins=config.origins)
    return app


async def _missing(_: Request, error: Exception) -> Response:
    """Tell of a page that is not there, or not to be used so, as of any other problem."""
    assert isinstance(error, HTTPException)
    response = problem(error.status_code, "not found", error.detail)
    response.headers.update(error.headers or {})
    return response
