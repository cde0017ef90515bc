"""Lessons: a first hand of a game on a fixed deal, explained step by step."""

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

    `otherwise` is the answer to any other legal move; "" leaves the answer to the page.
    """

    say: str
    ask: str
    move: str
    otherwise: str
    then: tuple[tuple[Seat, str], ...]


class Lesson(NamedTuple):
    """A first hand for the learner at one seat; `{1}` in its sentences is the name at seat 1."""

    seed: bytes
    seats: int
    seat: Seat
    options: dict[str, Setting]
    before: tuple[tuple[Seat, str], ...]  # what the others do first
    steps: tuple[LessonStep, ...]
    learned: tuple[str, ...]

    @property
    def moves(self) -> Iterator[tuple[Seat, str]]:
        """All moves in order, with those of the learner."""
        yield from self.before
        for step in self.steps:
            yield self.seat, step.move
            yield from step.then


@lru_cache
def lesson_of(game: AnyGame) -> Lesson | None:
    """Read the lesson in a game's `lesson.toml`, None if there is none."""
    page = text_beside(game, "lesson.toml")
    return None if page is None else parse(page)


def parse(page: str) -> Lesson:
    """Read a lesson from TOML; a move of another seat is written `2 draw`."""
    fields = tomllib.loads(page)
    return Lesson(
        seed=seed_from(int(fields["seed"])),
        seats=fields["seats"],
        seat=fields["seat"],
        options=fields.get("options", {}),
        before=_moves(fields.get("before", ())),
        steps=tuple(_step(step) for step in fields["step"]),
        learned=tuple(fields["learned"]),
    )


def _step(fields: dict[str, Any]) -> LessonStep:
    return LessonStep(
        say=fields["say"],
        ask=fields["ask"],
        move=fields["move"],
        otherwise=fields.get("otherwise", ""),
        then=_moves(fields.get("then", ())),
    )


def _moves(lines: Sequence[str]) -> tuple[tuple[Seat, str], ...]:
    split = [line.split(" ", 1) for line in lines]
    return tuple((int(seat), text) for seat, text in split)
