"""Upgrades: every released database opens with its log intact, also after a killed migration."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from meldroom.room.log_entries import decode
from meldroom.room.log_rows import LogRow
from meldroom.room.summaries import Summary, summary_after
from meldroom.server.storage import migrations
from meldroom.server.storage.backup import verified_rows
from meldroom.server.storage.mails import read_mails
from meldroom.server.storage.postgres import TABLES
from meldroom.server.storage.store import METADATA, Store
from meldroom.server.storage.summaries import Summaries
from tests.conftest import Figure
from tests.server.local_room import open_room
from tests.server.postgres import EVERY_STORE, ONLY_POSTGRES

RELEASED = sorted((Path(__file__).parents[1] / "released").glob("*.sql"))
OPEN_AND_KILL = """
import os, signal, sys
import sqlalchemy as sa
from alembic.config import Config
from meldroom.server.storage import migrations
from meldroom.server.storage.store import Store
url, last, later = sys.argv[1], int(sys.argv[2]), sys.argv[3]
versions = os.path.join(migrations.__path__[0], "versions")
set_option = Config.set_main_option
def set_options(config, name, value):
    set_option(config, name, value)
    set_option(config, "path_separator", "newline")
    set_option(config, "version_locations", "\\n".join([versions, later]))
Config.set_main_option = set_options
statements = 0
@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def kill(*_):
    global statements
    statements += 1
    if statements == last:
        os.kill(os.getpid(), signal.SIGKILL)
Store(url).open()
"""
NEXT_MIGRATION = """
from alembic import op
revision, down_revision = "9999", "0010"
def upgrade():
    op.execute("CREATE TABLE fresh AS SELECT * FROM events WHERE 0")
    op.execute("ALTER TABLE fresh ADD COLUMN more TEXT")
    op.execute("INSERT INTO fresh SELECT *, 'x' FROM events")
    op.execute("DROP TABLE events")
    op.execute("ALTER TABLE fresh RENAME TO events")
"""
"""A migration of a later version, which rewrites the whole log."""


def make_database(source: Path, path: Path) -> None:
    """Make the database of a released version."""
    connection = sqlite3.connect(path)
    connection.executescript(source.read_text("utf-8"))
    connection.close()


def verified_rows_in(path: Path) -> list[LogRow]:
    """Read the log, and check the file."""
    store = Store(f"sqlite:///{path}")
    rows = list(verified_rows(store))
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    store.close()
    return rows


def killed_while_opening(path: Path, later: Path, last: int) -> bool:
    """Open a database in a process that is killed before its n-th statement, if there is one."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN_AND_KILL, f"sqlite:///{path}", str(last), str(later)],
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def statement_numbers(first: int, limit: int | None) -> Iterator[int]:
    """Count statements from the first one on, at most `limit` of them."""
    yield from range(first, 10_000 if limit is None else first + limit)


@EVERY_STORE
def test_migrations_make_the_tables_that_the_code_describes(url: str) -> None:
    store = Store(url)
    store.open()
    with store.reading() as connection, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Skipped unsupported reflection")  # of an expression
        inspected = sa.inspect(connection)
        described = {**METADATA.tables}
        shared = () if store.sqlite else TABLES
        assert {*inspected.get_table_names()} == {*described, *shared, "alembic_version"}
        for name, table in described.items():
            columns = {one["name"]: one for one in inspected.get_columns(name)}
            assert list(columns) == table.c.keys()
            for column in table.c:
                found = columns[column.name]
                assert str(found["type"]) == column.type.compile(connection.dialect)
                assert found["nullable"] == column.nullable
            key = inspected.get_pk_constraint(name)["constrained_columns"]
            assert key == table.primary_key.columns.keys()
        indexes = {
            one["name"]: (one["column_names"], str(one["dialect_options"][where]))
            for name in described
            for one in inspected.get_indexes(name)
            for where in one["dialect_options"]
            if where.endswith("_where")
        }
    store.close()
    indexes.pop("events_person", None)  # of an expression, which SQLite does not reflect
    seated = indexes.pop("events_people")
    assert seated[0] == ["table_id"]
    assert "'sat'" in seated[1]
    assert indexes == {"summaries_restored": (["table_id"], "restored")}


def test_no_migration_imports_what_may_change() -> None:
    folder = Path(migrations.__path__[0]) / "versions"
    for file in sorted(folder.glob("0*.py")):
        text = file.read_text("utf-8")
        assert "meldroom" not in text, f"{file.name} would change with the code that it imports"


@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_an_upgrade_summarizes_tables_as_the_server_would(tmp_path: Path, source: Path) -> None:
    path = tmp_path / "db"
    make_database(source, path)
    [first, *_] = rows = verified_rows_in(path)
    changes = [
        ("left", '{"is":"left","seat":1}'),
        ("closed", '{"is":"closed"}'),
        ("opened", first.body.replace('"off","listed":false', '"3d","listed":true')),
        ("sat", '{"is":"sat","seat":0,"name":"Zoë","token":"t"}'),
        ("seat_changed", '{"is":"seat_changed","seat":0,"to":1}'),
        ("dealt", '{"is":"dealt","secret":"s"}'),
        ("began", '{"is":"began"}'),
    ]
    connection = sqlite3.connect(path)
    for at, (kind, body) in enumerate(changes, len(rows) + 1):
        key = first.table_id if at < len(rows) + 3 else "b" * 14
        connection.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, 'x', ?)", (key, at, at, kind, body)
        )
    connection.commit()
    stored = connection.execute("SELECT * FROM events ORDER BY table_id, seq").fetchall()
    connection.close()
    expected: dict[str, Summary] = {}
    for row in map(LogRow._make, stored):
        if row.kind not in ("moved", "undone"):
            last, entry = expected.get(row.table_id), decode(row.body)
            expected[row.table_id] = summary_after(last, row.table_id, 0, entry, row.at)
    store = Store(f"sqlite:///{path}")
    store.open()
    found = {one.table_id: one for one in Summaries(store).page()}
    restored = Summaries(store).keys_to_restore()
    store.close()
    assert found == expected
    assert restored == [key for key, summary in expected.items() if summary.restored] == ["b" * 14]


