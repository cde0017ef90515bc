"""The routes of the tables: the lobby, seats, and what is kept of finished games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from meldroom.core.cards import Seat
from meldroom.core.event import masked
from meldroom.core.game import AnyGame, Refusal
from meldroom.core.record import replay
from meldroom.core.showdown import gathers
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import find
from meldroom.match.showdown import hand_result
from meldroom.presentation import position_form, showdown_form
from meldroom.room.archive import score_form
from meldroom.room.evening import MAX_GAMES, evening_score
from meldroom.room.lobby import MAX_TABLES_PER_PAGE
from meldroom.room.log_entries import Settings
from meldroom.room.records import current_record, record_from_log
from meldroom.room.refusals import refused
from meldroom.room.seats import Place
from meldroom.room.summaries import Score, Summary
from meldroom.room.table import Table
from meldroom.room.tokens import new_session, person_key
from meldroom.server.admission import Admission
from meldroom.server.executors import database, slow
from meldroom.server.http.answers import ClosedTable
from meldroom.server.http.api import Api
from meldroom.server.http.request_bodies import (
    EndTable,
    Keep,
    NewTable,
    PlayOn,
    TakeSeat,
    read_body,
)
from meldroom.server.http.responses import NotFound, compressed_response, json_response, problem
from meldroom.server.people.daily import is_sealed, is_shown_to
from meldroom.server.sessions import Sessions, first_session
from meldroom.server.shared_cache import SharedCache
from meldroom.server.tables.reviews import KEEP_FAILED, PendingReview
from meldroom.server.tables.room import Room

MAX_POSITIONS = 50  # in one response
MAX_REPLAYS = 8  # kept in memory
POLL_INTERVAL = 1  # seconds until a client should ask for a review again


class TablesApi(Api):
    """The routes under /api/tables."""

    def __init__(self, room: Callable[[], Room], sessions: Sessions, admission: Admission) -> None:
        super().__init__(room, sessions, admission)
        self.replays = SharedCache[tuple[str, int], ReplayPositions](MAX_REPLAYS)

    async def tables(self, request: Request) -> Response:
        """List the public tables, page by page; the list may be a second old."""
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
        """Open a table and take its first seat."""
        wanted = await read_body(request, NewTable)
        address = self.check_new_table(request, wanted.standing)
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
        return self.seat_response(live.table, Place(0), session, token)

    async def take_seat(self, request: Request) -> Response:
        """Take a seat, or ask for it while a game runs; a browser that has one keeps it."""
        wanted = await read_body(request, TakeSeat)
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            live = await self.find(request)
            session = self._session(request, wanted.keep)
            cookies = {**request.cookies, self.sessions.cookie: session} if session else {}
            tokens = self.sessions.tokens(cookies, live.table.key)
            person = person_key(first_session(session)) if session else ""
            place, token = await self.room.take_seat(
                live, wanted.name, wanted.seat, wanted.code, tokens, person
            )
        return self.seat_response(live.table, place, session, token)

    def _session(self, request: Request, keep: Keep) -> str:
        """Return the browser's sessions, a new one at its first seat; a program has none."""
        if keep == "token":
            return ""
        return request.cookies.get(self.sessions.cookie) or new_session()

    async def record(self, request: Request) -> Response:
        """Return the record of a finished game, by its number from 1 on, as a download."""
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
        return json_response(form, headers=headers)

    async def score(self, request: Request) -> Response:
        """Return a game's score pad, result and moves, also by rules that this version lacks."""
        summary, score = await self._score(request)
        if score.result is None and summary.phase != "closed":
            try:
                await self.find(request)
            except Refusal:
                pass  # nobody can play on
            else:
                raise NotFound("that game is not over")
        return json_response(score_form(summary, score))

    async def evening(self, request: Request) -> Response:
        """Return the games of a table's last evening, and who won how many of them."""
        await self._check_shown(request)
        key, summaries = request.path_params["key"], self.room.summaries
        if await self.room.summary(key) is None:
            raise NotFound("there is no such table")
        latest = await database.run(summaries.latest_results, key, MAX_GAMES)
        return json_response(evening_score(latest))

    async def result(self, request: Request) -> Response:
        """Return whether a table is closed, and how a game ended there; null while it runs."""
        key = request.path_params["key"]
        summary = await self.room.summary(key)
        if summary is None:
            raise NotFound("there is no such table")
        number = request.path_params["number"]
        score = await database.run(self.room.summaries.score, key, number)
        closed, result = summary.phase == "closed", score.result if score else None
        if result is not None:
            await self._check_shown(request)
        return json_response({"closed": closed, "result": result})

    async def end_table(self, request: Request) -> Response:
        """As its host, close a table whose rules this version lacks; its score stays."""
        wanted = await read_body(request, EndTable)
        key = request.path_params["key"]
        address = self.admission.request_address(request)
        async with self.admission.counting_wrong_guesses(address):
            tokens = self.sessions.tokens(request.cookies, key)
            await self.room.end_archived(key, wanted.token, tokens)
        return json_response(ClosedTable(table=key, phase="closed"))

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
        """Return positions of a finished game as the seat `eyes` saw them, or as `all` do."""
        await self._check_shown(request)
        table, query = (await self.find(request)).table, request.query_params
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
        """Return the review of a finished game, or how far it is while it is being computed."""
        await self._check_shown(request)
        reviews, number = self.room.reviews, request.path_params["number"]
        pending = reviews.pending(request.path_params["key"], number)
        if pending is None:
            table = (await self.find(request)).table
            if number == table.games and table.phase in ("waiting", "playing"):
                return _not_over()
            _, _, form = await self._record(request)
            found = await reviews.find(table.key, number, form)
            if found is not None:
                return await slow.run(compressed_response, request, found)
            pending = reviews.start(table.key, number, form)
        return _pending_response(pending)

    async def play_on(self, request: Request) -> Response:
        """Open a table where a finished game stood after a ply; bots take the other seats."""
        wanted = await read_body(request, PlayOn)
        address = self.check_new_table(request)
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
        return self.seat_response(live.table, Place(wanted.seat), session, token)

    async def _record(self, request: Request) -> tuple[Table, int, dict[str, Any]]:
        await self._check_shown(request)
        live = await self.find(request)
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
        """Refuse to show a deal of the day that is not over to people who have not finished it."""
        key, person = request.path_params["key"], self.sessions.person(request.cookies)
        if not await database.run(is_shown_to, self.room, key, person):
            raise refused("P-15", "the deal of the day is sealed until midnight UTC")


