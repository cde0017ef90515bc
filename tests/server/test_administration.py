"""Administration of a room: tables listed, closed and deleted, people forgotten."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from meldroom.core.game import Refusal
from meldroom.core.record import replay
from meldroom.games import find
from meldroom.room.log_entries import MoveMade, decode
from meldroom.room.log_rows import LogRow
from meldroom.server.administration import (
    Administration,
    AdministrationError,
    CloseTable,
    DeleteTable,
    FindPerson,
    ForgetPerson,
    ListTables,
    Retention,
    ShowTable,
)
from meldroom.server.storage.store import EVENTS
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.server.local_room import (
    GAME,
    FakeConnection,
    join,
    monitored_server,
    open_room,
    table_in_play,
    table_with_people,
    wait_until,
)
from tests.server.postgres import EVERY_STORE
from tests.server.random_players import RandomPlayer, open_tables
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.socket_client import http_client
from tests.server.test_faults_disk import check_nothing_lost

OVER, RUNNING = "a" * 14, "b" * 14
finished_log = cache(sample_log)


def stored(folder: Path) -> bytes:
    """Give every byte of the database and the files beside it."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


def more_acked_than(players: list[RandomPlayer], acts: int) -> bool:
    """Say whether more acts were acknowledged."""
    return sum(len(player.acked) for player in players) > acts


async def keys(room: Room, **wanted: Any) -> list[str]:
    """List the keys of tables."""
    listed = await Administration(room).perform(ListTables(**wanted))
    return [table["key"] for table in listed["tables"]]


@EVERY_STORE
async def test_tables_are_listed_by_phase_game_and_age_in_pages(url: str) -> None:
    write_log(url, [*finished_log(OVER), *finished_log(RUNNING)[:-3]])
    async with open_room(url) as room:
        live, _, _ = await table_with_people(room, 2)
        new = live.table.key
        assert await keys(room) == sorted([OVER, RUNNING, new])
        assert await keys(room, phases=("over",)) == [OVER]
        assert await keys(room, phases=("playing", "waiting")) == sorted([RUNNING, new])
        assert await keys(room, game="scorzo") == []
        assert await keys(room, game=GAME, days=1) == [OVER, RUNNING]
        first = await keys(room, limit=2)
        assert first + await keys(room, after=first[-1]) == await keys(room)
        (line,) = (await Administration(room).perform(ListTables(phases=("waiting",))))["tables"]
        assert line["people"] == ["Ada", "Elif"]
        assert (line["seats"], line["games"], line["connected"]) == (2, 1, 2)


async def test_41_a_running_game_is_shown_without_cards_secrets_and_tokens(room: Room) -> None:
    live, _, tokens = await table_in_play(room, 2)
    shown = await Administration(room).perform(ShowTable(live.table.key))
    assert shown.keys() == {
        "key", "game", "phase", "people", "seats", "games", "connected", "opened_at",
        "changed_at", "rules", "options", "settings", "finished",
    }  # fmt: skip
    assert shown["phase"] == "playing"
    text = json.dumps(shown)
    people = [seat.person for seat in live.table.people if seat.person]
    for secret in (
        live.table.secret.hex(),
        live.table.opened.code,
        *tokens,
        *[person.token for person in people],
    ):
        assert secret not in text
    with pytest.raises(AdministrationError, match="there is no table"):
        await Administration(room).perform(ShowTable("c" * 14))


async def finish_game(room: Room, rows: list[LogRow]) -> None:
    """Play the last move of a log that was written without it."""
    last = decode(rows[-1].body)
    assert isinstance(last, MoveMade)
    live = await room.find(OVER)
    assert live is not None
    player = await join(room, live, TOKENS[last.seat])
    await player.act(*last.texts)
    assert live.table.phase == "over"
    player.disconnect()


async def test_a_finished_game_is_shown_with_its_result(tmp_path: Path) -> None:
    rows = finished_log(OVER)
    write_log(f"sqlite:///{tmp_path / 'db'}", rows[:-1])
    async with open_room(tmp_path / "db") as room:
        assert (await Administration(room).perform(ShowTable(OVER)))["finished"] == []
        await finish_game(room, rows)
        shown = await Administration(room).perform(ShowTable(OVER))
        (game,) = shown["finished"]
        assert (game["number"], len(game["result"]["scores"])) == (1, 2)
        assert list(game["players"]) == ["Ada", "Elif"]