def test_the_first_migration_makes_the_database_of_the_first_release(tmp_path: Path) -> None:
    first, *_ = RELEASED
    make_database(first, tmp_path / "released")
    migrate(tmp_path / "made", "0001")
    assert schema(tmp_path / "made") == schema(tmp_path / "released")


def migrate(path: Path, revision: str) -> None:
    """Make a database of an older revision."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__path__[0])))
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def schema(path: Path) -> set[tuple[str, str]]:
    """Read the statements that made a database, without their layout."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL").fetchall()
    connection.close()
    return {(name, " ".join(text.split())) for name, text in rows}


FEW_OR_ALL = pytest.mark.parametrize(
    "limit", [1, pytest.param(None, marks=pytest.mark.slow)], ids=["few", "all"]
)


@FEW_OR_ALL
def test_24_a_first_start_that_is_killed_anywhere_is_completed_by_the_next(
    tmp_path: Path, limit: int | None, figure: Figure
) -> None:
    killed = 0
    for last in statement_numbers(6 if limit else 1, limit):
        path = tmp_path / f"db{last}"
        if not killed_while_opening(path, tmp_path, last):
            break
        killed += 1
        store = Store(f"sqlite:///{path}")
        store.open()
        assert store.revision() == "0010"
        with store.reading() as connection:
            inspected = sa.inspect(connection)
            indexes = {index["name"] for index in inspected.get_indexes("summaries")}
            assert indexes == {"summaries_restored"}
            assert set(METADATA.tables) < set(inspected.get_table_names())
        store.close()
    assert killed >= (limit or 5)
    figure(f"24: first start killed before {killed} of its statements, each time completed")


@FEW_OR_ALL
@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_24_a_migration_that_is_killed_midway_leaves_the_log_as_it_was(
    tmp_path: Path, source: Path, limit: int | None, figure: Figure
) -> None:
    later = tmp_path / "later"
    later.mkdir()
    (later / "9999_fresh.py").write_text(NEXT_MIGRATION)
    killed = 0
    for last in statement_numbers(8 if limit else 1, limit):
        path = tmp_path / f"db{last}"
        make_database(source, path)
        before = verified_rows_in(path)
        if not killed_while_opening(path, later, last):
            break
        killed += 1
        assert verified_rows_in(path) == before
        asyncio.run(check_playable(path, before))
        assert not killed_while_opening(path, later, 0)
        with sqlite3.connect(path) as connection:
            [revision] = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            rows = connection.execute("SELECT * FROM events ORDER BY table_id, seq").fetchall()
        connection.close()
        assert (revision, [LogRow(*row[:6]) for row in rows]) == ("9999", before)
        assert {row[6] for row in rows} == {"x"}
    assert killed >= (limit or 8)
    figure(
        f"24: {source.stem}: the next migration killed before {killed} statements: log of"
        f" {len(before)} entries intact, playable, completed at the second start"
    )


async def check_playable(path: Path, rows: list[LogRow]) -> None:
    """Load the table of a log."""
    async with open_room(path) as room:
        live = await room.find(rows[0].table_id)
        assert live is not None
        assert live.table.seq == len(rows)


@pytest.mark.parametrize("source", RELEASED, ids=lambda source: source.stem)
def test_24_every_released_database_opens_with_its_log_intact(
    tmp_path: Path, source: Path, figure: Figure
) -> None:
    path = tmp_path / "db"
    make_database(source, path)
    before = verified_rows_in(path)
    store = Store(f"sqlite:///{path}")
    store.open()
    store.close()
    assert verified_rows_in(path) == before
    assert len(before) > 20
    asyncio.run(check_playable(path, before))
    figure(f"24: database of migration {source.stem}: {len(before)} entries intact, playable")


def test_addresses_that_were_left_before_anybody_confirmed_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "db"
    migrate(path, "0007")
    with sqlite3.connect(path) as connection:
        row = "('table', 'token', 'player', 'ada@mail.example', 'key', '')"
        connection.execute(f"INSERT INTO turn_mails VALUES {row}")
    connection.close()
    store = Store(f"sqlite:///{path}")
    store.open()
    assert read_mails(store) == []
    store.close()


@ONLY_POSTGRES
def test_what_processes_told_each_other_of_limits_is_dropped(url: str) -> None:
    old = {"carry_codes", "address_usage", "address_connections", "open_tables"}
    store = Store(url)
    store.open()
    with store.writing() as connection:
        for name in old:
            connection.execute(sa.text(f"CREATE TABLE {name} (id integer)"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0009'"))
        connection.commit()
    store.close()
    store.open()
    with store.reading() as connection:
        assert not old & {*sa.inspect(connection).get_table_names()}
    store.close()
