"""Games that were played before scores were stored: their scores are worked out when needed."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

import pytest

from meldroom.games import find
from meldroom.room.log_entries import SeatLeft, TableClosed
from meldroom.room.log_rows import LogRow
from meldroom.room.records import record_from_log
from meldroom.server.administration import Administration, CloseTable, Retention, ShowTable
from tests.server.local_room import local_server, open_room
from tests.server.sample_logs import continued, sample_log
from tests.server.socket_client import http_client

OLD_DATABASE = Path(__file__).parents[1] / "released" / "0001.sql"
KEY = "a" * 14
GAME = "victor-or-victim"  # its games are short
two_games = cache(lambda: sample_log(KEY, games=2, game=GAME))


def write_old_database(path: Path, rows: list[LogRow]) -> None:
    """Write a log as the release did that stored no scores."""
    connection = sqlite3.connect(path)
    connection.executescript(OLD_DATABASE.read_text("utf-8"))
    with connection:
        connection.execute("DELETE FROM events")
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    connection.close()


async def test_every_game_of_an_old_table_gets_its_score_when_somebody_asks(tmp_path: Path) -> None:
    rows = two_games()
    left = continued(rows, [SeatLeft(1)])
    write_old_database(tmp_path / "db", left)
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        for number in (1, 2):
            record = record_from_log(KEY, rows, number)
            assert record is not None
            score = (await http.get(f"/api/tables/{KEY}/scores/{number}")).json()
            assert score["players"] == ["Ada", "Elif"], "who left after the end played it"
            assert score["result"]["scores"] == record["result"]["scores"]
            assert score["moves"] == record["moves"]
            assert score["pad"]["rows"]
        evening = (await http.get(f"/api/tables/{KEY}/evening")).json()
        assert [game["number"] for game in evening["games"]] == [1, 2]
    async with open_room(tmp_path / "db") as room:
        summary = room.summaries.get(KEY)
        assert summary is not None
        assert (summary.phase, summary.seq, summary.number) == ("over", len(left), 2)
        assert [score.number for score in room.summaries.scores(KEY)] == [1, 2]


async def test_an_administrator_sees_the_results_of_an_old_table(tmp_path: Path) -> None:
    write_old_database(tmp_path / "db", two_games())
    async with open_room(tmp_path / "db") as room:
        shown = await Administration(room).perform(ShowTable(KEY))
    assert shown["phase"] == "over"
    assert [game["number"] for game in shown["finished"]] == [1, 2]


async def test_an_old_table_is_deleted_after_the_time_for_what_its_moves_led_to(
    tmp_path: Path,
) -> None:
    write_old_database(tmp_path / "db", two_games())
    async with open_room(tmp_path / "db") as room:
        administration = Administration(room)
        assert await administration.delete_old_tables(Retention(unfinished=1)) == 0
        assert await administration.delete_old_tables(Retention(finished=1)) == 1


async def test_a_game_that_was_closed_before_its_end_keeps_its_pad_without_a_result(
    tmp_path: Path,
) -> None:
    write_old_database(tmp_path / "db", continued(two_games()[:-1], [TableClosed()]))
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        score = (await http.get(f"/api/tables/{KEY}/scores/2")).json()
        assert (score["result"], score["moves"]) == (None, None)
        assert score["pad"]["rows"]


async def test_a_game_without_a_move_has_no_score(tmp_path: Path) -> None:
    rows = two_games()
    started = next(row.seq for row in rows if row.kind == "began")
    write_old_database(tmp_path / "db", rows[:started])
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        answer = await http.get(f"/api/tables/{KEY}/scores/1")
        assert (answer.status_code, answer.json()["detail"]) == (
            404,
            "no score is stored of that game",
        )
        assert (await http.get(f"/api/tables/{KEY}/scores/2")).json()["detail"] == (
            "there is no such game"
        )


async def test_an_old_game_by_older_rules_says_that_no_score_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_old_database(tmp_path / "db", two_games())
    monkeypatch.setattr(type(find(GAME)), "rules", "2")
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        for path in ("scores/1", "records/1"):
            answer = await http.get(f"/api/tables/{KEY}/{path}")
            assert answer.status_code == 404
            assert answer.json()["detail"] == "no score is stored of that game"
    async with open_room(tmp_path / "db") as room:
        await Administration(room).perform(CloseTable(KEY))
        assert room.log.read(KEY)[-1].kind == "closed"
