"""A stranger who makes requests of a server, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count, cycle
from multiprocessing.connection import Connection
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from benchmarks.players import MAX_WAIT
from benchmarks.processes import PROXY, process
from meldroom.cli.deal_share import DealShare

PARALLEL = 32  # requests under way
FLOODER = "203.0.113.1"  # for whom the proxy forwards a flood: nobody on this machine
FLOOD = "GET /api/tables HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: " + FLOODER + "\r\n\r\n"
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


@contextmanager
def abusing() -> Iterator[Connection]:
    """Start a process that makes the requests that it is sent, and sends back how many it made."""
    ours, theirs = multiprocessing.Pipe()
    with process(_run_abuse, theirs):
        yield ours


@contextmanager
def flooding(connections: int) -> Iterator[Callable[[str], None]]:
    """Prepare a flood of GET requests; yield what starts it against an origin."""
    reading, writing = multiprocessing.Pipe(duplex=False)
    with process(_run_flood, reading, connections):
        yield writing.send


def _run_abuse(orders: Connection) -> None:
    while True:
        orders.send(asyncio.run(_abuse(*orders.recv())))


async def _abuse(world: Knowledge, kind: RequestKind, address: str, seconds: float) -> Counter[int]:
    """Keep requests of a kind under way until one is answered at least; count by status."""
    answers: Counter[int] = Counter()
    ask = {HELLO: _say_hello, HINTS: _ask_hints}.get(kind.label, _ask)
    asking = [asyncio.create_task(ask(world, kind, address, answers)) for _ in range(PARALLEL)]
    await asyncio.wait(asking, timeout=seconds)
    async with asyncio.timeout(MAX_WAIT):
        while answers.total() == answers[429]:
            await asyncio.sleep(0.01)
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)
    return answers


async def _connection(origin: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(origin)
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
    random = Random(secrets.randbits(32))
    await _ask_again_and_again(
        world.origin, lambda: _request(world, kind, address, random), answers
    )


async def _ask_again_and_again(
    origin: str, request: Callable[[], bytes], answers: Counter[int]
) -> None:
    """Ask as soon as the last answer is there, refused or not."""
    while True:
        with suppress(OSError, EOFError):
            reader, writer = await _connection(origin)
            while True:
                writer.write(request())
                answers[(await _answer(reader))[0]] += 1


async def _socket(world: Knowledge, address: str) -> ClientConnection:
    return await connect(
        world.origin.replace("http", "ws") + "/socket",
        origin=Origin(world.origin),
        additional_headers={"X-Forwarded-For": address},
        local_addr=(PROXY, 0),
        open_timeout=60,
    )


async def _say_hello(world: Knowledge, _: RequestKind, address: str, answers: Counter[int]) -> None:
    """Knock at one table after another with an invented token."""
    for table in cycle(world.tables):
        try:
            async with await _socket(world, address) as websocket:
                await websocket.send(json.dumps({"do": "hello", "table": table, "token": "x" * 43}))
                await websocket.recv()
                answers[200] += 1
        except (WebSocketException, OSError):
            answers[429] += 1


async def _ask_hints(world: Knowledge, _: RequestKind, address: str, answers: Counter[int]) -> None:
    """Ask for one hint after another in the first turn at a table of one's own."""
    reader, writer = await _connection(world.origin)
    body = json.dumps({"game": world.game, "seats": 2, "name": "S", "keep": "token"})
    opening = RequestKind("", "POST", "/api/tables", body)
    writer.write(_request(world, opening, address, Random(1)))
    place = json.loads((await _answer(reader))[1])
    async with await _socket(world, address) as websocket:
        hello = {"do": "hello", "table": place["table"], "token": place["token"]}
        await websocket.send(json.dumps(hello))
        share = DealShare()
        while not (message := json.loads(await websocket.recv())).get("legal"):
            facts = message.get("table", message)
            if "commitments" in facts and (said := share.answer(facts, place["seat"])):
                await websocket.send(json.dumps(said))
        for number in count():
            await websocket.send(json.dumps({"do": "hint", "id": str(number)}))
            while (answer := json.loads(await websocket.recv())).get("id") != str(number):
                pass
            answers[200 if answer["is"] == "hint" else 429] += 1
            if answer["is"] != "hint":
                await asyncio.sleep(0.05)


def _run_flood(orders: Connection, connections: int) -> None:
    asyncio.run(_flood(orders.recv(), connections))


async def _flood(origin: str, connections: int) -> None:
    """Ask for the lobby from each connection."""
    request = FLOOD.format(host=urlsplit(origin).netloc).encode()
    floods = (_ask_again_and_again(origin, lambda: request, Counter()) for _ in range(connections))
    await asyncio.gather(*floods)
