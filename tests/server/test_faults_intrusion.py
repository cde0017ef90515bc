"""Intrusion: foreign pages, and people after a seat that is not theirs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meldroom.room.records import rebuild
from meldroom.room.seats import place_of
from meldroom.room.tokens import hashed, new_token
from meldroom.server.addresses import local_origins
from meldroom.server.app import Config, make_app
from meldroom.server.storage.backup import verified_rows
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.levels import as_long
from tests.patience import PATIENCE
from tests.server.local_room import GAME, local_server
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.socket_client import closed, connected, http_client, open_table, receive, send

UNSAFE_METHODS = ("POST", "PUT", "PATCH", "DELETE")
FOREIGN_ORIGIN = "https://evil.example"
FINISHED = "a" * 14  # a table with a finished game
JSON = {"Content-Type": "application/json"}
FOREIGN_HEADERS: list[dict[str, str]] = [
    {"Origin": FOREIGN_ORIGIN, **JSON},
    {"Origin": FOREIGN_ORIGIN, "Sec-Fetch-Site": "same-origin", **JSON},
    {"Origin": "null", **JSON},
    {"Origin": "", **JSON},
    {"Sec-Fetch-Site": "cross-site", **JSON},
    {"Sec-Fetch-Site": "same-site", **JSON},
    {"Sec-Fetch-Site": "none", **JSON},
    JSON,
]
FORM_HEADERS = [
    {"Content-Type": kind}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
]


ANSWERED_OTHERWISE = {
    "/api/tables/{key}/end": 422,  # only where this version lacks the rules
    "/api/daily/{day}/{game}": 404,  # a day without a deal
    "/api/me/join": 403,  # a wrong code
    "/api/me/delete": 200,
    "/api/tables/{key}/mail": 422,  # no emails are sent
    "/api/mail/{key}": 404,  # an unknown link
}


def addresses(routes: Sequence[BaseRoute], prefix: str = "") -> Iterator[tuple[str, Route]]:
    """Give every route of the application."""
    for route in routes:
        if isinstance(route, Mount):
            yield from addresses(route.routes or [Route("/a.js", _nothing)], prefix + route.path)
        elif isinstance(route, Route):
            yield prefix + route.path, route


def _nothing(_: Any) -> None:
    """A placeholder for the files under a mount."""


def log_hash(path: Path) -> str:
    """Hash every row of the log."""
    store = Store(f"sqlite:///{path}")
    digest = sha256(repr(list(verified_rows(store))).encode()).hexdigest()
    store.close()
    return digest


@pytest.mark.parametrize("routes", ["those that change something", as_long("all")])
def test_17_no_foreign_page_changes_anything_by_any_route(
    routes: str, tmp_path: Path, figure: Figure
) -> None:
    path = tmp_path / "db"
    app = make_app(Config(local_origins(8000)), Store(f"sqlite:///{tmp_path / 'none'}"))
    found: dict[str, set[str]] = {}
    for address, route in addresses(app.routes):
        found.setdefault(address, set()).update(route.methods or ())
    changing = {address for address, methods in found.items() if methods & set(UNSAFE_METHODS)}
    bodies: dict[str, Any] = {
        "/api/tables": {"game": GAME, "seats": 3, "name": "Eve"},
        "/api/tables/{key}/seats": {"name": "Eve"},
        "/api/daily/{game}": {"name": "Eve"},
        "/api/daily/{day}/{game}": {"name": "Eve"},
        "/api/me/carry": {},
        "/api/me/join": {"code": "ABCD2345"},
        "/api/me/delete": {},
        "/api/tables/{key}/end": {"token": ""},
        "/api/tables/{key}/mail": {"address": "eve@mail.example"},
        "/api/mail/{key}": {"send": True},
        "/api/tables/{key}/records/{number:number}/branches": {"name": "Eve", "ply": 0, "seat": 0},
    }
    assert changing == set(bodies), "every route that changes something is tried with a valid body"

    write_log(f"sqlite:///{path}", sample_log(FINISHED))

    def filled_in(address: str, table: str) -> str:
        key = FINISHED if "records" in address else table
        filled = address.replace("{key}", key).replace("{game}", GAME)
        return filled.replace("{number:number}", "1").replace("{day}", "2026-01-01")

    async def scenario() -> int:
        refused = 0
        async with local_server(path) as origin, http_client(origin) as own:
            place = await open_table(origin)
            bodies["/api/tables/{key}/seats"]["code"] = place["code"]
            before = log_hash(path), (await own.get("/api/tables")).text
            own_page = [{"Origin": origin, **form} for form in FORM_HEADERS]
            async with httpx.AsyncClient(base_url=origin, timeout=PATIENCE) as http:
                for address in found if routes == "all" else changing:
                    to, body = filled_in(address, place["table"]), bodies.get(address, {})
                    for method in UNSAFE_METHODS:
                        for headers in (*FOREIGN_HEADERS, *own_page):
                            answer = await http.request(method, to, json=body, headers=headers)
                            assert answer.status_code == 403, (method, to, headers)
                            assert answer.json()["rule"] == "P-10"
                            refused += 1
            assert (log_hash(path), (await own.get("/api/tables")).text) == before
            for address, body in bodies.items():
                answer = await own.post(filled_in(address, place["table"]), json=body)
                assert answer.status_code == ANSWERED_OTHERWISE.get(address, 201), address
            same = {"Sec-Fetch-Site": "same-origin"}
            async with httpx.AsyncClient(base_url=origin, headers=same, timeout=PATIENCE) as page:
                body = bodies["/api/tables"]
                assert (await page.post("/api/tables", json=body)).status_code == 201
                assert (await page.put("/api/tables", json=body)).status_code == 405
            assert log_hash(path) != before[0], "the same request of our own page is accepted"
        return refused

    refused = asyncio.run(scenario())
    figure(f"17: {refused} foreign requests by {routes} of {len(found)} routes: all 403")


async def test_17_no_foreign_page_gets_a_websocket(tmp_path: Path, figure: Figure) -> None:
    app = make_app(Config(local_origins(8000)), Store(f"sqlite:///{tmp_path / 'none'}"))
    sockets = [route.path for route in app.routes if isinstance(route, WebSocketRoute)]
    assert sockets
    async with local_server(tmp_path / "db") as origin:
        for path in sockets:
            for foreign in (
                FOREIGN_ORIGIN,
                "null",
                origin + ".evil.example",
                origin[:-1],
                None,
            ):
                address = origin.replace("http", "ws") + path
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(address, origin=Origin(foreign) if foreign else None):
                        pass
                assert refused.value.response.status_code == 403
    figure(f"17: {5 * len(sockets)} foreign websockets at {len(sockets)} address: all 403")


async def test_17_get_requests_change_nothing(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        place = await open_table(origin)
        before = log_hash(tmp_path / "db")
        for address in ("/api/tables", f"/api/tables/{place['table']}/seats"):
            for method in ("GET", "HEAD"):
                await http.request(method, address, params={"name": "Eve"})
        assert (await http.get(f"/api/tables/{place['table']}/seats")).status_code == 405
        assert log_hash(tmp_path / "db") == before


async def steal(origin: str, table: str, token: str, rule: str = "P-7") -> None:
    """Join with a token that must not open a seat."""
    async with connected(origin) as thief:
        await send(thief, "hello", table=table, token=token)
        assert (await receive(thief, "refusal"))["rule"] == rule
        assert (await closed(thief))[0] == 4003


async def take_seat(origin: str, place: dict[str, Any], name: str) -> dict[str, Any]:
    """Take another seat at a table."""
    body = {"name": name, "code": place["code"], "keep": "token"}
    async with http_client(origin) as http:
        answer = await http.post(f"/api/tables/{place['table']}/seats", json=body)
    taken: dict[str, Any] = answer.json()
    return taken


async def test_18_a_seat_is_opened_by_its_own_token_alone(tmp_path: Path, figure: Figure) -> None:
    async with local_server(tmp_path / "db") as origin:
        place, other = await open_table(origin), await open_table(origin)
        other_seat = await take_seat(origin, place, "Elif")
        for token in (other["token"], place["code"], place["token"][:-1], "x" * 43, "é"):
            await steal(origin, place["table"], token)
        await steal(origin, other["table"], place["token"])
        async with connected(origin, other_seat) as socket:  # good for that seat alone
            for request in (
                {"do": "kick", "seat": 0},
                {"do": "end"},
                {"do": "hand", "seat": 1},
            ):
                await send(socket, **request)
                assert (await receive(socket, "refusal"))["rule"] == "P-4"
            await send(socket, "hello", table=other["table"], token=other["token"])
            assert (await receive(socket, "refusal"))["rule"] == "P-7"
    figure("18: tokens of another seat and table, codes and guesses: all refused")


async def test_18_a_token_in_the_wrong_channel_opens_nothing(origin: str, figure: Figure) -> None:
    place, other = await open_table(origin), await open_table(origin)
    token, table = place["token"], place["table"]
    address = origin.replace("http", "ws") + "/socket"
    wrong: list[tuple[str, dict[str, str]]] = [
        (f"?token={token}&table={table}", {}),
        ("", {"Authorization": f"Bearer {token}"}),
        ("", {"Sec-WebSocket-Protocol": token}),
        ("", {"Cookie": f"token={token}"}),
        ("", {"Cookie": f"meldroom-{other['table']}={token}"}),
        ("", {"Cookie": f"__Host-meldroom-{table}={token}"}),
        ("", {"X-Forwarded-For": "127.0.0.1", "Cookie": f"meldroom={token}"}),
    ]
    for query, headers in wrong:
        async with connect(
            address + query, origin=Origin(origin), additional_headers=headers
        ) as thief:
            await send(thief, "act", id="1", texts=["draw"])
            assert (await receive(thief, "refusal"))["rule"] == "P-7"
            await send(thief, "hello", table=table)
            assert (await receive(thief, "refusal"))["rule"] == "P-7"
    async with connected(origin) as thief:  # nor does it in place of the code
        await send(thief, "hello", table=table, code=token)
        assert (await receive(thief, "refusal"))["rule"] == "P-7"
    async with http_client(origin) as http:
        path = f"/api/tables/{table}/seats"
        answer = await http.post(path, json={"name": "Eve", "code": token})
        assert (answer.status_code, answer.json()["rule"]) == (403, "P-7")
        answer = await http.post(path, json={"name": "Eve", "token": token})
        assert (answer.status_code, answer.json()["rule"]) == (422, "P-1")
    figure(f"18: a token in {len(wrong) + 3} wrong channels: all refused")


async def test_18_a_seat_that_was_left_is_not_opened_by_its_old_token(
    tmp_path: Path, figure: Figure
) -> None:
    async with local_server(tmp_path / "db") as origin:
        host = await open_table(origin)
        left, kicked = (
            await take_seat(origin, host, "Elif"),
            await take_seat(origin, host, "Omar"),
        )
        async with connected(origin, host) as socket, connected(origin, left) as going:
            await send(going, "leave")
            assert (await closed(going))[0] == 4001
            await send(socket, "kick", seat=kicked["seat"])
            while (await receive(socket, "table"))["seats"][kicked["seat"]]["person"]:
                pass
        for place, rule in ((left, "P-7"), (kicked, "P-12")):
            await steal(origin, host["table"], place["token"], rule)
            cookie = {"Cookie": f"meldroom-{host['table']}={place['token']}"}
            async with http_client(origin, **cookie) as http:
                path = f"/api/tables/{host['table']}/seats"
                answer = await http.post(path, json={"name": "Eve"})
                assert (answer.status_code, answer.json()["rule"]) == (403, "P-7")
    async with local_server(tmp_path / "db") as origin:  # nor after a restart
        await steal(origin, host["table"], left["token"])
        await steal(origin, host["table"], kicked["token"], "P-12")
    figure("18: tokens rebuild after leaving, being removed, and a restart: all refused")


@pytest.mark.parametrize("guesses", [2_000, pytest.param(10**6, marks=pytest.mark.slow)])
def test_18_no_guess_opens_a_seat(guesses: int, figure: Figure) -> None:
    table = rebuild("x" * 14, sample_log("x" * 14)[:4])
    assert [place_of(table, hashed(token)) for token in TOKENS] == [(0, False), (1, False)]
    near = [
        token[:at] + character + token[at + 1 :]
        for token in TOKENS
        for at in range(len(token))
        for character in "abcdefgh-_09"
        if character != token[at]
    ]
    for token in (*near, *(new_token() for _ in range(guesses)), "", secrets.token_hex(64)):
        assert place_of(table, hashed(token)) is None
    figure(f"18: {guesses} guesses and {len(near)} near misses: none opens a seat")
