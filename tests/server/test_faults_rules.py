"""A version with other rules: finished games stay readable, running ones end in order."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from meldroom.games import find
from meldroom.room import log_entries
from meldroom.room.log_entries import MoveMade
from meldroom.room.records import rebuild
from meldroom.room.summaries import Score
from meldroom.server.administration import (
    Administration,
    AdministrationError,
    CloseTable,
    ForgetPerson,
)
from tests.server.local_room import GAME, FakeConnection, join, local_server, open_room
from tests.server.sample_logs import TOKENS, write_log
from tests.server.sample_logs import sample_log as slow_sample_log
from tests.server.socket_client import http_client

FINISHED, RUNNING = "a" * 14, "b" * 14
WHY = "this table plays Thumbs Up by rules 1; this version has rules 2"


sample_log = cache(slow_sample_log)


@cache
def rows_until_a_hand_ends(key: str) -> int:
    """Count the rows of a sample log until its first hand is over."""
    rows = sample_log(key)
    table = rebuild(key, rows[:7])
    for row in rows[7:]:
        table.apply(log_entries.decode(row.body), row.at)
        if table.current_match.state.public.ledger:
            return row.seq
    raise AssertionError("no hand ended")


async def play_last_moves(path: Path) -> tuple[Score, Score]:
    """Write a finished and a running game, the last move of each at a live table."""
    ends = {FINISHED: len(sample_log(FINISHED)), RUNNING: rows_until_a_hand_ends(RUNNING)}
    rows = [row for key, end in ends.items() for row in sample_log(key)[: end - 1]]
    write_log(f"sqlite:///{path}", rows)
    scores = []
    async with open_room(path) as room:
        for key, end in ends.items():
            live = await room.find(key)
            assert live is not None
            move = log_entries.decode(sample_log(key)[end - 1].body)
            assert isinstance(move, MoveMade)
            client = await join(room, live, TOKENS[move.seat])
            assert (await client.act(*move.texts))["is"] == "ack"
            score = room.summaries.score(key, 1)
            assert score is not None
            scores.append(score)
    return scores[0], scores[1]


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a function that brings in other rules of the game."""
    return lambda: monkeypatch.setattr(type(find(GAME)), "rules", "2")


async def test_35_a_finished_game_by_older_rules_stays_readable(
    tmp_path: Path, newer_rules: Any
) -> None:
    finished, _ = await play_last_moves(tmp_path / "db")
    assert finished.record is not None
    newer_rules()
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        record = await http.get(f"/api/tables/{FINISHED}/records/1")
        assert record.json() == finished.record
        assert record.headers["Content-Disposition"].endswith(f'{GAME}-{FINISHED}-1.json"')
        shown = (await http.get(f"/api/tables/{FINISHED}/scores/1")).json()
        assert (shown["rules"], shown["players"]) == ("1", ["Ada", "Elif"])
        assert (shown["pad"], shown["result"]) == (finished.pad, finished.result)
        assert shown["moves"] == finished.record["moves"]
        problem = await http.get(f"/api/tables/{FINISHED}/records/1/plies")
        assert (problem.status_code, problem.json()["rule"]) == (409, "P-13")
        assert problem.json()["detail"] == WHY
        assert (await http.get(f"/api/tables/{FINISHED}/scores/2")).status_code == 404


