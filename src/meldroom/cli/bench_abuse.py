"""`meldroom bench abuse`: one stranger within the limits beside tables at which people play."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, cycle
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import sqlalchemy as sa

from meldroom.cli.bench_flood import PROXY
from meldroom.cli.bench_server import (
    MAX_WAIT,
    SEATS,
    Measurement,
    ServerResult,
    cpu_seconds,
    open_table,
    player,
    run_meldroom,
    with_server,
)
from meldroom.games import GAMES

PARALLEL = 32  # requests of the stranger
PAUSE = 0.2  # seconds before a player's move: a table of four makes five moves a second at most
SAMPLES = 12  # finished games that the stranger asks for
RECORD = "/api/tables/{table}/records/1"
GETS = (
    "/", "/client/main.js", "/nothing", "/shell.json", "/service_worker.js",
    "/api/games", "/api/bots", "/api/addresses", "/api/tables", "/api/openapi.json",
    "/api/games/{game}/rules", "/api/games/{game}/cards", "/api/games/{game}/summary",
    "/api/games/{game}/lesson", "/api/games/{game}/lesson/0/check?text={move}",
    "/api/me/record", "/api/me/export", "/api/players", "/api/daily", "/api/daily/{day}/{game}",
    "/api/tables/{table}/evening", "/api/tables/{table}/results/1", "/api/tables/{table}/scores/1",
    "/api/tables/{table}/mail", "/api/mail/invented",
    RECORD, f"{RECORD}/plies?from={{ply}}&to=1000000", f"{RECORD}/review",
)  # fmt: skip
POSTS: dict[str, dict[str, Any]] = {
    "/api/me/delete": {},
    "/api/me/join": {"code": "abcd2fgh"},
    "/api/me/carry": {},
    "/api/mail/invented": {"send": False},
    "/api/tables": {"game": "{game}", "seats": 2, "name": "S", "keep": "token"},
    "/api/tables/{table}/seats": {"name": "S", "code": "wrong", "keep": "token"},
    "/api/tables/{table}/end": {},
    "/api/tables/{table}/records/1/branches": {"ply": 1, "seat": 0, "name": "S", "keep": "token"},
    "/api/tables/{table}/mail": {"address": ""},
    "/api/daily/{game}": {"name": "S"},
    "/api/daily/{day}/{game}": {"name": "S"},
}
HELLO, HINTS = "websocket hello", "hints"


class RequestKind(NamedTuple):
    """A kind of request: its line in the report, and what is sent."""

    label: str
    method: str = "GET"
    path: str = ""
    body: str = ""
    cookie: str = "meldroom={invented}"


class Knowledge(NamedTuple):
    """What the stranger knows: an origin, finished games, and a game with moves of its lesson."""

    origin: str
    tables: Sequence[str]
    game: str
    moves: Sequence[str]
    day: str


def kinds() -> list[RequestKind]:
    """List every kind of request."""
    gets = [RequestKind(f"GET {path}", "GET", path) for path in GETS]
    known = RequestKind("GET /api/me/record, known", "GET", "/api/me/record", cookie=KNOWN)
    posts = [
        RequestKind(f"POST {path}", "POST", path, json.dumps(body)) for path, body in POSTS.items()
    ]
    return [*gets, known, *posts, RequestKind(HELLO), RequestKind(HINTS)]


KNOWN = "meldroom=session of Player {number}"


def measure_abuse(
    seconds: float, tables: int, games: int, only: str, show: Callable[[str], None]
) -> None:
    """Measure each kind of request in turn, and show each line of the report when it is there."""
    from meldroom.cli.bench_record import simulated_year
    from meldroom.server.storage.store import Store

    with TemporaryDirectory() as folder, stranger_process() as stranger:
        store = Store(f"sqlite:///{Path(folder) / 'bench.db'}")
        store.open()
        began = time.perf_counter()
        simulated_year(store, 20, games)
        keys = _some_tables(store)
        store.close()
        show(f"{games} finished games written in {time.perf_counter() - began:.0f} s")
        show(
            f"{'':>46} {'p50':>6} {'p99':>6} | {'p50':>6} {'p99':>6} | {'p50':>6} {'p99':>6} |"
            f" {'answers':>7} {'refused':>7} {'CPU ms':>6}"
        )
        wanted = [kind for kind in kinds() if only in kind.label]
        work = partial(_measure_all, wanted, seconds, tables, keys, stranger, show)
        with_server(_run_limited, folder, work)


def _run_limited(listening: socket.socket, monitoring: socket.socket, folder: str) -> None:
    database = f"sqlite:///{Path(folder) / 'bench.db'}"
    run_meldroom(listening, monitoring, database, limited_posts=True)


def _some_tables(store: Any) -> list[str]:
    from meldroom.server.storage.summaries import SCORES

    query = sa.select(SCORES.c.table_id).order_by(SCORES.c.table_id).limit(SAMPLES)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())


async def _measure_all(
    wanted: Sequence[RequestKind],
    seconds: float,
    tables: int,
    keys: Sequence[str],
    stranger: Connection,
    show: Callable[[str], None],
    origin: str,
    monitor: str,
) -> None:
    import httpx

    run, key = Measurement(SEATS * tables), next(iter(GAMES))
    limits = httpx.Limits(max_keepalive_connections=0)  # a kept one may be closed meanwhile
    async with httpx.AsyncClient(
        base_url=origin, headers={"Origin": origin}, timeout=60, limits=limits
    ) as http:
        world = await _world(http, origin, keys)
        seats = [seat for _ in range(tables) for seat in await open_table(http, key)]
        playing = [asyncio.create_task(player(run, origin, seat, PAUSE)) for seat in seats]
        await run.all_connected.wait()
        await asyncio.sleep(2)
        for number, kind in enumerate(wanted):
            cpu = partial(cpu_seconds, http, [monitor])
            show(await _measure_kind(run, kind, world, number, seconds, stranger, cpu))
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)


async def _world(http: Any, origin: str, keys: Sequence[str]) -> Knowledge:
    """Find out what the stranger may ask for."""
    game = next(iter(GAMES))
    lesson = (await http.get(f"/api/games/{game}/lesson")).json()
    first = lesson["plies"][lesson["steps"][0]["ply"]]
    moves = [quote(one if isinstance(one, str) else one["text"]) for one in first["legal"]]
    day = (await http.get("/api/daily")).json()["day"]
    return Knowledge(origin, keys, game, moves, day)


async def _measure_kind(
    run: Measurement,
    kind: RequestKind,
    world: Knowledge,
    number: int,
    seconds: float,
    stranger: Connection,
    cpu: Callable[[], Coroutine[Any, Any, float]],
) -> str:
    """Measure people alone and then beside the stranger, from a fresh address for each kind."""
    calm = await run.measure_once("", cpu, seconds)
    stranger.send((world, kind, f"203.0.113.{number + 1}", seconds))
    abused = await run.measure_once("", cpu, seconds)
    while not stranger.poll():
        await asyncio.sleep(0.05)
    answers: Counter[int] = stranger.recv()
    await asyncio.sleep(0.3)  # what was begun is done
    return report_line(kind.label, calm, abused, answers, seconds)


def report_line(
    label: str, calm: ServerResult, abused: ServerResult, answers: Counter[int], seconds: float
) -> str:
    """Compare a run beside the stranger with the one before, in a line."""
    refused, total = answers[429], answers.total()
    spent = (abused.cpu * abused.per_second - calm.cpu * calm.per_second) * seconds / 1000
    times = (calm.ack_p50, calm.ack_p99, abused.ack_p50, abused.ack_p99)
    factors = (abused.ack_p50 / calm.ack_p50, abused.ack_p99 / calm.ack_p99)
    return (
        f"{label[:46]:>46} {times[0]:>6.1f} {times[1]:>6.1f} | {times[2]:>6.1f} {times[3]:>6.1f} |"
        f" {factors[0]:>5.1f}x {factors[1]:>5.1f}x | {total - refused:>7} {refused:>7}"
        f" {spent / max(1, total - refused):>6.1f}"
    )


# -- the stranger


@contextmanager
def stranger_process() -> Iterator[Connection]:
    """Start a process that makes the requests that it is sent, and sends back how many it made."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=_run_stranger, args=(theirs,), daemon=True)
    child.start()
    try:
        yield ours
    finally:
        child.terminate()
        child.join(10)


