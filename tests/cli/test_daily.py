"""`meldroom daily`: the scored attempt of a room, played in the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from meldroom.cli.data_folder import default_database
from meldroom.cli.own_room import own_room
from meldroom.server.storage.daily_deals import attempts_at, today
from tests.cli.conftest import Command
from tests.patience import PATIENCE
from tests.server.http.test_daily import let_master_have_played
from tests.server.local_room import open_room
from tests.server.people.test_daily import ADA, attempt_of, play_first_legal
from tests.server.played_games import SHORT_GAME

DAILY = ["daily", "--game", SHORT_GAME]


@pytest.fixture(autouse=True)
def midday(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the same day, long after today, however near midnight the test is run."""
    clock = SimpleNamespace(time=lambda: 4e9)
    monkeypatch.setattr("meldroom.server.storage.daily_deals.time", clock)


def typed_by_ada() -> str:
    """Let Ada play today's deal in the own room, and give what she would have typed."""

    async def scenario() -> str:
        async with open_room(default_database()) as room:
            live = await attempt_of(room, "Ada", ADA)
            await let_master_have_played(room)
            await play_first_legal(room, live, ADA)
            assert live.table.match is not None
            moves = live.table.match.moves
            return "".join(f"{text}\n" for seat, text in moves if seat == 0)

    return asyncio.run(scenario())


def moves_of_attempts() -> list[list[tuple[int, str]]]:
    """Give the moves of every attempt at today's deal in the own room."""

    async def scenario() -> list[list[tuple[int, str]]]:
        async with open_room(default_database()) as room:
            games = []
            for attempt in attempts_at(room.store, today(), SHORT_GAME):
                live = await room.find(attempt.table_id)
                assert live is not None
                assert live.table.match is not None
                games.append(live.table.match.moves)
            return games

    return asyncio.run(scenario())


def test_the_same_lines_play_the_same_deal_that_everybody_in_the_room_has(
    meldroom: Command, tmp_path: Path
) -> None:
    typed, record = typed_by_ada(), tmp_path / "record.json"
    with own_room(pace=0.0) as url:
        there = ["--server", url, "--save", record]
        shown = meldroom(*DAILY, *there, "--name", "Zoe", typed=typed)
        assert shown.exit_code == 0, shown.output
        assert "1 other player so far: 0 in a better place, 1 level, 0 behind." in shown.stdout
        assert "The bot master, with your cards: 1st, 5 points." in shown.stdout
        shared = shown.stdout.rpartition("To share:\n")[2].split("\n")
        assert shared[0].startswith("Meldroom, deal of the day, ")
        assert shared[1].startswith("Victor or Victim: ")
        assert shared[2] == "1 day in a row"
        again = meldroom(*DAILY, "--server", url).stdout
        assert "> " not in again, "there is no second try"
        assert shared[1] in again
        overview = meldroom("daily", "--server", url, typed="q\n").stdout
        assert overview.count("not played yet") == 4
    one, other = moves_of_attempts()
    assert one == other
    assert meldroom("verify", record).exit_code == 0


def test_who_quits_goes_on_where_they_were(meldroom: Command) -> None:
    with own_room(pace=0.0) as url:
        first = meldroom(*DAILY, "--server", url, typed="hint\nundo\nmoves\nquit\n").stdout
        assert "There are no hints in the deal of the day." in first
        assert "(X-4)" in first
        assert f"meldroom daily --game {SHORT_GAME} --server {url}" in first
        assert "started, not finished" in meldroom("daily", "--server", url, typed="q\n").stdout
        again = meldroom(*DAILY, "--server", url, typed="quit\n").stdout
        assert again.partition("(you)")[2].partition("> ")[0] in first, "the same hand"


def test_without_a_server_it_is_played_in_the_own_room(
    meldroom: Command, data_folder: Path
) -> None:
    shown = meldroom(*DAILY, typed="quit\n")
    assert shown.exit_code == 0, shown.output
    assert (data_folder / "meldroom.db").exists()
    assert (data_folder / "cookies.txt").stat().st_mode & 0o077 == 0, "it proves who this is"
    with own_room():
        assert "--server" in meldroom(*DAILY).stderr, "the room is open already"


def test_a_code_makes_the_terminal_the_person_of_a_browser(meldroom: Command) -> None:
    with (
        own_room(pace=0.0) as url,
        httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE) as browser,
    ):
        browser.post(f"/api/daily/{SHORT_GAME}", json={"name": "Ada"})
        code = browser.post("/api/me/carry", json={}).json()["code"]
        joined = meldroom("daily", "--server", url, "--join", code, typed="q\n")
        assert joined.stdout.count("started, not finished") == 1
        again = meldroom("daily", "--server", url, "--join", code, typed="q\n")
        assert again.exit_code == 2, "a code is valid once"
        browser.post("/api/me/delete", json={})
        deleted = meldroom(*DAILY, "--server", url)
        assert deleted.exit_code == 2
        assert deleted.stderr.endswith(
            "you have played this deal and deleted it; come back tomorrow\n"
        )


@pytest.mark.parametrize(
    ("server", "problem"),
    [("cards", "is not a URL"), ("http://127.0.0.1:9", "does not answer")],
)
def test_a_room_that_is_not_there_is_said_in_one_line(
    server: str, problem: str, meldroom: Command
) -> None:
    shown = meldroom(*DAILY, "--server", server)
    assert shown.exit_code == 2
    assert problem in shown.stderr
    assert shown.stderr.count("\n") == 1
