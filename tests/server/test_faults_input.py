"""Bad input of every kind, to every route: it is refused in words and is no error of ours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from meldroom.games import GAMES
from meldroom.room.limits import Limits, Rate
from meldroom.server.admission import Admission
from meldroom.server.app import Config, make_app
from meldroom.server.histogram import Histogram
from meldroom.server.http.openapi import openapi_description
from meldroom.server.monitoring import make_monitor
from tests.conftest import Figure
from tests.levels import as_long
from tests.server.local_room import (
    FakeConnection,
    local_app,
    open_room,
    open_store,
    wait_until,
)
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import TOKENS, sample_log, write_log

ORIGIN = "http://localhost:8000"
EVERYTHING = Rate(1e9, 1.0)
UNLIMITED = Limits(
    gets=EVERYTHING, posts=EVERYTHING, wrong_guesses=EVERYTHING, tables_per_address=10_000
)
FEW, ALL = 2, 1_000  # how many bad values are tried in each place
FINISHED = "a" * 14  # a table with a finished game
GOOD = {
    "key": FINISHED, "game": next(iter(GAMES)), "day": "2026-01-01", "number": "1", "step": "0",
}  # fmt: skip
BAD_TEXTS = [
    "a" * 13 + "\0", "9" * 5_000, "\ud800", "\0", "2026-01-0\0", "1" * 30, "-1", "1e9", "\u0967",
    "'", "x" * 5_000, "../../etc/passwd", "%", "nan", " ",
]  # fmt: skip
BAD_VALUES: list[Any] = [10**30, "\0", None, *BAD_TEXTS, True, -1, 2**63, 1.5, [], {}, ["\0"]]
BODIES: dict[str, dict[str, Any]] = {
    "NewTable": {"game": GOOD["game"], "seats": 3, "name": "Ada"},
    "PlayOn": {"ply": 0, "seat": 0, "name": "Ada"},
    "TakeSeat": {"name": "Ada"},
    "DailyName": {"name": "Ada"},
    "JoinPerson": {"code": "abcd2345"},
    "MailAddress": {"address": "ada@mail.example"},
    "MailAnswer": {"send": True},
    "EndTable": {},
    "NoFields": {},
}
NOT_JSON = [b'{"name":"\\ud800"}', b"[" * 10_000, b"", b"{", b"\xff\xfe", b"null", b"x" * 20_000]
DESCRIPTION = openapi_description()
OPERATIONS = [
    (path, method) for path, methods in DESCRIPTION["paths"].items() for method in methods
]


def escaped(text: str) -> str:
    """Write any text into an address."""
    return quote(text.encode(errors="surrogatepass"), safe="")


def filled_in(path: str, name: str = "", value: str = "") -> str:
    """Give an address, with a bad value in one place if it is named."""
    good = {**GOOD, "key": GOOD["game"]} if path.startswith("/api/games") else GOOD
    values = good | ({name: escaped(value)} if name else {})
    return path.format_map(values)


def bad_requests(path: str, method: str, values: int) -> Iterator[tuple[str, bytes | None]]:
    """Give addresses and bodies with one bad thing each."""
    operation = DESCRIPTION["paths"][path][method]
    name = body_of(operation)
    good = None if name is None else encoded(BODIES[name])
    for parameter in operation.get("parameters", ()):
        for text in BAD_TEXTS[:values]:
            if parameter["in"] == "path":
                yield filled_in(path, parameter["name"], text), good
            else:
                yield f"{filled_in(path)}?{parameter['name']}={escaped(text)}", good
    if name is not None:
        for field in DESCRIPTION["components"]["schemas"][name].get("properties", ()):
            for value in BAD_VALUES[:values]:
                yield filled_in(path), encoded({**BODIES[name], field: value})
        for content in NOT_JSON[:values]:
            yield filled_in(path), content


def body_of(operation: dict[str, Any]) -> str | None:
    """Name the type of the body that an operation takes."""
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return str(schema["$ref"]).rpartition("/")[2]


def encoded(form: Any) -> bytes:
    """Write a form as JSON, lone surrogates as escapes."""
    return json.dumps(form).encode()


@asynccontextmanager
async def application(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Run the application on a database; gives a client of it without a network."""
    store = open_store(url)
    config = Config((ORIGIN,), 0.0, UNLIMITED, player_table=True)
    app = make_app(config, store)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"Origin": ORIGIN, "Content-Type": "application/json"}
    try:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as http,
        ):
            yield http
    finally:
        store.close()


