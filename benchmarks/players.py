"""Programs that play at the tables of a server, and how long it makes them wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from itertools import count
from typing import Any, NamedTuple, TypeVar

import httpx
from msgspec.json import decode, encode
from uvloop import new_event_loop

from benchmarks.client import BenchClient
from benchmarks.processes import MeasuredServer
from meldroom.cli.deal_share import DealShare
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
        servers: Sequence[MeasuredServer],
        seconds: float,
        tasks: list[asyncio.Task[None]],
        start_flood: Callable[[], None] | None = None,
    ) -> list[ServerResult]:
        """Let the tasks run and measure them once all are under way, and again in a flood."""
        await self.all_connected.wait()
        await asyncio.sleep(1 + len(tasks) / 200)
        async with http_client() as http:
            cpu = partial(cpu_seconds, http, servers)
            results = [await self.measure_once(label, cpu, seconds)]
            if start_flood is not None:
                start_flood()
                results.append(await self.measure_once("flooded", cpu, seconds))
        await cancel(tasks)
        return results

    async def measure_once(
        self, label: str, cpu_seconds: Callable[[], Coroutine[Any, Any, float]], seconds: float
    ) -> ServerResult:
        """Measure what the tasks do for a time, and until the first acknowledgement."""
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
    """Return a percentile of sorted times, in milliseconds."""
    return 1000 * ordered[len(ordered) * percent // 100]


async def cpu_seconds(http: httpx.AsyncClient, servers: Sequence[MeasuredServer]) -> float:
    """Ask servers for their CPU time, in all."""
    seconds = 0.0
    for server in servers:
        metrics = (await http.get(f"{server.monitor}/metrics")).text
        (line,) = (li for li in metrics.splitlines() if li.startswith("process_cpu_seconds_total "))
        seconds += float(line.split()[1])
    return seconds


def http_client() -> httpx.AsyncClient:
    """Return a client that keeps no connections, which may be closed meanwhile."""
    return httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_keepalive_connections=0))


def run(measuring: Coroutine[Any, Any, T]) -> T:
    """Measure in uvloop: a slow client would look like a slow server."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(measuring)


async def cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their end."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def open_table(http: httpx.AsyncClient, origin: str, key: str) -> list[dict[str, Any]]:
    """Open a table for four bots, and seat them."""
    url, headers = f"{origin}/api/tables", {"Origin": origin}
    request = {"game": key, "seats": SEATS, "name": "A", "keep": "token", "fill": "people"}
    request |= {"listed": True}  # what a flood asks for
    places = [(await http.post(url, json=request, headers=headers)).json()]
    url, code = f"{url}/{places[0]['table']}/seats", places[0]["code"]
    for name in "BCD"[: SEATS - 1]:
        request = {"name": name, "code": code, "keep": "token"}
        places.append((await http.post(url, json=request, headers=headers)).json())
    return places


async def player(run: Measurement, origin: str, place: dict[str, Any], pause: float = 0.0) -> None:
    """Play one legal action after another, each after a pause, and game after game."""
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
            given = share.answer(form.get("table", form), seat)
            if given is not None:
                client.send(encode(given))
        elif b'"phase":"over"' in message and seat == 0:
            client.send(b'{"do":"rematch"}')

    client = await BenchClient.connect(origin, on_message)
    client.send(encode({"do": "hello", "table": table, "token": place["token"], "help": False}))
    # Nobody plays before all are connected: later connections would wait behind every move.
    await run.all_connected.wait()
    await client.listen()
