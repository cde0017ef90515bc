"""Runs the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from meldroom.server.addresses import is_loopback
from meldroom.server.admission import Admission
from meldroom.server.garbage import collect_rarely
from meldroom.server.http.protocol import admitting_protocols

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
RECEIVE_BUFFER = 8_192  # bytes: messages are short, and a flood had better wait at its sender
SWITCH_INTERVAL = 0.0005  # seconds that the event loop waits for a busy thread, not Python's 5 ms
PING_SECONDS = 20.0  # between pings, and until one must be answered
MAX_MONITOR_CONNECTIONS = 64


def checked_origin(origin: str) -> str:
    """Normalize an origin; ValueError if it is none, or neither https nor local."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise ValueError(f"{origin!r} is not an origin such as https://cards.example")
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise ValueError(f"{origin} must be https: outside this machine anybody could listen")
    return f"{parts.scheme}://{parts.netloc}"


class Server(uvicorn.Server):
    """A server that returns when it is told to stop, so that its caller can clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully at a signal, and do not raise it again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let other processes have the tables before their players are disconnected."""
        hand_over = getattr(getattr(self.config.app, "state", None), "hand_over", None)
        if hand_over is not None:
            await hand_over()
        await super().shutdown(sockets)


def make_server(app: Starlette) -> Server:
    """Configure uvicorn with the limits that docs/protocol.md promises."""
    admission = getattr(app.state, "admission", None) or Admission()
    http, websocket = admitting_protocols(admission)
    return Server(
        uvicorn.Config(
            app,
            http=http,
            ws=websocket,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=16_384,
            ws_max_queue=32,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
    )


class MonitorServer(uvicorn.Server):
    """The server of the monitoring listener, which runs beside the public one."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Leave signals to the public server."""
        return nullcontext()


def make_monitor_server(app: Starlette) -> MonitorServer:
    """Configure uvicorn for the monitoring listener of an application."""
    return MonitorServer(
        uvicorn.Config(
            app.state.monitor,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MAX_MONITOR_CONNECTIONS,
            timeout_graceful_shutdown=1,
        )
    )


@asynccontextmanager
async def monitored(app: Starlette, monitoring: socket.socket | None) -> AsyncIterator[None]:
    """Serve the monitoring listener, if there is one, until the block ends."""
    if monitoring is None:
        yield
        return
    server = make_monitor_server(app)
    task = asyncio.create_task(server.serve(sockets=[monitoring]))
    try:
        yield
    finally:
        server.should_exit = True
        await task


def run(
    app: Starlette,
    listening: socket.socket,
    monitoring: socket.socket | None = None,
    on_open: Callable[[], None] = lambda: None,
) -> None:
    """Serve until the process is told to stop; raises StorageError if the disk failed."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    collect_rarely()
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = make_server(app)
    app.state.stop = lambda: setattr(server, "should_exit", True)
    app.state.on_open = on_open
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve_both(app, server, listening, monitoring))
    if getattr(app.state, "storage_error", None) is not None:
        raise app.state.storage_error


async def _serve_both(
    app: Starlette, server: Server, listening: socket.socket, monitoring: socket.socket | None
) -> None:
    async with monitored(app, monitoring):  # it still answers while the public server stops
        await server.serve(sockets=[listening])
