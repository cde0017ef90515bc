"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from meldroom.server.storage.postgres import TABLES
from meldroom.server.storage.store import METADATA
from tests.server import postgres


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
