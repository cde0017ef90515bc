"""Administration from the command line, with a server running and without one."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from meldroom.games import find
from meldroom.server.storage.store import Store
from tests.cli.conftest import Command
from tests.levels import few
from tests.server.played_games import SHORT_GAME
from tests.server.sample_logs import sample_log, write_log
from tests.server.server_process import ServerProcess

OVER, RUNNING = "a" * 14, "b" * 14
finished_log = cache(partial(sample_log, game=SHORT_GAME))
EITHER_WAY = pytest.mark.parametrize("database", ["running", "stopped"], indirect=True)
STOPPED = pytest.mark.parametrize("database", few(["stopped", "running"], keep=1), indirect=True)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Give a database with a finished and a running game."""
    address = f"sqlite:///{tmp_path / 'db'}"
    write_log(address, [*finished_log(OVER), *finished_log(RUNNING)[:-3]])
    return address


@pytest.fixture
def database(request: pytest.FixtureRequest, url: str, tmp_path: Path) -> Iterator[str]:
    """Give the same database, in use by a server or not."""
    server = ServerProcess(tmp_path / "db") if request.param == "running" else None
    yield url
    if server is not None:
        assert server.stop() == 0
        assert not (tmp_path / "db.control").exists()


@EITHER_WAY
def test_tables_are_listed_shown_closed_and_deleted(
    meldroom: Command, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELDROOM_DATABASE", database)
    listed = meldroom("tables", "list")
    assert listed.exit_code == 0, listed.output
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["table", OVER, RUNNING]
    assert "Ada, Elif" in listed.stdout
    page = meldroom("tables", "list", "--limit", 1)
    assert page.stdout.splitlines()[-1] == f"There may be more: --after {OVER}"
    (table,) = json.loads(meldroom("tables", "list", "--phase", "playing", "--json").stdout)
    assert table["key"] == RUNNING
    shown = meldroom("tables", "show", RUNNING).stdout.splitlines()
    assert f"table     {RUNNING}" in shown
    assert "people    Ada, Elif (2 seats, 0 connected)" in shown

    asked = meldroom("tables", "close", RUNNING, typed="n\n")
    assert asked.exit_code == 130
    assert "End the games and close this table?" in asked.stdout
    assert meldroom("tables", "close", RUNNING, typed="y\n").exit_code == 0
    again = meldroom("tables", "close", RUNNING, "--yes")
    assert (again.exit_code, again.stderr) == (2, f"table {RUNNING} is closed already\n")
    assert meldroom("tables", "delete", OVER, typed="\n").exit_code == 130
    gone = meldroom("tables", "delete", OVER, RUNNING, "--yes")
    assert gone.stdout.splitlines()[-2:] == [f"{OVER} is deleted", f"{RUNNING} is deleted"]
    assert meldroom("tables", "list").stdout.splitlines()[-1] == "No tables."
    missing = meldroom("tables", "show", OVER)
    assert (missing.exit_code, missing.stderr) == (2, f"there is no table {OVER}\n")


@STOPPED
def test_a_person_is_forgotten_after_a_question(meldroom: Command, database: str) -> None:
    arguments = ["forget", "ada", "--database", database]
    refused = meldroom(*arguments, typed="n\n")
    assert refused.exit_code == 130
    assert refused.stdout.splitlines()[:2] == [OVER, RUNNING]
    assert "Replace the name ada at these 2 tables, for good?" in refused.stdout
    assert "forgotten" in meldroom(*arguments, "--table", OVER, "--yes").stdout
    assert meldroom(*arguments, "--yes").stdout.splitlines()[0] == RUNNING
    assert meldroom(*arguments).stdout == "Nobody called ada has ever sat at any table.\n"
    assert "all hash chains intact" in meldroom("doctor", "--database", database).stdout


@STOPPED
def test_ratings_are_recomputed_from_the_log(meldroom: Command, database: str) -> None:
    for _ in range(2):
        done = meldroom("ratings", "recompute", "--database", database)
        assert done.exit_code == 0, done.output
        assert done.output == "1 finished games at 2 tables are rated\n"


def test_a_running_table_by_older_rules_is_closed(
    meldroom: Command, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(find(SHORT_GAME)), "rules", "2")
    arguments = ["--database", url]
    closed = meldroom("tables", "close", RUNNING, "--yes", *arguments)
    assert (closed.exit_code, closed.stdout.splitlines()[-1]) == (0, f"{RUNNING} is closed")
    shown = meldroom("tables", "show", RUNNING, *arguments).stdout.splitlines()
    assert "phase     closed" in shown
    assert f"game      {SHORT_GAME}, rules 1" in shown


def test_the_control_file_is_for_the_servers_user_alone_and_harmless_once_it_was_killed(
    meldroom: Command, url: str, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path / "db")
    control = tmp_path / "db.control"
    assert stat.S_IMODE(control.stat().st_mode) == 0o600
    assert json.loads(control.read_text())["url"] == server.monitor
    server.kill()
    assert control.exists()
    assert OVER in meldroom("tables", "list", "--database", url).stdout


def test_a_server_without_monitoring_cannot_be_administered(meldroom: Command, url: str) -> None:
    store = Store(url)
    store.open()
    shown = meldroom("tables", "list", "--database", url)
    store.close()
    assert shown.exit_code == 2
    assert shown.stderr.endswith("in use by another server, which was started with --monitor off\n")


def test_a_database_that_does_not_exist_is_not_made(meldroom: Command, tmp_path: Path) -> None:
    shown = meldroom("tables", "list", "--database", f"sqlite:///{tmp_path / 'no'}")
    assert (shown.exit_code, shown.stderr) == (2, f"{tmp_path / 'no'}: does not exist\n")
    assert not (tmp_path / "no").exists()
