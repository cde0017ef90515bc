"""Servers are measured beside an echo: in a flood, beside another version, and several at once."""

from __future__ import annotations

from pathlib import Path

import pytest

import meldroom
from tests.benchmarks.conftest import Bench
from tests.server.conftest import postgres_url, url
from tests.server.postgres import ONLY_POSTGRES

__all__ = ["postgres_url", "url"]  # fixtures
PROCESSES = ("server", "--tables", 1, "--seconds", 0.1, "--processes", 2)


@pytest.mark.long
def test_the_server_is_measured_beside_an_echo_another_version_and_in_a_flood(
    bench: Bench,
) -> None:
    source = Path(meldroom.__file__).parents[1]
    shown = bench("server", "--tables", 1, "--seconds", 0.2, "--flood", 2, "--beside", source)
    assert shown.exit_code == 0, shown.output
    lines = shown.stdout.splitlines()[1:]
    labels = [line[:12].strip() for line in lines[:-1]]
    assert labels == ["echo 1", "1 beside", "1 tables", "flooded"]
    assert lines[-1].startswith("flooded by 2 connections: p50 x ")


@pytest.mark.long
@ONLY_POSTGRES
def test_moves_are_measured_at_the_tables_own_process_and_passed_on(bench: Bench, url: str) -> None:
    shown = bench(*PROCESSES, "--database", url)
    assert shown.exit_code == 0, shown.output
    labels = [line[:12].strip() for line in shown.stdout.splitlines()[1:]]
    assert labels == ["echo 1", "1 tables", "2 processes", "passed on"]
    for line in shown.stdout.splitlines()[3:]:
        assert int(line[12:23].replace(",", "")) > 0, "somebody plays"


def test_several_processes_need_postgresql(bench: Bench) -> None:
    shown = bench(*PROCESSES)
    assert shown.exit_code == 2
    assert "--processes needs a --database on PostgreSQL" in shown.stderr
