"""A connection before its first request."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

from uvicorn.server import ServerState

from meldroom.server.app import Config, make_app
from meldroom.server.http.admission import Admission
from meldroom.server.http.protocol import admitting_protocols
from meldroom.server.run import local_origins, make_server
from meldroom.server.storage.store import Store
from tests.server.local_room import run


def test_a_response_does_not_wait_until_the_client_acknowledges_its_first_piece(
    tmp_path: Path,
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    config = make_server(make_app(Config(local_origins(8000)), store)).config
    http: Any = admitting_protocols(Admission())[0]
    no_delay: list[int] = []

    class Observed(http):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            accepted = transport.get_extra_info("socket")
            no_delay.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    async def scenario() -> None:
        config.load()
        loop = asyncio.get_running_loop()
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            server = await loop.create_server(
                lambda: Observed(config=config, server_state=ServerState(), app_state={}),
                sock=listening,
            )
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            await writer.wait_closed()
            server.close()
            await server.wait_closed()

    run(scenario())
    assert no_delay == [1]
