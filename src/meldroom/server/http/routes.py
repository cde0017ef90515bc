"""Every route of the HTTP API: what it does, costs, takes and answers.

A cost is in tokens of an address's limit, about one for a millisecond of a core. What a route does
is the docstring of the method that answers it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, compile_path

from meldroom.room.wire.games import Game
from meldroom.server.http import answers
from meldroom.server.http import personal_answers as personal
from meldroom.server.http import request_bodies as bodies
from meldroom.server.http.api import Api
from meldroom.server.http.daily import Daily
from meldroom.server.http.games_api import GamesApi
from meldroom.server.http.mails import Mails
from meldroom.server.http.me import Me
from meldroom.server.http.responses import Handler, with_problems
from meldroom.server.http.tables_api import TablesApi

RECORD = "/tables/{key}/records/{number:number}"


class Endpoint(NamedTuple):
    """A method of an address under /api."""

    method: str
    path: str
    handler: Callable[[Any, Request], Awaitable[Response]]
    cost: int
    answer: Any = None  # its type, None if it is no JSON
    body: type[bodies.Body] | None = None
    status: int = 200
    also: tuple[int, Any] | None = None  # another status of success, and its answer
    query: tuple[str, ...] = ()
    media: str = "application/json"
    at_table: bool = False  # answered by the process that has the table

    @property
    def pattern(self) -> re.Pattern[str]:
        """What addresses it answers."""
        return compile_path(f"/api{self.path}")[0]


_get, _post = partial(Endpoint, "GET"), partial(Endpoint, "POST")
_at_table, _post_at_table = partial(_get, at_table=True), partial(_post, at_table=True)
_take_seat = partial(_post_at_table, answer=answers.TakenSeat, status=201)

# POST has a smaller limit than GET.
ENDPOINTS = (
    _get("/games", GamesApi.games, 3, list[Game]),
    _get("/games/{key}/rules", GamesApi.rules, 1, media="text/markdown"),
    _get("/games/{key}/cards", GamesApi.cards, 2, list[answers.ExplainedCard], query=("seats",)),
    _get("/games/{key}/summary", GamesApi.summary, 2, answers.Summary | None),
    _get("/games/{key}/lesson", GamesApi.lesson, 2, answers.Lesson),
    _get(
        "/games/{key}/lesson/{step:number}/check", GamesApi.check_move, 20, answers.CheckedMove,
        query=("text",),
    ),
    _get("/bots", GamesApi.bots, 1, list[answers.Bot]),
    _get("/addresses", GamesApi.addresses, 1, list[answers.Address]),
    _get("/tables", TablesApi.tables, 1, answers.LobbyPage, query=("after", "limit")),
    _post("/tables", TablesApi.open_table, 1, answers.TakenSeat, bodies.NewTable, 201),
    _take_seat(
        "/tables/{key}/seats", TablesApi.take_seat, 1, body=bodies.TakeSeat,
        also=(202, answers.TakenSeat),
    ),
    _post_at_table(
        "/tables/{key}/end", TablesApi.end_table, 1, answers.ClosedTable, bodies.EndTable
    ),
    _at_table("/tables/{key}/evening", TablesApi.evening, 3, answers.Evening),
    _at_table("/tables/{key}/scores/{number:number}", TablesApi.score, 3, answers.StoredScore),
    _at_table("/tables/{key}/results/{number:number}", TablesApi.result, 3, answers.GameEnd),
    _at_table(RECORD, TablesApi.record, 10, answers.GameRecord),
    _at_table(
        f"{RECORD}/plies", TablesApi.plies, 15, answers.ReplayPage, query=("from", "to", "eyes")
    ),
    _at_table(
        f"{RECORD}/review", TablesApi.review, 5, answers.Review,
        also=(202, answers.ReviewProgress),
    ),
    _take_seat(f"{RECORD}/branches", TablesApi.play_on, 5, body=bodies.PlayOn),
    _get("/me/record", Me.record, 20, personal.MyRecord),
    _get("/players", Me.players, 30, list[personal.PlayersOfGame]),
    _get("/me/export", Me.export, 200, media="application/zip"),
    _post("/me/carry", Me.carry, 5, personal.CarryCode, bodies.NoFields, 201),
    _post("/me/join", Me.join, 5, personal.Joined, bodies.JoinPerson),
    _post("/me/delete", Me.delete, 20, personal.Erased, bodies.NoFields),
    _get("/daily", Daily.overview, 5, personal.DailyOverview, query=("past",)),
    _take_seat("/daily/{game}", Daily.attempt, 2, body=bodies.DailyName),
    _get("/daily/{day}/{game}", Daily.deal, 5, personal.DailyDeal),
    _post("/daily/{day}/{game}", Daily.practice, 2, answers.TakenSeat, bodies.DailyName, 201),
    _at_table("/tables/{key}/mail", Mails.read, 2, personal.TableMail),
    _post_at_table(
        "/tables/{key}/mail", Mails.leave, 10, personal.LeftAddress, bodies.MailAddress
    ),
    _get("/mail/{key}", Mails.read_link, 2, personal.MailState),
    _post("/mail/{key}", Mails.answer_link, 5, personal.MailState, bodies.MailAnswer),
)  # fmt: skip
BESIDE_THE_API = {
    "GET /api/openapi.json": 10,
    "GET /service_worker.js": 5,
    "GET /shell.json": 10,
    "GET /socket": 3,
}
COSTS = {f"{one.method} /api{one.path}": one.cost for one in ENDPOINTS} | BESIDE_THE_API
OTHERS = 1  # pages and their files


def routes(*apis: Api) -> list[Route]:
    """Make a route for each address, so that 405 names all its methods (RFC 9110, Allow)."""
    parts = {type(api).__name__: api for api in apis}
    found: dict[str, dict[str, Handler]] = {}
    for one in ENDPOINTS:
        part, name = one.handler.__qualname__.split(".")
        handler: Handler = getattr(parts[part], name)
        if one.at_table:
            handler = partial(parts[part].where_the_table_is, handler)
        found.setdefault(one.path, {})[one.method] = handler
    return [
        Route(path, with_problems(partial(_dispatch, handlers)), methods=[*handlers])
        for path, handlers in found.items()
    ]


async def _dispatch(handlers: dict[str, Handler], request: Request) -> Response:
    return await handlers["GET" if request.method == "HEAD" else request.method](request)


def _costly() -> dict[str, list[tuple[re.Pattern[str], int]]]:
    """Compile the addresses of what costs more than others, by method."""
    patterns: dict[str, list[tuple[re.Pattern[str], int]]] = {}
    for route, cost in COSTS.items():
        method, _, path = route.partition(" ")
        if cost > OTHERS:
            patterns.setdefault(method, []).append((compile_path(path)[0], cost))
    return patterns


_COSTLY = _costly()


def cost_of(method: str, path: str) -> int:
    """Return how many tokens a request costs."""
    wanted = _COSTLY.get("GET" if method == "HEAD" else method, [])
    return next((cost for pattern, cost in wanted if pattern.match(path)), OTHERS)
