"""What an address uses up in one process is missing in the others too."""

from __future__ import annotations

import time
from typing import cast

import pytest

from meldroom.server.cluster.shared_limits import SharedLimits, share_limits
from meldroom.server.cluster.shared_room import SharedRoom
from meldroom.server.http.admission import Admission
from meldroom.server.limits import Limits
from meldroom.server.rate_limit import Rate
from meldroom.server.refusals import LimitReached
from meldroom.server.tables.room import Room
from tests.server.local_room import open_room, run
from tests.server.postgres import ONLY_POSTGRES

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
def test_requests_of_an_address_count_in_every_process(url: str) -> None:
    async def scenario() -> None:
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

    run(scenario())


@ONLY_POSTGRES
def test_what_is_taken_elsewhere_is_not_told_as_taken_here(url: str) -> None:
    async def scenario() -> None:
        async with open_room(url) as first, open_room(url) as second, open_room(url) as third:
            everybody = [shared(room) for room in (first, second, third)]
            use(everybody[0], "a", 3)
            for _ in range(4):
                for limits in everybody:
                    await limits.exchange()
            assert [
                round(one.limiters["gets"].bucket("a", time.monotonic()).level) for one in everybody
            ] == [7, 7, 7]

    run(scenario())


def test_a_room_by_itself_shares_nothing(tmp_path: object) -> None:
    async def scenario() -> None:
        async with open_room(f"sqlite:///{tmp_path}/db") as room:
            assert share_limits(room, Admission()) is None

    run(scenario())
