"""The lessons that come with the games: a first hand on a fixed deal, told step by step."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.game import Game, Setting
from meldroom.core.rng import SEED_SIZE


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


def lesson_of(game: Game[Any]) -> Lesson | None:
    """Read the lesson in a game's folder, None if there is none."""
    return _read(type(game).__module__.rpartition(".")[0])


@lru_cache
def _read(package: str) -> Lesson | None:
    page = files(package).joinpath("lesson.toml")
    return parse(page.read_text("utf-8")) if page.is_file() else None


def parse(page: str) -> Lesson:
    """Read a lesson as it is written; a move of another seat is its number and the move."""
    told = tomllib.loads(page)
    return Lesson(
        seed=int(told["seed"]).to_bytes(SEED_SIZE, "big"),
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
