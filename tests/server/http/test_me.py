"""The HTTP API of one's own record: who sees which games."""

from __future__ import annotations

import asyncio
import csv
import json
import sqlite3
import time
from collections.abc import Iterator
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
import sqlalchemy as sa

from meldroom.core.record import replay
from meldroom.games import GAMES, find
from meldroom.room.limits import Limits, Rate
from meldroom.room.tokens import hashed, person_key, session_token
from meldroom.server.http import me
from meldroom.server.people import account
from meldroom.server.people.account import CarryCodes, erase_person
from meldroom.server.storage.results import RATED_GAMES, RATINGS, SEAT_RESULTS, read_ratings
from meldroom.server.storage.store import upsert
from meldroom.server.storage.summaries import write_review
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.local_room import local_server, open_room, wait_until
from tests.server.played_games import NEVER, SHORT_GAME, finished_game
from tests.server.socket_client import http_client

ADA, ELIF = "a-session-of-Ada", "a-session-of-Elif"


def browser(origin: str, session: str = "") -> httpx.AsyncClient:
    """Make requests as a browser with this session does."""
    cookies = {"Cookie": f"meldroom={session}"} if session else {}
    return http_client(origin, **cookies)


async def record_of(origin: str, session: str = "") -> dict[str, Any]:
    """Get the record that a browser with this session sees."""
    async with browser(origin, session) as http:
        answer = await http.get("/api/me/record")
        assert answer.status_code == 200
        form: dict[str, Any] = answer.json()
        return form