async def test_a_table_is_closed_for_good_and_everybody_is_told(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        live, (ada, _), _ = await table_in_play(room, 2, standing=True, listed=True)
        key = live.table.key
        await Administration(room).perform(CloseTable(key))
        assert ada.last("table")["phase"] == "closed"
        assert (await ada.act("draw"))["rule"] == "X-8"
        with pytest.raises(AdministrationError, match="is closed already"):
            await Administration(room).perform(CloseTable(key))
    async with open_room(tmp_path / "db") as room:
        assert await keys(room, phases=("closed",)) == [key]
        assert room.listed_tables() == []


@EVERY_STORE
async def test_41_a_deleted_table_is_gone_and_nobody_can_write_to_it_again(url: str) -> None:
    async with open_room(url) as room:
        live, (ada, elif_), tokens = await table_in_play(room, 2)
        other, _, _ = await table_with_people(room, 2)
        key = live.table.key
        await Administration(room).perform(DeleteTable(key))
        assert ada.closed_with == elif_.closed_with == (4001, "the table was deleted")
        for client in (ada, elif_):  # their connections may not have noticed yet
            assert (await client.act(client.legal[0] if client.legal else "draw"))["rule"] in (
                "P-8",
                "X-1",
            )
        assert room.log.read(key) == []
        assert await room.find(key) is None
        assert room.summaries.get(key) is None
        assert await keys(room) == [other.table.key]
        with pytest.raises(Refusal, match="there is no such table"):
            await room.join(FakeConnection(room), key, tokens[0], "", None)


@EVERY_STORE
async def test_41_a_forgotten_name_is_nowhere_in_the_database_and_the_game_goes_on(
    url: str,
) -> None:
    async with open_room(url) as room:
        live, (ada, _), tokens = await table_in_play(room, 2)
        key, before = live.table.key, ada.position
        other, _, _ = await table_with_people(room, 2)
        found = await Administration(room).perform(FindPerson("aDA"))
        assert found["tables"] == sorted([key, other.table.key])
        await Administration(room).perform(ForgetPerson("aDA", key))
        assert ada.closed_with is not None
        assert ada.closed_with[0] == 1012
        again = await room.find(key)
        assert again is not None
        assert again is not live
        assert again.table.names == ["Guest", "Elif"]
        back = await join(room, again, tokens[0])
        for field in ("ply", "to_act", "view", "legal"):
            assert back.position[field] == before[field]
        seat = again.table.current_match.to_act[0]
        mover = back if seat == 0 else await join(room, again, tokens[1])
        assert (await mover.act(mover.legal[0]))["is"] == "ack"
        assert other.table.names == ["Ada", "Elif"], "that table was not meant"
        listed = await Administration(room).perform(ListTables())
        people = {table["key"]: table["people"] for table in listed["tables"]}
        assert people == {key: ["Guest", "Elif"], other.table.key: ["Ada", "Elif"]}
    async with open_room(url) as room:
        again = await room.find(key)
        assert again is not None, "the chain holds"
        assert again.table.names == ["Guest", "Elif"]


async def test_41_a_forgotten_name_leaves_no_byte_in_any_file(tmp_path: Path) -> None:
    rows = finished_log(OVER)
    write_log(f"sqlite:///{tmp_path / 'db'}", rows[:-1])
    async with open_room(tmp_path / "db") as room:
        await finish_game(room, rows)
        assert b"Elif" in stored(tmp_path)
        await Administration(room).perform(ForgetPerson("Elif"))
        assert b"Elif" not in stored(tmp_path), "while the server runs"
        assert (await Administration(room).perform(FindPerson("Elif")))["tables"] == []
        score = room.summaries.score(OVER, 1)
        assert score is not None
        assert score.record is not None
        assert list(score.players) == score.record["players"] == ["Ada", "Guest"]
        *_, last = replay(score.record, find)
        assert last.ply == len(score.record["moves"])
    assert b"Elif" not in stored(tmp_path)


@pytest.mark.parametrize("times", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_41_people_are_forgotten_while_they_play_and_no_move_is_lost(
    tmp_path: Path, times: int, figure: Figure
) -> None:
    async def play(player: RandomPlayer, origin: str) -> None:
        while True:
            with suppress(ConnectionClosed):
                await player.play(origin)

    async def scenario() -> list[RandomPlayer]:
        async with monitored_server(tmp_path / "db", control_token="secret") as (origin, monitor):
            players = await open_tables(origin, 2)
            tasks = [asyncio.create_task(play(player, origin)) for player in players]
            async with http_client(monitor, Authorization="Bearer secret") as control:
                for number in range(times):
                    wanted = sum(len(player.acked) for player in players) + 4
                    await wait_until(partial(more_acked_than, players, wanted))
                    listed = await control.post("/control", json={"do": "list"})
                    name = listed.json()["tables"][0]["people"][number % 2]
                    answer = await control.post("/control", json={"do": "forget", "name": name})
                    assert len(answer.json()["tables"]) == 2
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            return players

    players = asyncio.run(scenario())
    acked = check_nothing_lost(tmp_path / "db", players)
    assert b'"P0"' not in stored(tmp_path)
    figure(f"41: names replaced {times} times at 2 tables: {acked} acknowledged, 0 lost, 0 twice")


async def test_41_finished_games_of_a_forgotten_person_can_still_be_verified(
    tmp_path: Path,
) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", finished_log(OVER))
    async with monitored_server(tmp_path / "db", control_token="secret") as (origin, monitor):
        path = f"/api/tables/{OVER}/records"
        headers = {"Authorization": "Bearer secret"}
        async with http_client(origin) as http, http_client(monitor, **headers) as control:
            old = (await http.get(f"{path}/1")).json()
            command = {"do": "forget", "name": "Ada"}
            answer = await control.post("/control", json=command)
            assert answer.json() == {"tables": [OVER]}
            new = (await http.get(f"{path}/1")).json()
            assert new["players"] == ["Guest", "Elif"]
            assert new["moves"] == old["moves"]
            assert new["digest"] != old["digest"], "it covers the names"
            *_, last = replay(new, find)
            assert last.ply == len(new["moves"])


async def test_a_table_whose_chain_is_broken_is_reported_and_can_be_deleted(tmp_path: Path) -> None:
    rows = finished_log(OVER)
    write_log(f"sqlite:///{tmp_path / 'db'}", [*rows[:5], rows[5]._replace(at=999), *rows[6:]])
    async with open_room(tmp_path / "db") as room:
        for command in (ForgetPerson("Ada"), CloseTable(OVER)):
            with pytest.raises(AdministrationError, match=r"does not follow|is damaged"):
                await Administration(room).perform(command)
        await Administration(room).perform(DeleteTable(OVER))
        assert await keys(room) == []


async def test_a_table_is_deleted_while_somebody_reads_the_database(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", finished_log(OVER))
    async with open_room(tmp_path / "db") as room:
        with room.store.reading() as reader:
            query = sa.select(EVENTS.c.seq)
            entries = len(reader.execute(query).all())
            await Administration(room).perform(DeleteTable(OVER))
            assert len(reader.execute(query).all()) == entries, "a snapshot stays as it was"
        assert room.log.read(OVER) == []


async def test_several_people_of_one_table_get_different_guest_names(room: Room) -> None:
    live, _, _ = await table_with_people(room, 2)
    key = live.table.key
    for name in ("Ada", "Elif"):
        await Administration(room).perform(ForgetPerson(name))
    again = await room.find(key)
    assert again is not None
    assert again.table.names == ["Guest", "Guest 2"]


async def test_old_tables_are_deleted_unless_somebody_needs_them(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", [*finished_log(OVER), *finished_log(RUNNING)[:-3]])
    async with open_room(tmp_path / "db") as room:
        new, _, _ = await table_with_people(room, 2)
        administration = Administration(room)
        assert await administration.delete_old_tables(Retention()) == 0
        live = await room.find(OVER)
        assert live is not None
        watcher = FakeConnection(room)
        await room.join(watcher, OVER, "a" * 43, "", None)
        assert await administration.delete_old_tables(Retention(finished=30)) == 0
        live.disconnect(watcher)
        assert await administration.delete_old_tables(Retention(finished=30)) == 1
        assert await keys(room) == sorted([RUNNING, new.table.key])
        assert await administration.delete_old_tables(Retention(unfinished=30)) == 1
        assert await keys(room) == [new.table.key]


async def test_a_server_deletes_old_tables_when_it_starts(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", finished_log(OVER))
    path = f"/api/tables/{OVER}/records/1"
    async with monitored_server(tmp_path / "db") as (origin, _), http_client(origin) as http:
        assert (await http.get(path)).status_code == 200
    retention = Retention(finished=365)
    async with (
        monitored_server(tmp_path / "db", retention=retention) as (origin, _),
        http_client(origin) as http,
    ):
        while (await http.get(path)).status_code != 404:
            pass


def test_41_nobody_administers_a_room_without_its_token(tmp_path: Path) -> None:
    async def scenario(token: str) -> None:
        command = {"do": "list"}
        async with (
            monitored_server(tmp_path / "db", control_token=token) as (origin, monitor),
            http_client(monitor) as http,
        ):
            for headers in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer wrong"}):
                answer = await http.post("/control", json=command, headers=headers)
                assert answer.json() == {
                    "title": "unauthorized", "status": 401,
                    "detail": "the control token is missing or wrong",
                }  # fmt: skip
            right = {"Authorization": f"Bearer {token}".strip()}
            answer = await http.post("/control", json=command, headers=right)
            assert answer.status_code == (200 if token else 401)
            public = await http.post(f"{origin}/control", json=command, headers=right)
            assert public.status_code in (403, 404, 405)
            if token:
                for body in (b"", b"{", b'{"do":"drop"}', b'{"do":"show","key":"x","more":1}'):
                    answer = await http.post("/control", content=body, headers=right)
                    assert (answer.status_code, answer.json()["title"]) == (422, "refused")
                answer = await http.post("/control", json={"do": "show", "key": "x"}, headers=right)
                assert answer.json() == {
                    "title": "refused", "status": 422, "detail": "there is no table x"
                }  # fmt: skip

    asyncio.run(scenario("secret"))
    asyncio.run(scenario(""))
