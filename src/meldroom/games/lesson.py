"""The lessons that come with the games: a first hand on a fixed deal, told step by step."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting
from meldroom.core.rng import seed_from
from meldroom.games.companions import text_beside


class LessonStep(NamedTuple):
    """One move of the learner: why, what to do, and what the others do after it.

    `otherwise` answers a legal move that the lesson did not mean; "" leaves that to the room.
    """

    say: str
    ask: str
    move: str
    otherwise: str
    then: tuple[tuple[Seat, str], ...]


class Lesson(NamedTuple):
    """A first hand from the eyes of one seat; `{1}` in its sentences is the name at seat 1."""

    seed: bytes
    seats: int
    seat: Seat
    options: dict[str, Setting]
    before: tuple[tuple[Seat, str], ...]  # what the others do before the first step
    steps: tuple[LessonStep, ...]
    learned: tuple[str, ...]

    @property
    def moves(self) -> Iterator[tuple[Seat, str]]:
        """All moves in order, the learner's among them."""
        yield from self.before
        for step in self.steps:
            yield self.seat, step.move
            yield from step.then


@lru_cache
def lesson_of(game: AnyGame) -> Lesson | None:
    """Read the lesson in a game's folder, None if there is none."""
    page = text_beside(game, "lesson.toml")
    return None if page is None else parse(page)


def parse(page: str) -> Lesson:
    """Read a lesson as it is written; a move of another seat is its number and the move."""
    told = tomllib.loads(page)
    return Lesson(
        seed=seed_from(int(told["seed"])),
        seats=told["seats"],
        seat=told["seat"],
        options=told.get("options", {}),
        before=_moves(told.get("before", ())),
        steps=tuple(_step(step) for step in told["step"]),
        learned=tuple(told["learned"]),
    )


def _step(told: dict[str, Any]) -> LessonStep:
    otherwise, then = told.get("otherwise", ""), _moves(told.get("then", ()))
    return LessonStep(told["say"], told["ask"], told["move"], otherwise, then)


def _moves(lines: Sequence[str]) -> tuple[tuple[Seat, str], ...]:
    parted = [line.split(" ", 1) for line in lines]
    return tuple((int(seat), text) for seat, text in parted)
