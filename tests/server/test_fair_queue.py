"""Whoever asks for much waits behind themselves, and what is urgent comes first."""

from __future__ import annotations

import asyncio
from contextvars import copy_context

import pytest

from meldroom.server.fair_queue import Asker, FairQueue, asker
from meldroom.server.refusals import LimitReached

STRANGER, NEIGHBOUR = "203.0.113.5", "203.0.113.6"


class Served:
    """Tasks that wait in a queue, and who was served in which order."""

    def __init__(self, at_once: int = 1, max_waiting: int | None = None) -> None:
        self.queue = FairQueue(at_once, max_waiting)
        self.order: list[str] = []

    def ask(self, address: str, first: bool = False, weight: int = 1) -> asyncio.Task[None]:
        """Ask for a turn as a client at an address."""
        context = copy_context()
        context.run(asker.set, Asker(address, weight))
        return asyncio.get_running_loop().create_task(self._serve(address, first), context=context)

    async def _serve(self, address: str, first: bool) -> None:
        async with self.queue.turn(first):
            self.order.append(address)
            await asyncio.sleep(0)


async def test_48_an_address_that_asks_for_much_lets_others_in_between() -> None:
    served = Served()
    tasks = [served.ask(STRANGER) for _ in range(10)] + [served.ask(NEIGHBOUR) for _ in range(2)]
    await asyncio.gather(*tasks)
    assert served.order[:5] == [STRANGER, STRANGER, NEIGHBOUR, STRANGER, NEIGHBOUR]
    assert (served.order.count(STRANGER), served.queue.running, served.queue.waiting) == (10, 0, 0)


async def test_48_what_comes_first_waits_for_nobody_who_waits() -> None:
    served = Served()
    tasks = [served.ask(STRANGER) for _ in range(10)] + [served.ask("a bot", first=True)]
    await asyncio.gather(*tasks)
    assert served.order[:2] == [STRANGER, "a bot"]


@pytest.mark.parametrize("weight", [1, 3])
async def test_49_an_address_with_too_many_waiting_is_refused_and_no_other(weight: int) -> None:
    served = Served(max_waiting=2)
    kept = [served.ask(STRANGER, weight=weight) for _ in range(1 + 2 * weight)]
    refused = [served.ask(STRANGER, weight=weight) for _ in range(4)]
    other, room = served.ask(NEIGHBOUR), [served.ask("") for _ in range(8)]
    outcomes = await asyncio.gather(*refused, return_exceptions=True)
    assert all(isinstance(one, LimitReached) for one in outcomes)
    await asyncio.gather(*kept, other, *room)
    assert len(served.order) == len(kept) + 1 + 8, "the room itself is never refused"


async def test_who_no_longer_waits_takes_no_turn() -> None:
    served = Served()
    first, gone, last = (served.ask(address) for address in ("a", "b", "c"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, last)
    assert served.order == ["a", "c"]
    assert (served.queue.running, served.queue.waiting) == (0, 0)


async def test_a_turn_that_comes_as_its_waiter_is_cancelled_goes_to_the_next() -> None:
    queue, let_go, served = FairQueue(1), asyncio.Event(), list[str]()

    async def hold() -> None:
        async with queue.turn():
            await let_go.wait()
        waiting[0].cancel()  # in the moment in which its turn comes

    async def wait(name: str) -> None:
        async with queue.turn():
            served.append(name)

    holder = asyncio.create_task(hold())
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(wait(name)) for name in "ab"]
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.gather(holder, *waiting, return_exceptions=True)
    assert served == ["b"]
    assert queue.running == 0