async def test_a_browser_sees_its_own_games_and_no_others(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        shared = await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await finished_game(room, {"Elif": ELIF}, seats=2)
    async with local_server(tmp_path / "db") as origin:
        mine = await record_of(origin, ADA)
        (game,) = mine["recent"]
        assert (game["table"], game["number"]) == (shared.table.key, 1)
        assert game["others"][0]["name"] == "Elif"
        assert mine["by_game"][0]["rating_after"] == 9
        assert (await record_of(origin, ELIF))["games"] == 2
        for stranger in ("", "another-session", person_key(ADA)):
            assert (await record_of(origin, stranger))["games"] == 0


async def test_what_was_not_rated_is_rated_when_the_server_starts(tmp_path: Path) -> None:
    def rated() -> list[Any]:
        with sqlite3.connect(tmp_path / "db") as connection:
            return connection.execute("SELECT person FROM ratings").fetchall()

    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await room.ratings.up_to_date()
        for table in (RATINGS, RATED_GAMES):
            await room.log.change(partial(_empty, table=table))
    assert rated() == []
    async with local_server(tmp_path / "db"):
        await wait_until(lambda: len(rated()) == 2)


def _empty(connection: sa.Connection, table: sa.Table) -> None:
    connection.execute(sa.delete(table))


@pytest.fixture
def statements() -> Iterator[list[tuple[str, Any]]]:
    """Collect the statements that any database connection runs, with their parameters."""
    found: list[tuple[str, Any]] = []

    def note(*arguments: Any) -> None:
        found.append(arguments[2:4])

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    yield found
    sa.event.remove(sa.Engine, "before_cursor_execute", note)


async def start_is_over(statements: list[tuple[str, Any]]) -> None:
    """Wait until the server has looked for results that were not rated when it started."""
    await wait_until(
        lambda: sum("seat_results.at > ?" in text for text, _ in statements) >= len(GAMES)
    )
    statements.clear()


async def test_49_an_unknown_person_costs_a_few_look_ups_by_index_and_no_write(
    tmp_path: Path, statements: list[tuple[str, Any]]
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await room.ratings.up_to_date()
    statements.clear()
    async with local_server(tmp_path / "db") as origin, browser(origin, "invented") as http:
        await start_is_over(statements)
        played = await http.post("/api/tables", json={"game": SHORT_GAME, "seats": 2, "name": "X"})
        assert played.status_code == 201
        last, key = tmp_path / "db.last", played.json()["table"].encode()
        await wait_until(lambda: key in last.read_bytes())
        last_commits = last.read_bytes()
        async with browser(origin, "another") as stranger:
            statements.clear()
            for _ in range(3):
                assert (await stranger.get("/api/me/record")).json()["games"] == 0
                assert (await stranger.get("/api/me/export")).status_code == 200
                code = {"code": "abcdefgh"}
                assert (await stranger.post("/api/me/join", json=code)).status_code == 403
                deleted = await stranger.post("/api/me/delete", json={})
                assert deleted.json() == {"tables": 0}
        assert last.read_bytes() == last_commits
        selects = [(text, values) for text, values in statements if text.startswith("SELECT")]
        assert 9 <= len(selects) <= 3 * 32
        assert not [text for text, _ in statements if text.startswith(("INSERT", "DELETE", "UPD"))]
        with sqlite3.connect(tmp_path / "db") as connection:
            plans = [
                row[3]
                for text, values in selects
                for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", values)
            ]
        assert not [plan for plan in plans if plan.startswith("SCAN")]


async def test_49_games_are_rated_in_the_background_and_not_by_a_request(
    tmp_path: Path, statements: list[tuple[str, Any]]
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await room.ratings.up_to_date()
        with room.store.reading() as connection:
            assert read_ratings(connection, SHORT_GAME).keys() == {*map(person_key, (ADA, ELIF))}
    statements.clear()
    async with local_server(tmp_path / "db") as origin:
        await start_is_over(statements)
        await record_of(origin, ADA)
        assert not [text for text, _ in statements if "rated_games" in text]


async def test_49_an_address_has_few_erasures_and_exports_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA})
    go_on = asyncio.Event()

    async def erase_slowly(room: Room, keys: list[str]) -> int:
        await go_on.wait()
        return await erase_person(room, keys)

    monkeypatch.setattr(me, "erase_person", erase_slowly)
    limits = Limits(this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin, browser(origin, ADA) as http:
        asked = [asyncio.create_task(http.post("/api/me/delete", json={})) for _ in range(5)]
        answers = asyncio.as_completed(asked, timeout=PATIENCE)
        assert [(await next(answers)).status_code for _ in range(2)] == [429, 429]
        go_on.set()
        assert [(await one).status_code for one in answers] == [200] * 3, "one erased, two waiting"


async def test_no_key_token_or_seed_is_in_a_record(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        secrets = [person_key(ADA), person_key(ELIF), live.table.secret.hex()]
        secrets += [hashed(session_token(one, live.table.key)) for one in (ADA, ELIF)]
        secrets.append(live.table.opened.code)
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as http:
        text = (await http.get("/api/me/record")).text
        assert "Elif" in text
        assert not [secret for secret in secrets if secret in text]


def sessions_in(answer: httpx.Response) -> str:
    """Give the sessions that an answer lets the browser keep."""
    return answer.cookies["meldroom"]


async def test_two_devices_become_one_person_by_a_code_that_works_once(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await finished_game(room, {"Ada on her phone": "phone"}, seats=2)
        await room.ratings.catch_up()
    async with local_server(tmp_path / "db") as origin:
        async with browser(origin, ADA) as http:
            made = (await http.post("/api/me/carry", json={})).json()
            assert made["seconds"] == 600
        typed = f" {made['code'][:4].upper()}-{made['code'][4:]}"
        async with browser(origin, "phone") as http:
            joined = await http.post("/api/me/join", json={"code": typed})
            assert joined.status_code == 200
        phone = sessions_in(joined)
        assert phone == f"{ADA}.phone"
        for session in (ADA, phone, "phone"):
            mine = await record_of(origin, session)
            assert mine["games"] == 2, "both devices have the games of both"
            assert mine["by_game"][0]["rating_after"] == 8
        async with browser(origin, ELIF) as http:
            again = await http.post("/api/me/join", json={"code": made["code"]})
            assert (again.status_code, again.json()["rule"]) == (403, "P-7")
        assert (await record_of(origin, ELIF))["games"] == 1


async def test_a_device_to_which_a_record_was_carried_keeps_the_seats_of_both(origin: str) -> None:
    tables = {}
    for session in (ADA, "phone"):
        async with browser(origin, session) as http:
            body = {"game": "thumbs-up", "seats": 2, "name": "Ada"}
            tables[session] = (await http.post("/api/tables", json=body)).json()
    async with browser(origin, f"{ADA}.phone") as http:
        for place in tables.values():
            seats = f"/api/tables/{place['table']}/seats"
            back = await http.post(seats, json={"name": "Ada", "code": place["code"]})
            assert (back.status_code, back.json()["seat"]) == (201, 0)
            assert sessions_in(back) == f"{ADA}.phone"


async def test_codes_cannot_be_guessed_at_will(tmp_path: Path) -> None:
    limits = Limits(wrong_guesses=Rate(3, 60.0), this_machine=1)
    async with local_server(tmp_path / "db", limits) as origin, browser(origin) as http:
        answers = [
            (await http.post("/api/me/join", json={"code": f"abcd{n}fgh"})).status_code
            for n in range(2, 6)
        ]
        assert answers == [403, 403, 403, 429]


async def test_a_code_is_too_old_after_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = CarryCodes()
    old, made = codes.make(ADA), codes.make(ADA)
    at = time.monotonic()
    monkeypatch.setattr(account, "monotonic", lambda: at + 599)
    young = codes.make(ELIF)
    assert codes.take(made) == ADA
    monkeypatch.setattr(account, "monotonic", lambda: at + 601)
    assert (codes.take(old), codes.take(young)) == ("", ELIF)


def test_of_more_codes_than_can_be_kept_the_oldest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(account, "MAX_CODES", 2)
    codes = CarryCodes()
    made = [codes.make(str(number)) for number in range(3)]
    assert [codes.take(code) for code in made] == ["", "1", "2"]


async def test_neither_code_nor_session_is_stored(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as http:
        code = (await http.post("/api/me/carry", json={})).json()["code"]
        everything = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert code.encode() not in everything
        assert ADA.encode() not in everything


async def test_all_games_are_exported_with_their_records(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {"Ada": ADA, "Elif": ELIF})
        await finished_game(room, {"Ada": ADA}, seats=2)
        await finished_game(room, {"Elif": ELIF}, seats=2)
    async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as http:
        archive = ZipFile(BytesIO((await http.get("/api/me/export")).content))
        rows = list(csv.DictReader(StringIO(archive.read("games.csv").decode())))
        assert [row["name"] for row in rows] == ["Ada", "Ada"]
        assert rows[0]["others"].startswith("Elif ")
        for row in rows:
            form = json.loads(archive.read(row["record"]))
            assert str(form["result"]["scores"][int(row["seat"])]) == row["score"]
            assert list(replay(form, find))
        assert len(archive.namelist()) == 3


async def test_who_is_deleted_has_no_record_and_no_session_any_more(tmp_path: Path) -> None:
    name = "Adalbertina"  # three letters may be in a random key
    async with open_room(tmp_path / "db", NEVER) as room:
        await finished_game(room, {name: ADA, "Elif": ELIF})
    async with local_server(tmp_path / "db") as origin:
        async with browser(origin, ADA) as http:
            deleted = await http.post("/api/me/delete", json={})
            assert deleted.json() == {"tables": 1}
            assert 'meldroom=""; ' in deleted.headers["Set-Cookie"]
        assert (await record_of(origin, ADA))["games"] == 0
        (game,) = (await record_of(origin, ELIF))["recent"]
        assert name not in str(game)
    assert name.encode() not in (tmp_path / "db").read_bytes()


async def test_players_are_listed_only_where_the_host_wants_it_and_after_ten_games(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await finished_game(room, {"Ada": ADA}, seats=2)
        (mine, bot) = room.results.games_of([person_key(ADA)])
        more = {
            one[:4]: one
            for number in range(2, 11)
            for one in (mine._replace(number=number), bot._replace(number=number))
        }
        await room.log.change(partial(upsert, table=SEAT_RESULTS, rows=more))
        await finished_game(room, {"Elif": ELIF}, seats=2)
    async with local_server(tmp_path / "db") as origin, browser(origin) as http:
        assert (await http.get("/api/players")).json() == []
    async with local_server(tmp_path / "db", player_table=True) as origin:
        async with browser(origin) as http:
            (table,) = (await http.get("/api/players")).json()
        assert table["game"] == live.table.game.key
        assert [(one["name"], one["games"]) for one in table["players"]] == [("Ada", 10)]
        figures = (await record_of(origin, ADA))["by_game"][0]
        assert figures["rating"]["value"] == table["players"][0]["value"]


async def test_what_reviews_say_is_in_the_record(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db", NEVER) as room:
        live = await finished_game(room, {"Elif": ELIF, "Ada": ADA})
        balances = [{"luck": luck, "own": 0.0, "others": 0.0, "error": 0.0} for luck in LUCK]
        form = {"mean_loss": [0.5, 0.02, None], "balances": balances, "line": []}
        review = partial(write_review, key=live.table.key, number=1, at=0, engine="1", form=form)
        await room.log.change(review)
    async with local_server(tmp_path / "db") as origin:
        figures = (await record_of(origin, ADA))["by_game"][0]
        assert figures["reviews"] == {"games": 1, "loss": 0.02, "luck": 0.25}


LUCK = (0.0, 0.25, -0.25)
