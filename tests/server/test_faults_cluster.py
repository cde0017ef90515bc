"""Faults of several processes on one PostgreSQL: killed, paused, cut off, without a database."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Callable, Iterator

import pytest

from meldroom.server.storage.leases import LEASE_SECONDS
from tests.conftest import Figure
from tests.patience import PATIENCE
from tests.server import postgres
from tests.server.cluster import network
from tests.server.cluster.checker import Verdict, check
from tests.server.cluster.network import (
    DATABASE_ADDRESS,
    NetworkCluster,
    in_new_namespace,
    network_cluster,
)
from tests.server.cluster.play import all_go_on, open_all, playing
from tests.server.cluster.processes import Cluster, cluster
from tests.server.postgres import PostgresServer, cut_connections
from tests.server.random_players import RandomPlayer
from tests.server.socket_client import http_client

FEW_OR_ALL = pytest.mark.parametrize


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """Run a PostgreSQL server that the test may kill."""
    if why := postgres.why_missing():
        pytest.skip(why)
    with postgres.postgres_server() as server:
        yield server


@pytest.mark.long
@FEW_OR_ALL(
    ("rounds", "tables"), [(4, 9), pytest.param(60, 30, marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_8_three_processes_under_load_lose_nothing_when_they_are_killed_and_restarted(
    database: PostgresServer, rounds: int, tables: int, figure: Figure
) -> None:
    rng = random.Random(8)
    seconds: dict[str, list[float]] = {"killed": [], "stopped": []}

    async def scenario(servers: Cluster, players: list[RandomPlayer]) -> None:
        async with playing(players, servers.origins):
            await all_go_on(players)
            for round_number in range(rounds):
                number = rng.randrange(3)
                how = "killed" if round_number % 2 == 0 else "stopped"
                end = servers.kill if how == "killed" else servers.stop
                await asyncio.to_thread(end, number)
                seconds[how].append(await all_go_on(players))
                await asyncio.to_thread(servers.start, number)
                await all_go_on(players)

    verdict = play_through(database.url, tables, scenario)
    figure(
        f"8: 3 processes, {tables} tables, {rounds} of them killed or stopped: {verdict}; every"
        f" table went on {spread(seconds['killed'])} after a kill (lease {LEASE_SECONDS:.0f} s),"
        f" {spread(seconds['stopped'])} after a stop"
    )


def spread(seconds: list[float]) -> str:
    """Give the median and the longest."""
    return f"{statistics.median(seconds):.1f} s (at most {max(seconds):.1f} s)"


def play_through(
    url: str, tables: int, scenario: Callable[[Cluster, list[RandomPlayer]], object]
) -> Verdict:
    """Let people play at three processes while faults happen, and check what they were told."""
    with cluster(url, 3) as servers:
        players = asyncio.run(open_all(servers, tables))
        asyncio.run(scenario(servers, players))  # type: ignore[arg-type]
        return checked(url, players)


def checked(url: str, players: list[RandomPlayer]) -> Verdict:
    """Check what people were told, who must have been told something."""
    verdict = check(url, players)
    assert verdict.good, verdict
    assert verdict.acknowledged > 0
    assert verdict.bot_moves > 0
    return verdict


@pytest.mark.long
def test_8_an_owner_that_was_paused_longer_than_its_lease_writes_nothing_more(
    database: PostgresServer, figure: Figure
) -> None:
    async def scenario(servers: Cluster, players: list[RandomPlayer]) -> None:
        async with playing(players, servers.origins):
            await all_go_on(players)
            servers.pause(0)
            await all_go_on(players)  # elsewhere
            servers.resume(0)
            await all_go_on(players)
            await asyncio.sleep(1.0)  # what the paused process would write comes now
            await all_go_on(players)

    verdict = play_through(database.url, 9, scenario)
    figure(f"8: 1 of 3 processes paused longer than its lease: {verdict}")


@pytest.mark.long
@FEW_OR_ALL("cuts", [1, pytest.param(20, marks=pytest.mark.slow)], ids=["few", "all"])
def test_8_an_owner_that_is_cut_off_from_the_database_and_its_neighbours_loses_nothing(
    cuts: int, figure: Figure
) -> None:
    if why := postgres.why_missing() or network.why_missing():
        pytest.skip(why)
    seconds = []
    rng = random.Random(8)

    async def scenario(servers: NetworkCluster) -> list[RandomPlayer]:
        async with servers.reachable():
            players = await open_all(servers, 9)
            async with playing(players, servers.origins):
                for _ in range(cuts):
                    await all_go_on(players)
                    machine = rng.choice(servers.machines)
                    machine.cut()
                    seconds.append(await all_go_on(players))
                    machine.join()
                    await answers_again(servers.origins[machine.number])
            return players

    def play_and_check() -> Verdict:
        with (
            postgres.postgres_server(DATABASE_ADDRESS) as database,
            network_cluster(database.network_url, 3) as servers,
        ):
            return checked(database.url, asyncio.run(scenario(servers)))

    verdict = in_new_namespace(play_and_check)
    figure(
        f"8: 1 of 3 processes cut off {cuts} times: {verdict}; every table went on"
        f" {spread(seconds)} later"
    )


async def answers_again(origin: str) -> None:
    """Wait until a server reads from the database again."""
    async with http_client(origin) as http, asyncio.timeout(PATIENCE):
        while (await http.get("/api/tables")).status_code != 200:
            await asyncio.sleep(0.05)


@pytest.mark.long
@FEW_OR_ALL("kills", [2, pytest.param(20, marks=pytest.mark.slow)], ids=["few", "all"])
def test_9_a_database_that_is_killed_and_restarted_loses_nothing(
    database: PostgresServer, kills: int, figure: Figure
) -> None:
    seconds = []

    async def scenario(servers: Cluster, players: list[RandomPlayer]) -> None:
        async with playing(players, servers.origins):
            for _ in range(kills):
                await all_go_on(players)
                await asyncio.to_thread(database.kill)
                await asyncio.to_thread(database.start)
                seconds.append(await all_go_on(players))

    verdict = play_through(database.url, 9, scenario)
    figure(
        f"9: PostgreSQL killed {kills} times under load: {verdict}; every table went on"
        f" {spread(seconds)} after it was back"
    )


@pytest.mark.long
@FEW_OR_ALL("cuts", [3, pytest.param(60, marks=pytest.mark.slow)], ids=["few", "all"])
def test_10_processes_that_lose_all_their_connections_to_the_database_go_on(
    database: PostgresServer, cuts: int, figure: Figure
) -> None:
    seconds = []

    async def scenario(servers: Cluster, players: list[RandomPlayer]) -> None:
        async with playing(players, servers.origins):
            for _ in range(cuts):
                await all_go_on(players)
                assert await asyncio.to_thread(cut_connections, database.url) > 3
                seconds.append(await all_go_on(players))

    verdict = play_through(database.url, 9, scenario)
    figure(
        f"10: all connections to PostgreSQL cut {cuts} times: {verdict}; every table went on"
        f" {spread(seconds)} later"
    )
