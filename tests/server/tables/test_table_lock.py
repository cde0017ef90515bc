"""The lock of a table: fair to tasks, and taken at once by what is none."""

from __future__ import annotations

import asyncio

import pytest

from meldroom.server.tables.table_lock import TableLock


def test_who_has_waited_longest_gets_the_lock_next() -> None:
    async def scenario() -> list[int]:
        lock, order = TableLock(), list[int]()

        async def work(number: int) -> None:
            async with lock:
                await asyncio.sleep(0)
                order.append(number)

        lock.take()
        tasks = [asyncio.create_task(work(number)) for number in range(4)]
        await asyncio.sleep(0)
        lock.release()
        assert lock.locked()  # it is handed on, and nobody can take it in between
        await asyncio.gather(*tasks)
        assert not lock.locked()
        return order

    assert asyncio.run(scenario()) == [0, 1, 2, 3]


@pytest.mark.parametrize("handed_over", [False, True])
def test_who_stops_waiting_leaves_the_lock_to_the_others(handed_over: bool) -> None:
    async def scenario() -> None:
        lock = TableLock()

        async def work() -> None:
            async with lock:
                pass

        lock.take()
        impatient, other = (asyncio.create_task(work()) for _ in range(2))
        await asyncio.sleep(0)
        if handed_over:
            lock.release()
            impatient.cancel()
        else:
            impatient.cancel()
            await asyncio.sleep(0)
            lock.release()
        await other
        assert impatient.cancelled()
        assert not lock.locked()

    asyncio.run(scenario())
