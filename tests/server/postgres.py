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
from typing import TYPE_CHECKING, Any

import pytest

from tests import missing
from tests.levels import as_long, few

if TYPE_CHECKING:
    import psycopg

EVERY_STORE = pytest.mark.parametrize("url", few(["sqlite", "postgresql"], 1), indirect=True)
ONLY_POSTGRES = pytest.mark.parametrize("url", [as_long("postgresql")], indirect=True)


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
    return "" if programs() else missing.POSTGRES


class PostgresServer:
    """A server in a temporary folder; without a network unless there is an address."""

    def __init__(self, home: Path, programs: Path, address: str = "") -> None:
        self.home, self.address = home, address
        self.url = f"postgresql://meldroom@/postgres?host={home}"
        user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(home, "postgres", "postgres")
        self._execute = partial(
            subprocess.run, check=True, cwd=home, stdout=subprocess.DEVNULL, **user
        )
        self._control = [programs / "pg_ctl", "-D", home / "data", "-w"]
        initdb = [programs / "initdb", "-D", home / "data", "-U", "meldroom", "-A", "trust", "-N"]
        self._execute(initdb)
        if address:
            self.network_url = f"postgresql://meldroom@{address}/postgres"
            with (home / "data" / "pg_hba.conf").open("a") as rules:
                rules.write("host all all samenet trust\n")

    def start(self) -> None:
        """Start it, after a crash too."""
        options = f"-k {self.home} -c listen_addresses='{self.address}'"
        self._execute([*self._control, "-o", options, "-l", self.home / "log", "start"])

    def kill(self) -> None:
        """End it as a crash would."""
        self._execute([*self._control, "-m", "immediate", "stop"])


@contextmanager
def postgres_server(address: str = "") -> Iterator[PostgresServer]:
    """Run a server that the test may kill."""
    folder = programs()
    assert folder is not None
    server = PostgresServer(Path(tempfile.mkdtemp(prefix="meldroom-pg-")), folder, address)
    server.start()
    try:
        yield server
    finally:
        server.kill()
        shutil.rmtree(server.home)


def connect(url: str, autocommit: bool = False) -> psycopg.Connection[Any]:
    """Connect to a database beside the server, where psycopg is installed."""
    import psycopg

    return psycopg.connect(url, autocommit=autocommit)


def cut_connections(url: str) -> int:
    """Cut every connection to a database, and count them."""
    cut = """
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = 'postgres' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    """
    with connect(url) as connection:
        return len(connection.execute(cut).fetchall())


@contextmanager
def taken_away(url: str) -> Iterator[None]:
    """Let nobody open a database, and cut the connections that PostgreSQL has."""
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        moved = path.rename(path.with_name("moved"))
        yield
        moved.rename(path)
        return
    allow = "ALTER DATABASE postgres ALLOW_CONNECTIONS {}"
    with connect(url.replace("/postgres?", "/template1?"), autocommit=True) as database:
        database.execute(allow.format("false"))
        try:
            cut_connections(url.replace("/postgres?", "/template1?"))
            yield
        finally:
            database.execute(allow.format("true"))