async def test_35_a_running_game_by_older_rules_says_so_and_its_host_ends_it(
    tmp_path: Path, newer_rules: Any
) -> None:
    _, running = await play_last_moves(tmp_path / "db")
    newer_rules()
    async with open_room(tmp_path / "db") as room:
        client = FakeConnection(room)
        refusal = await client.request("hello", table=RUNNING, token=TOKENS[0])
        assert (refusal["rule"], refusal["why"]) == ("P-13", WHY)
        assert client.closed_with == (4003, WHY)
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        score, end = f"/api/tables/{RUNNING}/scores/1", f"/api/tables/{RUNNING}/end"
        assert (await http.get(score)).json()["pad"] == running.pad
        for token, status in (("x" * 43, 403), (TOKENS[1], 422), ("", 422)):
            assert (await http.post(end, json={"token": token})).status_code == status
        assert (await http.post(end, json={"token": TOKENS[0]})).status_code == 200
        assert (await http.post(end, json={"token": TOKENS[0]})).json()["rule"] == "P-5"
        assert (await http.get(score)).json()["pad"] == running.pad
    async with open_room(tmp_path / "db") as room:
        summary = room.summaries.get(RUNNING)
        assert summary is not None
        assert summary.phase == "closed"
        assert room.log.read(RUNNING)[-1].kind == "closed"


async def test_35_an_administrator_closes_a_running_game_by_older_rules_with_its_score(
    tmp_path: Path, newer_rules: Any
) -> None:
    _, running = await play_last_moves(tmp_path / "db")
    newer_rules()
    async with open_room(tmp_path / "db") as room:
        administration = Administration(room)
        await administration.perform(CloseTable(RUNNING))
        with pytest.raises(AdministrationError, match="is closed already"):
            await administration.perform(CloseTable(RUNNING))
    async with open_room(tmp_path / "db") as room:
        summary = room.summaries.get(RUNNING)
        assert summary is not None
        rows = room.log.read(RUNNING)
        assert (summary.phase, summary.seq) == ("closed", len(rows))
        assert [row.kind for row in rows[-2:]] == ["moved", "closed"]
        assert room.summaries.score(RUNNING, 1) == running


async def test_a_table_that_can_be_played_is_ended_there(tmp_path: Path) -> None:
    await play_last_moves(tmp_path / "db")
    async with local_server(tmp_path / "db") as origin, http_client(origin) as http:
        answer = await http.post(f"/api/tables/{RUNNING}/end", json={"token": TOKENS[0]})
        assert (answer.status_code, answer.json()["rule"]) == (422, "P-5")
        assert (await http.get(f"/api/tables/{RUNNING}/scores/1")).status_code == 404
        assert (await http.get(f"/api/tables/{FINISHED}/scores/1")).status_code == 200


async def test_35_a_server_with_tables_of_older_rules_starts_and_restores_the_others(
    tmp_path: Path, newer_rules: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room(tmp_path / "db") as room:
        for game in (GAME, "scorzo"):
            settings = log_entries.Settings(listed=True, standing=True)
            await room.open(game, 2, {}, settings, "Ada")
    newer_rules()
    async with open_room(tmp_path / "db") as room:
        await room.restore_tables()
        assert [live.table.game.key for live in room.tables.values()] == ["scorzo"]
    assert WHY in caplog.text


async def test_a_table_that_cannot_be_restored_is_logged_and_the_others_are_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = log_entries.Settings(listed=True, standing=True)
    async with open_room(tmp_path / "db") as room:
        keys = [
            (await room.open(game, 2, {}, settings, "Ada"))[0].table.key
            for game in (GAME, "scorzo")
        ]

    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(find(GAME)), "rules", property(broken))
    async with open_room(tmp_path / "db") as room:
        await room.restore_tables()
        assert list(room.tables) == keys[1:]
    assert f"table {keys[0]} cannot be restored" in caplog.text


async def test_35_a_person_is_forgotten_at_a_table_by_older_rules(
    tmp_path: Path, newer_rules: Any
) -> None:
    finished, _ = await play_last_moves(tmp_path / "db")
    newer_rules()
    async with open_room(tmp_path / "db") as room:
        await Administration(room).perform(ForgetPerson("Ada", FINISHED))
        score = room.summaries.score(FINISHED, 1)
    assert score is not None
    assert score.players == ("Guest", "Elif")
    assert score.record is not None
    assert finished.record is not None
    assert score.record["moves"] == finished.record["moves"]
    assert "digest" not in score.record, "it covered the old name"
