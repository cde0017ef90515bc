"""`meldroom bench server`: durable moves per second over WebSockets, beside a bare echo."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from meldroom.cli.bench_flood import PROXY, flood_process
from meldroom.core.cards import Seat

SEATS = 4
MAX_WAIT = 120.0  # seconds for anything to measure, even on the busiest machine; then it hangs
T = TypeVar("T")


class ServerResult(NamedTuple):
    """The result of one run."""

    label: str
    per_second: float
    ack_p50: float  # milliseconds from an act to its acknowledgement
    ack_p99: float
    broadcast_p99: float | None  # milliseconds from an act until the next player has it
    cpu: float  # microseconds of the server's CPU time per act


@click.command("server")
@click.option(
    "--tables",
    "sizes",
    multiple=True,
    type=int,
    default=(1, 50, 500),
    show_default=True,
    help="Number of tables; may be repeated.",
)
@click.option("--seconds", default=5.0, show_default=True, help="Duration of each run.")
@click.option("--game", "key", default=None, help="Game to play; default: the first one.")
@click.option(
    "--flood", default=0, metavar="N", help="Measure again while N connections flood the server."
)
@click.option(
    "--beside",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="SRC",
    help="Also measure the server of another version, in turn: the src folder of its checkout.",
)
@click.option(
    "--processes",
    multiple=True,
    type=click.IntRange(min=1),
    help="Number of servers that share --database; may be repeated.",
)
@click.option(
    "--database",
    metavar="URL",
    help="PostgreSQL database for --processes, which then has the tables of the benchmark.",
)
def server(
    sizes: tuple[int, ...],
    seconds: float,
    key: str | None,
    flood: int,
    beside: Path | None,
    processes: tuple[int, ...],
    database: str | None,
) -> None:
    """Measure moves per second on the server.

    Four bots play at each table, and every move is on disk before it is acknowledged.

    p50 and p99 are the times from a move to its acknowledgement; "next" is the p99 until the next
    player has received it. All bots move at once, so N tables wait N / (moves per second) in all.
    "echoes" is the CPU time as a multiple of that of an echo in the same run.

    With --processes the players are first at the server that has their table, then each at another
    one, which passes everything on. CPU is that of all servers, without the database.
    """
    from meldroom.cli.bench_processes import measure_processes
    from meldroom.games import GAMES

    if processes and not (database or "").startswith("postgres"):
        raise click.UsageError("--processes needs a --database on PostgreSQL")
    chosen = key or next(iter(GAMES))
    click.echo(
        f"{'':>12} {'per second':>10} {'p50 ms':>8} {'p99 ms':>8} {'next ms':>8} {'CPU µs':>8}"
        f" {'echoes':>8}"
    )
    for tables in sizes:
        results = [measure_echo(tables, seconds)]
        if beside is not None:
            moves = measure_moves(chosen, tables, seconds, source=beside)
            results += [result._replace(label=f"{tables} beside") for result in moves]
        results += measure_moves(chosen, tables, seconds, flood)
        calm, flooded = results[-1 - bool(flood)], results[-1]
        for many in processes:
            results += measure_processes(chosen, tables, seconds, many, database or "")
        for result in results:
            broadcast = "" if result.broadcast_p99 is None else f"{result.broadcast_p99:.1f}"
            click.echo(
                f"{result.label:>12} {result.per_second:>10,.0f} {result.ack_p50:>8.1f}"
                f" {result.ack_p99:>8.1f} {broadcast:>8} {result.cpu:>8.0f}"
                f" {result.cpu / results[0].cpu:>8.1f}"
            )
        if flood:
            click.echo(
                f"flooded by {flood} connections: p50 x {flooded.ack_p50 / calm.ack_p50:.2f}"
            )


def measure_moves(
    key: str, tables: int, seconds: float, flood: int = 0, source: Path | None = None
) -> list[ServerResult]:
    """Let bots play at so many tables; then also beside a flood from so many connections.

    `source` is the src folder of the server to measure, if it is not this one.
    """
    target = _run_meldroom if source is None else partial(_run_other, source)
    with tempfile.TemporaryDirectory() as folder, flood_process(flood) as start_flood:
        start = start_flood if flood else None
        return with_server(target, folder, partial(_play, key, tables, seconds, start))


def measure_echo(clients: int, seconds: float) -> ServerResult:
    """Echo messages to so many clients through the same server stack, for comparison."""
    return with_server(_run_echo, "", partial(_echo, clients, seconds))


def with_server(target: Any, folder: str, work: Callable[[str, str], Coroutine[Any, Any, T]]) -> T:
    """Run a server in another process, and measure it."""
    from uvloop import new_event_loop

    with socket.socket() as listening, socket.socket() as monitoring:
        for one in (listening, monitoring):
            one.bind(("127.0.0.1", 0))
            one.listen(2048)
        origin, monitor = (
            f"http://127.0.0.1:{one.getsockname()[1]}" for one in (listening, monitoring)
        )
        context = multiprocessing.get_context("spawn")
        child = context.Process(target=target, args=(listening, monitoring, folder))
        child.start()
        try:
            # uvloop: a slow client would look like a slow server.
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                return runner.run(work(origin, monitor))
        finally:
            child.terminate()
            child.join(10)


def run_meldroom(
    listening: socket.socket,
    monitoring: socket.socket,
    database: str,
    origins: tuple[str, ...] = (),
    limited_posts: bool = False,
) -> None:
    """Serve without limits on messages; `origins` are those of all servers on the database."""
    from meldroom.server.addresses import local_origins
    from meldroom.server.app import Config, make_app
    from meldroom.server.limits import Limits
    from meldroom.server.rate_limit import Rate
    from meldroom.server.run import run
    from meldroom.server.storage.store import Store

    store = Store(database)
    store.open()
    port = listening.getsockname()[1]
    origins = origins or local_origins(port)
    unlimited = Rate(1e12, 1.0)
    limits = Limits(messages=unlimited, seatless_messages=unlimited)
    if not limited_posts:
        limits = limits._replace(posts=unlimited)
    address = f"127.0.0.1:{port}"
    app = make_app(Config(origins, limits=limits, proxies=(PROXY,), address=address), store)
    run(app, listening, monitoring)


def _run_meldroom(listening: socket.socket, monitoring: socket.socket, folder: str) -> None:
    run_meldroom(listening, monitoring, f"sqlite:///{Path(folder) / 'bench.db'}")


def _run_other(
    source: Path, listening: socket.socket, monitoring: socket.socket, folder: str
) -> None:
    """Become the server of another version."""
    sockets = [listening, monitoring]
    for one in sockets:
        one.set_inheritable(True)
    program = (
        "import socket, sys; from meldroom.cli.bench_server import _run_meldroom;"
        "_run_meldroom(*[socket.socket(fileno=int(n)) for n in sys.argv[1:3]], sys.argv[3])"
    )
    arguments = [sys.executable, "-c", program, *(str(one.fileno()) for one in sockets), folder]
    os.execve(sys.executable, arguments, {**os.environ, "PYTHONPATH": str(source.resolve())})


def _run_echo(listening: socket.socket, monitoring: socket.socket, _: str) -> None:
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

    app = Starlette(routes=[WebSocketRoute("/socket", echo)])
    app.state.monitor = Starlette(routes=[Route("/metrics", metrics)])
    run(app, listening, monitoring)


class Measurement:
    """Collects the latencies of one run."""

    def __init__(self, clients: int) -> None:
        self.running = False
        self.ack_times: list[float] = []
        self.broadcast_times: list[float] = []
        self.last_act: dict[str, tuple[Seat, float]] = {}  # at each table: who acted, and when
        self.all_connected = asyncio.Barrier(clients + 1)

    def acknowledged(self, sent: float) -> None:
        """Note the acknowledgement of an act sent at this time."""
        if self.running:
            self.ack_times.append(time.perf_counter() - sent)

    def acting(self, table: str, seat: Seat) -> float:
        """Note that a seat acts now, and how long the previous act took to reach it."""
        now = time.perf_counter()
        previous_seat, then = self.last_act.get(table, (seat, now))
        if self.running and previous_seat != seat:
            self.broadcast_times.append(now - then)
        self.last_act[table] = seat, now
        return now

    async def measure(
        self,
        label: str,
        monitors: list[str],
        seconds: float,
        tasks: list[asyncio.Task[None]],
        start_flood: Callable[[], None] | None = None,
    ) -> list[ServerResult]:
        """Let the tasks run and measure them once all are under way, and again in a flood."""
        import httpx

        await self.all_connected.wait()
        limits = httpx.Limits(max_keepalive_connections=0)  # a kept one may be closed meanwhile
        async with httpx.AsyncClient(timeout=60, limits=limits) as http:
            await asyncio.sleep(1 + len(tasks) / 200)
            cpu = partial(cpu_seconds, http, monitors)
            results = [await self.measure_once(label, cpu, seconds)]
            if start_flood is not None:
                start_flood()
                results.append(await self.measure_once("flooded", cpu, seconds))
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return results

    async def measure_once(
        self, label: str, cpu_seconds: Callable[[], Coroutine[Any, Any, float]], seconds: float
    ) -> ServerResult:
        """Measure what the tasks do for so many seconds, and until the first acknowledgement."""
        self.ack_times, self.broadcast_times = [], []
        cpu_before, began, self.running = await cpu_seconds(), time.perf_counter(), True
        await asyncio.sleep(seconds)
        async with asyncio.timeout(MAX_WAIT):
            while not self.ack_times:
                await asyncio.sleep(0.01)
        self.running, elapsed = False, time.perf_counter() - began
        cpu = await cpu_seconds() - cpu_before
        acks, broadcasts = sorted(self.ack_times), sorted(self.broadcast_times)
        return ServerResult(
            label,
            len(self.ack_times) / elapsed,
            _percentile(acks, 50),
            _percentile(acks, 99),
            _percentile(broadcasts, 99) if broadcasts else None,
            1e6 * cpu / len(acks),
        )


def _percentile(ordered: list[float], percent: int) -> float:
    """Give a percentile of sorted times, in milliseconds."""
    return 1000 * ordered[len(ordered) * percent // 100]


async def cpu_seconds(http: Any, monitors: list[str]) -> float:
    """Ask servers for their CPU time, in all."""
    seconds = 0.0
    for monitor in monitors:
        metrics: str = (await http.get(f"{monitor}/metrics")).text
        (line,) = (li for li in metrics.splitlines() if li.startswith("process_cpu_seconds_total "))
        seconds += float(line.split()[1])
    return seconds


async def _play(
    key: str,
    tables: int,
    seconds: float,
    start_flood: Callable[[str], None] | None,
    origin: str,
    monitor: str,
) -> list[ServerResult]:
    import httpx

    run = Measurement(SEATS * tables)
    async with httpx.AsyncClient(base_url=origin, headers={"Origin": origin}, timeout=60) as http:
        seats = [seat for _ in range(tables) for seat in await open_table(http, key)]
    tasks = [asyncio.create_task(player(run, origin, seat)) for seat in seats]
    start = partial(start_flood, origin) if start_flood is not None else None
    return await run.measure(f"{tables} tables", [monitor], seconds, tasks, start)


async def open_table(http: Any, key: str) -> list[dict[str, Any]]:
    """Open a table for four bots, and seat them."""
    request = {"game": key, "seats": SEATS, "name": "A", "keep": "token", "fill": "people"}
    request |= {"listed": True}  # what a flood asks for
    seats = [(await http.post("/api/tables", json=request)).json()]
    path, code = f"/api/tables/{seats[0]['table']}/seats", seats[0]["code"]
    for name in "BCD"[: SEATS - 1]:
        request = {"name": name, "code": code, "keep": "token"}
        seats.append((await http.post(path, json=request)).json())
    return seats


async def player(run: Measurement, origin: str, place: dict[str, Any], pause: float = 0.0) -> None:
    """Play one legal action after another, each after a pause, and game after game."""
    from msgspec.json import decode, encode

    from meldroom.cli.bench_client import BenchClient
    from meldroom.cli.deal_share import DealShare

    table, seat = place["table"], place["seat"]
    sent: dict[str, float] = {}  # by the id of the act: the next view may come before the ack
    numbers, share = count(), DealShare()

    def act(client: BenchClient, legal: list[str]) -> None:
        if client.transport.is_closing():  # during the pause
            return
        number = next(numbers)
        message = {"do": "act", "id": str(number), "texts": [legal[number % len(legal)]]}
        sent[str(number)] = run.acting(table, seat)
        client.send(encode(message))

    def on_message(client: BenchClient, message: bytes) -> None:
        if message.startswith(b'{"is":"ack"'):
            run.acknowledged(sent.pop(decode(message)["id"]))
        elif message.startswith(b'{"is":"play"') and b'"legal":[]' not in message:
            legal = decode(message)["legal"]
            if pause:
                asyncio.get_running_loop().call_later(pause, act, client, legal)
            else:
                act(client, legal)
        elif b'"phase":"waiting"' in message:
            form = decode(message)
            run.last_act.pop(table, None)  # a new deal is not a broadcast of an act
            facts = form.get("table", form)
            given = None
            if "commitments" in facts:
                given = share.answer(facts, seat)
            elif not facts["seats"][seat]["ready"]:  # --beside: before shares were committed to
                given = {"do": "give", "share": "0" * 32}
            if given is not None:
                client.send(encode(given))
        elif b'"phase":"over"' in message and seat == 0:
            client.send(b'{"do":"rematch"}')

    client = await BenchClient.connect(origin, on_message)
    client.send(encode({"do": "hello", "table": table, "token": place["token"], "help": False}))
    # Nobody plays before all are connected: later connections would wait behind every move.
    await run.all_connected.wait()
    await client.listen()


async def _echo(clients: int, seconds: float, origin: str, monitor: str) -> ServerResult:
    from meldroom.cli.bench_client import BenchClient

    run = Measurement(clients)
    text = b'{"do":"act","id":"1","texts":["draw"]}'

    async def send_and_receive() -> None:
        sent = 0.0

        def on_message(client: BenchClient, _: bytes) -> None:
            nonlocal sent
            run.acknowledged(sent)
            sent = time.perf_counter()
            client.send(text)

        client = await BenchClient.connect(origin, on_message)
        await run.all_connected.wait()
        sent = time.perf_counter()
        client.send(text)
        await client.listen()

    tasks = [asyncio.create_task(send_and_receive()) for _ in range(clients)]
    (result,) = await run.measure(f"echo {clients}", [monitor], seconds, tasks)
    return result
