"""Requests over a real websocket while the table is idle, and while it writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from meldroom.room.limits import Limits, Rate
from meldroom.room.services import StorageError
from meldroom.server.storage.log import Log
from meldroom.server.storage.store import Fatal
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.ws.connection import Connection
from tests.server.local_room import local_server, wait_until
from tests.server.socket_client import closed, connected, give_shares, open_table, receive, send

Done = Callable[[StorageError | None], None]


class SlowLog:
    """Keeps what became of appends until it is let go; `outcome` is told instead of success."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slow = False
        self.outcome: StorageError | None = None
        self.waiting: list[Callable[[], None]] = []
        begin = Log.begin

        def delayed(log: Log, rows: Any, summary: Any, score: Any, lease: Any, done: Done) -> None:
            def told(outcome: StorageError | None) -> None:
                if self.slow:
                    self.waiting.append(lambda: done(outcome or self.outcome))
                else:
                    done(outcome)

            begin(log, rows, summary, score, lease, told)

        monkeypatch.setattr(Log, "begin", delayed)

    async def let_go(self) -> None:
        """Tell of the one append that waits."""
        await wait_until(lambda: self.waiting)
        self.slow = False
        self.waiting.pop()()


@pytest.fixture
def slow_log(monkeypatch: pytest.MonkeyPatch) -> SlowLog:
    return SlowLog(monkeypatch)


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, str]]:
    """Note who sends which act to a table; no task does where its bytes arrive."""
    requests: list[tuple[Any, str]] = []
    post = LiveTable.post

    def noted(live: LiveTable, listener: Any, request: Any, done: Any) -> None:
        name = getattr(request, "id", "")
        requests.append((listener, f"{name} by a task" if asyncio.current_task() else name))
        post(live, listener, request, done)

    monkeypatch.setattr(LiveTable, "post", noted)
    return requests


@asynccontextmanager
async def in_play(
    path: Path, limits: Limits | None = None
) -> AsyncIterator[tuple[ClientConnection, dict[str, Any], str, str]]:
    """Give the socket of the one person at a table who is to act, the place, a text, the origin."""
    async with local_server(path, limits) as origin:
        place = await open_table(origin, seats=2)
        async with connected(origin, place) as socket:
            await give_shares(socket)
            play = await receive(socket, "play")
            while not play["legal"]:
                play = await receive(socket, "play")
            yield socket, place, play["legal"][0]["text"], origin


async def test_an_act_needs_no_task(tmp_path: Path, posted: list[tuple[Any, str]]) -> None:
    async with in_play(tmp_path / "db") as (socket, _, text, _):
        await send(socket, "act", id="illegal", texts=["no such action"])
        refusal = await receive(socket, "refusal")
        assert (refusal["id"], refusal["rule"]) == ("illegal", "X-3")
        await send(socket, "act", id="legal", texts=[text])
        assert (await receive(socket, "ack"))["id"] == "legal"
    assert [act for _, act in posted if act] == ["illegal", "legal"]


async def test_what_comes_while_an_act_is_written_is_answered_after_it(
    tmp_path: Path, slow_log: SlowLog
) -> None:
    async with in_play(tmp_path / "db") as (socket, _, text, _):
        slow_log.slow = True
        await send(socket, "act", id="m", texts=[text])
        await wait_until(lambda: slow_log.waiting)
        for _ in range(3):
            await send(socket, "ping")
        await send(socket, "act", id="m", texts=[text])
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await receive(socket, "pong")
        await slow_log.let_go()
        assert (await receive(socket, "ack"))["id"] == "m"
        for _ in range(3):
            await receive(socket, "pong")
        assert (await receive(socket, "ack"))["id"] == "m"  # it was sent again


@pytest.mark.parametrize("fatal", [False, True])
def test_an_act_that_could_not_be_written_is_told_to_who_sent_it(
    tmp_path: Path, slow_log: SlowLog, monkeypatch: pytest.MonkeyPatch, fatal: bool
) -> None:
    async def not_stored(*_: Any) -> bool:
        return False

    async def scenario() -> None:
        async with in_play(tmp_path / "db") as (socket, _, text, _):
            slow_log.slow = True
            slow_log.outcome = Fatal("disk I/O error") if fatal else StorageError("full")
            monkeypatch.setattr("meldroom.server.tables.journal.LogJournal._is_stored", not_stored)
            await send(socket, "act", id="m", texts=[text])
            await slow_log.let_go()
            if fatal:
                assert (await closed(socket))[0] == 1012
                return
            refusal = await receive(socket, "refusal")
            assert (refusal["id"], refusal["rule"]) == ("m", "P-8")

    asyncio.run(scenario())


