"""A lesson shows what its learner's seat may see, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.core.codec import plain_view
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.games.lesson import lesson_of
from meldroom.room.hints import work_out
from meldroom.server.http import games_api
from meldroom.server.http.games_api import encoded_lesson, move_to_check
from tests.conformance.tables import EVERY_GAME
from tests.server.local_room import local_server
from tests.server.socket_client import http_client


def decoded_lesson(game: AnyGame) -> dict[str, Any]:
    """Decode a game's lesson as the page does."""
    encoded = encoded_lesson(game)
    assert encoded is not None
    lesson: dict[str, Any] = json.loads(encoded)
    return lesson


@EVERY_GAME
def test_the_move_of_each_step_is_legal_at_its_ply(game: AnyGame) -> None:
    lesson = decoded_lesson(game)
    written = lesson_of(game)
    assert written is not None
    assert [step["move"] for step in lesson["steps"]] == [step.move for step in written.steps]
    assert len(lesson["plies"]) == 1 + len(list(written.moves))
    for step in lesson["steps"]:
        position = lesson["plies"][step["ply"]]
        assert lesson["seat"] in position["to_act"]
        assert step["move"] in [act["text"] for act in position["legal"]]
        assert position["undo"] is False


@EVERY_GAME
def test_a_lesson_shows_no_card_that_its_learner_cannot_see(game: AnyGame) -> None:
    lesson, written = decoded_lesson(game), lesson_of(game)
    assert written is not None
    assert written.seed.hex() not in json.dumps(lesson)
    state = game.start(written.options, written.seats, Rng(written.seed))
    states = [state]
    for seat, text in written.moves:
        state = game.apply(state, seat, game.parse(text))
        states.append(state)
    for position, state in zip(lesson["plies"], states, strict=True):
        seen = plain_view(view(state, written.seat), game.deck)
        for zone, own in zip(position["view"]["zones"], seen["zones"], strict=True):
            shown = [code for code in zone["cards"] if code is not None]
            assert len(zone["cards"]) == len(own["cards"])
            for code in shown:
                assert code in own["cards"], (position["ply"], zone["name"])
        for seat, text in position["moves"]:
            assert seat == written.seat or text.split(" ")[0] in [a.verb for a in game.actions]


async def test_every_game_has_a_lesson_to_fetch(http: httpx.AsyncClient) -> None:
    for game in (await http.get("/api/games")).json():
        assert game["lesson"] is True
        lesson = (await http.get(f"/api/games/{game['key']}/lesson")).json()
        assert lesson["game"] == game["key"]
    assert (await http.get("/api/games/whist/lesson")).status_code == 404
    assert (await http.get("/learn/scorzo")).status_code == 200


@pytest.mark.long
@pytest.mark.usefixtures("library")
async def test_a_lesson_says_what_a_costly_move_would_cost(http: httpx.AsyncClient) -> None:
    path = "/api/games/scorzo/lesson"
    task = move_to_check(GAMES["scorzo"], 1, "discard WW")
    found = (await http.get(f"{path}/1/check", params={"text": task.text})).json()
    expected = work_out(task)
    assert found == {"loss": expected["loss"], "error": expected["error"]}
    assert found["loss"] > 0.05
    for step, text, rule in (
        (0, task.text, "R7"),
        (1, "whist", "X-3"),
        (99, "draw", "P-1"),
    ):
        refused = await http.get(f"{path}/{step}/check", params={"text": text})
        assert (refused.status_code, refused.json()["rule"]) == (422, rule)


def test_a_game_without_a_lesson_answers_404(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WithoutLesson(type(GAMES["scorzo"])):  # type: ignore[misc]
        key = "without-lesson"

    async def scenario() -> None:
        async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
            assert [game["lesson"] for game in (await http.get("/api/games")).json()][-1] is False
            assert (await http.get("/api/games/without-lesson/lesson")).status_code == 404

    monkeypatch.setitem(GAMES.loaded, "without-lesson", WithoutLesson())
    asyncio.run(scenario())


def die(_: object) -> None:
    """End the process that works something out."""
    os._exit(1)


async def test_a_move_whose_check_breaks_off_twice_is_answered_by_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(iter(GAMES.values()))
    move = decoded_lesson(game)["steps"][0]["move"]
    monkeypatch.setattr(games_api, "work_out", die)
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        answer = await http.get(f"/api/games/{game.key}/lesson/0/check", params={"text": move})
    assert (answer.status_code, answer.json()["title"]) == (503, "broken off")
