"""The HTTP part of the protocol: games, tables, seats, records, and how the server is doing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.bots.levels import LEVELS
from meldroom.core.game import Game, Refusal
from meldroom.games import GAMES, find
from meldroom.games.rulebook import common_page, page
from meldroom.server import metrics
from meldroom.server.http.admission import Admission
from meldroom.server.http.lessons import lesson_told
from meldroom.server.http.records import record_at, record_of
from meldroom.server.http.replays import Shelf
from meldroom.server.storage.log_entries import Clock, Settings
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.payload import about, encode
from meldroom.server.tables.room import Room
from meldroom.server.tables.table import Table, refused
from meldroom.server.tokens import seat_of
from meldroom.server.ws.messages import SeatNumber

YEAR = 365 * 86_400
BODY = 16_384
SLOW = 10.0  # seconds in which a whole request must have come
STATUS = {"P-7": 403, "P-11": 429}  # what is refused by another rule is 422
T = TypeVar("T")
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Keep = Literal["cookie", "token"]
Option = Annotated[str, Meta(max_length=40)] | Annotated[int, Meta(ge=-(2**31), le=2**31)]


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Open a table and sit down at its first seat."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    name: Name
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Option], Meta(max_length=20)] = {}
    clock: Clock = "off"
    listed: bool = False
    watchers: Literal["off", "delayed"] = "off"
    history: bool = False
    chat: bool | None = None
    fill: Literal["bots", "people"] = "bots"
    bot: Annotated[str, Meta(max_length=20)] = "house"
    standing: bool = False
    keep: Keep = "cookie"


class PlayOn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Play on with bots where a finished game stood after a ply, from one of its seats."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: SeatNumber
    name: Name
    bot: Annotated[str, Meta(max_length=20)] = "house"
    keep: Keep = "cookie"


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Take a seat that no person holds."""

    name: Name
    code: Annotated[str, Meta(max_length=64)] = ""
    seat: SeatNumber | None = None
    keep: Keep = "cookie"


