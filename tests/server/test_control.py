"""The control file: beside the database, for the server's own user, and gone with the server."""

from __future__ import annotations

import stat
from pathlib import Path

from meldroom.server.control import (
    Control,
    control_file,
    control_path,
    new_control_token,
    read_control,
)
from meldroom.server.storage.store import Store

CONTROL = Control("http://127.0.0.1:9", "secret")


def no_folder() -> Path:
    raise AssertionError("nobody asks for the data folder")


def test_the_file_of_an_sqlite_database_is_beside_it_also_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "room.db")
    for name in ("room.db", "link.db"):
        store = Store(f"sqlite:///{tmp_path / name}")
        assert control_path(store, no_folder) == tmp_path / "room.db.control"


def test_another_database_has_its_file_in_the_data_folder_whatever_its_password(
    tmp_path: Path,
) -> None:
    def path(url: str) -> Path:
        return control_path(Store(url), lambda: tmp_path)

    own = path("postgresql+psycopg://ada:one@host/room")
    assert own.parent == tmp_path
    assert own.suffix == ".control"
    assert len(own.stem) == 16
    assert own == path("postgresql+psycopg://ada:two@host/room")
    assert own != path("postgresql+psycopg://ada:one@host/other")


def test_the_file_is_kept_while_the_server_runs_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "room.db.control"
    (tmp_path / "room.db.control.unfinished").write_text("left by a server that was killed")
    path.write_text("left, too")
    with control_file(path, CONTROL):
        assert read_control(path) == CONTROL
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert list(tmp_path.iterdir()) == [path]
    assert list(tmp_path.iterdir()) == []
    with control_file(path, CONTROL):
        path.unlink()


def test_a_server_that_ends_leaves_the_file_of_another_one(tmp_path: Path) -> None:
    path, other = tmp_path / "control", CONTROL._replace(token="other")
    with control_file(path, other):
        with control_file(path, CONTROL):
            assert read_control(path) == CONTROL
        with control_file(path, CONTROL):
            path.write_text('{"url": "x", "token": "of a server that was started later"}')
        assert path.exists()


def test_a_file_that_is_missing_or_damaged_names_no_server(tmp_path: Path) -> None:
    path = tmp_path / "control"
    assert read_control(path) is None
    for text in ("", "{", '{"url": "x"}', '{"url": 1, "token": "y"}', "[]"):
        path.write_text(text)
        assert read_control(path) is None


def test_no_two_tokens_are_the_same() -> None:
    one, other = new_control_token(), new_control_token()
    assert one != other
    assert len(one) == len(other) == 43, "32 bytes"
