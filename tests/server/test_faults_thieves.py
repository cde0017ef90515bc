"""Those who have no business here: foreign pages, and people after a seat that is not theirs."""

from __future__ import annotations

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

from meldroom.server.app import Config, make_app
from meldroom.server.http.records import replayed
from meldroom.server.run import local_origins
from meldroom.server.storage.backup import rows_of, sound
from meldroom.server.storage.store import Store
from meldroom.server.tokens import new_token, seat_of
from tests.conftest import Figure
from tests.server.chronicle import TOKENS, chronicle, write_down
from tests.server.house import GAME, run, served
from tests.server.wire import at, client, closing, hear, opened, say

UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
EVIL = "https://evil.example"
FINISHED = "a" * 14  # a table with a finished game
JSON = {"Content-Type": "application/json"}
FOREIGN: list[dict[str, str]] = [
    {"Origin": EVIL, **JSON},
    {"Origin": EVIL, "Sec-Fetch-Site": "same-origin", **JSON},
    {"Origin": "null", **JSON},
    {"Origin": "", **JSON},
    {"Sec-Fetch-Site": "cross-site", **JSON},
    {"Sec-Fetch-Site": "same-site", **JSON},
    {"Sec-Fetch-Site": "none", **JSON},
    JSON,
]
FORMS = [
    {"Content-Type": kind}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "")
]


def addresses(routes: Sequence[BaseRoute], prefix: str = "") -> Iterator[tuple[str, Route]]:
    """Walk through every route of the application."""
    for route in routes:
        if isinstance(route, Mount):
            yield from addresses(route.routes or [Route("/a.js", _nothing)], prefix + route.path)
        elif isinstance(route, Route):
            yield prefix + route.path, route


def _nothing(_: Any) -> None:
    """Stand for the files under a mount."""


def written(path: Path) -> str:
    """Hash every row of the log."""
    store = Store(f"sqlite:///{path}")
    told = sha256(repr(list(sound(rows_of(store)))).encode()).hexdigest()
    store.close()
    return told


def test_17_no_foreign_page_changes_anything_by_any_route(tmp_path: Path, figure: Figure) -> None:
    path = tmp_path / "db"
    app = make_app(Config(local_origins(8000)), Store(f"sqlite:///{tmp_path / 'none'}"))
    found: dict[str, set[str]] = {}
    for address, route in addresses(app.routes):
        found.setdefault(address, set()).update(route.methods or ())
    changing = {address for address, methods in found.items() if methods & set(UNSAFE)}
    bodies: dict[str, Any] = {
        "/api/tables": {"game": GAME, "seats": 3, "name": "Eve"},
        "/api/tables/{key}/seats": {"name": "Eve"},
        "/api/tables/{key}/records/{number:int}/branches": {"name": "Eve", "ply": 0, "seat": 0},
    }
    assert changing == set(bodies), "a route that changes something is tried with what it wants"

    write_down(f"sqlite:///{path}", chronicle(FINISHED))

    def where(address: str, table: str) -> str:
        key = FINISHED if "records" in address else table
        filled = address.replace("{key}", key).replace("{game}", GAME)
        return filled.replace("{number:int}", "1")

    async def scene() -> int:
        refused = 0
        async with served(path) as origin, client(origin) as own:
            place = await opened(origin)
            bodies["/api/tables/{key}/seats"]["code"] = place["code"]
            before = written(path), (await own.get("/api/tables")).text
            own_page = [{"Origin": origin, **form} for form in FORMS]
            async with httpx.AsyncClient(base_url=origin) as http:
                for address in found:
                    to, body = where(address, place["table"]), bodies.get(address, {})
                    for method in UNSAFE:
                        for headers in (*FOREIGN, *own_page):
                            answer = await http.request(method, to, json=body, headers=headers)
                            assert answer.status_code == 403, (method, to, headers)
                            assert answer.json()["rule"] == "P-10"
                            refused += 1
            assert (written(path), (await own.get("/api/tables")).text) == before
            for address, body in bodies.items():
                answer = await own.post(where(address, place["table"]), json=body)
                assert answer.status_code == 201
            same = {"Sec-Fetch-Site": "same-origin"}
            async with httpx.AsyncClient(base_url=origin, headers=same) as page:
                wish = bodies["/api/tables"]
                assert (await page.post("/api/tables", json=wish)).status_code == 201
                assert (await page.put("/api/tables", json=wish)).status_code == 405
            assert written(path) != before[0], "the same wish of our own page is heard"
        return refused

    refused = run(scene(), 300)
    figure(f"17: {refused} foreign requests by {len(found)} routes: all 403, the log unchanged")


def test_17_no_foreign_page_gets_a_socket(tmp_path: Path, figure: Figure) -> None:
    app = make_app(Config(local_origins(8000)), Store(f"sqlite:///{tmp_path / 'none'}"))
    doors = [route.path for route in app.routes if isinstance(route, WebSocketRoute)]
    assert doors

    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            for door in doors:
                for foreign in (EVIL, "null", origin + ".evil.example", origin[:-1], None):
                    address = origin.replace("http", "ws") + door
                    with pytest.raises(InvalidStatus) as refused:
                        async with connect(address, origin=Origin(foreign) if foreign else None):
                            pass
                    assert refused.value.response.status_code == 403

    run(scene())
    figure(f"17: {5 * len(doors)} foreign sockets at {len(doors)} door: all 403")


