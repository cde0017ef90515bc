"""A PostgreSQL server for tests marked `EVERY_STORE`, on a Unix socket of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

EVERY_STORE = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)


def programs() -> Path | None:
    """Find the folder with PostgreSQL's programs."""
    on_path = shutil.which("pg_ctl")
    found = [Path(on_path).resolve().parent] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in found if (folder / "initdb").exists()), None)


def why_missing() -> str:
    """Say why there is no PostgreSQL on this machine, or ""."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed (extra postgres)"
    return "" if programs() else "PostgreSQL's programs are not installed"


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server in a temporary folder, without a network; gives its URL."""
    folder = programs()
    assert folder is not None
    home = Path(tempfile.mkdtemp(prefix="meldroom-pg-"))
    user: dict[str, Any] = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(home, "postgres", "postgres")
    execute = partial(subprocess.run, check=True, cwd=home, stdout=subprocess.DEVNULL, **user)
    execute([folder / "initdb", "-D", home / "data", "-U", "meldroom", "-A", "trust", "-N"])
    options = f"-k {home} -c listen_addresses=''"
    control = [folder / "pg_ctl", "-D", home / "data", "-w"]
    execute([*control, "-o", options, "-l", home / "log", "start"])
    try:
        yield f"postgresql://meldroom@/postgres?host={home}"
    finally:
        execute([*control, "-m", "immediate", "stop"])
        shutil.rmtree(home)
