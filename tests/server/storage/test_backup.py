"""Backups are made while people play, and restored elsewhere."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from meldroom.room.log_rows import LogRow
from meldroom.room.tokens import person_key
from meldroom.server.people.account import join_browsers
from meldroom.server.people.daily import deal_form, overview_form
from meldroom.server.storage.backup import NOT_COPIED, back_up, restore, verified_rows
from meldroom.server.storage.daily_deals import read_secrets, today
from meldroom.server.storage.postgres import TABLES
from meldroom.server.storage.store import EVENTS, METADATA, Store
from tests.conftest import Figure
from tests.server.local_room import join, open_room, open_store, table_in_play
from tests.server.people.test_daily import ADA, ELIF, attempt_of
from tests.server.played_games import NEVER, SHORT_GAME, play_on
from tests.server.postgres import EVERY_STORE
from tests.server.sample_logs import sample_log, write_log

# Without pauses the log would grow while it is copied, by more with every copy.
SECONDS_BETWEEN_MOVES = 0.05


@pytest.mark.parametrize(
    ("tables", "backups"), [(4, 2), pytest.param(32, 100, marks=pytest.mark.slow)]
)
def test_26_a_backup_made_while_people_play_is_a_prefix_of_every_log(
    tmp_path: Path, tables: int, backups: int, figure: Figure
) -> None:
    sizes: list[int] = []
    whole: dict[str, list[LogRow]] = {}
    tokens: dict[str, str] = {}

    async def scenario() -> None:
        async with open_room(tmp_path / "db") as room:
            games = [await table_in_play(room, 2) for _ in range(tables)]
            stopped = False

            async def play(live: Any, clients: Any) -> None:
                while not stopped and live.table.phase == "playing":
                    seat = live.table.current_match.to_act[0]
                    await clients[seat].act(clients[seat].legal[-1])
                    await asyncio.sleep(SECONDS_BETWEEN_MOVES)

            players = [asyncio.create_task(play(s, c)) for s, c, _ in games]
            for number in range(backups):
                copy = tmp_path / f"copy{number}"
                sizes.append(await asyncio.to_thread(back_up, room.store, copy))
                written = room.log.rows
                while room.log.rows == written and not all(task.done() for task in players):
                    await asyncio.sleep(0.001)
            stopped = True
            await asyncio.gather(*players)
            for live, _, tokens_of_table in games:
                key = live.table.key
                whole[key], tokens[key] = room.log.read(key), tokens_of_table[0]

    async def restored(copy: Path) -> None:
        async with open_room(copy) as room:
            for key, token in tokens.items():
                live = await room.find(key)
                assert live is not None
                assert live.table.match is not None
                client = await join(room, live, token)
                assert client.position["ply"] == live.table.match.state.ply

    asyncio.run(scenario())
    for number, size in enumerate(sizes):
        store = Store(f"sqlite:///{tmp_path / f'copy{number}'}")
        rows = list(verified_rows(store))
        store.close()
        assert len(rows) == size
        for key, written in whole.items():
            copied = [row for row in rows if row.table_id == key]
            assert copied == written[: len(copied)]
            assert len(copied) > 5
        if number % 10 == 0:
            asyncio.run(restored(tmp_path / f"copy{number}"))
    assert sizes == sorted(set(sizes)), "nobody played meanwhile"
    total = sum(len(rows) for rows in whole.values())
    figure(
        f"26: {backups} backups of {tables} tables while they play, {sizes[0]} to {sizes[-1]} of"
        f" {total} entries: each a prefix of every log, chains hold"
    )


def test_a_backup_does_not_overwrite_a_file(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'db'}", sample_log("x" * 14)[:10])
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    assert back_up(store, tmp_path / "copy") == 10
    with pytest.raises(FileExistsError, match="copy exists already"):
        back_up(store, tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy"]
    with Store(f"sqlite:///{tmp_path / 'copy'}").reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar() == 10


@EVERY_STORE
def test_a_backup_is_restored_into_an_empty_database_of_either_kind(
    tmp_path: Path, url: str
) -> None:
    write_log(f"sqlite:///{tmp_path / 'room'}", sample_log("a" * 14)[:30])
    source, target = Store(f"sqlite:///{tmp_path / 'room'}"), Store(url)
    back_up(source, tmp_path / "backup")
    target.open()
    assert restore(tmp_path / "backup", target) == 30
    assert list(verified_rows(target)) == list(verified_rows(source))
    with pytest.raises(FileExistsError, match="restore into an empty database"):
        restore(tmp_path / "backup", target)
    source.close()
    target.close()


def fill(store: Store) -> None:
    """Give every table that the database has without a row one."""
    values = {str: "x", int: 1, float: 1.0, bool: True}
    with store.writing() as connection, connection.begin():
        for table in METADATA.sorted_tables:
            if connection.execute(sa.select(table).limit(1)).first() is None:
                row = {column.name: values[column.type.python_type] for column in table.c}
                connection.execute(sa.insert(table).values(row))


def content(store: Store) -> dict[str, set[tuple[Any, ...]]]:
    """Read every row of every table."""
    with store.reading() as connection:
        return {
            name: {tuple(row) for row in connection.execute(sa.select(table))}
            for name, table in METADATA.tables.items()
        }


def deals_as_shown(store: Store) -> list[dict[str, Any]]:
    """Describe today's deals to two people."""
    secrets = read_secrets(store, today())
    return [
        form
        for persons in ([person_key(ADA)], [person_key(ELIF)])
        for form in (
            overview_form(store, today(), secrets, persons),
            *(deal_form(store, today(), game, secrets[game], persons, True) for game in secrets),
        )
    ]


