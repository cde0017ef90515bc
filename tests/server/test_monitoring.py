"""The monitoring listener: health, readiness and each metric, and none of them in public."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from meldroom import __version__
from meldroom.server.admission import Admission
from meldroom.server.histogram import BOUNDS, Histogram
from meldroom.server.monitoring import PROBE_INTERVAL, all_metrics, make_monitor, process_metrics
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.conftest import Advance
from tests.server.faulty_disk import FAULTS, Fault, faulty_disk
from tests.server.local_room import monitored_server, open_room, table_in_play
from tests.server.postgres import EVERY_STORE
from tests.server.socket_client import (
    closed,
    connected,
    give_shares,
    http_client,
    open_table,
    read_metrics,
    receive,
    send,
)


async def samples(monitor: str) -> dict[str, float]:
    """Read the metrics by name and labels."""
    async with http_client(monitor) as http:
        return await read_metrics(http)


async def test_41_the_server_is_monitored_on_a_listener_of_its_own(tmp_path: Path) -> None:
    async with monitored_server(tmp_path / "db") as (origin, monitor):
        async with http_client(origin) as public:
            for path in ("/health", "/ready", "/metrics"):
                assert (await public.get(path)).status_code == 404
        async with httpx.AsyncClient(base_url=monitor, timeout=PATIENCE) as http:
            assert (await http.get("/health")).json() == {"health": "ok"}
            assert (await http.get("/ready")).json() == {"ready": True}
            metrics = await http.get("/metrics")
            assert metrics.headers["content-type"].startswith("text/plain; version=0.0.4")
            assert "meldroom_log_rows_total 0" in metrics.text.splitlines()
            assert (await http.get("/api/tables")).status_code == 404


async def test_a_server_whose_database_is_gone_is_alive_but_not_ready(tmp_path: Path) -> None:
    async with monitored_server(tmp_path / "db") as (_, monitor), http_client(monitor) as http:
        (tmp_path / "db").rename(tmp_path / "moved")
        answer = await http.get("/ready")
        assert (answer.status_code, answer.json()["ready"]) == (503, False)
        assert (await http.get("/health")).status_code == 200
        (tmp_path / "moved").rename(tmp_path / "db")


def monitor_of(room: Room) -> httpx.AsyncClient:
    """Ask the monitoring application of a room without a socket."""
    app = make_monitor(lambda: room, Admission(), Histogram())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://monitor")


async def status_after_a_second(http: httpx.AsyncClient, advance: Advance) -> int:
    """Ask whether a server is ready once a second has passed."""
    advance(PROBE_INTERVAL)
    return (await http.get("/ready")).status_code


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name.replace(" ", "-"))
async def test_53_a_server_whose_disk_takes_no_moves_is_not_ready(
    fault: Fault, tmp_path: Path, advance: Advance
) -> None:
    with faulty_disk() as disk:
        async with open_room(tmp_path / "db") as room, monitor_of(room) as http:
            assert await status_after_a_second(http, advance) == 200
            disk.fail(fault, every=1)
            assert await status_after_a_second(http, advance) == 503
            disk.repair()
            assert await status_after_a_second(http, advance) == 200


@EVERY_STORE
async def test_53_a_server_whose_database_is_read_only_is_not_ready(
    url: str, advance: Advance
) -> None:
    async with open_room(url) as room, monitor_of(room) as http:
        assert await status_after_a_second(http, advance) == 200
        await room.log.change(_read_only, erases=False)
        assert await status_after_a_second(http, advance) == 503


def _read_only(connection: sa.Connection) -> None:
    """Let nothing more be written by the connection that writes."""
    sqlite = connection.dialect.name == "sqlite"
    postgres = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    connection.exec_driver_sql("PRAGMA query_only=ON" if sqlite else postgres)


async def test_53_however_many_ask_readiness_writes_once_a_second(
    tmp_path: Path, advance: Advance
) -> None:
    with faulty_disk() as disk:
        async with open_room(tmp_path / "db") as room, monitor_of(room) as http:
            disk.fail(FAULTS[0], every=1)
            for second in range(1, 4):
                advance(PROBE_INTERVAL)
                answers = await asyncio.gather(*[http.get("/ready") for _ in range(5)])
                assert {answer.status_code for answer in answers} == {503}
                assert disk.failures == second


async def test_refusals_are_counted_by_rule_over_both_protocols(tmp_path: Path) -> None:
    async with monitored_server(tmp_path / "db") as (origin, monitor):
        place = await open_table(origin)
        async with connected(origin, place) as ada:
            await send(ada, "act", id="1", texts=["draw"])
            assert (await receive(ada, "refusal"))["rule"] == "X-8"
        async with connected(origin) as eve:
            await send(eve, "hello", table=place["table"], token="x" * 43)
            assert (await closed(eve))[0] == 4003
        async with http_client(origin) as http:
            await http.post("/api/tables", json={"game": "whist", "seats": 2, "name": "Ada"})
            await http.get("/api/games", headers={"Host": "rebound.example"})
        counted = {
            name: value
            for name, value in (await samples(monitor)).items()
            if name.startswith("meldroom_refusals_total")
        }
        assert counted == {
            f'meldroom_refusals_total{{rule="{rule}"}}': 1 for rule in ("P-1", "P-7", "P-10", "X-8")
        }


async def test_acknowledgements_commits_and_requests_are_timed(tmp_path: Path) -> None:
    async with monitored_server(tmp_path / "db") as (origin, monitor):
        place = await open_table(origin, seats=2)
        async with connected(origin, place) as ada, asyncio.timeout(PATIENCE):
            await give_shares(ada)
            while not (play := await receive(ada, "play"))["legal"]:
                pass
            await send(ada, "act", id="1", texts=[play["legal"][0]["text"]])
            await receive(ada, "ack")
            measured = await samples(monitor)
        assert measured["meldroom_tcp_connections"] >= measured["meldroom_connections"] == 1
        assert measured["meldroom_acts_total"] == 1
        for name in ("ack", "log_commit", "http_request"):
            count = measured[f"meldroom_{name}_seconds_count"]
            assert count >= 1
            assert measured[f'meldroom_{name}_seconds_bucket{{le="+Inf"}}'] == count
            assert measured[f"meldroom_{name}_seconds_sum"] > 0


@pytest.mark.parametrize("seconds", [0.0, *BOUNDS, 100.0])
def test_a_duration_counts_under_the_first_bound_that_it_does_not_exceed(seconds: float) -> None:
    histogram = Histogram()
    histogram.observe(seconds)
    (at,) = (at for at, count in enumerate(histogram.counts) if count)
    assert (histogram.count, histogram.seconds) == (1, seconds)
    assert at == sum(bound < seconds for bound in BOUNDS)


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
