"""The HTTP API: games, tables, seats and records."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial, wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from meldroom.bots.descriptions import described_bots
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame, Refusal, usual_players
from meldroom.front_end import about
from meldroom.games import GAMES, find
from meldroom.games.rulebook import common_page, page
from meldroom.games.summary import summary_of
from meldroom.presentation import explained_cards
from meldroom.server.addresses import Address
from meldroom.server.cluster.passing_on import here_or_passed_on, pass_request_on
from meldroom.server.executors import database, slow
from meldroom.server.http.admission import Admission
from meldroom.server.http.handlers import Handler, NotFound, compressed_response
from meldroom.server.http.handlers import json_response as _json
from meldroom.server.http.handlers import with_problems as _with_problems
from meldroom.server.http.lessons import encoded_lesson, move_to_check
from meldroom.server.http.replays import MAX_REPLAYS, ReplayPositions
from meldroom.server.http.request_bodies import (
    EndTable,
    Keep,
    NewTable,
    PlayOn,
    TakeSeat,
    body_of,
    read_body,
)
from meldroom.server.http.reviews import not_over, pending_response
from meldroom.server.http.summaries import described_summary
from meldroom.server.people.daily import is_sealed, is_shown_to
from meldroom.server.refusals import refused
from meldroom.server.sessions import Sessions, first_session
from meldroom.server.shared_cache import SharedCache
from meldroom.server.storage.leases import Owner
from meldroom.server.storage.log_entries import Settings
from meldroom.server.storage.summaries import Score, Summary
from meldroom.server.tables.archive import score_form
from meldroom.server.tables.evening import MAX_GAMES, evening_score
from meldroom.server.tables.hints import work_out
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.lobby import MAX_TABLES_PER_PAGE
from meldroom.server.tables.records import current_record, record_from_log
from meldroom.server.tables.room import Room
from meldroom.server.tables.seating import Place
from meldroom.server.tables.table import Table
from meldroom.server.tables.table_limits import check_new_table
from meldroom.server.tokens import is_table_key, new_session, person_key

MAX_CHECKED_MOVES = 2_000  # of lessons, whose cost is kept


class Api:
    """The routes under /api."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        known_addresses: Callable[[], list[Address]] = list,
    ) -> None:
        self._room, self.sessions, self.admission = room, sessions, admission
        self.known_addresses = known_addresses
        self.replays = SharedCache[tuple[str, int], ReplayPositions](MAX_REPLAYS)
        self.checked_moves = SharedCache[tuple[str, int, str], dict[str, Any]](MAX_CHECKED_MOVES)

    @property
    def room(self) -> Room:
        """The room, which opens when the server starts."""
        return self._room()

    def routes(self) -> list[Route]:
        """Give every route under /api."""
        record = "/tables/{key}/records/{number:number}"
        of_table = self.of_table
        return [
            Route("/games", _with_problems(self.games)),
            Route("/games/{key}/rules", _with_problems(self.rules)),
            Route("/games/{key}/cards", _with_problems(self.cards)),
            Route("/games/{key}/summary", _with_problems(self.summary)),
            Route("/games/{key}/lesson", _with_problems(self.lesson)),
            Route("/games/{key}/lesson/{step:number}/check", _with_problems(self.check_move)),
            Route("/bots", _with_problems(self.bots)),
            Route("/addresses", _with_problems(self.addresses)),
            Route("/tables", _with_problems(self.tables_or_open), methods=["GET", "POST"]),
            Route("/tables/{key}/seats", of_table(self.take_seat), methods=["POST"]),
            Route("/tables/{key}/end", of_table(self.end_table), methods=["POST"]),
            Route("/tables/{key}/evening", of_table(self.evening)),
            Route("/tables/{key}/scores/{number:number}", of_table(self.score)),
            Route("/tables/{key}/results/{number:number}", of_table(self.result)),
            Route(record, of_table(self.record)),
            Route(f"{record}/plies", of_table(self.plies)),
            Route(f"{record}/review", of_table(self.review)),
            Route(f"{record}/branches", of_table(self.play_on), methods=["POST"]),
        ]

    async def games(self, request: Request) -> Response:
        """List the games with their options and cards."""
        return compressed_response(request, [about(game) for game in GAMES.values()])

    async def rules(self, request: Request) -> Response:
        """Give a game's rules page, and the one that all games share."""
        text = "\n".join((page(_game(request)), common_page()))
        return Response(text, media_type="text/markdown; charset=utf-8")

    async def cards(self, request: Request) -> Response:
        """Explain the cards of a game, at a table of so many seats."""
        game = _game(request)
        seats = request.query_params.get("seats", str(usual_players(game)))
        if seats not in map(str, game.players):
            raise refused("P-1", f"{game.key} has {game.players[0]} to {game.players[-1]} seats")
        return _json(explained_cards(game, int(seats)))

    async def summary(self, request: Request) -> Response:
        """Give a game's summary; null if it has none."""
        summary = summary_of(_game(request))
        return _json(None if summary is None else described_summary(summary))

    async def lesson(self, request: Request) -> Response:
        """Give a game's lesson, as its learner sees it."""
        lesson = encoded_lesson(_game(request))
        if lesson is None:
            raise NotFound("that game has no lesson")
        return Response(lesson, media_type="application/json")

    async def check_move(self, request: Request) -> Response:
        """Say whether a move at a step of a lesson would be a mistake, and what it would cost."""
        game, step = _game(request), request.path_params["step"]
        text = request.query_params.get("text", "")  # a move has one spelling

        async def check() -> dict[str, Any]:
            task = await slow.run(move_to_check, game, step, text)
            checked = await self.room.bot_pool.run(work_out, task)
            return {name: checked[name] for name in ("loss", "error")}

        return _json(await self.checked_moves.get((game.key, step, text), check))

    async def bots(self, request: Request) -> Response:
        """List the levels of bots, the strongest last, with what was measured of them."""
        return compressed_response(request, self._described_bots)

    @cached_property
    def _described_bots(self) -> list[dict[str, Any]]:
        return described_bots()

    async def addresses(self, _: Request) -> Response:
        """List the server's addresses, and from where each can be opened."""
        return _json([address._asdict() for address in self.known_addresses()])

    async def tables_or_open(self, request: Request) -> Response:
        """List or open tables: one route, so that 405 names every method (RFC 9110, Allow)."""
        return await (self.open_table if request.method == "POST" else self.tables)(request)

    async def tables(self, request: Request) -> Response:
        """List the public tables, page by page."""
        query = request.query_params
        try:
            limit = int(query.get("limit", MAX_TABLES_PER_PAGE))
        except ValueError:
            limit = 0
        if not 1 <= limit <= MAX_TABLES_PER_PAGE:
            raise refused("P-1", f"limit is a number from 1 to {MAX_TABLES_PER_PAGE}")
        await self.room.read_lobby()
        page = self.room.lobby.page(query.get("after", "")[:32], limit)
        return Response(page, media_type="application/json")

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        wanted = await read_body(request, NewTable)
        address = self._check_new_table(request, wanted.standing)
        settings = Settings(
            clock=wanted.clock,
            listed=wanted.listed,
            watchers=wanted.watchers,
            history=wanted.history,
            chat=not wanted.listed if wanted.chat is None else wanted.chat,
            fill=wanted.fill,
            bot=wanted.bot,
            bots=tuple(level or "" for level in wanted.bots),
            standing=wanted.standing,
        )
        session = self._session(request, wanted.keep)
        try:
            live, token = await self.room.open(
                wanted.game,
                wanted.seats,
                dict(wanted.options),
                settings,
                wanted.name,
                first_session(session),
                wanted.local,
            )
        except ValueError as error:
            raise refused("P-1", str(error)) from None
        live.opened_by = address
        return self._seat_response(live.table, Place(0), token, session)

    async def take_seat(self, request: Request) -> Response:
        """Take a seat, or ask for it; a browser that has one keeps it."""
        wanted = await read_body(request, TakeSeat)
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            live = await self._find(request)
            session = self._session(request, wanted.keep)
            cookies = {**request.cookies, self.sessions.cookie: session} if session else {}
            tokens = self.sessions.tokens(cookies, live.table.key)
            person = person_key(first_session(session)) if session else ""
            place, token = await self.room.take_seat(
                live, wanted.name, wanted.seat, wanted.code, tokens, person
            )
        return self._seat_response(live.table, place, token, session)

    def _session(self, request: Request, keep: Keep) -> str:
        """Give the browser's sessions, a new one at its first seat; a program has none."""
        if keep == "token":
            return ""
        return request.cookies.get(self.sessions.cookie) or new_session()

    def _seat_response(self, table: Table, place: Place, token: str, session: str) -> Response:
        form: dict[str, Any] = {"table": table.key, "seat": place.seat, "code": table.opened.code}
        if place.waiting:
            form["waiting"] = True
        if not session:
            form["token"] = token
        response = _json(form, 202 if place.waiting else 201)
        if session:
            self.sessions.set(response, session)
        return response

    async def record(self, request: Request) -> Response:
        """Give the record of a table's finished game, by its number from 1 on."""
        try:
            table, number, form = await self._record(request)
            name = f"{table.game.key}-{table.key}-{number}.json"
        except Refusal:  # rules that this version does not have: the record was stored
            summary, score = await self._score(request)
            if score.record is None:
                raise
            form = score.record
            name = f"{summary.game}-{score.table_id}-{score.number}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return _json(form, headers=headers)

    async def score(self, request: Request) -> Response:
        """Give a game's score pad, result and moves, also by rules that this version lacks."""
        summary, score = await self._score(request)
        if score.result is None and summary.phase != "closed":
            try:
                await self._find(request)
            except Refusal:
                pass  # nobody can play on
            else:
                raise NotFound("that game is not over")
        return _json(score_form(summary, score))

    async def evening(self, request: Request) -> Response:
        """Give the games of a table's last evening, and who won how many of them."""
        await self._check_shown(request)
        key, summaries = request.path_params["key"], self.room.summaries
        if await self.room.summary(key) is None:
            raise NotFound("there is no such table")
        latest = await database.run(summaries.latest_results, key, MAX_GAMES)
        return _json(evening_score(latest))

    async def result(self, request: Request) -> Response:
        """Say whether a table is closed, and how a game ended there; null while it runs."""
        key = request.path_params["key"]
        summary = await self.room.summary(key)
        if summary is None:
            raise NotFound("there is no such table")
        number = request.path_params["number"]
        score = await database.run(self.room.summaries.score, key, number)
        closed, result = summary.phase == "closed", score.result if score else None
        if result is not None:
            await self._check_shown(request)
        return _json({"closed": closed, "result": result})

    async def end_table(self, request: Request) -> Response:
        """End a table whose rules this version lacks; the score stays as it stands."""
        wanted = await read_body(request, EndTable)
        key = request.path_params["key"]
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            tokens = self.sessions.tokens(request.cookies, key)
            await self.room.end_archived(key, wanted.token, tokens)
        return _json({"table": key, "phase": "closed"})

    async def _score(self, request: Request) -> tuple[Summary, Score]:
        await self._check_shown(request)
        key, number = request.path_params["key"], request.path_params.get("number", 0)
        summary = await self.room.summary(key)
        if summary is None or not 1 <= number <= summary.number:
            raise NotFound("there is no such game")
        score = await database.run(self.room.summaries.score, key, number)
        if score is None:
            raise NotFound("no score is stored of that game")
        return summary, score

    async def plies(self, request: Request) -> Response:
        """Give positions of a finished game, as a seat saw them or with every card open."""
        await self._check_shown(request)
        table, query = (await self._find(request)).table, request.query_params
        number = request.path_params["number"]
        try:
            first, last = int(query.get("from", "0")), int(query.get("to", "0"))
            seat = None if query.get("eyes", "all") == "all" else int(query["eyes"])
        except ValueError:
            raise refused("P-1", "from, to and eyes are numbers, or eyes is all") from None
        if not 0 <= first <= last or seat not in (None, *range(len(table.seats))):
            raise refused("P-1", "there are no such plies, or no such seat")

        async def make() -> ReplayPositions:
            return await slow.run(ReplayPositions, await self._form(table, number))

        replay = await self.replays.get((table.key, number), make)
        return await slow.run(_positions_response, replay, first, last, seat)

    async def review(self, request: Request) -> Response:
        """Give the review of a finished game; 202 and how far it is while it is being computed."""
        await self._check_shown(request)
        reviews, number = self.room.reviews, request.path_params["number"]
        pending = reviews.pending(request.path_params["key"], number)
        if pending is None:
            table = (await self._find(request)).table
            if number == table.games and table.phase in ("waiting", "playing"):
                return not_over()
            _, _, form = await self._record(request)
            found = await reviews.find(table.key, number, form)
            if found is not None:
                return await slow.run(compressed_response, request, found)
            pending = reviews.start(table.key, number, form)
        return pending_response(pending)

    async def play_on(self, request: Request) -> Response:
        """Open a table where a finished game stood after a ply; bots take the other seats."""
        wanted = await read_body(request, PlayOn)
        address = self._check_new_table(request, standing=False)
        if await database.run(is_sealed, self.room, request.path_params["key"]):
            raise refused("P-15", "you can play on from a deal of the day when its day is over")
        _, _, form = await self._record(request)
        settings, session = Settings(bot=wanted.bot), self._session(request, wanted.keep)
        try:
            live, token = await self.room.branch(
                form, wanted.ply, wanted.seat, settings, wanted.name, first_session(session)
            )
        except ValueError as error:
            raise refused("P-1", str(error)) from None
        live.opened_by = address
        return self._seat_response(live.table, Place(wanted.seat), token, session)

    def _check_new_table(self, request: Request, standing: bool) -> str:
        """Refuse one table too many, and give the address that opens it."""
        admission, address = self.admission, self.admission.request_address(request)
        weight, tables = admission.weight(address), self.room.tables.values()
        check_new_table(tables, admission.limits, address, weight, standing)
        return address

    def of_table(self, handler: Handler) -> Handler:
        """Let the process answer that has the table."""

        @wraps(handler)
        async def where_the_table_is(request: Request) -> Response:
            key = request.path_params.get("key")
            if key is not None and not is_table_key(key):
                raise NotFound("there is no such table")
            address = self.admission.request_address(request)

            async def pass_on(owner: Owner) -> Response:
                return await pass_request_on(request, await body_of(request), address, owner)

            return await here_or_passed_on(request, partial(handler, request), pass_on)

        return _with_problems(where_the_table_is)

    async def _record(self, request: Request) -> tuple[Table, int, dict[str, Any]]:
        await self._check_shown(request)
        live = await self._find(request)
        number, table = request.path_params["number"], live.table
        return table, number, await self._form(table, number)

    async def _form(self, table: Table, number: int) -> dict[str, Any]:
        if number == table.games and table.phase != "closed":
            form = current_record(table)
        else:
            rows = await database.run(self.room.log.read, table.key)
            form = await slow.run(record_from_log, table.key, rows, number)
        if form is None:
            raise NotFound("there is no such finished game")
        return form

    async def _check_shown(self, request: Request) -> None:
        """Refuse to show a deal of the day before its day is over, but to who has finished it."""
        key, person = request.path_params["key"], self.sessions.person(request.cookies)
        if not await database.run(is_shown_to, self.room, key, person):
            raise refused("P-15", "the deal of the day is sealed until midnight UTC")

    async def _find(self, request: Request) -> LiveTable:
        live = await self.room.find(request.path_params["key"])
        if live is None:
            raise NotFound("there is no such table")
        return live


def _positions_response(
    replay: ReplayPositions, first: int, last: int, seat: Seat | None
) -> Response:
    return _json({"plies": len(replay.moves), "shots": replay.positions(first, last, seat)})


def _game(request: Request) -> AnyGame:
    try:
        return find(request.path_params["key"])
    except ValueError as error:
        raise NotFound(str(error)) from None
