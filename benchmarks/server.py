"""Durable moves per second over WebSockets, beside a bare echo."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from benchmarks.client import BenchClient
from benchmarks.players import (
    SEATS,
    Measurement,
    ServerResult,
    http_client,
    open_table,
    player,
    run,
)
from benchmarks.processes import MeasuredServer, run_echo, run_meldroom, run_other, serving
from benchmarks.stranger import flooding
from meldroom.games import GAMES


@click.command()
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
    default="",
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
    database: str,
) -> None:
    """Measure moves per second on the server.

    Four bots play at each table, and every move is on disk before it is acknowledged.

    p50 and p99 are the times from a move to its acknowledgement; "next" is the p99 until the next
    player has received it. All bots move at once, so N tables wait N / (moves per second) in all.
    "echoes" is the CPU time as a multiple of that of an echo in the same run.

    With --processes the players are first at the server that has their table, then each at another
    one, which passes everything on. CPU is that of all servers, without the database.
    """
    if processes and not database.startswith("postgres"):
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
            results += measure_processes(chosen, tables, seconds, many, database)
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
    """Let bots play at a number of tables; then also beside a flood from this many connections.

    `source` is the src folder of the server to measure, if it is not this one.
    """
    target = run_meldroom if source is None else partial(run_other, source)
    with (
        tempfile.TemporaryDirectory() as folder,
        flooding(flood) as start,
        serving(target, f"sqlite:///{folder}/bench.db") as servers,
    ):
        start_flood = partial(start, servers[0].origin) if flood else None
        label = f"{tables} tables"
        return run(_play(key, tables, seconds, label, servers, start_flood=start_flood))


def measure_processes(
    key: str, tables: int, seconds: float, count: int, database: str
) -> list[ServerResult]:
    """Let bots play at a number of tables, each at a process in turn.

    First every player is at the process that has the table, then each at the next one, which
    passes everything on.
    """
    results = []
    for distance in range(min(2, count)):
        label = "passed on" if distance else f"{count} process{'es' * (count > 1)}"
        with serving(run_meldroom, database, count) as servers:
            results += run(_play(key, tables, seconds, label, servers, distance))
    return results


def measure_echo(clients: int, seconds: float) -> ServerResult:
    """Echo messages to a number of clients through the same server stack, for comparison."""
    with serving(run_echo) as (server,):
        return run(_echo(clients, seconds, server))


async def _play(
    key: str,
    tables: int,
    seconds: float,
    label: str,
    servers: list[MeasuredServer],
    distance: int = 0,
    start_flood: Callable[[], None] | None = None,
) -> list[ServerResult]:
    """Measure tables at one server after another; players are at the one so far behind it."""
    measurement = Measurement(SEATS * tables)
    players = []
    async with http_client() as http:
        for number in range(tables):
            owner, theirs = (servers[at % len(servers)] for at in (number, number + distance))
            for place in await open_table(http, owner.origin, key):
                players.append(player(measurement, theirs.origin, place))
    tasks = [asyncio.create_task(one) for one in players]
    return await measurement.measure(label, servers, seconds, tasks, start_flood)


async def _echo(clients: int, seconds: float, server: MeasuredServer) -> ServerResult:
    measurement = Measurement(clients)
    text = b'{"do":"act","id":"1","texts":["draw"]}'

    async def send_and_receive() -> None:
        sent = 0.0

        def on_message(client: BenchClient, _: bytes) -> None:
            nonlocal sent
            measurement.acknowledged(sent)
            sent = time.perf_counter()
            client.send(text)

        client = await BenchClient.connect(server.origin, on_message)
        await measurement.all_connected.wait()
        sent = time.perf_counter()
        client.send(text)
        await client.listen()

    tasks = [asyncio.create_task(send_and_receive()) for _ in range(clients)]
    (result,) = await measurement.measure(f"echo {clients}", [server], seconds, tasks)
    return result
