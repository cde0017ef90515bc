"""The command `export`: records in, two Parquet files out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.server.played_games import SHORT_GAME
from tests.test_export import DUCKDB


def test_records_of_several_files_are_exported(
    meldroom: Command, short_record: Path, tmp_path: Path
) -> None:
    duckdb = pytest.importorskip("duckdb", reason=DUCKDB)
    more = tmp_path / "more.jsonl"
    made = meldroom("simulate", SHORT_GAME, "--games", 2, "--seed", "1", "--out", more)
    assert made.exit_code == 0
    games = tmp_path / "games.parquet"
    done = meldroom("export", short_record, more, "--to", games)
    assert done.exit_code == 0, done.output
    moves = len(json.loads(short_record.read_text())["moves"])
    moves += sum(len(json.loads(line)["moves"]) for line in more.read_text().splitlines())
    file = tmp_path / "games-moves.parquet"
    assert done.stdout == f"3 games: {games}\n{moves} moves: {file}\n"
    counted = duckdb.read_parquet(str(games)).aggregate("game, count(*)").fetchall()
    assert sorted(counted) == [("thumbs-up", 1), (SHORT_GAME, 2)]
    assert duckdb.read_parquet(str(file)).aggregate("count(*)").fetchall() == [(moves,)]


def test_a_record_that_was_changed_is_named_and_nothing_is_written(
    meldroom: Command, short_record: Path, tmp_path: Path
) -> None:
    pytest.importorskip("duckdb", reason=DUCKDB)
    form = json.loads(short_record.read_text())
    form["result"]["scores"][0] += 5
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(form))
    done = meldroom("export", short_record, changed, "--to", tmp_path / "games.parquet")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{changed}: result: scores is")
    assert [path.name for path in tmp_path.iterdir()] == ["changed.json"]


def test_a_folder_that_does_not_exist_is_refused(
    meldroom: Command, short_record: Path, tmp_path: Path
) -> None:
    pytest.importorskip("duckdb", reason=DUCKDB)
    done = meldroom("export", short_record, "--to", tmp_path / "nowhere" / "games.parquet")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "cannot be written: no such file or directory" in done.stderr


def test_export_names_the_extra_that_it_needs(
    meldroom: Command, short_record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    done = meldroom("export", short_record, "--to", tmp_path / "games.parquet")
    assert (done.exit_code, done.stderr) == (
        2,
        'this needs duckdb: pip install "meldroom[export]"\n',
    )
