"""The HTTP API of one's own record: who sees which games."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from meldroom.server.tables.renaming import renamed_rows
from meldroom.server.tokens import hashed, person_key, session_token
from tests.server.local_room import local_server, open_room, run
from tests.server.played_games import NEVER, finished_game
from tests.server.sample_logs import sample_log
from tests.server.socket_client import http_client
from tests.server.tables.test_missing_scores import write_old_database

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


def test_a_browser_sees_its_own_games_and_no_others(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db", NEVER) as room:
            shared = await finished_game(room, {"Ada": ADA, "Elif": ELIF})
            await finished_game(room, {"Elif": ELIF}, seats=2)
        async with local_server(tmp_path / "db") as origin:
            mine = await record_of(origin, ADA)
            (game,) = mine["recent"]
            assert (game["table"], game["number"]) == (shared.table.key, 1)
            assert [other["name"] for other in game["others"]][0] == "Elif"
            assert mine["by_game"][0]["rating_after"] == 9
            assert (await record_of(origin, ELIF))["games"] == 2
            for stranger in ("", "another-session", person_key(ADA)):
                assert (await record_of(origin, stranger))["games"] == 0

    run(scenario())


def test_no_key_token_or_seed_is_in_a_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_room(tmp_path / "db", NEVER) as room:
            live = await finished_game(room, {"Ada": ADA, "Elif": ELIF})
            secrets = [person_key(ADA), person_key(ELIF), live.table.secret.hex()]
            secrets += [hashed(session_token(one, live.table.key)) for one in (ADA, ELIF)]
            secrets.append(live.table.opened.code)
        async with local_server(tmp_path / "db") as origin, browser(origin, ADA) as http:
            text = (await http.get("/api/me/record")).text
            assert "Elif" in text
            assert not [secret for secret in secrets if secret in text]

    run(scenario())


KEY = "a" * 14
old_game = cache(lambda: sample_log(KEY, game="victor-or-victim"))


def test_games_from_before_records_are_found_by_the_session_that_played_them(
    tmp_path: Path,
) -> None:
    rows = [
        row._replace(body=row.body.replace(hashed("a" * 43), hashed(session_token(ADA, KEY))))
        for row in old_game()
    ]
    write_old_database(tmp_path / "db", renamed_rows(rows, {}))

    async def scenario() -> None:
        for _ in range(2):  # and still after a restart
            async with local_server(tmp_path / "db") as origin:
                mine = await record_of(origin, ADA)
                assert [game["table"] for game in mine["recent"]] == [KEY]
                assert (await record_of(origin, ELIF))["games"] == 0
        with sqlite3.connect(tmp_path / "db") as connection:
            assert connection.execute("SELECT count(*) FROM aliases").fetchone() == (1,)
        connection.close()

    run(scenario())