@pytest.mark.parametrize("values", [FEW, as_long(ALL)], ids=["few", "all"])
@EVERY_STORE
async def test_54_no_bad_request_is_an_error_of_the_server(
    url: str, values: int, caplog: pytest.LogCaptureFixture, figure: Figure
) -> None:
    write_log(url, sample_log(FINISHED))
    wrong: dict[tuple[str, str], tuple[int, str]] = {}
    count = 0
    async with application(url) as http:
        for path, method in OPERATIONS:
            for address, body in bad_requests(path, method, values):
                count += 1
                answer = await http.request(method, address, content=body)
                status = answer.status_code
                if status >= 500 or (status >= 400 and not is_problem(answer)):
                    wrong[address[:200], str(body)[:200]] = (status, answer.text[:200])
    assert wrong == {}
    assert [record for record in caplog.records if record.exc_info] == []
    figure(f"54: {count} bad requests to {len(OPERATIONS)} operations: no error of the server")


def is_problem(answer: httpx.Response) -> bool:
    """Tell whether an answer says in one sentence what is wrong."""
    if answer.headers["content-type"] != "application/problem+json":
        return False
    return bool(answer.json()["detail"])


async def test_54_a_request_that_is_broken_off_is_no_error_of_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with local_app(tmp_path / "db") as (origin, app):
        host, port = origin.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        head = ["POST /api/tables HTTP/1.1", f"Host: {host}:{port}", f"Origin: {origin}"]
        head += ["Content-Type: application/json", "Content-Length: 100"]
        writer.write("\r\n".join([*head, "", "{"]).encode())
        await writer.drain()
        writer.close()
        await wait_until(lambda: app.state.refusals["P-1"] or caplog.records)
    assert [record for record in caplog.records if record.exc_info] == []


@EVERY_STORE
async def test_54_no_bad_message_is_an_error_of_the_server(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    write_log(url, sample_log(FINISHED))
    good = {"table": FINISHED, "token": TOKENS[0], "code": "", "since": 0, "name": "A", "seat": 0}
    async with open_room(url) as room:
        for field in good:
            for value in BAD_VALUES:
                client = FakeConnection(room)
                await client.request("hello", **{**good, field: value})
                assert client.received[0]["is"] in ("refusal", "welcome"), (field, value)
                client.disconnect()
    assert [record for record in caplog.records if record.exc_info] == []


@EVERY_STORE
async def test_54_no_bad_command_of_an_administrator_is_an_error_of_the_server(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    write_log(url, sample_log(FINISHED))
    commands = {
        "list": ["phases", "game", "days", "after", "limit"],
        "show": ["key"],
        "close": ["key"],
        "find": ["name", "key"],
        "forget": ["name", "key"],
        "delete": ["key"],
    }
    async with open_room(url) as room:
        app = make_monitor(lambda: room, Admission(), Histogram(), "token")
        headers = {"Authorization": "Bearer token"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as http:
            for command, fields in commands.items():
                for field in fields:
                    for value in BAD_VALUES:
                        form = {"do": command, "key": FINISHED, "name": "Nobody", field: value}
                        content = encoded(
                            {name: form[name] for name in ["do", *fields] if name in form}
                        )
                        answer = await http.post("/control", content=content)
                        assert answer.status_code in (200, 422), (command, field, value)
    assert [record for record in caplog.records if record.exc_info] == []
