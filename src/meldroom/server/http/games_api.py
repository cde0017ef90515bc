"""The routes of the games: what they are, how they are learned, and the bots that play them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

from msgspec.json import decode
from starlette.requests import Request
from starlette.responses import Response

from meldroom.bots.descriptions import described_bots
from meldroom.core.fair_deal import KnownDeal
from meldroom.core.game import AnyGame, usual_players
from meldroom.front_end import about
from meldroom.games import GAMES, find
from meldroom.games.lesson import LessonStep, lesson_of
from meldroom.games.rulebook import common_page, page
from meldroom.games.summary import GameSummary, summary_of
from meldroom.match.match import Match
from meldroom.presentation import explained_cards
from meldroom.room.hints import HintTask, work_out
from meldroom.room.payload import MatchPayload, encode
from meldroom.room.refusals import refused
from meldroom.room.table_seat import BOT_NAMES
from meldroom.server.addresses import Address
from meldroom.server.admission import Admission
from meldroom.server.executors import slow
from meldroom.server.http.api import Api
from meldroom.server.http.responses import NotFound, compressed_response, json_response
from meldroom.server.sessions import Sessions
from meldroom.server.shared_cache import SharedCache
from meldroom.server.tables.room import Room

MAX_CHECKED_MOVES = 2_000  # of lessons, whose cost is kept


class GamesApi(Api):
    """The routes about games, bots and the server's addresses."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        known_addresses: Callable[[], list[Address]] = list,
    ) -> None:
        super().__init__(room, sessions, admission)
        self.known_addresses = known_addresses
        self.checked_moves = SharedCache[tuple[str, int, str], dict[str, Any]](MAX_CHECKED_MOVES)

    async def games(self, request: Request) -> Response:
        """List the games with their options and cards."""
        return compressed_response(request, [about(game) for game in GAMES.values()])

    async def rules(self, request: Request) -> Response:
        """Return a game's rules page, and the one that all games share."""
        text = "\n".join((page(_game(request)), common_page()))
        return Response(text, media_type="text/markdown; charset=utf-8")

    async def cards(self, request: Request) -> Response:
        """Explain the cards of a game at a table with `seats` seats."""
        game = _game(request)
        seats = request.query_params.get("seats", str(usual_players(game)))
        if seats not in map(str, game.players):
            raise refused("P-1", f"{game.key} has {game.players[0]} to {game.players[-1]} seats")
        return json_response(explained_cards(game, int(seats)))

    async def summary(self, request: Request) -> Response:
        """Return a game's summary; null if it has none."""
        summary = summary_of(_game(request))
        return json_response(None if summary is None else described_summary(summary))

    async def lesson(self, request: Request) -> Response:
        """Return a game's lesson as its learner sees it; 404 if it has none."""
        lesson = encoded_lesson(_game(request))
        if lesson is None:
            raise NotFound("that game has no lesson")
        return Response(lesson, media_type="application/json")

    async def check_move(self, request: Request) -> Response:
        """Return what the legal move `text` would cost at a step of the lesson, from 0 on."""
        game, step = _game(request), request.path_params["step"]
        text = request.query_params.get("text", "")  # a move has one spelling

        async def check() -> dict[str, Any]:
            task = await slow.run(move_to_check, game, step, text)
            checked = await self.room.bot_pool.run(work_out, task)
            return {name: checked[name] for name in ("loss", "error")}

        return json_response(await self.checked_moves.get((game.key, step, text), check))

    async def bots(self, request: Request) -> Response:
        """List the levels of bots, the strongest last, with what was measured of them."""
        return compressed_response(request, self._described_bots)

    @cached_property
    def _described_bots(self) -> list[dict[str, Any]]:
        return described_bots()

    async def addresses(self, _: Request) -> Response:
        """List the server's addresses; the first one is for the invite link."""
        return json_response([address._asdict() for address in self.known_addresses()])


def _game(request: Request) -> AnyGame:
    try:
        return find(request.path_params["key"])
    except ValueError as error:
        raise NotFound(str(error)) from None


# -- lessons and summaries


def encoded_lesson(game: AnyGame) -> bytes | None:
    """Return a game's lesson as JSON; None if it has none."""
    return _encoded(game.key)


@lru_cache
def _encoded(key: str) -> bytes | None:
    game = find(key)
    lesson = lesson_of(game)
    if lesson is None:
        return None
    match = Match(game, lesson.options, lesson.seats, KnownDeal(lesson.seed))
    payload, seat = MatchPayload(match, history=False), lesson.seat

    def position() -> dict[str, Any]:
        happened = payload.happened((match.state,)).form(seat)
        form = decode(b"{%s,%s}" % (happened, payload.snapshot(seat, with_help=True)))
        return {**form, "left": None, "undo": False}

    plies, remaining = [position()], iter(lesson.steps)
    steps: list[dict[str, Any]] = []
    for mover, text in lesson.moves:
        if mover == seat:
            steps.append(_step(match.state.ply, next(remaining)))
        match.play(mover, text)
        plies.append(position())
    return encode(
        {
            "game": key,
            "seat": seat,
            "names": BOT_NAMES[: lesson.seats],
            "options": match.options,
            "plies": plies,
            "steps": steps,
            "learned": lesson.learned,
        }
    )


def move_to_check(game: AnyGame, step: int, text: str) -> HintTask:
    """Name a move of the learner at a step, from 0 on; Refusal if there is no such legal move."""
    lesson = lesson_of(game)
    if lesson is None or not 0 <= step < len(lesson.steps):
        raise refused("P-1", "there is no such step")
    match = Match(game, lesson.options, lesson.seats, KnownDeal(lesson.seed))
    for mover, move in lesson.moves:
        if mover == lesson.seat:
            if not step:
                break
            step -= 1
        match.play(mover, move)
    match.judge(lesson.seat, [text])
    return HintTask(game.key, match.view(lesson.seat), text)


def _step(ply: int, step: LessonStep) -> dict[str, Any]:
    texts = {"say": step.say, "ask": step.ask, "otherwise": step.otherwise}
    return {"ply": ply, "move": step.move, **texts}


def described_summary(summary: GameSummary) -> dict[str, Any]:
    """Return a summary as JSON; a card that lies face down is null."""
    return {
        "aim": {"text": summary.aim, "cards": _cards(summary.aim_cards)},
        "turn": [{**part._asdict(), "cards": _cards(part.cards)} for part in summary.turn],
        "scoring": {
            "title": summary.scoring_title,
            "text": summary.scoring,
            "items": [{**item._asdict(), "cards": _cards(item.cards)} for item in summary.scores],
        },
        "mistakes": [one._asdict() for one in summary.mistakes],
    }


def _cards(codes: tuple[str, ...]) -> list[str | None]:
    return [code or None for code in codes]
