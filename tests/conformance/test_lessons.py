"""Every lesson is a game that can be played, and speaks of rules that there are."""

from __future__ import annotations

import re

import pytest

from meldroom.core.game import AnyGame, play
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.games.lesson import Lesson, lesson_of
from meldroom.games.rulebook import rules

LESSONS = [(game, lesson) for game in GAMES.values() if (lesson := lesson_of(game))]
EVERY_LESSON = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[game.key for game, _ in LESSONS]
)
NUMBER = re.compile(r"\b(?:[RQ]\d+|X-\d+)\b")
MOST_WORDS = 60  # what fits on a coach's card on a phone


@EVERY_LESSON
def test_a_lesson_has_five_to_ten_steps_and_a_few_things_to_remember(
    game: AnyGame, lesson: Lesson
) -> None:
    assert 5 <= len(lesson.steps) <= 10
    assert 3 <= len(lesson.learned) <= 5
    assert lesson.seat in range(lesson.seats)


@EVERY_LESSON
def test_every_move_of_a_lesson_is_legal_and_written_as_the_referee_writes_it(
    game: AnyGame, lesson: Lesson
) -> None:
    state = game.start(lesson.options, lesson.seats, Rng(lesson.seed))
    asked = [step.move for step in lesson.steps]
    for seat, text in lesson.moves:
        legal = [game.text(action) for action in game.legal(view(state, seat))]
        assert text in legal, f"ply {state.ply}, seat {seat}"
        if seat == lesson.seat:
            assert asked.pop(0) == text
        state = play(game, state, seat, game.parse(text))
    assert asked == []
    for step in lesson.steps:
        assert lesson.seat not in [seat for seat, _ in step.then], "the learner's moves are steps"


@EVERY_LESSON
def test_every_sentence_of_a_lesson_names_rules_on_the_page(game: AnyGame, lesson: Lesson) -> None:
    known = rules(game)
    for step in lesson.steps:
        numbers = NUMBER.findall(step.say)
        assert numbers, step.say
        for text in (step.say, step.ask, step.otherwise):
            assert set(NUMBER.findall(text)) <= set(known), text
            assert len(text.split()) <= MOST_WORDS, text
    told = " ".join(lesson.learned)
    assert NUMBER.findall(told)
    assert set(NUMBER.findall(told)) <= set(known)


@EVERY_LESSON
def test_a_lesson_calls_only_those_by_name_who_sit_there(game: AnyGame, lesson: Lesson) -> None:
    said = [text for step in lesson.steps for text in (step.say, step.ask, step.otherwise)]
    others = {seat for seat in range(lesson.seats) if seat != lesson.seat}
    for text in (*said, *lesson.learned):
        assert {int(seat) for seat in re.findall(r"\{(\d+)\}", text)} <= others, text


@EVERY_LESSON
def test_a_strayed_learner_is_answered_wherever_there_is_a_choice(
    game: AnyGame, lesson: Lesson
) -> None:
    state = game.start(lesson.options, lesson.seats, Rng(lesson.seed))
    steps = iter(lesson.steps)
    for seat, text in lesson.moves:
        if seat == lesson.seat and len(game.legal(view(state, seat))) > 1:
            assert next(steps).otherwise, text
        elif seat == lesson.seat:
            next(steps)
        state = play(game, state, seat, game.parse(text))
