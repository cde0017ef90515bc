"""`meldroom bench server --processes N`: several processes on one PostgreSQL database."""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from meldroom.cli.bench_server import (
    SEATS,
    Measurement,
    ServerResult,
    open_table,
    player,
    run_meldroom,
)
from meldroom.server.addresses import local_origins


class BenchProcess(NamedTuple):
    """Where a process is reached, and where it is monitored."""

    origin: str
    monitor: str


def measure_processes(
    key: str, tables: int, seconds: float, count: int, database: str
) -> list[ServerResult]:
    """Let bots play at so many tables, each at a process in turn.

    First every player is at the process that has the table, then each at the next one, which
    passes everything on.
    """
    from uvloop import new_event_loop

    results = []
    for distance in range(min(2, count)):
        with running(count, database) as processes:
            work = _play(key, tables, seconds, processes, distance)
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                results.append(runner.run(work))
    return results


@contextmanager
def running(count: int, database: str) -> Iterator[list[BenchProcess]]:
    """Run servers with the same origins until the block ends."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(_listening()) for _ in range(2 * count)]
        ports = [one.getsockname()[1] for one in sockets]
        origins = tuple(origin for port in ports[:count] for origin in local_origins(port))
        context = multiprocessing.get_context("spawn")
        children = [
            context.Process(target=run_meldroom, args=(*pair, database, origins), daemon=True)
            for pair in zip(sockets[:count], sockets[count:], strict=True)
        ]
        for child in children:
            child.start()
        try:
            urls = [f"http://127.0.0.1:{port}" for port in ports]
            yield [BenchProcess(*pair) for pair in zip(urls[:count], urls[count:], strict=True)]
        finally:
            for child in children:
                child.terminate()
            for child in children:
                child.join(10)


def _listening() -> socket.socket:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    return listening


async def _play(
    key: str, tables: int, seconds: float, processes: list[BenchProcess], distance: int
) -> ServerResult:
    import httpx

    run = Measurement(SEATS * tables)
    places: list[tuple[str, dict[str, Any]]] = []
    for number in range(tables):
        at = number % len(processes)
        origin, players_at = processes[at].origin, processes[(at + distance) % len(processes)]
        headers = {"Origin": origin}
        async with httpx.AsyncClient(base_url=origin, headers=headers, timeout=60) as http:
            places += [(players_at.origin, place) for place in await open_table(http, key)]
    tasks = [asyncio.create_task(player(run, *place)) for place in places]
    label = f"{len(processes)} process{'es' * (len(processes) > 1)}"
    monitors = [process.monitor for process in processes]
    (result,) = await run.measure("passed on" if distance else label, monitors, seconds, tasks)
    return result
