"""The HTTP API of the deal of the day."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from meldroom.games import GAMES
from meldroom.room.refusals import refused
from meldroom.room.seats import Place
from meldroom.room.tokens import new_session, person_key
from meldroom.server.admission import Admission
from meldroom.server.executors import database
from meldroom.server.http.api import Api
from meldroom.server.http.request_bodies import DailyName, read_body
from meldroom.server.http.responses import NotFound, json_response
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
from meldroom.server.sessions import Sessions, first_session
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
NO_DEAL = "there is no such deal, or its day has not come"


class Daily(Api):
    """The routes under /api/daily."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        shows_players: bool = False,
    ) -> None:
        super().__init__(room, sessions, admission)
        self.shows_players = shows_players
        self.master = DailyMaster()

    async def overview(self, request: Request) -> Response:
        """List today's deals and the past days, with your own results."""
        past = request.query_params.get("past", str(PAST_DAYS))
        if past not in map(str, range(PAST_DAYS + 1)):
            raise refused("P-1", f"past is a number from 0 to {PAST_DAYS}")
        day, secrets = await todays_secrets(self.room.log)
        persons = await self._persons(self.sessions.person(request.cookies))
        form = await database.run(overview_form, self.room.store, day, secrets, persons, int(past))
        return json_response(form)

    async def attempt(self, request: Request) -> Response:
        """Open the table of your one attempt at today's deal, or return it again."""
        wanted = await read_body(request, DailyName)
        game = _game(request)
        self.check_new_table(request)
        cookie = self.sessions.read(request.cookies) or new_session()
        session = first_session(cookie)
        persons = await self._persons(person_key(session))
        live = await open_attempt(self.room, game, wanted.name, persons, session)
        return self._seat(request, live, cookie)

    async def deal(self, request: Request) -> Response:
        """Describe a deal, with the field once you have finished it or its day is over."""
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
        """Open a table for the deal of a past day, which counts for nobody."""
        wanted = await read_body(request, DailyName)
        game, day = _game(request), _day(request)
        self.check_new_table(request)
        await self._past_secret(day, game)
        cookie = self.sessions.read(request.cookies) or new_session()
        live = await open_practice(self.room, day, game, wanted.name, first_session(cookie))
        return self._seat(request, live, cookie)

    def _seat(self, request: Request, live: LiveTable, session: str) -> Response:
        live.opened_by = live.opened_by or self.admission.request_address(request)
        return self.seat_response(live.table, Place(0), session)

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
