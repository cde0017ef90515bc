"""The HTTP API of one's own record: private to the browser whose session it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from meldroom.arena.player_ratings import bot_ratings
from meldroom.room.refusals import refused
from meldroom.room.tokens import new_session
from meldroom.server.admission import PASSED_ON, Admission
from meldroom.server.cluster.passing_on import CannotConnect, pass_request_on
from meldroom.server.executors import FairQueue, bulk, database, slow
from meldroom.server.http.api import Api
from meldroom.server.http.personal_answers import CarryCode, Erased, Joined
from meldroom.server.http.request_bodies import JoinPerson, NoFields, body_of, read_body
from meldroom.server.http.responses import json_response
from meldroom.server.people.account import (
    VALID_SECONDS,
    CarryCodes,
    erase_person,
    exported,
    join_browsers,
)
from meldroom.server.people.record import (
    PersonalGame,
    played_games,
    player_table,
    record_form,
    reviewed_games,
)
from meldroom.server.sessions import Sessions
from meldroom.server.storage.daily_deals import sealed_tables, today
from meldroom.server.storage.maintenance import known_keys, persons_met
from meldroom.server.storage.results import ratings_of
from meldroom.server.tables.room import Room

RATING_TIMEOUT = 2.0  # seconds that a request waits for new ratings
MAX_EXPORTS = 2  # at a time: each is held in memory
MAX_WAITING = 2  # of one address, to be erased or for an export


class Me(Api):
    """The routes under /api/me, and the room's table of players."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        shows_players: bool = False,
    ) -> None:
        super().__init__(room, sessions, admission)
        self.shows_players = shows_players
        self.codes = CarryCodes()
        self.exporting = FairQueue(MAX_EXPORTS, MAX_WAITING)
        self.erasing = FairQueue(1, MAX_WAITING)

    async def record(self, request: Request) -> Response:
        """Return the record of the person whose browser asks."""
        keys = await self._keys(request)
        if not keys:
            return json_response(record_form([], {}, {}, {}))
        await self._rated()
        return json_response(await slow.run(self._record_form, keys))

    async def players(self, _: Request) -> Response:
        """List the room's rated players by game; empty unless its host shows them."""
        if not self.shows_players:
            return json_response([])
        await self._rated()
        return json_response(await slow.run(player_table, self.room.store))

    async def _rated(self) -> None:
        """Wait a little for the ratings of games that have just ended."""
        with suppress(TimeoutError):
            async with asyncio.timeout(RATING_TIMEOUT):
                await self.room.ratings.up_to_date()

    async def export(self, request: Request) -> Response:
        """Return all games of the person as a zip file: `games.csv`, and the record of each."""
        keys = await self._keys(request)
        async with self.exporting.turn():
            file = await bulk.run(self._exported, keys)
        headers = {"Content-Disposition": 'attachment; filename="meldroom-games.zip"'}
        return Response(file, headers=headers, media_type="application/zip")

    async def carry(self, request: Request) -> Response:
        """Make a code by which another browser becomes the same person; a restart forgets it."""
        await read_body(request, NoFields)
        sessions = self.sessions.read(request.cookies) or new_session()
        code = self.codes.make(sessions)
        response = json_response(CarryCode(code=code, seconds=VALID_SECONDS), 201)
        self.sessions.set(response, sessions)
        return response

    async def join(self, request: Request) -> Response:
        """Become the person who made a code; the games of this browser are theirs too."""
        wanted = await read_body(request, JoinPerson)
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            carried = self.codes.take(wanted.code)
            if not carried:
                return await self._join_elsewhere(request, address)
        sessions = await join_browsers(self.room, carried, self.sessions.read(request.cookies))
        response = json_response(Joined())
        self.sessions.set(response, sessions)
        return response

    async def _join_elsewhere(self, request: Request, address: str) -> Response:
        """Ask the other processes for a code; Refusal (P-7) if none of them made it."""
        others = [] if PASSED_ON in request.headers else await self.room.other_processes()
        for owner in others:
            with suppress(CannotConnect):
                answer = await pass_request_on(request, await body_of(request), address, owner)
                if answer.status_code == 200:
                    return answer
        raise refused("P-7", "that code is wrong or too old; ask for a new one")

    async def delete(self, request: Request) -> Response:
        """Erase the person, and let the browser forget who it was."""
        await read_body(request, NoFields)
        keys, tables = await self._keys(request), 0
        if keys:
            async with self.erasing.turn():
                tables = await erase_person(self.room, keys)
        response = json_response(Erased(tables=tables))
        self.sessions.delete(response)
        return response

    def _games(self, keys: list[str]) -> list[PersonalGame]:
        return played_games(self.room.results.games_of(keys), keys)

    def _exported(self, keys: list[str]) -> bytes:
        if not keys:
            return exported([], self.room.summaries)
        sealed = sealed_tables(self.room.store, today())
        return exported(self._games(keys), self.room.summaries, sealed)

    def _record_form(self, keys: list[str]) -> dict[str, Any]:
        store, games = self.room.store, self._games(keys)
        ladders = {key: bot_ratings(key) for key in {game.mine.game for game in games}}
        with store.reading() as connection:
            persons = persons_met(connection, keys)
        reviews = reviewed_games(store, keys)
        return record_form(games, ratings_of(store, keys[0]), persons, ladders, reviews)

    async def _keys(self, request: Request) -> list[str]:
        """Return the keys under which the browser's person has played; none if nothing is known."""
        key = self.sessions.person(request.cookies)
        return await database.run(known_keys, self.room.store, key) if key else []
