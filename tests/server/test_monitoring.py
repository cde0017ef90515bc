"""The monitoring listener: health, readiness and metrics, and none of them in public."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from meldroom.server.admission import Admission
from meldroom.server.histogram import BOUNDS, Histogram
from meldroom.server.monitoring import PROBE_INTERVAL, make_monitor
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.conftest import Advance
from tests.server.faulty_disk import FAULTS, Fault, faulty_disk
from tests.server.local_room import monitored_server, open_room
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