async def test_an_act_whose_commit_was_not_answered_is_acknowledged_if_it_is_stored(
    tmp_path: Path, slow_log: SlowLog
) -> None:
    async with in_play(tmp_path / "db") as (socket, _, text, _):
        slow_log.slow, slow_log.outcome = True, StorageError("the connection was lost")
        await send(socket, "act", id="m", texts=[text])
        await slow_log.let_go()
        assert (await receive(socket, "ack"))["id"] == "m"


async def test_a_connection_ends_while_its_act_is_being_written(
    tmp_path: Path, slow_log: SlowLog
) -> None:
    async with in_play(tmp_path / "db") as (socket, place, text, origin):
        slow_log.slow = True
        await send(socket, "act", id="m", texts=[text])
        await wait_until(lambda: slow_log.waiting)
        await socket.close()
        await slow_log.let_go()
        async with connected(origin, place) as again:
            await send(again, "act", id="m", texts=[text])
            assert (await receive(again, "ack"))["done"] == 1  # it was played once


async def test_the_server_ends_a_connection_whose_act_is_being_written(
    tmp_path: Path, slow_log: SlowLog, posted: list[tuple[Any, str]]
) -> None:
    async with in_play(tmp_path / "db") as (socket, place, text, origin):
        slow_log.slow = True
        await send(socket, "act", id="m", texts=[text])
        await wait_until(lambda: slow_log.waiting)
        posted[-1][0].close(1012, "the server restarts")
        assert (await closed(socket))[0] == 1012
        await slow_log.let_go()
        async with connected(origin, place) as again:
            await send(again, "act", id="m", texts=[text])
            assert (await receive(again, "ack"))["done"] == 1  # it was played once


async def test_a_client_that_floods_a_table_that_writes_has_one_request_in_its_mailbox(
    tmp_path: Path, slow_log: SlowLog, posted: list[tuple[Any, str]]
) -> None:
    async with in_play(tmp_path / "db") as (socket, _, text, _):
        slow_log.slow = True
        await send(socket, "act", id="m", texts=[text])
        await wait_until(lambda: slow_log.waiting)
        before = len(posted)
        for _ in range(40):
            await send(socket, "say", phrase=0)
        await asyncio.sleep(0.05)  # it could only become more
        assert len(posted) == before
        connection = posted[-1][0]
        assert isinstance(connection, Connection)
        await slow_log.let_go()
        assert (await receive(socket, "ack"))["id"] == "m"
        for _ in range(40):  # each is answered, the first with what was said, the others refused
            await socket.recv()
        assert len(posted) == before + 40


async def test_an_act_that_cannot_be_applied_ends_the_connection_and_frees_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_play(tmp_path / "db") as (socket, place, text, origin):
        written = LiveTable.written

        def fails(live: LiveTable, *more: Any) -> None:
            written(live, *more)
            raise RuntimeError("not planned")

        monkeypatch.setattr(LiveTable, "written", fails)
        await send(socket, "act", id="m", texts=[text])
        assert (await closed(socket))[0] == 1011
        monkeypatch.setattr(LiveTable, "written", written)
        async with connected(origin, place) as again:
            await send(again, "act", id="m", texts=[text])
            assert (await receive(again, "ack"))["id"] == "m"


async def test_14_what_arrives_at_an_idle_table_is_limited_too(
    tmp_path: Path, posted: list[tuple[Any, str]]
) -> None:
    limits = Limits(messages=Rate(8, 1e6))
    async with in_play(tmp_path / "db", limits) as (socket, _, _, _):
        for number in range(9):
            await send(socket, "act", id=str(number), texts=["no such action"])
        assert await closed(socket) == (1008, "too many messages")
    acts = [act for _, act in posted if act]
    assert acts == [str(number) for number in range(5)]  # after three messages
