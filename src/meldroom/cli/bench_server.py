"""`meldroom bench server`: durable moves a second over real websockets, beside a bare echo."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import click

from meldroom.core.cards import Seat

SEATS = 4


class Figures(NamedTuple):
    """What one run came to; waiting times in milliseconds."""

    label: str
    rate: float
    median: float
    slow: float  # 99 of 100 are faster
    told: float | None  # so is the next player to hear of an act
    cost: float  # microseconds of the server's processor for each


@click.command("server")
@click.option("--tables", "sizes", multiple=True, type=int, default=(1, 50, 500), show_default=True)
@click.option("--seconds", default=5.0, show_default=True, help="How long each run is measured.")
@click.option("--game", "key", default=None, help="The game to play; by default the first one.")
def server(sizes: tuple[int, ...], seconds: float, key: str | None) -> None:
    """Measure the server: tables of four programs, moves acknowledged after they are on disk.

    p50 and p99 are from an act to its ack, "told" is the p99 from an act until the next player has
    heard of it. All act as soon as they may, so that N tables wait N / (moves a second) in all.
    """
    from meldroom.games import GAMES

    chosen = key or next(iter(GAMES))
    click.echo(
        f"{'':>12} {'a second':>10} {'p50 ms':>8} {'p99 ms':>8} {'told ms':>8} {'CPU µs':>8}"
    )
    for tables in sizes:
        for measure in (echoes, moves):
            figures = measure(chosen, tables, seconds)
            told = "" if figures.told is None else f"{figures.told:.1f}"
            click.echo(
                f"{figures.label:>12} {figures.rate:>10,.0f} {figures.median:>8.1f}"
                f" {figures.slow:>8.1f} {told:>8} {figures.cost:>8.0f}"
            )


def moves(key: str, tables: int, seconds: float) -> Figures:
    """Let programs play at so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        return _measured(_room, folder, lambda port: _play(port, key, tables, seconds))


def echoes(_: str, tables: int, seconds: float) -> Figures:
    """Let one program at each of so many tables hear its own words from the same stack."""
    return _measured(_echo, "", lambda port: _shout(port, tables, seconds))


def _measured(
    target: Any, folder: str, work: Callable[[int], Coroutine[Any, Any, Figures]]
) -> Figures:
    """Run a server in a process of its own, and work for it."""
    from uvloop import new_event_loop

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(2048)
        context = multiprocessing.get_context("fork")
        child = context.Process(target=target, args=(listening, folder), daemon=True)
        child.start()
        try:
            # Programs that are slow to hear would be taken for a server that is slow to answer.
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                return runner.run(work(listening.getsockname()[1]))
        finally:
            child.terminate()
            child.join(10)


def _room(listening: socket.socket, folder: str) -> None:
    from meldroom.server.app import Config, make_app
    from meldroom.server.run import local_origins, run
    from meldroom.server.storage.store import Store
    from meldroom.server.ws.connection import MessageLimits

    store = Store(f"sqlite:///{Path(folder) / 'bench.db'}")
    store.open()
    origins = local_origins(listening.getsockname()[1])
    app = make_app(Config(origins, message_limits=MessageLimits(messages=1e12)), store)
    run(app, listening)


def _echo(listening: socket.socket, _: str) -> None:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from meldroom.server.metrics import MEDIA_TYPE, process_metrics
    from meldroom.server.run import run

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        with suppress(WebSocketDisconnect):
            while (frame := await websocket.receive())["type"] == "websocket.receive":
                await websocket.send({"type": "websocket.send", "text": frame["text"]})

    async def metrics(_: Request) -> Response:
        return Response(process_metrics(), media_type=MEDIA_TYPE)

    routes = [WebSocketRoute("/socket", echo), Route("/metrics", metrics)]
    run(Starlette(routes=routes), listening)


