"""Metrics: what each is called, of which kind it is, and what it says."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from meldroom import __version__
from meldroom.server.admission import Admission
from meldroom.server.histogram import BOUNDS, Histogram
from meldroom.server.metrics import all_metrics, process_metrics
from tests.server.local_room import open_room, table_in_play

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
DESCRIBED = """\
# HELP meldroom_build_info The version.
# TYPE meldroom_build_info gauge
# HELP meldroom_acts_total Acts acknowledged, each after it was saved.
# TYPE meldroom_acts_total counter
# HELP meldroom_refusals_total Refusals by rule.
# TYPE meldroom_refusals_total counter
# HELP meldroom_log_rows_total Entries written to the log.
# TYPE meldroom_log_rows_total counter
# HELP meldroom_log_commits_total Transactions of the log.
# TYPE meldroom_log_commits_total counter
# HELP meldroom_background_runs_total Runs of work in the background.
# TYPE meldroom_background_runs_total counter
# HELP meldroom_background_failures_total Runs that failed.
# TYPE meldroom_background_failures_total counter
# HELP meldroom_damage Kinds of damage found.
# TYPE meldroom_damage gauge
# HELP meldroom_clients_ahead_total Clients ahead of the log.
# TYPE meldroom_clients_ahead_total counter
# HELP meldroom_tables Tables in memory.
# TYPE meldroom_tables gauge
# HELP meldroom_connections Open websockets.
# TYPE meldroom_connections gauge
# HELP meldroom_tcp_connections Open TCP connections of any kind.
# TYPE meldroom_tcp_connections gauge
# HELP meldroom_garbage_bytes Left behind, to be collected.
# TYPE meldroom_garbage_bytes gauge
# HELP meldroom_ack_seconds From a message to its acknowledgement.
# TYPE meldroom_ack_seconds histogram
# HELP meldroom_log_commit_seconds Duration of a transaction.
# TYPE meldroom_log_commit_seconds histogram
# HELP meldroom_http_request_seconds Duration of an HTTP request.
# TYPE meldroom_http_request_seconds histogram
# HELP process_resident_memory_bytes Memory in use.
# TYPE process_resident_memory_bytes gauge
# HELP process_cpu_seconds_total CPU time used, in seconds.
# TYPE process_cpu_seconds_total counter
"""


def values(text: str) -> dict[str, float]:
    """Read every sample."""
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_every_metric_says_what_the_room_counted(tmp_path: Path) -> None:
    async def scenario() -> str:
        async with open_room(tmp_path / "db") as room:
            live, clients, _ = await table_in_play(room, 2)
            await clients[live.table.current_match.to_act[0]].act("draw")
            await clients[0].act("fly")
            room.refusals["P-8"] += 2
            room.integrity.note("a page is damaged")
            room.clients_ahead, room.connections = 3, 4
            admission, requests = Admission(), Histogram()
            admission.enter("10.0.0.1")
            requests.observe(0.003)
            requests.observe(99.0)
            text = all_metrics(room, admission, requests)
            found = values(text)
            assert found["meldroom_log_rows_total"] == live.table.seq == room.log.rows
            assert found["meldroom_log_commits_total"] == room.log.commits
            return text

    text = asyncio.run(scenario())
    described = [line for line in text.splitlines() if line.startswith("#")]
    assert described == DESCRIBED.splitlines()
    found = values(text)
    version, last = f'{{version="{__version__}"}}', f'_bucket{{le="{BOUNDS[-1]}"}}'
    for name, value in {
        f"build_info{version}": 1, 'refusals_total{rule="P-8"}': 2, "acts_total": 1, "damage": 1,
        "clients_ahead_total": 3, "tables": 1, "connections": 4, "tcp_connections": 1,
        "ack_seconds_count": 1, "http_request_seconds_count": 2, "http_request_seconds_sum": 99.003,
        f"http_request_seconds{last}": 1, 'http_request_seconds_bucket{le="+Inf"}': 2,
    }.items():  # fmt: skip
        assert found[f"meldroom_{name}"] == value
    assert found["process_cpu_seconds_total"] > 0
    rules = re.findall(r'meldroom_refusals_total{rule="(.*?)"}', text)
    assert rules == sorted(rules)
    assert len(rules) == 2


def test_a_process_needs_memory() -> None:
    memory = values(process_metrics())["process_resident_memory_bytes"]
    assert memory > 2**20 or not Path("/proc/self/statm").exists()
    assert memory < 2**36


def test_the_operators_page_names_every_metric() -> None:
    page = DOCS.read_text("utf-8")
    names = re.findall(r"# TYPE (\S+)", DESCRIBED)
    assert [name for name in names if name not in page] == []
