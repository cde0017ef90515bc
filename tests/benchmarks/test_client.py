"""The benchmark client reads whole messages, sends its own, and notices a lost connection."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from benchmarks.client import BenchClient
from meldroom.room.limits import Limits
from tests.server.local_room import local_server, wait_until
from tests.server.socket_client import connected, open_table, ping


async def test_it_reads_nothing_before_it_listens_and_then_everything_in_order(
    tmp_path: Path,
) -> None:
    received: list[bytes] = []
    async with local_server(tmp_path / "db") as origin:
        place = await open_table(origin)
        client = await BenchClient.connect(origin, lambda _, message: received.append(message))
        hello = {"do": "hello", "table": place["table"], "token": place["token"]}
        client.send(json.dumps(hello).encode())
        for _ in range(20):
            client.send(b'{"do":"ping"}')
        async with connected(origin, place) as other:  # by then the room has answered both
            await ping(other)
        assert received == []
        listening = asyncio.create_task(client.listen())
        await wait_until(lambda: received.count(b'{"is":"pong"}') == 20)
        assert json.loads(received[0])["is"] == "welcome"
        assert len(received[0]) > 126
        client.send(b'{"do":"leave"}')
        with pytest.raises(ConnectionError):
            await listening


async def test_a_refused_connection_raises(tmp_path: Path) -> None:
    limits = Limits(connections=1)
    async with local_server(tmp_path / "db", limits=limits) as origin:
        first = await BenchClient.connect(origin, lambda *_: None)
        with pytest.raises(ConnectionError, match="503"):
            await BenchClient.connect(origin, lambda *_: None)
        first.transport.abort()
