"""Lessons for the page: every position of a game's lesson as the learner's seat sees it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from meldroom.core.fair_deal import KnownDeal
from meldroom.core.game import AnyGame
from meldroom.games import find
from meldroom.games.lesson import LessonStep, lesson_of
from meldroom.match.match import Match
from meldroom.server.tables.payload import MatchPayload, encode
from meldroom.server.tables.table_seat import BOT_NAMES


def encoded_lesson(game: AnyGame) -> bytes | None:
    """Give a game's lesson as JSON; None if it has none."""
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
        return {**payload.play((match.state,), seat, True, None), "undo": False}

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


def _step(ply: int, step: LessonStep) -> dict[str, Any]:
    texts = {"say": step.say, "ask": step.ask, "otherwise": step.otherwise}
    return {"ply": ply, "move": step.move, **texts}