@EVERY_STORE
async def test_47_a_restored_room_has_everything_that_the_room_had(
    tmp_path: Path, url: str, figure: Figure
) -> None:
    async with open_room(tmp_path / "room", NEVER) as room:
        await play_on(await attempt_of(room, "Ada", ADA))
        await play_on(await attempt_of(room, "Elif", ELIF), 3)
        await join_browsers(room, ADA, "a-session-of-her-other-browser")
        await room.ratings.up_to_date()
        fill(room.store)
        before, shown = content(room.store), deals_as_shown(room.store)
        back_up(room.store, tmp_path / "backup")
    target = open_store(url)
    restore(tmp_path / "backup", target)
    after = content(target)
    assert all(before.values())
    for name in METADATA.tables:
        assert after[name] == (set() if name in NOT_COPIED else before[name]), name
    assert deals_as_shown(target) == shown
    back_up(target, tmp_path / "again")
    again = Store(f"sqlite:///{tmp_path / 'again'}")
    assert content(again) == after
    again.close()
    assert [game["state"] for game in shown[0]["games"] if game["table"]] == ["over"]
    target.close()
    figure(f"47: every row of {len({*METADATA.tables} - {*NOT_COPIED})} tables is restored")


def test_47_what_a_backup_leaves_out_is_named_with_a_reason() -> None:
    assert {*NOT_COPIED} == {*TABLES, "alembic_version"}
    assert all(NOT_COPIED.values())


@pytest.mark.long
def test_47_a_table_is_copied_whether_or_not_the_process_knows_it(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'db'}")
    fill(store)
    with store.writing() as connection, connection.begin():
        connection.execute(sa.delete(EVENTS))  # the synthetic row follows nothing
    store.close()
    address = store.url.render_as_string()
    command = [sys.executable, "-m", "meldroom", "backup", str(tmp_path / "copy")]
    subprocess.run([*command, "--database", address], check=True)
    copy = Store(f"sqlite:///{tmp_path / 'copy'}")
    empty = {name for name, rows in content(copy).items() if not rows}
    copy.close()
    assert empty == {"events", *(METADATA.tables.keys() & NOT_COPIED)}


def test_a_database_in_which_anything_is_stored_is_not_restored_into(tmp_path: Path) -> None:
    write_log(f"sqlite:///{tmp_path / 'room'}", sample_log("a" * 14)[:5])
    source, target = Store(f"sqlite:///{tmp_path / 'room'}"), open_store(f"sqlite:///{tmp_path}/db")
    back_up(source, tmp_path / "backup")
    with target.writing() as connection, connection.begin():
        deal = {"day": today(), "game": SHORT_GAME, "secret": "00"}
        connection.execute(sa.insert(METADATA.tables["daily_deals"]).values(deal))
    with pytest.raises(FileExistsError, match="db is not empty; restore into an empty database"):
        restore(tmp_path / "backup", target)
    source.close()
    target.close()
