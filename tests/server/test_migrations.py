"""Upgrades: every released database opens with its log intact, also after a killed step."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.server.storage.backup import rows_of, sound
from meldroom.server.storage.log import LogRow
from meldroom.server.storage.store import Store
from tests.conftest import Figure
from tests.server.house import open_room, run

RELEASED = sorted(Path(__file__).with_name("released").glob("*.sql"))
OPEN = """
import os, signal, sys
import sqlalchemy as sa
from alembic.config import Config
from meldroom.server.storage import migrations
from meldroom.server.storage.store import Store
url, last, later = sys.argv[1], int(sys.argv[2]), sys.argv[3]
steps = os.path.join(migrations.__path__[0], "versions")
told = Config.set_main_option
def tell(config, name, value):
    told(config, name, value)
    told(config, "path_separator", "newline")
    told(config, "version_locations", "\\n".join([steps, later]))
Config.set_main_option = tell
said = 0
@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def cut(*_):
    global said
    said += 1
    if said == last:
        os.kill(os.getpid(), signal.SIGKILL)
Store(url).open()
"""
NEXT = """
from alembic import op
revision, down_revision = "9999", "0001"
def upgrade():
    op.execute("CREATE TABLE fresh AS SELECT * FROM events WHERE 0")
    op.execute("ALTER TABLE fresh ADD COLUMN more TEXT")
    op.execute("INSERT INTO fresh SELECT *, 'x' FROM events")
    op.execute("DROP TABLE events")
    op.execute("ALTER TABLE fresh RENAME TO events")
"""
"""A step of a version to come, which writes the whole log anew."""


def restored(source: Path, path: Path) -> None:
    """Make the database of a released version."""
    connection = sqlite3.connect(path)
    connection.executescript(source.read_text("utf-8"))
    connection.close()


def rows_in(path: Path) -> list[LogRow]:
    store = Store(f"sqlite:///{path}")
    rows = list(sound(rows_of(store)))
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    store.close()
    return rows


def opened_but_killed(path: Path, later: Path, last: int) -> bool:
    """Open a database in a process that is killed before its n-th statement, if it comes so far."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN, f"sqlite:///{path}", str(last), str(later)],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def cuts(first: int, most: int | None) -> Iterator[int]:
    """Count statements: from the first one on, all or so many."""
    yield from range(first, 10_000 if most is None else first + most)


FEW_OR_ALL = pytest.mark.parametrize(
    "most", [1, pytest.param(None, marks=pytest.mark.slow)], ids=["few", "all"]
)


@FEW_OR_ALL
def test_24_a_first_start_that_is_killed_anywhere_is_completed_by_the_next(
    tmp_path: Path, most: int | None, figure: Figure
) -> None:
    killed = 0
    for last in cuts(6 if most else 1, most):
        path = tmp_path / f"db{last}"
        if not opened_but_killed(path, tmp_path, last):
            break
        killed += 1
        store = Store(f"sqlite:///{path}")
        store.open()
        assert store.step() == "0001"
        with store.reading() as connection:
            names = [index["name"] for index in sa.inspect(connection).get_indexes("events")]
        assert names == ["events_signs"]
        store.close()
    assert killed >= (most or 5)
    figure(f"24: first start killed before {killed} of its statements, each time completed")


@FEW_OR_ALL
@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_24_a_step_that_is_killed_midway_leaves_the_log_as_it_was(
    tmp_path: Path, source: Path, most: int | None, figure: Figure
) -> None:
    later = tmp_path / "later"
    later.mkdir()
    (later / "9999_fresh.py").write_text(NEXT)
    killed = 0
    for last in cuts(8 if most else 1, most):
        path = tmp_path / f"db{last}"
        restored(source, path)
        before = rows_in(path)
        if not opened_but_killed(path, later, last):
            break
        killed += 1
        assert rows_in(path) == before
        run(plays(path, before))
        assert not opened_but_killed(path, later, 0)
        with sqlite3.connect(path) as connection:
            [step] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            rows = connection.execute("SELECT * FROM events ORDER BY table_id, seq").fetchall()
        connection.close()
        assert (step, [LogRow(*row[:6]) for row in rows]) == ("9999", before)
        assert {row[6] for row in rows} == {"x"}
    assert killed >= (most or 8)
    figure(
        f"24: {source.stem}: the next step killed before {killed} statements: log of"
        f" {len(before)} entries intact, playable, completed at the second start"
    )


async def plays(path: Path, rows: list[LogRow]) -> None:
    """Find the table of a log in a room."""
    async with open_room(path) as room:
        sitting = await room.find(rows[0].table_id)
        assert sitting is not None
        assert sitting.table.seq == len(rows)


@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_24_every_released_database_opens_with_its_log_intact(
    tmp_path: Path, source: Path, figure: Figure
) -> None:
    path = tmp_path / "db"
    restored(source, path)
    before = rows_in(path)
    store = Store(f"sqlite:///{path}")
    store.open()
    store.close()
    assert rows_in(path) == before
    assert len(before) > 20
    run(plays(path, before))
    figure(f"24: database of step {source.stem}: {len(before)} entries intact, playable")
