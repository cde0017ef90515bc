"""Processes beside the one that measures: servers of Meldroom, and an echo to compare them with."""

from __future__ import annotations

import multiprocessing
import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from meldroom.server.addresses import local_origins

PROXY = "127.0.0.2"  # where strangers come from; the servers trust it as a proxy
OTHER_SERVER = """
import socket, sys
try:
    from benchmarks.processes import run_meldroom
except ModuleNotFoundError:  # where benchmarks were commands of Meldroom
    from meldroom.cli.bench_server import run_meldroom
run_meldroom(*[socket.socket(fileno=int(number)) for number in sys.argv[1:3]], sys.argv[3])
"""


class MeasuredServer(NamedTuple):
    """Where a server is reached, and where it is monitored."""

    origin: str
    monitor: str


@contextmanager
def process(target: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """Run a function in another process until the block ends."""
    child = multiprocessing.get_context("spawn").Process(target=target, args=arguments)
    child.start()
    try:
        yield
    finally:
        child.terminate()
        child.join(10)


@contextmanager
def serving(
    target: Callable[..., None], database: str = "", servers: int = 1
) -> Iterator[list[MeasuredServer]]:
    """Run servers with the same database and the same origins until the block ends."""
    with ExitStack() as stack:
        sockets = [[stack.enter_context(_listening()) for _ in range(2)] for _ in range(servers)]
        ports = [[one.getsockname()[1] for one in pair] for pair in sockets]
        origins = [origin for port, _ in ports for origin in local_origins(port)]
        for pair in sockets:
            stack.enter_context(process(target, *pair, database, origins))
        yield [MeasuredServer(*(f"http://127.0.0.1:{port}" for port in pair)) for pair in ports]


def _listening() -> socket.socket:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(2048)
    return listening


def run_meldroom(
    listening: socket.socket,
    monitoring: socket.socket,
    database: str,
    origins: Sequence[str] = (),
    limited_posts: bool = False,
) -> None:
    """Serve without limits on messages; `origins` are those of all servers on the database."""
    from meldroom.room.limits import Limits, Rate
    from meldroom.server.app import Config, make_app
    from meldroom.server.run import run
    from meldroom.server.storage.store import Store

    store = Store(database)
    store.open()
    port = listening.getsockname()[1]
    unlimited = Rate(1e12, 1.0)
    limits = Limits(messages=unlimited, seatless_messages=unlimited)
    if not limited_posts:
        limits = limits._replace(posts=unlimited)
    config = Config(
        tuple(origins) or local_origins(port),
        limits=limits,
        proxies=(PROXY,),
        address=f"127.0.0.1:{port}",
    )
    run(make_app(config, store), listening, monitoring)


def run_other(
    source: Path, listening: socket.socket, monitoring: socket.socket, database: str, *_: Any
) -> None:
    """Become the server of another version, whose checkout has this `src` folder."""
    sockets = [listening, monitoring]
    for one in sockets:
        one.set_inheritable(True)
    numbers = [str(one.fileno()) for one in sockets]
    # -P: what is in the current folder is this version.
    arguments = [sys.executable, "-P", "-c", OTHER_SERVER, *numbers, database]
    path = os.pathsep.join(map(str, (source.resolve(), source.resolve().parent)))
    os.execve(sys.executable, arguments, {**os.environ, "PYTHONPATH": path})


def run_echo(listening: socket.socket, monitoring: socket.socket, *_: Any) -> None:
    """Send every message back, through the same server stack."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from meldroom.server.monitoring import MEDIA_TYPE, process_metrics
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
