"""The ASGI application: its routes, and the room behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from meldroom.games import GAMES
from meldroom.room.limits import Limits
from meldroom.room.services import StorageError
from meldroom.server.addresses import addresses
from meldroom.server.administration import Administration, Retention
from meldroom.server.admission import NO_DATABASE, Admission
from meldroom.server.cluster.shared_room import SharedRoom, make_room
from meldroom.server.histogram import Histogram
from meldroom.server.http.daily import Daily
from meldroom.server.http.games_api import GamesApi
from meldroom.server.http.mails import Mails
from meldroom.server.http.me import Me
from meldroom.server.http.openapi import encoded_description
from meldroom.server.http.origin_guard import OriginGuard
from meldroom.server.http.request_limit import RequestLimit
from meldroom.server.http.responses import not_found_page, problem, wants_page
from meldroom.server.http.routes import routes
from meldroom.server.http.shell import ShellFiles
from meldroom.server.http.static_files import GameFiles, PageFiles, document
from meldroom.server.http.tables_api import TablesApi
from meldroom.server.mail import MailSender, MailServer
from meldroom.server.monitoring import TimeRequests, make_monitor
from meldroom.server.people.daily import DRAW_INTERVAL, todays_secrets
from meldroom.server.people.mails import MailPlan, TurnMailer
from meldroom.server.sessions import Sessions
from meldroom.server.storage.store import Store
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import Connection

PAGE_ADDRESSES = {  # each with the module in web/pages/ that draws the page
    "/": "home",
    "/t/{key}": "table",
    "/rules/{game}": "rules",
    "/learn/{game}": "learn",
    "/replay/{key}/{number:number}": "replay",
    "/settings": "settings",
    "/me": "record",
    "/daily": "daily",
    "/mail/{key}": "mail",
}

NO_ROUTE = {404: "there is nothing at this address", 405: "this address has no such method"}


class Config(NamedTuple):
    """How a server is run; only pages of its `origins` may use it."""

    origins: tuple[str, ...]
    pace: float = 1.0  # of bots; 0 lets them move at once
    limits: Limits = Limits()
    proxies: tuple[str, ...] = ()  # whose X-Forwarded-For is trusted
    retention: Retention = Retention()
    review_effort: float = 1.0  # times the usual number of worlds
    player_table: bool = False  # whether everybody sees who is rated how
    lan_port: int | None = None  # at which the local network reaches it, if it may
    control_token: str = ""  # what administrators prove themselves with; "" admits nobody
    address: str = ""  # host and port where other processes on the same database reach it

    mail: MailServer | None = None  # None if it sends no emails
    mail_plan: MailPlan = MailPlan()

    @property
    def secure(self) -> bool:
        """Whether it is reached by https alone."""
        https = (origin.startswith("https://") for origin in self.origins)
        return self.lan_port is None and all(https)


def make_app(config: Config, store: Store) -> Starlette:
    """Make the application; its room opens when it starts."""
    rooms: list[Room] = []
    request_seconds = Histogram()
    sessions = Sessions(config.secure)
    admission = Admission(config.limits, config.proxies)
    known_addresses = partial(addresses, config.origins, config.lan_port)
    shared = (lambda: rooms[0], sessions, admission)
    sender = MailSender(config.mail) if config.mail is not None else None
    api_routes = routes(
        GamesApi(*shared, known_addresses),
        TablesApi(*shared),
        Me(*shared, config.player_table),
        Daily(*shared, config.player_table),
        Mails(*shared, sender, config.origins[0]),
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        room = make_room(store, config.pace, stop, config.review_effort, config.address)
        rooms.append(room)
        app.state.hand_over = room.hand_over
        app.state.refusals = room.refusals
        background = room.background
        background.run("restoring tables", room.restore_tables)
        background.every("daily deals", partial(todays_secrets, room.log), DRAW_INTERVAL)
        room.ratings.catch_up_soon()  # what an upgrade or a stop left behind
        if sender is not None:
            mailer = TurnMailer(room, sender, config.origins[0], config.mail_plan)
            background.run("sending emails", sender.run)
            background.every("turns to mail", mailer.send_due, config.mail_plan.interval)
        Administration(room).keep_small(config.retention)
        if isinstance(room, SharedRoom):
            admission.process_id = room.ownership.leases.process_id
        app.state.on_open()
        try:
            yield
        finally:
            await room.close()
            rooms.clear()

    def stop(error: StorageError) -> None:
        app.state.storage_error = error
        app.state.stop()

    async def socket(websocket: WebSocket) -> None:
        address = admission.request_address(websocket)
        peer = admission.client_address(websocket.client.host if websocket.client else "")
        by_proxy = address != peer and not admission.passed_on(websocket)
        rejection = admission.enter(address, by_proxy=True) if by_proxy else None
        if rooms[0].cut_off:
            rejection = NO_DATABASE  # a proxy that sees the status tries another process
        try:
            if rejection is not None:
                response = problem(rejection.status, "rejected", rejection.why, "P-11")
                await websocket.send_denial_response(response)
                return
            guard = partial(admission.counting_wrong_guesses, address)
            seatless_limit = admission.seatless_bucket(address)
            connection = Connection(
                rooms[0], websocket, config.limits, sessions, guard, seatless_limit, address
            )
            await connection.serve()
        finally:
            if by_proxy:
                admission.leave(address, by_proxy=True)

    async def openapi(_: Request) -> Response:
        return Response(encoded_description(), media_type="application/json")

    async def page(module: str, request: Request) -> Response:
        live = rooms[0].tables.get(request.path_params.get("key", ""))
        game = live.table.game if live else GAMES.get(request.path_params.get("game", ""))
        return document(module, game)

    app = Starlette(
        routes=[
            Mount("/api", routes=[*api_routes, Route("/openapi.json", openapi)]),
            WebSocketRoute("/socket", socket),
            *[Route(address, partial(page, module)) for address, module in PAGE_ADDRESSES.items()],
            *ShellFiles(PAGE_ADDRESSES).routes(),
            Mount("/games", GZipMiddleware(GameFiles())),
            Mount("/fonts", PageFiles("fonts")),  # compressed already
            Mount("/", GZipMiddleware(PageFiles())),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _http_problem},
    )
    app.state.stop = app.state.on_open = lambda: None
    app.state.storage_error = None
    app.state.monitor = make_monitor(
        lambda: rooms[0] if rooms else None, admission, request_seconds, config.control_token
    )
    app.state.admission = admission
    app.add_middleware(OriginGuard, origins=config.origins, lan_port=config.lan_port)
    app.add_middleware(TimeRequests, histogram=request_seconds)
    app.add_middleware(RequestLimit, admission=admission)  # outside: its refusals wait
    return app


async def _http_problem(request: Request, error: Exception) -> Response:
    """Answer an address that does not exist, or a wrong method, with a problem too."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and wants_page(request.scope):
        return not_found_page()
    why = NO_ROUTE.get(error.status_code, error.detail)
    response = problem(error.status_code, error.detail.lower(), why)
    if error.status_code == 405:
        response.headers["Allow"] = "GET, HEAD"  # of files, which do not say so
    response.headers.update(error.headers or {})
    return response
