"""What is worked out beside the event loop, and who is told."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any, cast

from meldroom.server.tables.bot_pool import BotPool
from meldroom.server.tables.thinker import PoolThinker


async def test_whoever_asked_is_told_the_answer_or_why_there_is_none() -> None:
    told: list[Any] = []
    tasks: list[asyncio.Task[None]] = []
    thinker = PoolThinker(cast(BotPool, None), lambda work: tasks.append(asyncio.create_task(work)))
    thinker.look_up(len, "two", told=told.append)
    thinker.look_up(int, "two", told=told.append)
    await asyncio.wait(tasks)
    assert told[0] == 3
    assert isinstance(told[1], ValueError)


async def test_what_is_cancelled_before_it_begins_leaves_nothing_behind() -> None:
    tasks: list[asyncio.Task[None]] = []
    thinker = PoolThinker(cast(BotPool, None), lambda work: tasks.append(asyncio.create_task(work)))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        thinker.look_up(len, "two", told=lambda _: None)
        tasks[0].cancel()
        await asyncio.wait(tasks)
    assert [str(one.message) for one in caught] == []
