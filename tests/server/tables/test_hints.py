"""Hints go to the person on turn alone, with everybody's consent, and are in the log and record."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from meldroom.room.hints import HintTask, work_out
from meldroom.room.records import current_record
from meldroom.server.tables.bot_pool import BotPool
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from tests.server.local_room import (
    FakeConnection,
    join,
    open_room,
    start_game,
    table_in_play,
    table_with_people,
    wait_until,
)

GAME = "scorzo"
T = TypeVar("T")


class ThreadPool(BotPool):
    """Works out answers in this process, which takes no time to start."""

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run it in a thread."""
        return await asyncio.to_thread(function, *arguments)


@asynccontextmanager
async def quick_room(path: Path) -> AsyncIterator[Room]:
    """Open a room that starts no worker processes."""
    async with open_room(path) as room:
        room.bot_pool = ThreadPool()
        yield room


async def ask(client: FakeConnection, do: str = "hint", **fields: Any) -> dict[str, Any]:
    """Ask, and wait for the answer."""
    before = len(client.received)
    answers = ("hint", "checked", "refusal")
    await client.request(do, id="q", **fields)
    await wait_until(lambda: any(one["is"] in answers for one in client.received[before:]))
    return next(one for one in client.received[before:] if one["is"] in answers)


async def alone(room: Room, **more: Any) -> tuple[LiveTable, FakeConnection, str]:
    """Open a table where one person plays with bots, and is on turn with a choice."""
    live, [client], [token] = await table_in_play(room, 1, seats=3, game=GAME, **more)
    await wait_until(lambda: client.position["to_act"] == [0] and len(client.legal) > 1)
    return live, client, token


def hints_of(live: LiveTable) -> dict[str, Any]:
    """What everybody may know about hints at a table."""
    facts: dict[str, Any] = live.table.facts()["hints"]
    return facts


async def test_who_plays_alone_with_bots_is_told_what_to_play(room: Room) -> None:
    live, client, _ = await alone(room)
    match = live.table.current_match
    ply, seen = match.state.ply, match.view(0)
    answer = await ask(client)
    assert answer == {"id": "q", **work_out(HintTask(GAME, seen))}
    assert answer["text"] in client.legal
    assert answer["ply"] == ply
    assert all(one["text"] in client.legal for one in answer["alternatives"])
    assert hints_of(live) == {"allowed": True, "agreed": [], "given": [1, 0, 0]}
    assert client.last("table")["hints"] == hints_of(live)
    seq = live.table.seq
    assert (await ask(client))["text"] == answer["text"]
    assert live.table.seq == seq, "the same hint is noted once"
    assert (await client.act(answer["text"], ply=ply))["is"] == "ack"


async def test_a_hint_that_comes_too_late_is_neither_given_nor_noted(tmp_path: Path) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, client, _ = await alone(room)
        await client.request("hint", id="q")
        busy = await client.request("hint", id="again")
        assert (busy["is"], busy["rule"]) == ("refusal", "P-14")
        await client.act(client.legal[0])
        await wait_until(lambda: client.messages("refusal")[1:])
        late = client.last("refusal")
        assert (late["id"], late["rule"]) == ("q", late["rule"])
        assert late["rule"] in ("P-6", "X-1")
        assert not client.messages("hint")
        assert hints_of(live)["given"] == [0, 0, 0]


async def test_nobody_is_told_what_to_play_when_it_is_not_their_turn(tmp_path: Path) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, clients, _ = await table_in_play(room, 2, game=GAME)
        for client in clients:
            await client.request("allow_hints", on=True)
        other = clients[1 - live.table.current_match.to_act[0]]
        assert (await other.request("hint", id="q"))["rule"] == "X-1"
        watcher = FakeConnection(room)
        code = live.table.opened.code
        await watcher.request("hello", table=live.table.key, code=code)
        assert (await watcher.request("hint", id="q"))["rule"] == "P-3"


async def test_among_people_everybody_must_agree_and_everybody_sees_it(tmp_path: Path) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, clients, _ = await table_in_play(room, 2, seats=3, game=GAME)
        seat = live.table.current_match.to_act[0]
        if seat == 2:
            await wait_until(lambda: live.table.current_match.to_act[0] != 2)
            seat = live.table.current_match.to_act[0]
        asker, other = clients[seat], clients[1 - seat]
        refusal = await asker.request("hint", id="q")
        assert refusal["rule"] == "P-14"
        assert "agreed" in refusal["why"]
        await asker.request("allow_hints", on=True)
        assert (await asker.request("hint", id="q"))["rule"] == "P-14"
        await other.request("allow_hints", on=True)
        seen = asker.last("table")["hints"]
        assert (seen["allowed"], seen["agreed"]) == (True, [0, 1])
        answer = await ask(asker)
        assert answer["is"] == "hint"
        assert not other.messages("hint"), "the others are not told what it says"
        assert other.last("table")["hints"]["given"][seat] == 1
        await other.request("allow_hints", on=False)
        assert (await asker.request("hint", id="q"))["rule"] == "P-14"


async def test_a_newcomer_must_agree_too(tmp_path: Path) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, clients, _ = await table_with_people(room, 2, seats=3, fill="people", game=GAME)
        for client in clients:
            await client.request("allow_hints", on=True)
        assert hints_of(live)["allowed"]
        code = live.table.opened.code
        _, token = await room.take_seat(live, "Noor", None, code)
        assert hints_of(live)["agreed"] == [0, 1]
        assert not hints_of(live)["allowed"]
        newcomer = await join(room, live, token)
        await newcomer.request("allow_hints", on=True)
        assert hints_of(live)["allowed"]
        await clients[1].request("leave")
        assert hints_of(live)["agreed"] == [0, 2]
        await newcomer.request("move", seat=2, to=1)
        assert hints_of(live) == {"allowed": True, "agreed": [0, 1], "given": [0, 0, 0]}


async def test_consent_and_hints_survive_a_restart_and_are_in_the_record(tmp_path: Path) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, client, _ = await alone(room)
        await client.request("allow_hints", on=True)
        ply = (await ask(client))["ply"]
        key = live.table.key
    async with quick_room(tmp_path / "db") as room:
        again = await room.find(key)
        assert again is not None
        assert hints_of(again) == {"allowed": True, "agreed": [0], "given": [1, 0, 0]}
        match = again.table.current_match
        while match.to_act:
            seat = match.to_act[0]
            match.apply_legal(seat, match.legal(seat)[-1])
        again.table.phase, again.table.players = "over", again.table.names
        record = current_record(again.table)
        assert record is not None
        assert record["hints"] == [ply + 1]
        assert record["moves"][ply][0] == 0


async def test_a_mistake_is_named_before_it_is_played_only_where_one_person_plays(
    tmp_path: Path,
) -> None:
    async with quick_room(tmp_path / "db") as room:
        live, client, _ = await alone(room)
        seen = live.table.current_match.view(0)
        expected = work_out(HintTask(GAME, seen, client.legal[-1]))
        answer = await ask(client, "check", text=client.legal[-1])
        assert answer == {"id": "q", **expected}
        assert hints_of(live)["given"][0] == (answer["loss"] is not None)
        assert (await client.request("check", id="q", text="nonsense"))["rule"] == "X-3"
        live, clients, _ = await table_with_people(room, 2, game=GAME)
        for one in clients:
            await one.request("allow_hints", on=True)
        await start_game(live, clients)
        actor = clients[live.table.current_match.to_act[0]]
        refusal = await actor.request("check", id="q", text=actor.legal[0])
        assert refusal["rule"] == "P-14"
