"""Lessons for the page: each position as the learner's seat sees it, and what a move would cost."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.json import decode

from meldroom.core.fair_deal import KnownDeal
from meldroom.core.game import AnyGame
from meldroom.games import find
from meldroom.games.lesson import LessonStep, lesson_of
from meldroom.match.match import Match
from meldroom.server.refusals import refused
from meldroom.server.tables.hints import HintTask
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
