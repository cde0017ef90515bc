"""The client of the benches: hears whole messages, says its own, and notices the end."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from meldroom.cli.bench_client import Caller
from meldroom.server.http.admission import ConnectionLimits
from tests.server.local_room import local_server, run, wait_until
from tests.server.socket_client import open_table


def test_it_hears_nothing_before_it_listens_and_then_everything_in_order(tmp_path: Path) -> None:
    async def scene() -> None:
        heard: list[bytes] = []
        async with local_server(tmp_path / "db") as origin:
            place = await open_table(origin)
            caller = await Caller.come(origin, lambda _, message: heard.append(message))
            hello = {"do": "hello", "table": place["table"], "token": place["token"]}
            caller.say(json.dumps(hello).encode())
            for _ in range(20):
                caller.say(b'{"do":"ping"}')
            await asyncio.sleep(0.2)
            assert heard == []
            gone = asyncio.create_task(caller.listen())
            await wait_until(lambda: heard.count(b'{"is":"pong"}') == 20)
            assert json.loads(heard[0])["is"] == "welcome"
            assert len(heard[0]) > 126
            caller.say(b'{"do":"leave"}')
            with pytest.raises(ConnectionError):
                await gone

    run(scene())


def test_one_who_is_not_let_in_is_told(tmp_path: Path) -> None:
    async def scene() -> None:
        limits = ConnectionLimits(total=1)
        async with local_server(tmp_path / "db", connection_limits=limits) as origin:
            first = await Caller.come(origin, lambda *_: None)
            with pytest.raises(ConnectionError, match="503"):
                await Caller.come(origin, lambda *_: None)
            first.line.abort()

    run(scene())
