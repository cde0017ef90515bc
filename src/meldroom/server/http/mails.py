"""The HTTP API of mails: a player leaves an address at a table, and takes it back."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.server.executors import database
from meldroom.server.http.handlers import Handler, NotFound, json_response, with_problems
from meldroom.server.http.request_bodies import MailAddress, StopMails, read_body
from meldroom.server.mail import is_address
from meldroom.server.refusals import refused
from meldroom.server.sessions import Sessions
from meldroom.server.storage.turn_mails import (
    TurnMail,
    delete_mail,
    read_mails,
    stop_mails,
    write_mail,
)
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_seat import TableSeat
from meldroom.server.tokens import hashed


class Mails:
    """The routes by which people say whether they want mails."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        of_table: Callable[[Handler], Handler],
        sends: bool,
    ) -> None:
        self._room, self.sessions = room, sessions
        self.of_table, self.sends = of_table, sends

    def routes(self) -> list[Route]:
        """Give every route."""
        mail = self.of_table(self.read_or_leave)
        return [
            Route("/tables/{key}/mail", mail, methods=["GET", "POST"]),
            Route("/mail/stop", with_problems(self.stop), methods=["POST"]),
        ]

    async def read_or_leave(self, request: Request) -> Response:
        """Give or change the address: one route, so that 405 names every method."""
        return await (self.leave if request.method == "POST" else self.read)(request)

    async def read(self, request: Request) -> Response:
        """Say whether this table sends mails, and to which address of the browser's person."""
        live, seat = await self._seat(request)
        available = self.sends and live.clock.runs_for_days and seat is not None
        found: list[TurnMail] = []
        if seat is not None:
            find = partial(read_mails, self._room().store, live.table.key, seat.token)
            found = await database.run(find)
        address = found[0].address if found else ""
        return json_response({"available": available, "address": address})

    async def leave(self, request: Request) -> Response:
        """Store the address of the person who asks; an empty one is forgotten."""
        wanted = await read_body(request, MailAddress)
        live, seat = await self._seat(request)
        if seat is None or seat.person is None:
            raise refused("P-3", "you have no seat at this table")
        key, log = live.table.key, self._room().log
        if not wanted.address:
            await log.change(partial(delete_mail, table_id=key, token=seat.token))
            return json_response({"address": ""})
        if not self.sends or not live.clock.runs_for_days:
            raise refused("P-5", "no mails are sent of this table")
        if not is_address(wanted.address):
            raise refused("P-1", "that is not a mail address")
        stop_key = secrets.token_urlsafe(24)
        mail = TurnMail(key, seat.token, seat.person.key, wanted.address, stop_key)
        await log.change(partial(write_mail, mail=mail), erases=False)
        return json_response({"address": wanted.address})

    async def stop(self, request: Request) -> Response:
        """Send no more mails to the address of a mail, by the key in it."""
        wanted = await read_body(request, StopMails)
        await self._room().log.change(partial(stop_mails, stop_key=wanted.key))
        return json_response({})

    async def _seat(self, request: Request) -> tuple[LiveTable, TableSeat | None]:
        """Find the table, and the seat of the browser's person there."""
        key = request.path_params["key"]
        live = await self._room().find(key)
        if live is None:
            raise NotFound("there is no such table")
        tokens = {hashed(token) for token in self.sessions.tokens(request.cookies, key)}
        return live, next((one for one in live.table.people if one.token in tokens), None)
