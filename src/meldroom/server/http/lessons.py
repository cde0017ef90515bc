"""Lessons for the page: every ply of a game's lesson as the learner's seat sees it, no more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from meldroom.core.fair_deal import KnownDeal
from meldroom.core.game import Game
from meldroom.games import find
from meldroom.games.lesson import LessonStep, lesson_of
from meldroom.match.match import Match
from meldroom.server.tables.payload import MatchPayload, encode
from meldroom.server.tables.table import BIRDS


def lesson_told(game: Game[Any]) -> bytes | None:
    """Write a game's lesson as JSON, None if it has none."""
    return _told(game.key)


@lru_cache
def _told(key: str) -> bytes | None:
    game = find(key)
    lesson = lesson_of(game)
    if lesson is None:
        return None
    match = Match(game, game.settled(lesson.options), lesson.seats, KnownDeal(lesson.seed))
    screen, seat = MatchPayload(match, history=False), lesson.seat

    def sight() -> dict[str, Any]:
        states = (match.state,)
        told = {"moves": screen.moves(states, seat), "events": screen.events(states, seat)}
        return {**told, "left": None, **screen.sight(seat, helped=True), "undo": False}

    plies, steps = [sight()], iter(lesson.steps)
    asked: list[dict[str, Any]] = []
    for mover, text in lesson.moves:
        if mover == seat:
            asked.append(_step(match.state.ply, next(steps)))
        match.play(mover, text)
        plies.append(sight())
    return encode(
        {
            "game": key,
            "seat": seat,
            "names": BIRDS[: lesson.seats],
            "options": match.options,
            "plies": plies,
            "steps": asked,
            "learned": lesson.learned,
        }
    )


def _step(ply: int, step: LessonStep) -> dict[str, Any]:
    said = {"say": step.say, "ask": step.ask, "otherwise": step.otherwise}
    return {"ply": ply, "move": step.move, **said}
