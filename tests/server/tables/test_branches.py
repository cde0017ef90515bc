"""Playing on from a finished game: the position as it was, and a record that says so."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.core.record import replay
from meldroom.games import find
from meldroom.room.log_entries import Settings
from meldroom.room.records import record_from_log
from tests.conformance.tables import SOME_GAMES
from tests.match.positions import default_text
from tests.patience import PATIENCE
from tests.server.local_room import (
    FakeConnection,
    join,
    local_server,
    monitored_server,
    open_room,
    wait_until,
)
from tests.server.sample_logs import sample_log, write_log
from tests.server.socket_client import http_client

KEY = "a" * 14
SHORTEST_GAME = "victor-or-victim"
PATH = f"/api/tables/{KEY}/records/1"
BODY = {"ply": 6, "seat": 1, "name": "Ines"}


def finished(tmp_path: Path, game: str = SHORTEST_GAME, games: int = 1, stop: int = 0) -> Path:
    """Write the log of a table whose games are over, without its last `stop` entries."""
    path = tmp_path / "db"
    write_log(f"sqlite:///{path}", sample_log(KEY, games=games, stop=stop, game=game))
    return path


async def branched(room: Any, ply: int, seat: int) -> tuple[Any, str, dict[str, Any]]:
    """Play on from the finished game; gives the live table, its token and the finished record."""
    form = record_from_log(KEY, room.log.read(KEY), 1)
    assert form is not None
    live, token = await room.branch(form, ply, seat, Settings(bot="random"), "Ines")
    return live, token, form


@SOME_GAMES
async def test_a_branch_has_the_position_of_its_ply_and_the_person_has_the_seat(
    tmp_path: Path, game: Any
) -> None:
    async with open_room(finished(tmp_path, game.key)) as room:
        form = record_from_log(KEY, room.log.read(KEY), 1)
        assert form is not None
        states = list(replay(form, find))
        for ply in (0, 1, len(states) // 2, len(states) - 2):
            live, token, _ = await branched(room, ply, 1)
            match = live.table.current_match
            assert match.state == states[ply]
            assert match.moves == [tuple(move) for move in form["moves"][:ply]]
            assert live.table.host == 1
            assert live.table.seats[0].bot_plays
            client = await join(room, live, token)
            assert client.last("welcome")["you"] == 1
            assert client.position["ply"] == ply
            client.disconnect()


async def test_the_record_of_a_branched_game_says_where_it_comes_from(
    tmp_path: Path,
) -> None:
    async with open_room(finished(tmp_path)) as room:
        live, token, source = await branched(room, 6, 0)
        client = await join(room, live, token)
        assert client.last("welcome")["table"]["branch"] == {
            "digest": source["digest"], "ply": 6,
        }  # fmt: skip
        assert client.last("welcome")["table"]["commit"] is None
        await play_to_the_end(live, client)
        form = live.table.match.record(live.table.players)
        assert form["branch"] == {"digest": source["digest"], "ply": 6}
        assert form["seed"] == source["seed"]
        assert form["moves"][:6] == source["moves"][:6]
        assert "commit" not in form
        assert "secret" not in live.table.facts()
        *_, last = replay(form, find)
        assert last.ply == len(form["moves"])
        await client.request("rematch")
        assert live.table.facts()["commit"] is not None, "the next game is dealt fairly"
        assert "branch" not in live.table.facts()
        rows = room.log.read(live.table.key)
        assert record_from_log(live.table.key, rows, 1) == form


async def play_to_the_end(live: Any, client: FakeConnection) -> None:
    """Let the person take the default action until the game is over."""
    while live.table.phase == "playing":
        await wait_until(lambda: live.table.phase != "playing" or 0 in live.table.match.to_act)
        if live.table.phase == "playing":
            await client.act(default_text(live.table.match, 0))


def test_a_branched_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    path = finished(tmp_path)

    async def before() -> tuple[str, str, Any, Any]:
        async with open_room(path) as room:
            live, token, _ = await branched(room, 6, 1)
            client = await join(room, live, token)
            await wait_until(lambda: live.table.current_match.to_act == (1,))
            await client.act(default_text(live.table.current_match, 1))
            await wait_until(
                lambda: live.table.current_match.to_act == (1,)
            )  # nobody else moves now
            assert len(live.table.current_match.moves) > 6
            client.disconnect()
            table = live.table
            return table.key, token, table.current_match.state, table.facts()["branch"]

    async def after(key: str, token: str, state: Any, branch: Any) -> None:
        async with open_room(path) as room:
            live = await room.find(key)
            assert live is not None
            assert live.table.current_match.state == state
            assert live.table.facts()["branch"] == branch
            assert live.table.current_match.moves_caught_up == 6
            client = await join(room, live, token)
            assert client.last("welcome")["you"] == 1

    asyncio.run(after(*asyncio.run(before())))


async def test_x4_what_was_played_before_the_branch_is_not_taken_back(tmp_path: Path) -> None:
    async with open_room(finished(tmp_path, "thumbs-up")) as room:
        form = record_from_log(KEY, room.log.read(KEY), 1)
        assert form is not None
        ply = next(at for at, (_, text) in enumerate(form["moves"], 1) if text == "take")
        seat = form["moves"][ply - 1][0]
        live, token, _ = await branched(room, ply, seat)
        assert live.table.current_match.to_act == (seat,)
        client = await join(room, live, token)
        assert client.position["undo"] is False
        assert (await client.request("undo", id="u1"))["rule"] == "X-4"


async def test_a_branched_table_sends_no_hidden_card_and_no_seed(tmp_path: Path) -> None:
    async with open_room(finished(tmp_path, "thumbs-up")) as room:
        live, token, form = await branched(room, 6, 1)
        client = await join(room, live, token)
        await wait_until(lambda: live.table.current_match.to_act == (1,))
        for frame in client.frames:
            assert form["seed"] not in frame.decode()
        for zone in client.position["view"]["zones"]:
            if zone["sight"] == "none" or (zone["sight"] == "owner" and zone["owner"] != 1):
                known = live.table.current_match.view(1).zones
                seen = next(z for z in known if (z.name, z.owner) == (zone["name"], zone["owner"]))
                assert sum(code is not None for code in zone["cards"]) == len(seen.known)


async def test_a_branch_is_opened_over_http_and_gives_a_seat(tmp_path: Path) -> None:
    async with local_server(finished(tmp_path)) as origin, http_client(origin) as http:
        answer = await http.post(f"{PATH}/branches", json=BODY)
        place = answer.json()
        assert answer.status_code == 201
        assert (place["seat"], place.keys()) == (1, {"table", "seat", "code"})
        assert "HttpOnly" in answer.headers["set-cookie"]
        program = await http.post(f"{PATH}/branches", json={**BODY, "keep": "token"})
        assert program.json()["token"]
        assert program.json()["table"] != place["table"]
        assert (await http.get("/api/tables")).json()["tables"] == [], (
            "a branched table is not listed"
        )
        running = await http.get(f"/api/tables/{place['table']}/records/1")
        assert running.status_code == 404
        twice = f"/api/tables/{place['table']}/records/1/branches"
        assert (await http.post(twice, json=BODY)).status_code == 404, "it is not finished"


async def test_a_game_that_is_not_finished_is_not_played_on(tmp_path: Path) -> None:
    async with (
        local_server(finished(tmp_path, games=2, stop=1)) as origin,
        http_client(origin) as http,
    ):
        assert (await http.post(f"{PATH}/branches", json=BODY)).status_code == 201
        second = f"/api/tables/{KEY}/records/2/branches"
        assert (await http.post(second, json=BODY)).status_code == 404
        none = f"/api/tables/{'b' * 14}/records/1/branches"
        assert (await http.post(none, json=BODY)).status_code == 404


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"ply": 100_000}, "P-1"),
        ({"ply": -1}, "P-1"),
        ({"ply": "6"}, "P-1"),
        ({"seat": 2}, "X-1"),
        ({"seat": 9}, "P-1"),
        ({"name": ""}, "P-1"),
        ({"name": "\u202e"}, "P-2"),
        ({"bot": "cheat"}, "P-1"),
        ({"more": 1}, "P-1"),
    ],
)
async def test_an_impossible_branch_is_refused_with_a_rule(
    tmp_path: Path, change: dict[str, Any], rule: str
) -> None:
    path = finished(tmp_path)
    async with monitored_server(path) as (origin, monitor), http_client(origin) as http:
        answer = await http.post(f"{PATH}/branches", json={**BODY, **change})
        assert (answer.status_code, answer.json()["rule"]) == (422, rule)
        assert "meldroom_log_rows_total 0" in (await http.get(f"{monitor}/metrics")).text


async def test_the_end_of_a_game_is_not_played_on(tmp_path: Path) -> None:
    async with local_server(finished(tmp_path)) as origin, http_client(origin) as http:
        last = len((await http.get(PATH)).json()["moves"])
        for ply, status in ((last - 1, 201), (last, 422)):
            answer = await http.post(f"{PATH}/branches", json={**BODY, "ply": ply})
            assert answer.status_code == status


async def test_17_other_origins_may_not_play_on(tmp_path: Path) -> None:
    async with (
        local_server(finished(tmp_path)) as origin,
        httpx.AsyncClient(base_url=origin, timeout=PATIENCE) as http,
    ):
        foreign: list[dict[str, str]] = [{}, {"Origin": "https://evil.example"}]
        for headers in foreign:
            answer = await http.post(f"{PATH}/branches", json=BODY, headers=headers)
            assert (answer.status_code, answer.json()["rule"]) == (403, "P-10")
        assert (await http.get(f"{PATH}/branches")).status_code == 405
