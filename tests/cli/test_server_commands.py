"""The commands around the server: serve, bot, doctor, backup."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.server.storage.store import EVENTS, Store
from tests.cli.conftest import ENVIRONMENT, MELDROOM, Command
from tests.server.local_room import UNLIMITED, local_server
from tests.server.played_games import SHORT_GAME
from tests.server.sample_logs import sample_log, write_log
from tests.server.socket_client import closed, connected, open_table, receive, send


def test_a_port_in_use_is_reported_in_one_line_with_another_to_try(
    meldroom: Command, tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        shown = meldroom("serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'db'}")
    assert shown.exit_code == 2
    assert f"cannot use port {port}" in shown.stderr
    assert f"try --port {port + 1}" in shown.stderr


def test_a_monitoring_port_in_use_is_reported_in_one_line(
    meldroom: Command, tmp_path: Path
) -> None:
    arguments = ["serve", "--port", 0, "--database", f"sqlite:///{tmp_path / 'db'}", "--monitor"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        shown = meldroom(*arguments, address)
    assert shown.exit_code == 2
    assert shown.stderr.startswith(f"cannot monitor at {address} (")
    for address in ("on", "9190", ":9190", "127.0.0.1:x", "127.0.0.1:65536"):
        shown = meldroom(*arguments, address)
        assert (shown.exit_code, shown.stderr) == (
            2,
            f"--monitor: {address!r} is not HOST:PORT, nor off\n",
        )


@pytest.mark.long
def test_two_rooms_run_on_one_machine_without_a_word_about_monitoring(tmp_path: Path) -> None:
    rooms = [
        subprocess.Popen(
            [*MELDROOM, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / name}"],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "two")
    ]
    for room in rooms:
        assert room.stdout is not None
        assert room.stdout.readline().startswith("Meldroom is running at http://127.0.0.1:")
    for room, name in zip(rooms, ("one", "two"), strict=True):
        room.terminate()
        with room:
            assert room.stdout is not None
            assert room.stderr is not None
            assert room.stdout.read() == f"Tables are stored in {tmp_path / name}\n"
            assert room.stderr.read() == ""
        assert room.returncode == 0


def test_lan_listens_on_every_address_so_a_host_makes_no_sense(meldroom: Command) -> None:
    shown = meldroom("serve", "--lan", "--host", "127.0.0.1")
    assert shown.exit_code == 2
    assert "--lan listens on every address: leave out --host" in shown.stderr


def test_28_a_second_server_on_one_file_is_refused(meldroom: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    store = Store(url)
    store.open()
    shown = meldroom("serve", "--port", 0, "--database", url)
    assert shown.exit_code == 2
    assert shown.stderr == f"{tmp_path / 'db'} is in use by another server\n"
    assert f"{tmp_path / 'db'}: in use by a server" in meldroom("doctor", "--database", url).stdout
    store.close()


def test_an_origin_beyond_this_machine_needs_https(meldroom: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    shown = meldroom("serve", "--port", 0, "--database", url, "--origin", "http://cards.example")
    assert shown.exit_code == 2
    assert "must be https" in shown.stderr


def test_a_missing_database_folder_is_reported_in_one_line(
    meldroom: Command, tmp_path: Path
) -> None:
    for command in (["serve", "--port", 0], ["backup", tmp_path / "copy"]):
        url = f"sqlite:///{tmp_path / 'no' / 'db'}"
        shown = meldroom(*command, "--database", url)
        assert shown.exit_code == 2
        assert len(shown.stderr.splitlines()) == 1
        assert str(tmp_path / "no") in shown.stderr
        if command[0] == "serve":
            assert f"the folder {tmp_path / 'no'} does not exist" in shown.stderr


def test_the_database_lies_in_the_users_data_folder_and_serve_says_where(
    meldroom: Command, data_folder: Path
) -> None:
    database = data_folder / "meldroom.db"
    found = meldroom("doctor").stdout
    assert f"{database}: does not exist yet" in found
    assert "compiled twins" in found
    with subprocess.Popen(
        [*MELDROOM, "serve", "--port", "0"], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Meldroom is running at http://")
        assert server.stdout.readline() == f"Tables are stored in {database}\n"
        server.terminate()
    assert database.exists()
    assert "all hash chains intact" in meldroom("doctor").stdout


def test_a_data_folder_that_cannot_be_made_is_reported_in_one_line(
    meldroom: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    shown = meldroom("serve")
    assert shown.exit_code == 2
    assert "name a database with --database" in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_the_name_of_a_database_hides_its_password() -> None:
    assert str(Store("postgresql://ada:secret@host/db")) == "postgresql+psycopg://ada:***@host/db"


def test_the_doctor_finds_a_broken_chain_and_a_backup_refuses_it(
    meldroom: Command, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    assert "does not exist yet" in meldroom("doctor", "--database", url).stdout
    write_log(url, sample_log("a" * 14, game=SHORT_GAME)[:20])
    healthy = meldroom("doctor", "--database", url)
    assert healthy.exit_code == 0
    assert "20 entries, all hash chains intact" in healthy.stdout
    assert "database schema at revision 0010" in healthy.stdout
    copied = meldroom("backup", tmp_path / "copy", "--database", url)
    assert copied.stdout == f"{tmp_path / 'copy'}: 20 entries, all hash chains intact\n"
    store = Store(url)
    with store.writing() as connection:
        connection.execute(sa.update(EVENTS).where(EVENTS.c.seq == 7).values(at=999))
        connection.commit()
    store.close()
    broken = meldroom("doctor", "--database", url)
    assert broken.exit_code == 2
    assert f"BAD  table {'a' * 14}: entry 8 does not follow entry 7" in broken.stdout
    refused = meldroom("backup", tmp_path / "other", "--database", url)
    assert refused.exit_code == 2
    assert not (tmp_path / "other").exists()


async def test_a_bot_joins_by_the_invitation_link_and_finishes_a_game(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db", UNLIMITED) as origin:
        place = await open_table(origin, seats=2, options={"hands": 3})
        link = f"{origin}/t/{place['table']}#{place['code']}"
        eve = await _bot(link + "x", "--name", "Eve")
        assert (await eve.communicate())[1] == b"that code does not open this table\n"
        robby = await _bot(link, "--name", "Robby", "--bot", "house")
        async with connected(origin, place) as ada:
            while not (await receive(ada, "table"))["seats"][1]["here"]:
                pass
            await send(ada, "leave")
            await closed(ada)
        assert robby.stdout is not None
        lines = [(await robby.stdout.readline()).decode().strip() for _ in range(3)]
        assert lines[:2] == [
            "Thumbs Up with Ada, Robby: house plays seat 1.",
            "Game 1 has started.",
        ]
        assert re.fullmatch(r"The game is over: place [12] of 2\.", lines[2])
        robby.send_signal(signal.SIGINT)
        assert (await robby.communicate())[0] == b"Left the table.\n"
        assert robby.returncode == 0


async def test_a_bot_that_is_removed_from_the_table_says_so(tmp_path: Path) -> None:
    async with local_server(tmp_path / "db") as origin:
        place = await open_table(origin, fill="people")
        robby = await _bot(f"{origin}/t/{place['table']}#{place['code']}", "--bot", "random")
        async with connected(origin, place) as ada:
            while not (await receive(ada, "table"))["seats"][1]["here"]:
                pass
            await send(ada, "kick", seat=1)
            _, errors = await robby.communicate()
        assert errors.decode().endswith(": the host removed you\n")
        assert robby.returncode == 2


async def _bot(link: str, *args: str) -> asyncio.subprocess.Process:
    program = [*MELDROOM, "bot", link, *args]
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*program, env=ENVIRONMENT, stdout=pipe, stderr=pipe)
