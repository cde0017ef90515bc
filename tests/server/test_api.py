"""The HTTP part of the protocol, over real sockets, and the walls around it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.record import replay
from meldroom.games import GAMES, find
from tests.server.chronicle import chronicle, write_down
from tests.server.house import GAME, run, served
from tests.server.wire import client

NEW = {"game": GAME, "seats": 3, "name": "Ada"}


def test_games_rules_bots_and_tables_are_listed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            games = (await http.get("/api/games")).json()
            assert [game["key"] for game in games] == list(GAMES)
            assert games[0]["cards"][0].keys() == {"code", "word", "ink"}
            rules = await http.get(f"/api/games/{GAME}/rules")
            assert "**R1**" in rules.text
            assert "**X-1**" in rules.text
            assert (await http.get("/api/games/whist/rules")).status_code == 404
            assert "random" in (await http.get("/api/bots")).json()
            assert (await http.get("/api/tables")).json() == []
            assert (await http.get("/health")).json() == {"health": "ok"}
            assert (await http.get("/ready")).json() == {"ready": True}
            figures = (await http.get("/metrics")).text
            assert "meldroom_log_rows_total 0" in figures.splitlines()
            assert (await http.get("/")).text.startswith("<!doctype html>")
            assert (await http.get("/t/anything")).status_code == 200
            assert (await http.get("/no/such/page")).status_code == 404

    run(scene())


def test_a_table_is_opened_and_joined_with_cookies_or_tokens(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as ada:
            opened = await ada.post("/api/tables", json=NEW)
            place = opened.json()
            assert opened.status_code == 201
            assert place.keys() == {"table", "seat", "code"}
            cookie = opened.headers["set-cookie"]
            assert cookie.startswith(f"meldroom-{place['table']}=")
            assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
            assert "Secure" not in cookie, "on loopback there is no https"
            path = f"/api/tables/{place['table']}/seats"
            again = await ada.post(path, json={"name": "Eve"})
            assert again.json()["seat"] == 0, "a browser has one seat at a table"
            async with client(origin) as friend:
                wish: dict[str, Any] = {"name": "Elif", "keep": "token"}
                refused = await friend.post(path, json=wish)
                assert (refused.status_code, refused.json()["rule"]) == (403, "P-7")
                wish = {**wish, "code": place["code"], "seat": 2}
                taken = await friend.post(path, json=wish)
                assert taken.json()["seat"] == 2
                assert len(taken.json()["token"]) == 43
                assert "set-cookie" not in taken.headers
                refused = await friend.post(path, json={**wish, "name": "Omar"})
                assert (refused.status_code, refused.json()["rule"]) == (422, "P-3")
            assert (await ada.post("/api/tables/x/seats", json=wish)).status_code == 404

    run(scene())


def test_only_listed_tables_where_somebody_is_are_in_the_lobby(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            await http.post("/api/tables", json={**NEW, "standing": True})
            await http.post("/api/tables", json={**NEW, "listed": True})
            place = await http.post("/api/tables", json={**NEW, "listed": True, "standing": True})
            tables = (await http.get("/api/tables")).json()
            assert [table["key"] for table in tables] == [place.json()["table"]]
            assert tables[0]["chat"] is False, "listed tables have no free chat unless asked for"
        async with served(tmp_path / "db") as origin, client(origin) as http:
            async with asyncio.timeout(10):
                while (await http.get("/api/tables")).json() == []:
                    await asyncio.sleep(0.01)

    run(scene())


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
        {"clock": "5s"},
        {"more": 1},
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_rule(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            answer = await http.post("/api/tables", json={**NEW, **change})
            assert answer.status_code == 422
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["rule"] in ("P-1", "P-2")
            assert "meldroom_log_rows_total 0" in (await http.get("/metrics")).text

    run(scene())


def test_17_a_server_answers_to_its_own_name_only(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            answer = await http.get("/api/games", headers={"Host": "rebound.example"})
            assert answer.status_code == 403
            forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
            answer = await http.post("/api/tables", json=NEW, headers=forwarded)
            assert "Secure" not in answer.headers["set-cookie"]

    run(scene())


def test_every_answer_has_the_headers_that_protect_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin, client(origin) as http:
            for path in ("/", "/api/games", "/no", "/api/tables/x/records/1"):
                headers = (await http.get(path)).headers
                policy = headers["content-security-policy"].split("; ")
                for wall in (
                    "default-src 'none'", "script-src 'self'", "object-src 'none'",
                    "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'",
                ):  # fmt: skip
                    assert wall in policy
                assert "unsafe" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert "server" not in headers
            assert (await http.get("/api/games")).headers["cache-control"] == "no-store"

    run(scene())


def test_the_record_of_a_finished_game_downloads_and_replays(tmp_path: Path) -> None:
    async def scene() -> None:
        rows = chronicle("a" * 14, games=1)
        write_down(f"sqlite:///{tmp_path / 'db'}", rows)
        async with served(tmp_path / "db") as origin, client(origin) as http:
            path = f"/api/tables/{'a' * 14}/records"
            answer = await http.get(f"{path}/1")
            assert f"{GAME}-{'a' * 14}-1.json" in answer.headers["content-disposition"]
            *_, last = replay(answer.json(), find)
            assert last.ply == len(answer.json()["moves"])
            for number in (0, 2, 3):
                assert (await http.get(f"{path}/{number}")).status_code == 404

    run(scene())
