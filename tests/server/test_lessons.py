"""A lesson on the net: all that its learner's seat may see, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.codec import plain_view
from meldroom.core.game import Game
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.games.lesson import lesson_of
from meldroom.server.http.lessons import lesson_told
from tests.conformance.tables import EVERY_GAME
from tests.server.house import run, served
from tests.server.wire import client


def taught(game: Game[Any]) -> dict[str, Any]:
    told = lesson_told(game)
    assert told is not None
    lesson: dict[str, Any] = json.loads(told)
    return lesson


@EVERY_GAME
def test_each_step_stands_at_its_ply_with_its_move_among_the_legal_ones(game: Game[Any]) -> None:
    lesson = taught(game)
    written = lesson_of(game)
    assert written is not None
    assert [step["move"] for step in lesson["steps"]] == [step.move for step in written.steps]
    assert len(lesson["plies"]) == 1 + len(list(written.moves))
    for step in lesson["steps"]:
        shown = lesson["plies"][step["ply"]]
        assert lesson["seat"] in shown["to_act"]
        assert step["move"] in [act["text"] for act in shown["legal"]]
        assert shown["undo"] is False


@EVERY_GAME
def test_a_lesson_shows_no_card_that_its_learner_cannot_see(game: Game[Any]) -> None:
    lesson, written = taught(game), lesson_of(game)
    assert written is not None
    assert written.seed.hex() not in json.dumps(lesson)
    state = game.start(written.options, written.seats, Rng(written.seed))
    states = [state]
    for seat, text in written.moves:
        state = game.apply(state, seat, game.parse(text))
        states.append(state)
    for shown, state in zip(lesson["plies"], states, strict=True):
        seen = plain_view(view(state, written.seat), game.deck)
        for told, mine in zip(shown["view"]["zones"], seen["zones"], strict=True):
            hidden = [code for code in told["cards"] if code is not None]
            assert len(told["cards"]) == len(mine["cards"])
            for code in hidden:
                assert code in mine["cards"], (shown["ply"], told["name"])
        for seat, text in shown["moves"]:
            assert seat == written.seat or text.split(" ")[0] in [a.verb for a in game.actions]


def test_a_lesson_is_given_for_a_game_that_has_one(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            for game in (await http.get("/api/games")).json():
                assert game["lesson"] is True
                lesson = (await http.get(f"/api/games/{game['key']}/lesson")).json()
                assert lesson["game"] == game["key"]
            assert (await http.get("/api/games/whist/lesson")).status_code == 404
            assert (await http.get("/learn/scorzo")).status_code == 200

    run(scene())


def test_a_game_without_a_lesson_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Untaught(type(GAMES["scorzo"])):  # type: ignore[misc]
        key = "untaught"

    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            assert [game["lesson"] for game in (await http.get("/api/games")).json()][-1] is False
            assert (await http.get("/api/games/untaught/lesson")).status_code == 404

    monkeypatch.setitem(GAMES, "untaught", Untaught())
    run(scene())
