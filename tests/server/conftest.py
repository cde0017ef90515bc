"""Databases, rooms and servers for tests; each test has its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from meldroom.server.storage.postgres import TABLES
from meldroom.server.storage.store import METADATA
from meldroom.server.tables.room import Room
from tests.server import postgres
from tests.server.local_room import local_server, open_room
from tests.server.played_games import NEVER
from tests.server.socket_client import http_client


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give a PostgreSQL database, or skip."""
    why = postgres.why_missing()
    if why:
        pytest.skip(why)
    with postgres.postgres_server() as server:
        yield server.url


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of an empty database of the kind in the parameter."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'db'}"
        return
    address: str = request.getfixturevalue("postgres_url")
    yield address
    engine = sa.create_engine(sa.make_url(address).set(drivername="postgresql+psycopg"))
    names = ", ".join([*METADATA.tables, *TABLES, "alembic_version"])
    with engine.begin() as connection:
        connection.execute(sa.text(f"DROP TABLE IF EXISTS {names}"))
    engine.dispose()


Advance = Callable[[float], None]


@pytest.fixture
async def advance() -> Advance:
    """Set the clock of the event loop forward, and with it all that waits for a time."""
    loop, passed = asyncio.get_running_loop(), 0.0
    real_time = loop.time
    loop.time = lambda: real_time() + passed  # type: ignore[method-assign]

    def advance(seconds: float) -> None:
        nonlocal passed
        passed += seconds

    return advance


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Open a room in which bots move at once."""
    async with open_room(tmp_path / "db") as room:
        yield room


@pytest.fixture
async def still_room(tmp_path: Path) -> AsyncIterator[Room]:
    """Open a room in which bots never move by themselves."""
    async with open_room(tmp_path / "db", NEVER) as room:
        yield room


@pytest.fixture
async def origin(tmp_path: Path) -> AsyncIterator[str]:
    """Run a server; gives its origin."""
    async with local_server(tmp_path / "db") as origin:
        yield origin


@pytest.fixture
async def http(origin: str) -> AsyncIterator[httpx.AsyncClient]:
    """Make requests to the server as its own page does."""
    async with http_client(origin) as client:
        yield client
