"""The private parts of uvicorn and websockets that we build on are there, as we call them."""

from __future__ import annotations

import inspect
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from packaging.requirements import Requirement
from packaging.version import Version
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.connection import Connection
from websockets.protocol import Protocol

from meldroom.server.app import Config, make_app
from meldroom.server.run import make_server
from meldroom.server.storage.store import Store

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
PROTOCOL = ["self", "config", "server_state", "app_state", "_loop"]
METHODS: list[tuple[Any, str, list[str]]] = [
    (AutoHTTPProtocol, "__init__", PROTOCOL),
    (AutoHTTPProtocol, "connection_made", ["self", "transport"]),
    (AutoHTTPProtocol, "connection_lost", ["self", "exc"]),
    (AutoHTTPProtocol, "data_received", ["self", "data"]),
    (AutoHTTPProtocol, "pause_writing", ["self"]),
    (AutoHTTPProtocol, "resume_writing", ["self"]),
    (WebSocketsSansIOProtocol, "__init__", PROTOCOL),
    (WebSocketsSansIOProtocol, "connection_made", ["self", "transport"]),
    (WebSocketsSansIOProtocol, "connection_lost", ["self", "exc"]),
    (WebSocketsSansIOProtocol, "data_received", ["self", "data"]),
    (WebSocketsSansIOProtocol, "handle_connect", ["self", "event"]),
    (WebSocketsSansIOProtocol, "handle_ping", ["self"]),
    (WebSocketsSansIOProtocol, "handle_pong", ["self", "event"]),
    (WebSocketsSansIOProtocol, "handle_cont", ["self", "event"]),
    (WebSocketsSansIOProtocol, "receive", ["self"]),
    (WebSocketsSansIOProtocol, "send_keepalive_ping", ["self"]),
    (WebSocketsSansIOProtocol, "keepalive_timeout", ["self"]),
    (uvicorn.Server, "capture_signals", ["self"]),
    (uvicorn.Server, "handle_exit", ["self", "sig", "frame"]),
    (uvicorn.Server, "serve", ["self", "sockets"]),
    (uvicorn.Config, "get_loop_factory", ["self"]),
]


@pytest.mark.parametrize(
    ("owner", "name", "parameters"), METHODS, ids=[f"{c.__name__}.{n}" for c, n, _ in METHODS]
)
def test_a_method_has_the_parameters_that_we_pass_on(
    owner: Any, name: str, parameters: list[str]
) -> None:
    assert list(inspect.signature(getattr(owner, name)).parameters) == parameters


def test_an_upgrade_can_be_overridden() -> None:
    http: Any = AutoHTTPProtocol
    assert callable(http.handle_websocket_upgrade)


@pytest.mark.parametrize(
    ("owner", "attributes"),
    [
        (AutoHTTPProtocol, ["client", "cycle", "loop", "transport"]),
        (
            WebSocketsSansIOProtocol,
            [
                "client",
                "close_sent",
                "conn",
                "handshake_complete",
                "handshake_initiated",
                "loop",
                "queue",
                "read_paused",
                "transport",
                "writable",
            ],
        ),
        (Protocol, ["close_rcvd", "current_size", "state"]),
        (Connection, ["protocol", "transport"]),
    ],
    ids=["http", "websocket", "frames", "relay"],
)
def test_a_connection_has_the_attributes_that_we_read(owner: Any, attributes: list[str]) -> None:
    source = inspect.getsource(owner)
    found = [name for name in attributes if f"self.{name}" in source or f"def {name}(" in source]
    assert found == attributes


@pytest.mark.parametrize("name", ["uvicorn", "websockets"])
def test_no_release_with_other_private_parts_is_installed(name: str) -> None:
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    required = {one.name: one.specifier for one in map(Requirement, project["dependencies"])}
    major, minor, *_ = Version(metadata.version(name)).release
    assert metadata.version(name) in required[name]
    after = f"0.{minor + 1}" if major == 0 else f"{major + 1}"
    assert after not in required[name]


def test_a_finished_request_says_so() -> None:
    module = inspect.getmodule(AutoHTTPProtocol)
    assert "self.response_complete" in inspect.getsource(getattr(module, "RequestResponseCycle"))  # noqa: B009


def test_uvicorn_takes_our_protocols_and_limits() -> None:
    config = make_server(make_app(Config(("http://localhost",)), Store("sqlite:///unused"))).config
    assert (config.ws_max_size, config.ws_max_queue) == (16_384, 32)
    assert not config.ws_per_message_deflate
    assert issubclass(config.http, AutoHTTPProtocol)  # type: ignore[arg-type]
    assert issubclass(config.ws, WebSocketsSansIOProtocol)  # type: ignore[arg-type]
