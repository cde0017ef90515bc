"""What the API answers to a request that cannot be granted, in words and by a rule."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.games import GAMES
from meldroom.room.lobby import MAX_TABLES_PER_PAGE
from meldroom.room.refusals import LimitReached
from meldroom.room.services import StorageError
from meldroom.server.http.request_bodies import MAX_BODY
from meldroom.server.http.responses import limit_problem, problem
from meldroom.server.storage.store import Fatal
from tests.server.local_room import GAME, local_server
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.socket_client import http_client

OVER, RUNNING, UNKNOWN = "a" * 14, "b" * 14, "c" * 14
finished_log = cache(partial(sample_log, game="victor-or-victim"))  # a short one
PLIES = f"/api/tables/{OVER}/records/1/plies"
NO_PLIES = "there are no such plies, or no such seat"
NOT_NUMBERS = "from, to and eyes are numbers, or eyes is all"
KEYS = ", ".join(GAMES)
LIMIT = f"limit is a number from 1 to {MAX_TABLES_PER_PAGE}"

PROBLEMS: dict[str, tuple[int, str, str | None]] = {
    "/api/games/whist/rules": (
        404,
        f"there is no game 'whist'; there are {', '.join(GAMES)}",
        None,
    ),
    f"/api/games/{GAME}/cards?seats=9": (422, f"{GAME} has 2 to 8 seats", "P-1"),
    "/api/tables?limit=0": (422, LIMIT, "P-1"),
    f"/api/tables?limit={MAX_TABLES_PER_PAGE + 1}": (422, LIMIT, "P-1"),
    "/api/tables?limit=x": (422, LIMIT, "P-1"),
    f"/api/tables/{UNKNOWN}/records/1": (404, "there is no such table", None),
    f"/api/tables/{UNKNOWN}/evening": (404, "there is no such table", None),
    f"/api/tables/{UNKNOWN}/results/1": (404, "there is no such table", None),
    f"/api/tables/{UNKNOWN}/scores/1": (404, "there is no such game", None),
    f"/api/tables/{OVER}/scores/0": (404, "there is no such game", None),
    f"/api/tables/{OVER}/records/2": (404, "there is no such finished game", None),
    f"/api/tables/{RUNNING}/records/1": (404, "there is no such finished game", None),
    f"{PLIES}?from=x": (422, NOT_NUMBERS, "P-1"),
    f"{PLIES}?eyes=x": (422, NOT_NUMBERS, "P-1"),
    f"{PLIES}?from=2&to=1": (422, NO_PLIES, "P-1"),
    f"{PLIES}?from=-1": (422, NO_PLIES, "P-1"),
    f"{PLIES}?eyes=2": (422, NO_PLIES, "P-1"),
    f"{PLIES}?eyes=-1": (422, NO_PLIES, "P-1"),
}
JSON = {"Content-Type": "application/json"}
TITLES = {404: "not found", 422: "refused"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database with a finished and a running game."""
    path = tmp_path_factory.mktemp("problems") / "db"
    write_log(f"sqlite:///{path}", [*finished_log(OVER), *finished_log(RUNNING)[:-3]])
    return path


async def test_a_request_that_cannot_be_granted_says_why(url: Path) -> None:
    async with local_server(url) as origin, http_client(origin) as http:
        for path, (status, why, rule) in PROBLEMS.items():
            answer = await http.get(path)
            expected = {"title": TITLES[status], "status": status, "detail": why}
            if rule is not None:
                expected["rule"] = rule
            assert (answer.status_code, answer.json()) == (status, expected), path
            assert answer.headers["Content-Type"] == "application/problem+json"


async def test_a_body_is_refused_if_it_is_too_long_or_of_another_form(url: Path) -> None:
    async def post(http: httpx.AsyncClient, path: str, body: bytes) -> dict[str, Any]:
        answer = await http.post(path, content=body, headers=JSON)
        assert answer.status_code == 422
        form: dict[str, Any] = answer.json()
        assert form["rule"] == "P-1"
        return form

    async with local_server(url) as origin, http_client(origin) as http:
        too_long = await post(http, "/api/tables", b" " * (MAX_BODY + 1))
        assert too_long["detail"] == "a request has at most 16384 bytes"
        exact = await post(http, "/api/tables", b" " * MAX_BODY)
        assert "truncated" in exact["detail"]
        deep = await post(http, f"/api/tables/{OVER}/seats", b"[" * MAX_BODY)
        assert deep["detail"]
        no_text = await post(http, f"/api/tables/{OVER}/seats", b'{"name":"\xff"}')
        assert no_text["detail"]


async def test_the_last_page_of_tables_and_the_whole_game_can_be_asked_for(url: Path) -> None:
    async with local_server(url) as origin, http_client(origin) as http:
        for limit in (1, MAX_TABLES_PER_PAGE):
            assert (await http.get(f"/api/tables?limit={limit}")).status_code == 200
        for eyes in ("0", "1", "all"):
            answer = (await http.get(f"{PLIES}?from=1&to=2&eyes={eyes}")).json()
            assert [shot["ply"] for shot in answer["shots"]] == [1, 2]
            assert answer["plies"] == sum(row.kind == "moved" for row in finished_log(OVER))
        only_first = (await http.get(PLIES)).json()["shots"]
        assert [shot["ply"] for shot in only_first] == [0]


async def test_a_table_that_can_be_played_is_not_ended_from_outside(url: Path) -> None:
    async with local_server(url) as origin, http_client(origin) as http:
        body = {"token": TOKENS[0]}
        answer = await http.post(f"/api/tables/{RUNNING}/end", json=body)
        assert answer.status_code == 422
        assert answer.json()["detail"] == "this table can be played; its host ends it there"
        missing = await http.post(f"/api/tables/{UNKNOWN}/end", json=body)
        assert (missing.status_code, missing.json()["detail"]) == (
            403,
            "there is no such table",
        )


@pytest.mark.parametrize(
    ("error", "title", "why", "rule"),
    [
        (StorageError("full"), "not saved", "nothing happened; try again", "P-8"),
        (Fatal("broken"), "restarting", "it may not have been saved; look again", None),
    ],
)
async def test_what_cannot_be_saved_is_told_apart_from_what_may_have_been(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: StorageError,
    title: str,
    why: str,
    rule: str | None,
) -> None:
    def fail(*append: Any) -> None:
        *_, done = append
        done(error)

    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        monkeypatch.setattr("meldroom.server.storage.log.Log.begin", fail)
        body = {"game": GAME, "seats": 3, "name": "Ada"}
        answer = await http.post("/api/tables", json=body)
        expected = {"title": title, "status": 503, "detail": why}
        assert answer.json() == (expected if rule is None else {**expected, "rule": rule})


def test_a_problem_names_its_rule_if_there_is_one() -> None:
    bare, ruled = problem(404, "not found", "no"), problem(422, "refused", "no", "P-1")
    assert bytes(bare.body) == b'{"title":"not found","status":404,"detail":"no"}'
    assert bytes(ruled.body) == b'{"title":"refused","status":422,"detail":"no","rule":"P-1"}'
    assert (bare.status_code, ruled.media_type) == (404, "application/problem+json")


@pytest.mark.parametrize(("seconds", "header"), [(0.0, "1"), (1.0, "1"), (1.1, "2"), (60.0, "60")])
def test_a_limit_says_in_how_many_whole_seconds_to_try_again(seconds: float, header: str) -> None:
    answer = limit_problem(LimitReached("too often", seconds))
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, header)
    expected = b'{"title":"too many","status":429,"detail":"too often","rule":"P-11"}'
    assert bytes(answer.body) == expected
