"""A server that runs until it is told to stop."""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from meldroom.server.addresses import local_origins
from meldroom.server.app import Config, make_app
from meldroom.server.garbage import THRESHOLDS
from meldroom.server.run import (
    MAX_MONITOR_CONNECTIONS,
    PING_SECONDS,
    RECEIVE_BUFFER,
    make_monitor_server,
    make_server,
    run,
)
from meldroom.server.storage.store import Fatal, Store
from tests.patience import PATIENCE


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Give a socket for the public and one for the monitoring listener."""
    with socket.socket() as public, socket.socket() as monitoring:
        for one in (public, monitoring):
            one.bind(("127.0.0.1", 0))
        yield public, monitoring


@pytest.fixture
def app(tmp_path: Path, sockets: tuple[socket.socket, socket.socket]) -> Iterator[Starlette]:
    """Make the application of a new database."""
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.open()
    yield make_app(Config(local_origins(sockets[0].getsockname()[1])), store)
    store.close()


@pytest.fixture
def default_collector() -> Iterator[None]:
    """Give the garbage collector back as it was."""
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def url(listening: socket.socket, path: str) -> str:
    return f"http://127.0.0.1:{listening.getsockname()[1]}{path}"


@pytest.mark.usefixtures("default_collector")
def test_both_listeners_answer_until_the_server_is_told_to_stop(
    app: Starlette, sockets: tuple[socket.socket, socket.socket]
) -> None:
    public, monitoring = sockets
    opened = threading.Event()
    buffer = public.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF)
    server = threading.Thread(target=run, args=(app, public, monitoring, opened.set))
    server.start()
    assert opened.wait(20)
    assert httpx.get(url(public, "/api/games"), timeout=PATIENCE).status_code == 200
    assert httpx.get(url(monitoring, "/health"), timeout=PATIENCE).status_code == 200
    assert httpx.get(url(public, "/health"), timeout=PATIENCE).status_code == 404, (
        "for the operator alone"
    )
    assert gc.get_threshold() == THRESHOLDS
    assert gc.get_freeze_count() > 0
    assert public.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) < buffer
    assert public.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) >= RECEIVE_BUFFER
    app.state.stop()
    server.join(20)
    assert not server.is_alive()


@pytest.mark.usefixtures("default_collector")
def test_a_failed_disk_is_raised_when_the_server_has_stopped(
    app: Starlette, sockets: tuple[socket.socket, socket.socket]
) -> None:
    error = Fatal("the disk is gone")
    raised: list[BaseException] = []
    opened = threading.Event()

    def serve() -> None:
        try:
            run(app, sockets[0], on_open=opened.set)
        except Fatal as failed:
            raised.append(failed)

    server = threading.Thread(target=serve)
    server.start()
    assert opened.wait(20)
    app.state.storage_error = error
    app.state.stop()
    server.join(20)
    assert raised == [error]


def test_the_server_keeps_the_promised_limits(app: Starlette) -> None:
    config = make_server(app).config
    assert (config.ws_max_size, config.ws_max_queue) == (16_384, 32)
    assert config.ws_ping_interval == config.ws_ping_timeout == PING_SECONDS
    assert config.ws_per_message_deflate is False
    assert config.timeout_graceful_shutdown == 5
    check_quiet(config)
    assert config.app is app


def test_an_application_without_limits_of_its_own_gets_the_usual_ones() -> None:
    config = make_server(Starlette()).config
    assert isinstance(config.http, type)
    assert isinstance(config.ws, type)


def test_the_monitoring_listener_has_no_websockets_and_few_connections(app: Starlette) -> None:
    config = make_monitor_server(app).config
    assert config.app is app.state.monitor
    assert (config.ws, config.lifespan) == ("none", "off")
    assert config.limit_concurrency == MAX_MONITOR_CONNECTIONS
    assert config.timeout_graceful_shutdown == 1
    check_quiet(config)


def check_quiet(config: uvicorn.Config) -> None:
    """Check that a server neither logs requests nor names itself nor trusts any header."""
    assert config.log_config is None
    assert not config.access_log
    assert not config.server_header
    assert not config.proxy_headers
