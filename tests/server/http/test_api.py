"""The HTTP API over real sockets, and what protects it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from meldroom.core.record import replay
from meldroom.games import GAMES, find
from meldroom.room import permissions
from meldroom.room.log_entries import MoveMade, decode
from tests.patience import PATIENCE
from tests.server.local_room import (
    GAME,
    join,
    local_server,
    monitored_server,
    open_room,
)
from tests.server.played_games import NEVER, finished_game
from tests.server.sample_logs import TOKENS, sample_log, write_log
from tests.server.socket_client import http_client

NEW = {"game": GAME, "seats": 3, "name": "Ada"}


@pytest.mark.parametrize("address", ["/api/games", "/api/bots"])
async def test_long_lists_are_compressed_for_clients_that_can_read_that(
    address: str, http: httpx.AsyncClient
) -> None:
    packed = await http.get(address, headers={"Accept-Encoding": "gzip"})
    plain = await http.get(address, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 3


async def test_games_rules_bots_and_tables_are_listed(http: httpx.AsyncClient) -> None:
    games = (await http.get("/api/games")).json()
    assert [game["key"] for game in games] == list(GAMES)
    assert games[0]["cards"][0].keys() == {"code", "word", "ink", "suit", "rank"}
    option = games[0]["options"][0]
    assert option.keys() == {"name", "title", "label", "note", "rule", "values"}
    assert option["values"][0].keys() == {"value", "label"}
    rules = await http.get(f"/api/games/{GAME}/rules")
    assert "**R1**" in rules.text
    assert "**X-1**" in rules.text
    assert (await http.get("/api/games/whist/rules")).status_code == 404
    bots = (await http.get("/api/bots")).json()
    assert bots[0].keys() == {"name", "label", "about", "strength"}
    assert bots[0]["name"] == "random"
    assert (await http.get("/api/tables")).json()["tables"] == []
    assert (await http.get("/")).text.startswith("<!doctype html>")
    assert (await http.get("/t/anything")).status_code == 200
    assert (await http.get("/no/such/page")).status_code == 404


async def test_the_cards_of_a_game_are_explained_for_a_number_of_seats(
    http: httpx.AsyncClient,
) -> None:
    cards = "/api/games/thumbs-up/cards"
    [liberty] = [c for c in (await http.get(cards)).json() if c["code"] == "RL"]
    assert (liberty["copies"], liberty["rule"], liberty["verbs"]) == (1, "R8", [])
    battle = (await http.get("/api/games/rummy-battle/cards")).json()
    [hoard] = [c for c in battle if c["code"] == "HOARD"]
    assert hoard["transfers"] == [
        {"zone": "row", "whose": "nobody", "to_zone": "hand", "to_whose": "you"}
    ]
    mixed = (await http.get(cards, params={"seats": "5"})).json()
    assert [c["copies"] for c in mixed if c["code"] == "RL"] == [2]
    for wrong in ("9", "many", "1"):
        assert (await http.get(cards, params={"seats": wrong})).status_code == 422
    assert (await http.get("/api/games/whist/cards")).status_code == 404


async def test_a_table_is_opened_and_joined_with_cookies_or_tokens(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as ada:
        opened = await ada.post("/api/tables", json=NEW)
        place = opened.json()
        assert opened.status_code == 201
        assert place.keys() == {"table", "seat", "code"}
        cookie = opened.headers["set-cookie"]
        assert cookie.startswith("meldroom=")
        assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
        assert "Secure" not in cookie, "on loopback there is no https"
        path = f"/api/tables/{place['table']}/seats"
        again = await ada.post(path, json={"name": "Eve"})
        assert again.json()["seat"] == 0, "a browser has one seat at a table"
        async with http_client(origin) as friend:
            body: dict[str, Any] = {"name": "Elif", "keep": "token"}
            refused = await friend.post(path, json=body)
            assert (refused.status_code, refused.json()["rule"]) == (403, "P-7")
            body = {**body, "code": place["code"], "seat": 2}
            taken = await friend.post(path, json=body)
            assert taken.json()["seat"] == 2
            assert len(taken.json()["token"]) == 43
            assert "set-cookie" not in taken.headers
            refused = await friend.post(path, json={**body, "name": "Omar"})
            assert (refused.status_code, refused.json()["rule"]) == (422, "P-3")
        assert (await ada.post("/api/tables/x/seats", json=body)).status_code == 404


async def test_a_bot_is_chosen_for_each_seat(http: httpx.AsyncClient) -> None:
    chosen = {"bot": "random", "bots": [None, "novice", ""]}
    standing = {"listed": True, "standing": True}
    await http.post("/api/tables", json={**NEW, **standing, **chosen})
    await http.post("/api/tables", json={**NEW, **standing, **chosen, "fill": "people"})
    tables = (await http.get("/api/tables")).json()["tables"]
    levels = [[seat["level"] for seat in table["seats"]] for table in tables]
    assert sorted(levels, key=str) == [
        [None, "novice", "random"],
        [None, "novice", None],
    ]


async def test_public_tables_are_listed_while_somebody_is_there_or_if_standing(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        await http.post("/api/tables", json={**NEW, "standing": True})
        await http.post("/api/tables", json={**NEW, "listed": True})
        place = await http.post("/api/tables", json={**NEW, "listed": True, "standing": True})
        tables = (await http.get("/api/tables")).json()["tables"]
        assert [table["key"] for table in tables] == [place.json()["table"]]
        assert tables[0]["chat"] is False, "listed tables have no free chat unless asked for"
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        async with asyncio.timeout(PATIENCE):
            while (await http.get("/api/tables")).json()["tables"] == []:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "whist"},
        {"seats": 9},
        {"seats": "3"},
        {"seats": 1},
        {"name": ""},
        {"name": "x" * 65_536},
        {"name": "\u202e"},
        {"options": {"colour": "red"}},
        {"options": {"hands": 10**400}},
        {"bot": "cheat"},
        {"bots": [None, "house", "cheat"]},
        {"bots": [None, "house"]},
        {"clock": "5s"},
        {"more": 1},
    ],
)
async def test_an_impossible_table_is_refused_with_a_rule(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    async with (
        monitored_server(tmp_path / "db") as (origin, monitor),
        http_client(origin) as http,
    ):
        answer = await http.post("/api/tables", json={**NEW, **change})
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["rule"] in ("P-1", "P-2")
        assert "meldroom_log_rows_total 0" in (await http.get(f"{monitor}/metrics")).text


async def test_17_a_server_answers_to_its_own_host_only(http: httpx.AsyncClient) -> None:
    answer = await http.get("/api/games", headers={"Host": "rebound.example"})
    assert answer.status_code == 403
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    answer = await http.post("/api/tables", json=NEW, headers=forwarded)
    assert "Secure" not in answer.headers["set-cookie"]


async def test_every_response_has_the_security_headers(http: httpx.AsyncClient) -> None:
    for path in ("/", "/api/games", "/no", "/api/tables/x/records/1"):
        headers = (await http.get(path)).headers
        policy = headers["content-security-policy"].split("; ")
        for directive in (
            "default-src 'none'", "script-src 'self'", "object-src 'none'",
            "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'",
        ):  # fmt: skip
            assert directive in policy
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert (await http.get("/api/games")).headers["cache-control"] == "no-store"


async def test_the_record_of_a_finished_game_downloads_and_replays(tmp_path: Path) -> None:
    rows = sample_log("a" * 14, games=1)
    write_log(f"sqlite:///{tmp_path / 'db'}", rows)
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        path = f"/api/tables/{'a' * 14}/records"
        answer = await http.get(f"{path}/1")
        assert f"{GAME}-{'a' * 14}-1.json" in answer.headers["content-disposition"]
        *_, last = replay(answer.json(), find)
        assert last.ply == len(answer.json()["moves"])
        for number in (0, 2, 3):
            assert (await http.get(f"{path}/{number}")).status_code == 404


@pytest.mark.parametrize("standing", [False, True])
async def test_a_finished_game_can_be_seen_after_its_host_has_ended_the_table(
    standing: bool, tmp_path: Path
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await finished_game(room, {"Ada": "session"}, 2, standing=standing)
        await live.write(permissions.end(live.table, 0))
        key = live.table.key
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        answer = await http.get(f"/api/tables/{key}/records/1")
        assert answer.status_code == 200
        *_, last = replay(answer.json(), find)
        assert last.ply == len(answer.json()["moves"])
        assert (await http.get(f"/api/tables/{key}/records/1/plies")).status_code == 200


async def test_the_result_of_a_game_is_null_until_it_is_over(tmp_path: Path) -> None:
    key = "a" * 14
    *rows, last = sample_log(key, game="victor-or-victim")
    move = decode(last.body)
    assert isinstance(move, MoveMade)
    write_log(f"sqlite:///{tmp_path / 'db'}", rows)
    async with open_room(tmp_path / "db") as room:
        live = await room.find(key)
        assert live is not None
        client = await join(room, live, TOKENS[move.seat])
        assert (await client.act(*move.texts))["is"] == "ack"
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        over = (await http.get(f"/api/tables/{key}/results/1")).json()
        assert over["closed"] is False
        assert sorted(over["result"]["places"])[0] == 1
        opened = (await http.post("/api/tables", json=NEW)).json()["table"]
        running = (await http.get(f"/api/tables/{opened}/results/1")).json()
        assert running == {"closed": False, "result": None}
        assert (await http.get(f"/api/tables/{'b' * 14}/results/1")).status_code == 404


async def test_a_bot_is_named_by_those_installed_and_never_by_a_module(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        for bot in ("oracle", "this:d"):
            body = {"game": GAME, "seats": 2, "name": "Ada", "bot": bot}
            refused = await http.post("/api/tables", json=body)
            assert refused.status_code in (400, 422), refused.text
            assert f"there is no bot '{bot}'" in refused.json()["detail"]
    assert "this" not in sys.modules


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/tables", {"GET", "HEAD", "POST"}),
        ("/api/tables/aaaaaaaaaaaaaa/seats", {"POST"}),
        ("/api/games", {"GET", "HEAD"}),
        ("/", {"GET", "HEAD"}),
        ("/client/main.js", {"GET", "HEAD"}),
    ],
)
async def test_a_wrong_method_is_told_which_ones_are_right(
    http: httpx.AsyncClient, path: str, allowed: set[str]
) -> None:
    answer = await http.put(path, json={})
    assert (answer.status_code, answer.json()["title"]) == (405, "method not allowed")
    assert {method.strip() for method in answer.headers["allow"].split(",")} == allowed