def _positions_response(
    replay: ReplayPositions, first: int, last: int, seat: Seat | None
) -> Response:
    return json_response({"plies": len(replay.moves), "shots": replay.positions(first, last, seat)})


def _not_over() -> Response:
    """Refuse to review a game that is not over."""
    return problem(409, "not over", "that game is not over", "P-5")


def _pending_response(review: PendingReview) -> Response:
    """Return how far a review is, or that it failed, and when to ask again."""
    if review.failed:
        response = problem(503, "failed", "that game could not be reviewed; try again later")
        response.headers["Retry-After"] = f"{KEEP_FAILED:.0f}"
        return response
    headers = {"Retry-After": f"{POLL_INTERVAL}"}
    return json_response(review.form, 202, headers)


class ReplayPositions:
    """A record with the state after each of its moves."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.game: AnyGame = find(form["game"])
        self.moves: Sequence[tuple[Seat, str]] = [(seat, text) for seat, text in form["moves"]]
        self.states: list[AnyState] = list(replay(form, find))
        self.hand_starts = [ply for ply, one in enumerate(self.states) if gathers(one.journal)]

    def positions(self, first: int, last: int, seat: Seat | None) -> list[dict[str, Any]]:
        """Return positions after these plies, at most MAX_POSITIONS; seat None sees all cards."""
        last = min(last, len(self.states) - 1, first + MAX_POSITIONS - 1)
        return [self._position(ply, seat) for ply in range(first, last + 1)]

    def _position(self, ply: int, seat: Seat | None) -> dict[str, Any]:
        game, state = self.game, self.states[ply]
        seen = view(state, seat)
        if seat is None:
            seen = seen._replace(zones=state.zones)
        events = state.journal if seat is None else [masked(e, seat) for e in state.journal]
        move = self.moves[ply - 1] if ply else None
        return {**position_form(game, state, seen, move, events), **self._showdown(ply)}

    def _showdown(self, ply: int) -> dict[str, Any]:
        """Return how the last move ended a hand, if it did; nothing in it is hidden from a seat."""
        if ply == 0:
            return {}
        start = max((first for first in self.hand_starts if first < ply), default=0)
        before, after = self.states[ply - 1 : ply + 1]
        ended = hand_result(self.game, self.states[start], before, (after,))
        return {} if ended is None else {"showdown": showdown_form(self.game, ended)}
