"""The HTTP API of one's own record: private to the browser whose session it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.arena.player_ratings import bot_ratings
from meldroom.server.executors import database, slow
from meldroom.server.http.admission import Admission
from meldroom.server.http.handlers import json_response, with_problems
from meldroom.server.http.request_bodies import JoinPerson, NoFields, read_body
from meldroom.server.people.carry import carry_code, join_by_code
from meldroom.server.people.erase import erase_person
from meldroom.server.people.export import exported
from meldroom.server.people.old_seats import OldSeats
from meldroom.server.people.player_table import player_table
from meldroom.server.people.record import PersonalGame, played_games, record_form
from meldroom.server.people.reviewed import reviewed_games
from meldroom.server.sessions import SEPARATOR, Sessions
from meldroom.server.storage.carry_codes import VALID_SECONDS
from meldroom.server.storage.daily_deals import attempts_of, today
from meldroom.server.storage.ratings import ratings_of, read_persons
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.room import Room
from meldroom.server.tokens import new_session

logger = logging.getLogger("meldroom")
RATING_TIMEOUT = 2.0  # seconds that a request waits for new ratings
MAX_EXPORTS = 2  # at a time: each is held in memory


class Me:
    """The routes under /api/me, and the room's table of players."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        shows_players: bool = False,
    ) -> None:
        self._room, self.sessions, self.admission = room, sessions, admission
        self.old_seats = OldSeats()
        self.shows_players = shows_players
        self.exporting = asyncio.Semaphore(MAX_EXPORTS)

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    def routes(self) -> list[Route]:
        """Give every route."""
        return [
            Route("/me/record", with_problems(self.record)),
            Route("/players", with_problems(self.players)),
            Route("/me/export", with_problems(self.export)),
            Route("/me/carry", with_problems(self.carry), methods=["POST"]),
            Route("/me/join", with_problems(self.join), methods=["POST"]),
            Route("/me/delete", with_problems(self.delete), methods=["POST"]),
        ]

    async def prepare(self) -> None:
        """Do beforehand what would let the first request after a start wait."""
        await self.old_seats.prepare(self.room)
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Rate what is not rated yet; what cannot be written now waits for the next request."""
        try:
            await self.room.ratings.catch_up()
        except StorageError as error:
            logger.warning("ratings were not written, to be tried again: %s", error)

    async def _rate(self) -> None:
        """Rate what was finished lately; long work goes on while the request is answered."""
        done = asyncio.Event()

        async def rate() -> None:
            try:
                await self._catch_up()
            finally:
                done.set()

        self.room.spawn(rate())
        with suppress(TimeoutError):
            async with asyncio.timeout(RATING_TIMEOUT):
                await done.wait()

    async def record(self, request: Request) -> Response:
        """Give the record of the person whose browser asks."""
        person = await self._person(request)
        if person:
            await self.old_seats.claim(self.room, person, self._sessions(request))
            await self._rate()
        return json_response(await slow.run(self._record_form, person))

    async def players(self, _: Request) -> Response:
        """List the room's rated players, if its host wants that."""
        if not self.shows_players:
            return json_response([])
        await self._rate()
        return json_response(await slow.run(player_table, self.room.store))

    async def export(self, request: Request) -> Response:
        """Give all games of the person as a zip file."""
        person = await self._person(request)
        async with self.exporting:
            file = await slow.run(self._exported, person)
        headers = {"Content-Disposition": 'attachment; filename="meldroom-games.zip"'}
        return Response(file, headers=headers, media_type="application/zip")

    async def carry(self, request: Request) -> Response:
        """Make a code by which another browser becomes the same person."""
        await read_body(request, NoFields)
        sessions = self.sessions.read(request.cookies) or new_session()
        code = await carry_code(self.room, sessions)
        response = json_response({"code": code, "seconds": VALID_SECONDS}, 201)
        self.sessions.set(response, sessions)
        return response

    async def join(self, request: Request) -> Response:
        """Become the person who made a code; the games of this browser are theirs too."""
        wanted = await read_body(request, JoinPerson)
        own = self.sessions.read(request.cookies)
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            sessions = await join_by_code(self.room, wanted.code, own)
        response = json_response({})
        self.sessions.set(response, sessions)
        return response

    async def delete(self, request: Request) -> Response:
        """Erase the person, and let the browser forget who it was."""
        await read_body(request, NoFields)
        person = await self._person(request)
        tables = 0
        if person:
            await self.old_seats.claim(self.room, person, self._sessions(request))
            keys = await database.run(self.room.results.keys_of, person)
            tables = await erase_person(self.room, keys)
        response = json_response({"tables": tables})
        self.sessions.delete(response)
        return response

    def _games(self, person: str) -> list[PersonalGame]:
        keys = self.room.results.keys_of(person)
        return played_games(self.room.results.games_of(keys), keys)

    def _exported(self, person: str) -> bytes:
        if not person:
            return exported([], self.room.summaries)
        attempts = attempts_of(self.room.store, self.room.results.keys_of(person))
        sealed = {one.table_id for one in attempts if one.day >= today()}
        return exported(self._games(person), self.room.summaries, sealed)

    def _record_form(self, person: str) -> dict[str, Any]:
        room = self.room
        if not person:
            return record_form([], {}, {}, {})
        games = self._games(person)
        ladders = {key: bot_ratings(key) for key in {game.mine.game for game in games}}
        with room.store.reading() as connection:
            persons = read_persons(connection)
        reviews = reviewed_games(room.store, room.results.keys_of(person))
        return record_form(games, ratings_of(room.store, person), persons, ladders, reviews)

    async def _person(self, request: Request) -> str:
        """Give the key of the record of the browser that asks; "" if it has no session."""
        key = self.sessions.person(request.cookies)
        return await database.run(self.room.results.person_of, key) if key else ""

    def _sessions(self, request: Request) -> list[str]:
        return self.sessions.read(request.cookies).split(SEPARATOR)
