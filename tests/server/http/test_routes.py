"""What requests cost: every route has its tokens, strangers get few of the costly ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import BaseRoute, Mount, Route

from meldroom.room.limits import Limits, Rate, TokenBucket
from meldroom.server import admission
from meldroom.server.app import Config, make_app
from meldroom.server.http.routes import COSTS, cost_of
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.local_room import local_server
from tests.server.socket_client import http_client

BESIDE_THE_API = {"GET /shell.json", "GET /service_worker.js", "GET /socket"}
RECORD = "/api/tables/{key}/records/{number:number}"
FILES = ["/client/main.js"] * 80
VISITS = {
    "the first visit to home": [
        *FILES, "/service_worker.js", "/shell.json", "/api/games", "/api/bots", "/api/addresses",
        "/api/tables", "/api/daily", *["/api/tables/{key}/results/{number:number}"] * 8,
    ],
    "a table": [
        *FILES, "/api/games", "/api/bots", "/socket", "/api/tables/{key}/evening",
        "/api/games/{key}/rules", "/api/games/{key}/cards", "/api/games/{key}/summary",
        "/api/tables/{key}/mail", *["/socket"] * 5,
    ],
    "a replay of 500 moves with a review that takes a minute": [
        *FILES, "/api/games", RECORD, *[f"{RECORD}/plies"] * 20, *[f"{RECORD}/review"] * 60,
    ],
    "my record": [*FILES, "/api/games", "/api/me/record", "/api/players", "/api/me/export"],
    "the deal of the day": [*FILES, "/api/games", "/api/daily", *["/api/daily/{day}/{game}"] * 5],
    "a lesson with ten mistakes": [
        *FILES, "/api/games", "/api/games/{key}/lesson",
        *["/api/games/{key}/lesson/{step:number}/check"] * 10,
    ],
}  # fmt: skip


def routes(found: list[BaseRoute], prefix: str = "") -> Iterator[str]:
    """Name every route of the API, by method."""
    for route in found:
        if isinstance(route, Mount) and route.path == "/api":
            yield from routes(route.routes, route.path)
        elif isinstance(route, Route) and prefix:
            for method in (route.methods or set()) - {"HEAD"}:
                yield f"{method} {prefix}{route.path}"


def test_49_every_route_of_the_api_says_what_it_costs(tmp_path: Path) -> None:
    app = make_app(Config(("http://127.0.0.1",)), Store(f"sqlite:///{tmp_path / 'db'}"))
    assert {*routes(app.routes)} == COSTS.keys() - BESIDE_THE_API


def test_the_cost_of_a_request_is_that_of_its_route() -> None:
    for route, cost in COSTS.items():
        method, _, path = route.partition(" ")
        filled = re.sub(r"\{\w+:number\}", "7", re.sub(r"\{\w+\}", "abc", path))
        assert cost_of(method, filled) == cost
    assert cost_of("HEAD", "/api/me/record") == COSTS["GET /api/me/record"]
    assert cost_of("GET", "/client/main.js") == cost_of("GET", "/api/nothing") == 1


@pytest.mark.parametrize("visit", VISITS)
def test_49_a_usual_visit_stays_far_below_the_limit(visit: str, figure: Figure) -> None:
    tokens = sum(COSTS.get(f"GET {path}", 1) for path in VISITS[visit])
    assert tokens <= Limits().gets.size / 4
    figure(f"49: {visit}: {tokens} of {Limits().gets.size} tokens")


async def test_49_what_is_costly_uses_up_more_of_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)
    tokens = 2 * COSTS["GET /api/me/record"] + 1
    limits = Limits(gets=Rate(tokens, 1e6), posts=Rate(tokens, 1e6), this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin, http_client(origin) as http:
        paths = ("/api/me/record", "/api/me/record", "/api/me/record", "/api/bots", "/api/bots")
        answers = [(await http.get(path)).status_code for path in paths]
        assert answers == [200, 200, 429, 200, 429]
        deleted = [(await http.post("/api/me/delete", json={})).status_code for _ in range(4)]
        assert deleted == [200, 200, 429, 429]


def test_what_costs_more_than_the_whole_limit_takes_all_of_it() -> None:
    bucket = TokenBucket(10, 10.0, 0.0)
    assert bucket.take(0.0, 200)
    assert not bucket.take(0.0)
    assert bucket.seconds_until_token(4.0, 200) == 6.0
    assert bucket.take(10.0, 200)
