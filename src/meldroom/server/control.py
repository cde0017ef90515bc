"""The control file: where a running server takes administration commands, and with which token."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from meldroom.server.storage.store import Store

TOKEN_SIZE = 32  # bytes


class Control(NamedTuple):
    """The address of a server's monitoring listener, and the token that proves the right to it."""

    url: str
    token: str


def new_control_token() -> str:
    """Make a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_SIZE)


def control_path(store: Store, data_folder: Callable[[], Path]) -> Path:
    """Return where the control file of a database is: beside an SQLite file, else in the folder."""
    if store.sqlite:
        path = store.path.resolve()
        return path.with_name(f"{path.name}.control")
    url = store.url.set(password=None).render_as_string()
    return data_folder() / f"{sha256(url.encode()).hexdigest()[:16]}.control"


@contextmanager
def control_file(path: Path, control: Control) -> Iterator[None]:
    """Keep the control file while the server runs, readable by its owner alone.

    Of several servers on one PostgreSQL database the last one that was started has the file.
    """
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(control._asdict()))
    unfinished.replace(path)
    try:
        yield
    finally:
        if read_control(path) == control:
            path.unlink(missing_ok=True)


def read_control(path: Path) -> Control | None:
    """Read the control file; None if there is none, or if it is damaged."""
    try:
        return Control(**msgspec.json.decode(path.read_bytes(), type=dict[str, str]))
    except (FileNotFoundError, msgspec.DecodeError, TypeError):
        return None
