"""The guard of origins: whom it admits, what it says to others, which headers it sets."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from meldroom.server.addresses import own_names
from meldroom.server.http.origin_guard import OPENER_POLICY, SECURITY_HEADERS, OriginGuard

OWN, OTHER_HOST = "https://cards.example", "this server has another host name"
NOT_ALLOWED = "that origin is not allowed"
JSON = {"content-type": "application/json"}


async def accept(websocket: WebSocket) -> None:
    await websocket.accept()


def guarded(lan_port: int | None = None) -> Starlette:
    """Make an app behind a guard, which answers every request that it gets."""

    async def answer(_: Any) -> PlainTextResponse:
        return PlainTextResponse("here", headers={"Referrer-Policy": "its own"})

    routes = [Route(path, answer, methods=["GET", "POST", "PUT"]) for path in ("/api/x", "/page")]
    app = Starlette(routes=[*routes, WebSocketRoute("/socket", accept)])
    app.add_middleware(OriginGuard, origins=(OWN, "http://localhost:8000"), lan_port=lan_port)
    app.state.refusals = Counter()
    return app


async def ask(app: Starlette, method: str, path: str, **headers: str) -> httpx.Response:
    """Make a request as if over the network, under a host of its own unless one is given."""
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://10.0.0.7:80") as http:
        own = {"host": "cards.example", **{k.replace("_", "-"): v for k, v in headers.items()}}
        return await http.request(method, path, headers=own)


@pytest.mark.parametrize(
    ("method", "headers", "why"),
    [
        ("GET", {}, ""),
        ("GET", {"host": "localhost:8000"}, ""),
        ("GET", {"host": "localhost:8001"}, OTHER_HOST),
        ("GET", {"host": "evil.example"}, OTHER_HOST),
        ("GET", {"host": "10.0.0.7"}, OTHER_HOST),
        ("GET", {"origin": "https://evil.example"}, ""),
        ("HEAD", {"host": "evil.example"}, OTHER_HOST),
        ("POST", {**JSON, "origin": OWN}, ""),
        ("POST", {**JSON, "origin": "http://localhost:8000"}, ""),
        ("POST", {**JSON, "origin": "https://evil.example"}, NOT_ALLOWED),
        ("POST", {**JSON, "origin": "null"}, NOT_ALLOWED),
        ("POST", JSON, "send an Origin header"),
        ("POST", {**JSON, "sec-fetch-site": "same-origin"}, ""),
        ("POST", {**JSON, "sec-fetch-site": "cross-site"}, "send an Origin header"),
        ("PUT", {**JSON, "origin": "https://evil.example"}, NOT_ALLOWED),
        ("POST", {"origin": OWN}, "send JSON"),
        ("POST", {"origin": OWN, "content-type": "text/plain"}, "send JSON"),
        ("POST", {"origin": OWN, "content-type": "application/json ; charset=utf-8"}, ""),
    ],
)
def test_a_request_is_admitted_or_told_why_not(
    method: str, headers: dict[str, str], why: str
) -> None:
    app = guarded()
    answer = asyncio.run(ask(app, method, "/api/x", **headers))
    assert answer.status_code == (403 if why else 200)
    assert app.state.refusals == ({"P-10": 1} if why else {})
    if why and method != "HEAD":
        expected = {"title": "forbidden", "status": 403, "detail": why, "rule": "P-10"}
        assert answer.json() == expected


async def test_a_request_with_two_hosts_is_refused() -> None:
    app = guarded()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=OWN) as http:
        for other in ("cards.example", "evil.example"):
            headers = [("host", "cards.example"), ("host", other), ("accept", "text/html")]
            for path in ("/api/x", "/page"):
                answer = await http.get(path, headers=headers)
                assert (answer.status_code, answer.json()["detail"]) == (
                    400,
                    "send one Host header",
                )


def test_every_answer_has_the_security_headers_and_the_api_is_not_stored() -> None:
    app = guarded()
    api, page = asyncio.run(ask(app, "GET", "/api/x")), asyncio.run(ask(app, "GET", "/page"))
    for name, value in SECURITY_HEADERS.items():
        assert api.headers[name] == (value if name != "Referrer-Policy" else "its own")
    assert api.headers["Cache-Control"] == "no-store"
    assert "Cache-Control" not in page.headers
    refused = asyncio.run(ask(app, "POST", "/page"))
    assert refused.headers["Content-Security-Policy"] == SECURITY_HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize("host", [*sorted(own_names())[:1], "10.0.0.7", "10.0.0.7:80"])
def test_in_the_local_network_a_server_has_its_name_and_the_address_connected_to(
    host: str,
) -> None:
    app = guarded(lan_port=80)
    answer = asyncio.run(ask(app, "POST", "/api/x", host=host, origin=f"http://{host}", **JSON))
    assert answer.status_code == 200
    assert OPENER_POLICY not in answer.headers, "browsers ignore it over http, and complain"
    foreign = asyncio.run(ask(app, "POST", "/api/x", host=host, origin=OWN, **JSON))
    assert foreign.json()["detail"] == NOT_ALLOWED
    assert asyncio.run(ask(guarded(), "GET", "/api/x", host=host)).json()["detail"] == OTHER_HOST


def test_a_person_who_opens_a_wrong_host_gets_a_page() -> None:
    answer = asyncio.run(ask(guarded(), "GET", "/page", host="evil.example", accept="text/html"))
    assert answer.status_code == 403
    assert f'<a href="{OWN}/page">{OWN}</a>' in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


async def shake_hands(app: Starlette, **headers: str) -> list[dict[str, Any]]:
    """Ask for a websocket, and give what is sent in answer."""
    sent: list[dict[str, Any]] = []
    received = iter([{"type": "websocket.connect"}])

    async def receive() -> dict[str, Any]:
        return next(received)

    async def send(message: Any) -> None:
        sent.append(dict(message))

    scope = {
        "type": "websocket", "path": "/socket", "query_string": b"", "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "subprotocols": [], "server": ("10.0.0.7", 80), "client": ("10.0.0.8", 9),
    }  # fmt: skip
    await app(scope, receive, send)
    assert list(received) == [], "a handshake is read before it is answered"
    return sent


def test_only_own_pages_get_a_websocket() -> None:
    app = guarded()
    [accepted] = asyncio.run(shake_hands(app, host="cards.example", origin=OWN))
    assert accepted["type"] == "websocket.accept"
    assert not app.state.refusals
    for headers, why in (
        ({"host": "cards.example"}, NOT_ALLOWED),
        ({"host": "cards.example", "origin": "https://evil.example"}, NOT_ALLOWED),
        ({"host": "evil.example", "origin": OWN}, OTHER_HOST),
    ):
        refused = asyncio.run(shake_hands(app, **headers))
        assert refused == [{"type": "websocket.close", "code": 1008, "reason": why}]
    assert app.state.refusals == {"P-10": 3}
