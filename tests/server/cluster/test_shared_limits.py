"""What an address uses up in one process is missing in the others too."""

from __future__ import annotations

import asyncio
import time
from typing import cast

import pytest

from meldroom.server.admission import ADDRESS_FULL, Admission
from meldroom.server.cluster.shared_limits import SharedLimits
from meldroom.server.cluster.shared_room import SharedRoom
from meldroom.server.limits import Limits
from meldroom.server.rate_limit import Rate
from meldroom.server.refusals import LimitReached
from meldroom.server.tables.room import Room
from tests.patience import PATIENCE
from tests.server.local_room import open_room
from tests.server.postgres import ONLY_POSTGRES, connect

pytestmark = pytest.mark.usefixtures("quick")
SLOW = Limits(gets=Rate(10, 1e6), posts=Rate(10, 1e6))  # nothing comes back meanwhile


def shared(room: Room) -> SharedLimits:
    return SharedLimits(Admission(SLOW), cast(SharedRoom, room).ownership)


def left(limits: SharedLimits, address: str, method: str = "GET") -> int:
    """Use up what an address may still do, and count it."""
    for count in range(100):
        try:
            limits.admission.check_request(address, method)
        except LimitReached:
            return count
    raise AssertionError("there is no limit")


def use(limits: SharedLimits, address: str, times: int) -> None:
    for _ in range(times):
        limits.admission.check_request(address, "GET")


@ONLY_POSTGRES
async def test_requests_of_an_address_count_in_every_process(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        here, there = shared(first), shared(second)
        use(here, "a", 7)
        use(there, "a", 1)
        for _ in range(3):  # what was told once is not told again
            await here.exchange()
            await there.exchange()
        assert left(there, "a") == 2
        assert left(there, "a", "POST") == 10
        assert left(there, "b") == 10
        await there.exchange()
        await here.exchange()
        assert left(here, "a") == 0
        assert left(here, "b") == 0


@ONLY_POSTGRES
async def test_what_is_taken_elsewhere_is_not_told_as_taken_here(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second, open_room(url) as third:
        everybody = [shared(room) for room in (first, second, third)]
        use(everybody[0], "a", 3)
        for _ in range(4):
            for limits in everybody:
                await limits.exchange()
        assert [
            round(one.limiters["gets"].bucket("a", time.monotonic()).level) for one in everybody
        ] == [7, 7, 7]


async def exchange_all(*everybody: SharedLimits) -> None:
    """Let everybody know what everybody has."""
    for limits in everybody * 2:
        await limits.exchange()


def few_connections(room: Room) -> SharedLimits:
    """Allow three connections of an address."""
    limits = Limits(connections_per_address=3)
    return SharedLimits(Admission(limits), cast(SharedRoom, room).ownership)


@ONLY_POSTGRES
async def test_connections_of_an_address_count_in_every_process_until_they_end(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        here, there = few_connections(first), few_connections(second)
        enter, leave = here.admission.enter, here.admission.leave
        assert [enter("a"), enter("a"), enter("b")] == [None] * 3
        await exchange_all(here, there)
        assert there.admission.enter("a") is None
        assert there.admission.enter("a") == ADDRESS_FULL
        assert there.admission.enter("b") is None
        there.admission.leave("a")
        await exchange_all(here, there)
        assert enter("a") == ADDRESS_FULL
        for _ in range(3):
            leave("a")
        await exchange_all(here, there)
        assert [there.admission.enter("a") for _ in range(2)] == [None] * 2
        assert here.admission.elsewhere == {"a": 1, "b": 1}, "as it was then"


@ONLY_POSTGRES
async def test_connections_to_a_process_without_a_heartbeat_do_not_count(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        killed, there = few_connections(first), few_connections(second)
        killed.admission.enter("a")
        await exchange_all(killed, there)
        assert there.admission.elsewhere == {"a": 1}
        killed.ownership.leases.seconds = 0.0
        async with asyncio.timeout(PATIENCE):
            while there.admission.elsewhere:
                await there.exchange()


@ONLY_POSTGRES
async def test_connections_to_a_process_that_stops_are_forgotten_at_once(url: str) -> None:
    async with open_room(url) as second:
        there = few_connections(second)
        async with open_room(url) as first:
            stopping = few_connections(first)
            stopping.admission.enter("a")
            await exchange_all(stopping, there)
            assert there.admission.elsewhere == {"a": 1}
        await there.exchange()
        assert there.admission.elsewhere == {}


@ONLY_POSTGRES
async def test_connections_are_told_again_after_a_crash_of_the_database(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        here, there = few_connections(first), few_connections(second)
        here.admission.enter("a")
        await here.exchange()
        with connect(url) as database:
            database.execute("TRUNCATE address_connections")  # it is not logged
        await exchange_all(here, there)
        assert there.admission.elsewhere == {"a": 1}


@ONLY_POSTGRES
async def test_this_machine_and_proxies_count_in_each_process_by_itself(url: str) -> None:
    async with open_room(url) as first, open_room(url) as second:
        ownership = cast(SharedRoom, first).ownership
        here, there = SharedLimits(Admission(proxies=["p"]), ownership), shared(second)
        for address in ("p", "127.0.0.1", "::1", "a"):
            here.admission.enter(address)
        await exchange_all(here, there)
        assert there.admission.elsewhere == {"a": 1}