class _Run:
    """Counts what is answered between the beginning and the end of the measurement."""

    def __init__(self, guests: int) -> None:
        self.open = False
        self.waits: list[float] = []
        self.tellings: list[float] = []
        self.acted: dict[str, tuple[Seat, float]] = {}  # at each table: who acted last, and when
        self.doors = asyncio.Barrier(guests + 1)

    def done(self, sent: float) -> None:
        """Count one that was sent then and is answered now."""
        if self.open:
            self.waits.append(time.perf_counter() - sent)

    def acts(self, table: str, seat: Seat) -> float:
        """Count how long this seat was not told that another one had acted; give the time."""
        at = time.perf_counter()
        before, then = self.acted.get(table, (seat, at))
        if self.open and before != seat:
            self.tellings.append(at - then)
        self.acted[table] = seat, at
        return at

    async def measure(
        self, label: str, origin: str, seconds: float, tasks: list[asyncio.Task[None]]
    ) -> Figures:
        """Let the tasks run, measure once all are well under way, and end them."""
        import httpx

        await self.doors.wait()
        once = httpx.Limits(max_keepalive_connections=0)  # a line kept may be closed meanwhile
        async with httpx.AsyncClient(base_url=origin, timeout=60, limits=once) as http:
            await asyncio.sleep(1 + len(tasks) / 200)
            spent, began, self.open = await _spent(http), time.perf_counter(), True
            await asyncio.sleep(seconds)
            self.open, took = False, time.perf_counter() - began
            spent = await _spent(http) - spent
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        waits = sorted(self.waits) or [0.0]
        rate, cost = len(self.waits) / took, 1e6 * spent / len(waits)
        told = _share(sorted(self.tellings), 99) if self.tellings else None
        return Figures(label, rate, _share(waits, 50), _share(waits, 99), told, cost)


def _share(waits: list[float], percent: int) -> float:
    """Give the milliseconds in which so many of a hundred, sorted, are done."""
    return 1000 * waits[len(waits) * percent // 100]


async def _spent(http: Any) -> float:
    """Ask a server how many seconds of processor it has had."""
    told: str = (await http.get("/metrics")).text
    return float(told.split()[-1])


async def _play(port: int, key: str, tables: int, seconds: float) -> Figures:
    import httpx

    run, origin = _Run(SEATS * tables), f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=origin, headers={"Origin": origin}, timeout=60) as http:
        places = [place for _ in range(tables) for place in await _laid(http, key)]
    tasks = [asyncio.create_task(_player(run, origin, place)) for place in places]
    return await run.measure(f"{tables} tables", origin, seconds, tasks)


async def _laid(http: Any, key: str) -> list[dict[str, Any]]:
    """Lay a table for four programs, and seat them."""
    wish = {"game": key, "seats": SEATS, "name": "A", "keep": "token", "fill": "people"}
    places = [(await http.post("/api/tables", json=wish)).json()]
    path, code = f"/api/tables/{places[0]['table']}/seats", places[0]["code"]
    for name in "BCD"[: SEATS - 1]:
        wish = {"name": name, "code": code, "keep": "token"}
        places.append((await http.post(path, json=wish)).json())
    return places


async def _player(run: _Run, origin: str, place: dict[str, Any]) -> None:
    """Play one legal action after another, and begin anew at the end."""
    from msgspec.json import decode, encode

    from meldroom.cli.bench_client import Caller

    sent: dict[str, float] = {}  # by the mark of the move: the next view may come before the ack
    marks = count()

    def hear(caller: Caller, heard: bytes) -> None:
        if heard.startswith(b'{"is":"ack"'):
            run.done(sent.pop(decode(heard)["id"]))
        elif heard.startswith(b'{"is":"play"') and b'"legal":[]' not in heard:
            legal = decode(heard)["legal"]
            number = next(marks)
            mark = str(number)
            sent[mark] = run.acts(place["table"], place["seat"])
            caller.say(encode({"do": "act", "id": mark, "texts": [legal[number % len(legal)]]}))
        elif b'"phase":"waiting"' in heard:
            told = decode(heard)
            run.acted.pop(place["table"], None)  # a new deal is not what the next player waits for
            if not told.get("table", told)["seats"][place["seat"]]["ready"]:
                caller.say(encode({"do": "give", "share": "0" * 32}))
        elif b'"phase":"over"' in heard and place["seat"] == 0:
            caller.say(b'{"do":"rematch"}')

    caller = await Caller.come(origin, hear)
    hello = {"do": "hello", "table": place["table"], "token": place["token"], "help": False}
    caller.say(encode(hello))
    # Nobody plays before everybody is in: the guests to come would wait behind every move.
    await run.doors.wait()
    await caller.listen()


async def _shout(port: int, tables: int, seconds: float) -> Figures:
    from meldroom.cli.bench_client import Caller

    run, origin = _Run(tables), f"http://127.0.0.1:{port}"
    text = b'{"do":"act","id":"1","texts":["draw"]}'

    async def shout() -> None:
        sent = 0.0

        def hear(caller: Caller, _: bytes) -> None:
            nonlocal sent
            run.done(sent)
            sent = time.perf_counter()
            caller.say(text)

        caller = await Caller.come(origin, hear)
        await run.doors.wait()
        sent = time.perf_counter()
        caller.say(text)
        await caller.listen()

    tasks = [asyncio.create_task(shout()) for _ in range(tables)]
    return await run.measure(f"echo {tables}", origin, seconds, tasks)
