"""`meldroom bench server --processes`: several servers on one PostgreSQL database."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from meldroom.cli import main
from tests.server.conftest import postgres_url, url
from tests.server.postgres import ONLY_POSTGRES

__all__ = ["postgres_url", "url"]  # fixtures
BENCH = ("bench", "server", "--tables", "1", "--seconds", "0.1", "--processes", "2")


def meldroom(*args: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, args, prog_name="meldroom")


@pytest.mark.long
@ONLY_POSTGRES
def test_moves_are_measured_at_the_tables_own_process_and_passed_on(url: str) -> None:
    shown = meldroom(*BENCH, "--database", url)
    assert shown.exit_code == 0, shown.output
    labels = [line[:12].strip() for line in shown.stdout.splitlines()[1:]]
    assert labels == ["echo 1", "1 tables", "2 processes", "passed on"]
    for line in shown.stdout.splitlines()[3:]:
        assert int(line[12:23].replace(",", "")) > 0, "somebody plays"


def test_several_processes_need_postgresql() -> None:
    shown = meldroom(*BENCH)
    assert shown.exit_code == 2
    assert "--processes needs a --database on PostgreSQL" in shown.stderr
