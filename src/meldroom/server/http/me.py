"""The HTTP API of one's own record: private to the browser whose session it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.arena.player_ratings import bot_ratings
from meldroom.server.http.handlers import json_response, with_problems
from meldroom.server.people.old_seats import OldSeats
from meldroom.server.people.record import played_games, record_form
from meldroom.server.sessions import SEPARATOR, Sessions
from meldroom.server.storage.ratings import ratings_of, read_persons
from meldroom.server.tables.room import Room


class Me:
    """The routes under /api/me."""

    def __init__(self, room: Callable[[], Room], sessions: Sessions) -> None:
        self._room, self.sessions = room, sessions
        self.old_seats = OldSeats()

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    def routes(self) -> list[Route]:
        """Give every route under /api/me."""
        return [Route("/me/record", with_problems(self.record))]

    async def record(self, request: Request) -> Response:
        """Give the record of the person whose browser asks."""
        person = await self._person(request)
        if person:
            await self.old_seats.claim(self.room, person, self._sessions(request))
            await self.room.ratings.catch_up()
        return json_response(await asyncio.to_thread(self._record_form, person))

    def _record_form(self, person: str) -> dict[str, Any]:
        room = self.room
        if not person:
            return record_form([], {}, {}, {})
        keys = room.results.keys_of(person)
        games = played_games(room.results.games_of(keys), keys)
        ladders = {key: bot_ratings(key) for key in {game.mine.game for game in games}}
        with room.store.reading() as connection:
            persons = read_persons(connection)
        return record_form(games, ratings_of(room.store, person), persons, ladders)

    async def _person(self, request: Request) -> str:
        """Give the key of the record of the browser that asks; "" if it has no session."""
        key = self.sessions.person(request.cookies)
        return await asyncio.to_thread(self.room.results.person_of, key) if key else ""

    def _sessions(self, request: Request) -> list[str]:
        return self.sessions.read(request.cookies).split(SEPARATOR)
