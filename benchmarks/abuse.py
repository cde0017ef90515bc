"""One stranger within the limits beside tables at which people play."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from multiprocessing.connection import Connection
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import click
import httpx
import sqlalchemy as sa

from benchmarks.players import (
    SEATS,
    Measurement,
    ServerResult,
    cancel,
    cpu_seconds,
    http_client,
    open_table,
    player,
    run,
)
from benchmarks.processes import MeasuredServer, run_meldroom, serving
from benchmarks.stranger import HELLO, HINTS, Knowledge, RequestKind, abusing
from benchmarks.year import simulated_year
from meldroom.games import GAMES
from meldroom.server.storage.store import Store
from meldroom.server.storage.summaries import SCORES

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
KNOWN = "meldroom=session of Player {number}"


@click.command()
@click.option("--seconds", default=1.5, show_default=True, help="Duration of each of two runs.")
@click.option("--tables", default=20, show_default=True, help="Tables at which people play.")
@click.option("--games", default=200, show_default=True, help="Finished games in the database.")
@click.option("--only", default="", metavar="TEXT", help="Only kinds of requests with this text.")
def abuse(seconds: float, tables: int, games: int, only: str) -> None:
    """Measure how much one stranger within the limits slows a room.

    For each kind of request people play at their tables, first alone and then beside a stranger
    with 32 requests under way all the time. p50 and p99 are the times in milliseconds from a move
    to its acknowledgement; CPU is the server's, for each answer that the stranger gets.
    """
    with TemporaryDirectory() as folder, abusing() as stranger:
        database = f"sqlite:///{folder}/bench.db"
        store = Store(database)
        store.open()
        began = time.perf_counter()
        simulated_year(store, 20, games)
        keys = _some_tables(store)
        store.close()
        click.echo(f"{games} finished games written in {time.perf_counter() - began:.0f} s")
        click.echo(
            f"{'':>46} {'p50':>6} {'p99':>6} | {'p50':>6} {'p99':>6} | {'p50':>6} {'p99':>6} |"
            f" {'answers':>7} {'refused':>7} {'CPU ms':>6}"
        )
        wanted = [kind for kind in kinds() if only in kind.label]
        with serving(partial(run_meldroom, limited_posts=True), database) as (server,):
            run(_measure_all(wanted, seconds, tables, keys, stranger, server))


def kinds() -> list[RequestKind]:
    """List every kind of request."""
    gets = [RequestKind(f"GET {path}", "GET", path) for path in GETS]
    known = RequestKind("GET /api/me/record, known", "GET", "/api/me/record", cookie=KNOWN)
    posts = [
        RequestKind(f"POST {path}", "POST", path, json.dumps(body)) for path, body in POSTS.items()
    ]
    return [*gets, known, *posts, RequestKind(HELLO), RequestKind(HINTS)]


def _some_tables(store: Store) -> list[str]:
    query = sa.select(SCORES.c.table_id).order_by(SCORES.c.table_id).limit(SAMPLES)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())


async def _measure_all(
    wanted: Sequence[RequestKind],
    seconds: float,
    tables: int,
    keys: Sequence[str],
    stranger: Connection,
    server: MeasuredServer,
) -> None:
    """Measure each kind of request in turn, and show each line of the report when it is there."""
    measurement, game = Measurement(SEATS * tables), next(iter(GAMES))
    async with http_client() as http:
        world = await _knowledge(http, server.origin, game, keys)
        places = [
            place for _ in range(tables) for place in await open_table(http, server.origin, game)
        ]
        playing = [
            asyncio.create_task(player(measurement, server.origin, place, PAUSE))
            for place in places
        ]
        await measurement.all_connected.wait()
        await asyncio.sleep(2)
        cpu = partial(cpu_seconds, http, [server])
        for number, kind in enumerate(wanted):
            click.echo(
                await _measure_kind(measurement, kind, world, number, seconds, stranger, cpu)
            )
    await cancel(playing)


async def _knowledge(
    http: httpx.AsyncClient, origin: str, game: str, keys: Sequence[str]
) -> Knowledge:
    """Find out what the stranger may ask for."""
    lesson = (await http.get(f"{origin}/api/games/{game}/lesson")).json()
    first = lesson["plies"][lesson["steps"][0]["ply"]]
    moves = [quote(one if isinstance(one, str) else one["text"]) for one in first["legal"]]
    day = (await http.get(f"{origin}/api/daily")).json()["day"]
    return Knowledge(origin, keys, game, moves, day)


async def _measure_kind(
    measurement: Measurement,
    kind: RequestKind,
    world: Knowledge,
    number: int,
    seconds: float,
    stranger: Connection,
    cpu: Callable[[], Coroutine[Any, Any, float]],
) -> str:
    """Measure people alone and then beside the stranger, from a fresh address for each kind."""
    calm = await measurement.measure_once("", cpu, seconds)
    stranger.send((world, kind, f"203.0.113.{number + 1}", seconds))
    abused = await measurement.measure_once("", cpu, seconds)
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