def _run_stranger(orders: Connection) -> None:
    while True:
        orders.send(asyncio.run(_abuse(*orders.recv())))


async def _abuse(world: Knowledge, kind: RequestKind, address: str, seconds: float) -> Counter[int]:
    """Keep requests of a kind under way until the first answer at least; count by status."""
    answers: Counter[int] = Counter()
    ask = {HELLO: _say_hello, HINTS: _ask_hints}.get(kind.label, _ask)
    asking = [asyncio.create_task(ask(world, kind, address, answers)) for _ in range(PARALLEL)]
    await asyncio.wait(asking, timeout=seconds)
    async with asyncio.timeout(MAX_WAIT):
        while not answers:
            await asyncio.sleep(0.01)
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)
    return answers


async def _connection(world: Knowledge) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(world.origin)
    return await asyncio.open_connection(parts.hostname, parts.port, local_addr=(PROXY, 0))


def _request(world: Knowledge, kind: RequestKind, address: str, random: Random) -> bytes:
    """Make a request with invented or chosen names in its holes."""
    holes = {
        "table": random.choice(world.tables), "game": world.game, "day": world.day,
        "move": random.choice(world.moves), "ply": str(random.randrange(100)),
        "invented": secrets.token_urlsafe(32), "number": str(random.randint(1, 20)),
    }  # fmt: skip
    texts = []
    for text in (kind.path, kind.body, kind.cookie):
        for name, value in holes.items():
            text = text.replace(f"{{{name}}}", value)
        texts.append(text)
    path, body, cookie = texts
    head = [
        f"{kind.method} {path} HTTP/1.1", f"Host: {urlsplit(world.origin).netloc}",
        f"Origin: {world.origin}", f"X-Forwarded-For: {address}", f"Cookie: {cookie}",
        "Content-Type: application/json", f"Content-Length: {len(body)}",
    ]  # fmt: skip
    return "\r\n".join([*head, "", body]).encode()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    if size:
        return int(head[9:12]), await reader.readexactly(int(size))
    body = b""
    while b"chunked" in head.lower() and not body.endswith(b"\r\n0\r\n\r\n"):
        body += await reader.read(65_536)
    return int(head[9:12]), body