class Api:
    """The routes under /api, and the three that watch over the server."""

    def __init__(
        self, room: Callable[[], Room], cookie: str, secure: bool, admission: Admission
    ) -> None:
        self._room, self.cookie, self.secure = room, cookie, secure
        self.admission = admission
        self.shelf = Shelf()

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    def routes(self) -> list[Route]:
        """Give every route under /api."""
        return [
            Route("/games", _told(self.games)),
            Route("/games/{key}/rules", _told(self.rules)),
            Route("/games/{key}/lesson", _told(self.lesson)),
            Route("/bots", _told(self.bots)),
            Route("/tables", _told(self.tables), methods=["GET"]),
            Route("/tables", _told(self.open), methods=["POST"]),
            Route("/tables/{key}/seats", _told(self.sit), methods=["POST"]),
            Route("/tables/{key}/records/{number:int}", _told(self.record)),
            Route("/tables/{key}/records/{number:int}/plies", _told(self.plies)),
            Route(
                "/tables/{key}/records/{number:int}/branches",
                _told(self.play_on),
                methods=["POST"],
            ),
        ]

    def watch(self) -> list[Route]:
        """Give the routes by which others watch over the server."""
        return [
            Route("/health", _told(self.health)),
            Route("/ready", _told(self.ready)),
            Route("/metrics", _told(self.metrics)),
        ]

    async def games(self, _: Request) -> Response:
        """List the games with their options and cards."""
        return _json([about(game) for game in GAMES.values()])

    async def rules(self, request: Request) -> Response:
        """Give a game's rules page, and the one that all games share."""
        text = "\n".join((page(_game(request)), common_page()))
        return Response(text, media_type="text/markdown; charset=utf-8")

    async def lesson(self, request: Request) -> Response:
        """Give a game's lesson, as its learner sees it."""
        told = lesson_told(_game(request))
        if told is None:
            raise NotFound("that game has no lesson")
        return Response(told, media_type="application/json")

    async def bots(self, _: Request) -> Response:
        """List the levels of bots, the strongest last."""
        return _json(list(LEVELS))

    async def tables(self, _: Request) -> Response:
        """List the tables that anybody may join."""
        return _json(self.room.lobby())

    async def open(self, request: Request) -> Response:
        """Open a table."""
        wish = await _body(request, NewTable)
        settings = Settings(
            clock=wish.clock,
            listed=wish.listed,
            watchers=wish.watchers,
            history=wish.history,
            chat=not wish.listed if wish.chat is None else wish.chat,
            fill=wish.fill,
            bot=wish.bot,
            standing=wish.standing,
        )
        try:
            sitting, token = await self.room.open(
                wish.game, wish.seats, dict(wish.options), settings, wish.name
            )
        except ValueError as error:
            raise refused("P-1", str(error)) from None
        return self._seated(sitting, 0, token, wish.keep)

    async def sit(self, request: Request) -> Response:
        """Take a seat; one who has it already by a cookie keeps it."""
        wish = await _body(request, TakeSeat)
        with self.admission.knocking(self.admission.whence_came(request)):
            sitting = await self._find(request)
            token = request.cookies.get(self.cookie + sitting.table.key, "")
            seat = seat_of(sitting.table, token) if token else None
            if seat is None:
                seat, token = await self.room.sit(sitting, wish.name, wish.seat, wish.code)
        return self._seated(sitting, seat, token, wish.keep)

    def _seated(self, sitting: LiveTable, seat: int, token: str, keep: Keep) -> Response:
        table = sitting.table
        told = {"table": table.key, "seat": seat, "code": table.opened.code}
        if keep == "token":
            return _json({**told, "token": token}, 201)
        response = _json(told, 201)
        response.set_cookie(
            self.cookie + table.key,
            token,
            max_age=YEAR,
            httponly=True,
            secure=self.secure,
            samesite="strict",
        )
        return response

    async def record(self, request: Request) -> Response:
        """Give the record of a finished game of a table, by its number from 1 on."""
        table, number, form = await self._record(request)
        name = f"{table.game.key}-{table.key}-{number}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return _json(form, headers=headers)

    async def plies(self, request: Request) -> Response:
        """Show plies of a finished game with the eyes of a seat, or with every card open."""
        table, number, form = await self._record(request)
        asked = request.query_params
        try:
            first, last = int(asked.get("from", "0")), int(asked.get("to", "0"))
            eyes = None if asked.get("eyes", "all") == "all" else int(asked["eyes"])
        except ValueError:
            raise refused("P-1", "from, to and eyes are numbers, or eyes is all") from None
        if not 0 <= first <= last or eyes not in (None, *range(len(table.chairs))):
            raise refused("P-1", "there are no such plies, or no such seat")
        film = await asyncio.to_thread(self.shelf.film, table.key, number, form)
        return _json({"plies": len(film.moves), "shots": film.shots(first, last, eyes)})

    async def play_on(self, request: Request) -> Response:
        """Open a table where a finished game stood after a ply; bots take the other seats."""
        wish = await _body(request, PlayOn)
        table, _, form = await self._record(request)
        if wish.seat not in range(len(table.chairs)):
            raise refused("X-1", "there is no such seat")
        settings = Settings(bot=wish.bot)
        try:
            sitting, token = await self.room.branch(form, wish.ply, wish.seat, settings, wish.name)
        except ValueError as error:
            raise refused("P-1", str(error)) from None
        return self._seated(sitting, wish.seat, token, wish.keep)

    async def _record(self, request: Request) -> tuple[Table, int, dict[str, Any]]:
        sitting = await self._find(request)
        number, table = request.path_params["number"], sitting.table
        if number == table.games:
            form = record_at(table)
        else:
            rows = await asyncio.to_thread(self.room.log.read, table.key)
            form = await asyncio.to_thread(record_of, table.key, rows, number)
        if form is None:
            raise NotFound("there is no such finished game")
        return table, number, form

    async def _find(self, request: Request) -> LiveTable:
        sitting = await self.room.find(request.path_params["key"][:32])
        if sitting is None:
            raise NotFound("there is no such table")
        return sitting

    async def health(self, _: Request) -> Response:
        """Say that the process is alive."""
        return _json({"health": "ok"})

    async def ready(self, _: Request) -> Response:
        """Say whether moves can be written."""
        room = self.room
        if room.stopping or room.failed or not await asyncio.to_thread(room.store.ready):
            return _json({"ready": False}, 503)
        return _json({"ready": True})

    async def metrics(self, _: Request) -> Response:
        """Give the figures that Prometheus collects."""
        return Response(metrics.exposed(self.room), media_type=metrics.MEDIA_TYPE)


def _game(request: Request) -> Game[Any]:
    try:
        return find(request.path_params["key"])
    except ValueError as error:
        raise NotFound(str(error)) from None


class NotFound(LookupError):
    """There is nothing by that name."""


def problem(status: int, title: str, why: str, rule: str | None = None) -> Response:
    """Tell of a failed request as RFC 9457 says."""
    form: dict[str, Any] = {"title": title, "status": status, "detail": why}
    if rule is not None:
        form["rule"] = rule
    return Response(encode(form), status, media_type="application/problem+json")


def _json(form: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(form), status, headers=headers, media_type="application/json")


def _told(
    route: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Turn what a route refuses into a problem."""

    async def told(request: Request) -> Response:
        try:
            return await route(request)
        except Refusal as refusal:
            rule, why = refusal.violation
            return problem(STATUS.get(rule, 422), "refused", why, rule)
        except NotFound as missing:
            return problem(404, "not found", str(missing))
        except StorageError:
            return problem(503, "not written", "nothing happened; try again", "P-8")

    told.__doc__, told.__name__ = route.__doc__, getattr(route, "__name__", "route")
    return told


async def _body(request: Request, kind: type[T]) -> T:
    body = bytearray()
    try:
        async with asyncio.timeout(SLOW):
            async for chunk in request.stream():
                body += chunk
                if len(body) > BODY:
                    raise refused("P-1", f"a request has at most {BODY} bytes")
    except TimeoutError:
        raise refused("P-1", f"a request comes within {SLOW:.0f} seconds") from None
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise refused("P-1", str(error)) from None
