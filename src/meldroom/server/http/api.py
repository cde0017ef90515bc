"""What the routes of the HTTP API share: the room, sessions, seats and the process to ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from meldroom.room.seats import Place
from meldroom.room.table import Table
from meldroom.room.tokens import is_table_key
from meldroom.server.admission import Admission
from meldroom.server.cluster.passing_on import here_or_passed_on, pass_request_on
from meldroom.server.http.answers import TakenSeat
from meldroom.server.http.request_bodies import body_of
from meldroom.server.http.responses import NotFound, json_response
from meldroom.server.sessions import Sessions
from meldroom.server.storage.leases import Owner
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_limits import check_new_table


class Api:
    """A part of the API; each route is a method that answers a request."""

    def __init__(self, room: Callable[[], Room], sessions: Sessions, admission: Admission) -> None:
        self._room, self.sessions, self.admission = room, sessions, admission

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    async def where_the_table_is(
        self, handler: Callable[[Request], Awaitable[Response]], request: Request
    ) -> Response:
        """Let the process answer that has the table."""
        key = request.path_params.get("key")
        if key is not None and not is_table_key(key):
            raise NotFound("there is no such table")
        address = self.admission.request_address(request)

        async def pass_on(owner: Owner) -> Response:
            return await pass_request_on(request, await body_of(request), address, owner)

        return await here_or_passed_on(request, partial(handler, request), pass_on)

    async def find(self, request: Request) -> LiveTable:
        """Find the table that the address names."""
        live = await self.room.find(request.path_params["key"])
        if live is None:
            raise NotFound("there is no such table")
        return live

    def check_new_table(self, request: Request, standing: bool = False) -> str:
        """Refuse one table too many, and return the address that opens it."""
        admission, address = self.admission, self.admission.request_address(request)
        weight, tables = admission.weight(address), self.room.tables.values()
        check_new_table(tables, admission.limits, address, weight, standing)
        return address

    def seat_response(self, table: Table, place: Place, session: str, token: str = "") -> Response:
        """Answer that a seat was taken; a browser keeps its session, a program gets a token."""
        taken = TakenSeat(
            table=table.key,
            seat=place.seat,
            code=table.opened.code,
            waiting=True if place.waiting else UNSET,
            token=UNSET if session else token,
        )
        response = json_response(taken, 202 if place.waiting else 201)
        if session:
            self.sessions.set(response, session)
        return response
