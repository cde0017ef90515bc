"""Limits on the requests of one address, and on the tables that it opens."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.room.limits import Limits, Rate
from meldroom.server import admission
from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server.conftest import Advance
from tests.server.local_room import local_server
from tests.server.socket_client import http_client

NEW = {"game": "thumbs-up", "seats": 3, "name": "Ada"}
ONE_ADDRESS = Limits(this_machine=1)
PROXY = ("127.0.0.1",)


@pytest.fixture(autouse=True)
def no_refusal_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse at once, to save time."""
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.0)


def another_address(origin: str) -> httpx.AsyncClient:
    """Make requests from another address."""
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    return httpx.AsyncClient(
        base_url=origin, headers={"Origin": origin}, transport=transport, timeout=PATIENCE
    )


def check_refused(answer: httpx.Response, most_seconds: int) -> None:
    """Check that a request was refused by P-11, and that the client is told when to come back."""
    assert (answer.status_code, answer.json()["rule"]) == (429, "P-11")
    assert 1 <= int(answer.headers["retry-after"]) <= most_seconds


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_32_an_address_that_asks_too_often_is_told_to_wait_and_no_other(
    tmp_path: Path, method: str
) -> None:
    rate = Rate(5, 600.0)
    few_gets, few_posts = ONE_ADDRESS._replace(gets=rate), ONE_ADDRESS._replace(posts=rate)
    limits = few_gets if method == "GET" else few_posts
    async with (
        local_server(tmp_path / "db", limits) as origin,
        http_client(origin) as http,
        another_address(origin) as other,
    ):
        body: dict[str, Any] = {} if method == "GET" else {"json": NEW}
        for number in range(8):
            answer = await http.request(method, "/api/tables", **body)
            if number < 5:
                assert answer.is_success
            else:
                check_refused(answer, 120)
        opposite = "POST" if method == "GET" else "GET"
        assert (await http.request(opposite, "/api/bots")).status_code != 429
        assert (await other.request(method, "/api/tables", **body)).is_success


async def test_32_requests_are_limited_by_the_address_that_a_named_proxy_forwards(
    tmp_path: Path,
) -> None:
    limits = Limits(gets=Rate(2, 600.0))
    async with (
        local_server(tmp_path / "db", limits, proxies=PROXY) as origin,
        http_client(origin) as http,
    ):

        async def statuses(address: str) -> list[int]:
            headers = {"X-Forwarded-For": address}
            answers = [await http.get("/api/bots", headers=headers) for _ in range(3)]
            return [answer.status_code for answer in answers]

        assert await statuses("203.0.113.5") == [200, 200, 429]
        assert await statuses("203.0.113.6") == [200, 200, 429]


async def test_32_the_handshake_of_a_websocket_counts_as_a_request(tmp_path: Path) -> None:
    limits = ONE_ADDRESS._replace(gets=Rate(1, 600.0))
    async with local_server(tmp_path / "db", limits) as origin:
        address = origin.replace("http", "ws") + "/socket"
        async with connect(address, origin=Origin(origin)):
            pass
        with pytest.raises(InvalidStatus) as error:
            async with connect(address, origin=Origin(origin)):
                pass
        response = error.value.response
        assert (response.status_code, "retry-after" in response.headers) == (429, True)


async def test_49_many_requests_of_an_address_wait_and_those_of_others_do_not(
    tmp_path: Path, advance: Advance
) -> None:
    limits = ONE_ADDRESS._replace(pace=Rate(2, 400.0))
    async with (
        local_server(tmp_path / "db", limits) as origin,
        http_client(origin) as http,
        another_address(origin) as other,
    ):
        for _ in range(2):
            assert (await http.get("/api/bots")).is_success
        third = asyncio.create_task(http.get("/api/bots"))
        for _ in range(2):
            assert (await other.get("/api/bots")).is_success
        assert not third.done()
        advance(200.0)
        assert (await third).is_success


def test_a_refused_request_waits_so_that_a_flood_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "REFUSAL_DELAY", 0.1)

    async def scenario() -> float:
        limits = ONE_ADDRESS._replace(gets=Rate(1, 600.0))
        async with local_server(tmp_path / "db", limits) as origin, http_client(origin) as http:
            assert (await http.get("/api/bots")).is_success
            began = asyncio.get_running_loop().time()
            check_refused(await http.get("/api/bots"), 600)
            return asyncio.get_running_loop().time() - began

    assert asyncio.run(scenario()) >= 0.1


@pytest.mark.parametrize(
    ("limits", "fields", "words"),
    [
        (Limits(tables_per_address=2), {}, "your address has opened 2 open tables"),
        (
            Limits(standing_tables_per_address=2),
            {"standing": True},
            "your address has opened 2 standing tables",
        ),
    ],
    ids=["open", "standing"],
)
async def test_32_an_address_opens_only_so_many_tables_and_another_goes_on(
    tmp_path: Path, limits: Limits, fields: dict[str, Any], words: str
) -> None:
    async with (
        local_server(tmp_path / "db", limits._replace(this_machine=1)) as origin,
        http_client(origin) as http,
        another_address(origin) as other,
    ):
        for _ in range(2):
            assert (await http.post("/api/tables", json={**NEW, **fields})).is_success
        refused = await http.post("/api/tables", json={**NEW, **fields})
        check_refused(refused, 600)
        assert refused.json()["detail"].startswith(words)
        assert (await other.post("/api/tables", json={**NEW, **fields})).is_success
        if fields:
            assert (await http.post("/api/tables", json=NEW)).is_success


@pytest.mark.parametrize("fields", [{}, {"standing": True}], ids=["open", "standing"])
async def test_32_the_server_holds_only_so_many_tables_in_all(
    tmp_path: Path, fields: dict[str, Any]
) -> None:
    limits = Limits(standing_tables=2) if fields else Limits(tables=2)
    async with (
        local_server(tmp_path / "db", limits) as origin,
        http_client(origin) as http,
        another_address(origin) as other,
    ):
        for client in (http, other):
            assert (await client.post("/api/tables", json={**NEW, **fields})).is_success
        check_refused(await other.post("/api/tables", json={**NEW, **fields}), 600)


@pytest.mark.slow
@pytest.mark.parametrize("proxies", [(), PROXY], ids=["directly", "by a proxy"])
async def test_32_a_flood_of_requests_and_tables_from_one_address_is_limited(
    tmp_path: Path, proxies: tuple[str, ...], figure: Figure
) -> None:
    async with (
        local_server(tmp_path / "db", ONE_ADDRESS, proxies=proxies) as origin,
        http_client(origin, **{"X-Forwarded-For": "203.0.113.5"}) as http,
        http_client(origin, **{"X-Forwarded-For": "203.0.113.6"}) as proxied,
        another_address(origin) as direct,
    ):
        gets = [(await http.get("/api/tables")).status_code for _ in range(10_000)]
        posts = [
            (await http.post("/api/tables", json={**NEW, "listed": True})).status_code
            for _ in range(5_000)
        ]
        assert {*gets, *posts} == {200, 201, 429}
        figure(f"32: {gets.count(200)} of 10000 GETs and {posts.count(201)} of 5000 tables")
        other = proxied if proxies else direct
        answer = await other.get("/api/tables")
        assert (answer.status_code, len(answer.content) <= 50_000) == (200, True)
        assert (await other.post("/api/tables", json=NEW)).is_success
