"""Runs the server in this process until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from meldroom.server.http.admission import Admission
from meldroom.server.http.protocol import doorway

SIGNALS = (signal.SIGINT, signal.SIGTERM)
RECEIVE_BUFFER = 8_192  # nobody says much, and what is not read yet lies better with its sender
PING = 20.0  # seconds between signs of life, and in which one is answered
# Hundreds of tables are a large heap with next to no cycles in it: at the usual pace the collector
# went through all of it so often that it took a third of the time, half a second at once. The young
# are looked at often, for they are more than are counted: what dies of old age is taken off.
COLLECTING = (1_000, 5_000, 100)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def local_origins(port: int) -> tuple[str, ...]:
    """Name the pages of a server that only this machine can reach."""
    return tuple(f"http://{host}:{port}" for host in LOOPBACK)


def fit_origin(origin: str) -> str:
    """Bring an origin into one form; ValueError if it is none, or open to eavesdroppers."""
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
        raise ValueError(f"{origin!r} is not an origin such as https://cards.example")
    if parts.scheme == "http" and not _loopback(parts.hostname or ""):
        raise ValueError(f"{origin} must be https: beyond this machine anybody could listen")
    return f"{parts.scheme}://{parts.netloc}"


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Server(uvicorn.Server):
    """A server that ends by returning when it was told to stop, so that all is put away."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully at a signal, and do not raise it again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {told: signal.signal(told, self.handle_exit) for told in SIGNALS}
        try:
            yield
        finally:
            for told, handler in before.items():
                signal.signal(told, handler)


def make_server(app: Starlette) -> Server:
    """Set up uvicorn with the limits that the protocol promises."""
    http, line = doorway(getattr(app.state, "admission", None) or Admission())
    return Server(
        uvicorn.Config(
            app,
            http=http,
            ws=line,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=16_384,
            ws_max_queue=32,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=5,
        )
    )


def run(
    app: Starlette, listening: socket.socket, opened: Callable[[], None] = lambda: None
) -> None:
    """Serve until the process is told to stop; Fatal is raised if the disk failed."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)
    server = make_server(app)
    app.state.stop = lambda: setattr(server, "should_exit", True)
    app.state.opened = opened
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listening]))
    if getattr(app.state, "trouble", None) is not None:
        raise app.state.trouble