def test_17_gets_change_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            place = await opened(origin)
            before = written(tmp_path / "db")
            for address in ("/api/tables", f"/api/tables/{place['table']}/seats"):
                for method in ("GET", "HEAD"):
                    await http.request(method, address, params={"name": "Eve"})
            assert (await http.get(f"/api/tables/{place['table']}/seats")).status_code == 405
            assert written(tmp_path / "db") == before

    run(scene())


async def steal(origin: str, table: str, token: str) -> None:
    """Come with a token that must not open a seat."""
    async with at(origin) as thief:
        await say(thief, "hello", table=table, token=token)
        assert (await hear(thief, "refusal"))["rule"] == "P-7"
        assert (await closing(thief))[0] == 4003


async def sit(origin: str, place: dict[str, Any], name: str) -> dict[str, Any]:
    """Take another seat at a table."""
    wish = {"name": name, "code": place["code"], "keep": "token"}
    async with client(origin) as http:
        answer = await http.post(f"/api/tables/{place['table']}/seats", json=wish)
    taken: dict[str, Any] = answer.json()
    return taken


def test_18_a_seat_is_opened_by_its_own_token_alone(tmp_path: Path, figure: Figure) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place, other = await opened(origin), await opened(origin)
            guest = await sit(origin, place, "Elif")
            for token in (other["token"], place["code"], place["token"][:-1], "x" * 43, "é"):
                await steal(origin, place["table"], token)
            await steal(origin, other["table"], place["token"])
            async with at(origin, guest) as socket:  # a seat's token is good for that seat alone
                for wish in ({"do": "kick", "seat": 0}, {"do": "end"}, {"do": "hand", "seat": 1}):
                    await say(socket, **wish)
                    assert (await hear(socket, "refusal"))["rule"] == "P-4"
                await say(socket, "hello", table=other["table"], token=other["token"])
                assert (await hear(socket, "refusal"))["rule"] == "P-7"

    run(scene())
    figure("18: tokens of another seat and table, codes and guesses: all refused")


def test_18_a_token_in_the_wrong_channel_opens_nothing(tmp_path: Path, figure: Figure) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            place, other = await opened(origin), await opened(origin)
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
                    await say(thief, "act", id="1", texts=["draw"])
                    assert (await hear(thief, "refusal"))["rule"] == "P-7"
                    await say(thief, "hello", table=table)
                    assert (await hear(thief, "refusal"))["rule"] == "P-7"
            async with at(origin) as thief:  # in place of the code it opens no door either
                await say(thief, "hello", table=table, code=token)
                assert (await hear(thief, "refusal"))["rule"] == "P-7"
            async with client(origin) as http:
                path = f"/api/tables/{table}/seats"
                answer = await http.post(path, json={"name": "Eve", "code": token})
                assert (answer.status_code, answer.json()["rule"]) == (403, "P-7")
                answer = await http.post(path, json={"name": "Eve", "token": token})
                assert (answer.status_code, answer.json()["rule"]) == (422, "P-1")
            figure(f"18: a token in {len(wrong) + 3} wrong channels: all refused")

    run(scene())


def test_18_a_seat_that_was_left_is_not_opened_by_its_old_token(
    tmp_path: Path, figure: Figure
) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            host = await opened(origin)
            left, kicked = await sit(origin, host, "Elif"), await sit(origin, host, "Omar")
            async with at(origin, host) as socket, at(origin, left) as going:
                await say(going, "leave")
                assert (await closing(going))[0] == 4001
                await say(socket, "kick", seat=kicked["seat"])
                while (await hear(socket, "table"))["seats"][kicked["seat"]]["person"]:
                    pass
            for place in (left, kicked):
                await steal(origin, host["table"], place["token"])
                cookie = {"Cookie": f"meldroom-{host['table']}={place['token']}"}
                async with client(origin, **cookie) as http:
                    path = f"/api/tables/{host['table']}/seats"
                    answer = await http.post(path, json={"name": "Eve"})
                    assert (answer.status_code, answer.json()["rule"]) == (403, "P-7")
        async with served(tmp_path / "db") as origin:  # nor after a restart
            for place in (left, kicked):
                await steal(origin, host["table"], place["token"])

    run(scene())
    figure("18: tokens replayed after leaving, being sent away, and a restart: all refused")


@pytest.mark.parametrize("guesses", [2_000, pytest.param(10**6, marks=pytest.mark.slow)])
def test_18_no_guess_opens_a_seat(guesses: int, figure: Figure) -> None:
    table = replayed("x" * 14, chronicle("x" * 14)[:4])
    assert [seat_of(table, token) for token in TOKENS] == [0, 1]
    near = [
        token[:at] + sign + token[at + 1 :]
        for token in TOKENS
        for at in range(len(token))
        for sign in "abcdefgh-_09"
        if sign != token[at]
    ]
    for token in (*near, *(new_token() for _ in range(guesses)), "", secrets.token_hex(64)):
        assert seat_of(table, token) is None
    figure(f"18: {guesses} guesses and {len(near)} near misses: none opens a seat")