async def _ask(world: Knowledge, kind: RequestKind, address: str, answers: Counter[int]) -> None:
    """Ask again as soon as the last answer is there."""
    random = Random(secrets.randbits(32))
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await _connection(world)
            while True:
                writer.write(_request(world, kind, address, random))
                answers[(await _answer(reader))[0]] += 1


async def _socket(world: Knowledge, address: str) -> Any:
    from websockets.asyncio.client import connect

    return await connect(
        world.origin.replace("http", "ws") + "/socket",
        origin=world.origin,  # type: ignore[arg-type]
        additional_headers={"X-Forwarded-For": address},
        local_addr=(PROXY, 0),
        open_timeout=60,
    )


async def _say_hello(world: Knowledge, _: RequestKind, address: str, answers: Counter[int]) -> None:
    """Knock at one table after another with an invented token."""
    from websockets.exceptions import WebSocketException

    for table in cycle(world.tables):
        try:
            async with await _socket(world, address) as websocket:
                await websocket.send(json.dumps({"do": "hello", "table": table, "token": "x" * 43}))
                await websocket.recv()
                answers[200] += 1
        except (WebSocketException, OSError):
            answers[429] += 1


async def _ask_hints(world: Knowledge, _: RequestKind, address: str, answers: Counter[int]) -> None:
    """Ask for one hint after another at a table of one's own."""
    reader, writer = await _connection(world)
    body = json.dumps({"game": world.game, "seats": 2, "name": "S", "keep": "token"})
    opening = RequestKind("", "POST", "/api/tables", body)
    writer.write(_request(world, opening, address, Random(1)))
    place = json.loads((await _answer(reader))[1])
    async with await _socket(world, address) as websocket:
        hello = {"do": "hello", "table": place["table"], "token": place["token"]}
        await websocket.send(json.dumps(hello))
        await websocket.send(json.dumps({"do": "give", "share": "0" * 32}))
        for number in count():
            await websocket.send(json.dumps({"do": "hint", "id": str(number)}))
            while (answer := json.loads(await websocket.recv())).get("id") != str(number):
                pass
            answers[200 if answer["is"] == "hint" else 429] += 1
            if answer["is"] != "hint":
                await asyncio.sleep(0.05)
