"""The HTTP API of the deal of the day."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.games import GAMES
from meldroom.server.executors import database
from meldroom.server.http.admission import Admission
from meldroom.server.http.handlers import Handler, NotFound, json_response, with_problems
from meldroom.server.http.request_bodies import DailyName, read_body
from meldroom.server.people.daily import (
    PAST_DAYS,
    deal_form,
    keys_of_person,
    open_attempt,
    open_practice,
    overview_form,
    past_secret,
    todays_secrets,
)
from meldroom.server.people.daily_master import DailyMaster
from meldroom.server.refusals import refused
from meldroom.server.sessions import Sessions, first_session
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from meldroom.server.tables.table_limits import check_new_table
from meldroom.server.tokens import new_session, person_key

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
NO_DEAL = "there is no such deal, or its day has not come"


class Daily:
    """The routes under /api/daily."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        of_table: Callable[[Handler], Handler],
        shows_players: bool = False,
    ) -> None:
        self._room, self.sessions, self.admission = room, sessions, admission
        self.of_table = of_table  # lets the process answer that has the table
        self.shows_players = shows_players
        self.master = DailyMaster()

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    def routes(self) -> list[Route]:
        """Give every route."""
        deal, past = with_problems(self.deal_or_practice), ["GET", "POST"]
        return [
            Route("/daily", with_problems(self.overview)),
            Route("/daily/{game}", self.of_table(self.attempt), methods=["POST"]),
            Route("/daily/{day}/{game}", deal, methods=past),
        ]

    async def overview(self, request: Request) -> Response:
        """List today's deals and the past days, with the results of who asks."""
        past = request.query_params.get("past", str(PAST_DAYS))
        if past not in map(str, range(PAST_DAYS + 1)):
            raise refused("P-1", f"past is a number from 0 to {PAST_DAYS}")
        day, secrets = await todays_secrets(self.room.log)
        persons = await self._persons(self.sessions.person(request.cookies))
        form = await database.run(overview_form, self.room.store, day, secrets, persons, int(past))
        return json_response(form)

    async def attempt(self, request: Request) -> Response:
        """Open the table of a person's one attempt at today's deal, or give it again."""
        wanted = await read_body(request, DailyName)
        game = _game(request)
        self._check_new_table(request)
        cookie = self.sessions.read(request.cookies) or new_session()
        session = first_session(cookie)
        persons = await self._persons(person_key(session))
        live = await open_attempt(self.room, game, wanted.name, persons, session)
        return self._seat(request, live, cookie)

    async def deal_or_practice(self, request: Request) -> Response:
        """Describe or practise a deal: one route, so that 405 names every method."""
        return await (self.practice if request.method == "POST" else self.deal)(request)

    async def deal(self, request: Request) -> Response:
        """Describe a deal: who has finished it sees the field, and anybody once it is past."""
        game, day = _game(request), _day(request)
        current, secrets = await todays_secrets(self.room.log)
        secret = secrets[game] if day == current else await self._past_secret(day, game)
        persons = await self._persons(self.sessions.person(request.cookies))
        store, names = self.room.store, self.shows_players
        form = await database.run(deal_form, store, day, game, secret, persons, names)
        if form["field"] is not None and form["master"] is None and day == current:
            self.master.start(self.room, day, game, secret)
        return json_response(form)

    async def practice(self, request: Request) -> Response:
        """Open a table for the deal of a past day."""
        wanted = await read_body(request, DailyName)
        game, day = _game(request), _day(request)
        self._check_new_table(request)
        await self._past_secret(day, game)
        cookie = self.sessions.read(request.cookies) or new_session()
        live = await open_practice(self.room, day, game, wanted.name, first_session(cookie))
        return self._seat(request, live, cookie)

    def _seat(self, request: Request, live: LiveTable, cookie: str) -> Response:
        live.opened_by = live.opened_by or self.admission.request_address(request)
        table = live.table
        form = {"table": table.key, "seat": 0, "code": table.opened.code}
        response = json_response(form, 201)
        self.sessions.set(response, cookie)
        return response

    def _check_new_table(self, request: Request) -> None:
        admission, address = self.admission, self.admission.request_address(request)
        weight, tables = admission.weight(address), self.room.tables.values()
        check_new_table(tables, admission.limits, address, weight, standing=False)

    async def _past_secret(self, day: str, game: str) -> bytes:
        try:
            return await past_secret(self.room, day, game)
        except LookupError:
            raise NotFound(NO_DEAL) from None

    async def _persons(self, key: str) -> list[str]:
        return await database.run(keys_of_person, self.room, key)


def _game(request: Request) -> str:
    game = str(request.path_params["game"])
    if game not in GAMES:
        raise NotFound(f"there is no game {game[:40]!r}")
    return game


def _day(request: Request) -> str:
    day = str(request.path_params["day"])
    if DAY.fullmatch(day) is None:
        raise NotFound(NO_DEAL)
    return day
